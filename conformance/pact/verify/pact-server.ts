import type { WireRequest } from "../../model/exchange.ts";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type JsonObject, type Json, type Pairs, isObject } from "../../../contracts/index.ts";
import { type OutgoingRequest, forward } from "../../target/forward.ts";
import { type DeliveredMessage, jobPaths } from "./pact-job.ts";

/** Responses for Pact during one interaction. */
interface InteractionResponses {
  /** Adds the credentials to a request. Absent: the request is forwarded unchanged. */
  readonly authorize?: ((request: WireRequest) => WireRequest) | undefined;
  /** Host header for the provider, if it differs from the provider's own. */
  readonly host?: string | undefined;
  /** Results of the states, by name. */
  readonly states: ReadonlyMap<string, JsonObject>;
  /** Delivery, if the interaction is a message. */
  readonly delivered?: DeliveredMessage | undefined;
}

/** Local server for Pact's verifier: the provider, its states, and its messages. */
export interface PactServer extends AsyncDisposable {
  /** Local URL with a secret path. */
  readonly url: string;
  /** Serves another interaction. */
  serve(served: InteractionResponses): void;
  /** Latest response of the provider, as one line. */
  answer(): string | undefined;
}

/** Most bytes shown of a response. */
const MAX_SHOWN = 4096;

/**
 * Starts a local server that forwards requests byte by byte, because parsing and rewriting would change a body. It adds
 * the credentials, so that Pact never sees them.
 */
export async function startPactServer(target: string): Promise<PactServer> {
  const provider = new URL(target);
  const secret = `/${randomUUID()}`;
  let served: InteractionResponses = { states: new Map() };
  let answer: string | undefined;
  const server = createServer((request, response) => {
    void takePactRequest(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${secret}`,
    serve(next) {
      served = next;
      answer = undefined;
    },
    answer: () => answer,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  async function takePactRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    const isBelowSecret = (jobPath: string): boolean => url.startsWith(secret + jobPath);
    if (isBelowSecret(jobPaths.provider))
      return handOn(request, response, url.slice(secret.length + jobPaths.provider.length) || "/");
    if (isBelowSecret(jobPaths.states)) return tellState(request, response);
    if (isBelowSecret(jobPaths.messages)) return tellMessage(response);
    response.writeHead(404).end();
  }

  async function handOn(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = "GET" } = request;
    const passed = await forward(request, response, {
      base: provider,
      now: () => 0,
      change: ({ headers }) => ({ target: path, headers, host: served.host, ...authorized(method, path, headers) }),
      refuse: (outgoing) => outgoing.destroy(),
    });
    if (!passed || "failed" in passed.answer) return;
    const { status, body } = passed.answer;
    answer = `${status} ${body?.toString().slice(0, MAX_SHOWN) ?? ""}`.trimEnd();
  }

  /** Headers that the credentials do not change keep their spelling. */
  function authorized(method: string, path: string, sent: Pairs): Partial<OutgoingRequest> {
    if (!served.authorize) return {};
    const sentHeaders = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]));
    const call = served.authorize({ method, path, headers: sentHeaders });
    const kept = sent.filter(([name]) => call.headers[name.toLowerCase()] === sentHeaders[name.toLowerCase()]);
    const names = new Set(kept.map(([name]) => name.toLowerCase()));
    return {
      target: call.path,
      headers: [...kept, ...Object.entries(call.headers).filter(([name]) => !names.has(name))],
    };
  }

  async function tellState(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stateRequest = (await json(request)) as Json;
    const name = isObject(stateRequest) && stateRequest["action"] === "setup" ? stateRequest["state"] : undefined;
    const values = typeof name === "string" ? served.states.get(name) : undefined;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(values ?? {}));
  }

  function tellMessage(response: ServerResponse): void {
    if (!served.delivered) return void response.writeHead(404).end();
    const { body, metadata } = served.delivered;
    response
      .writeHead(200, {
        "content-type": metadata["contentType"] ?? "application/json",
        "pact-message-metadata": Buffer.from(JSON.stringify(metadata)).toString("base64"),
      })
      .end(body);
  }
}
