import { omitUndefined } from "../../contracts/index.ts";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { reasons } from "../../contracts/signatures/index.ts";
import type { Citations } from "../model/citations.ts";
import type { SavedDelivery } from "./delivery.ts";
import { type Diagnosis, diagnose } from "./diagnose.ts";
import type { DiagnosisOptions } from "./entries.ts";
import { type Guard, TOKEN_PATH } from "./guard.ts";
import { type EndpointResponse, pairRawHeaders } from "./post.ts";
import type { PublicKeySource, KeyRenewal } from "./public-key.ts";

/** Received delivery with its diagnosis and response. */
export interface ReceivedDelivery {
  readonly delivery: SavedDelivery & { readonly target: string; readonly receivedAt: number };
  readonly method: string;
  readonly diagnosis: Diagnosis;
  /** Notes for the reader. */
  readonly notes: readonly string[];
  /** True if the delivery verifies, and has the required credentials. */
  readonly isAccepted: boolean;
  readonly status: number;
  /** Response of the endpoint that it was forwarded to. */
  readonly forwarded?: EndpointResponse;
}

export interface ReceiverOptions {
  readonly secret?: string;
  readonly publicKey?: PublicKeySource;
  /** Organization that the public key belongs to. */
  readonly keyOrganization?: string;
  readonly toleranceSeconds: number;
  readonly guard?: Guard;
  /** Cites clauses in hints. */
  readonly profile?: Citations;
  /** Status code for an accepted delivery. */
  readonly status: number;
  /** Forwards a delivery. Its response is returned to the sender. */
  readonly forward?: (delivery: SavedDelivery, method: string) => Promise<EndpointResponse>;
  readonly now: () => number;
  onDelivery(received: ReceivedDelivery): Promise<void>;
  /** Called for data that is not HTTP, or a request that ends early. */
  onMalformed(reason: string): void;
}

/** Largest body. Events are small. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Error codes of a closed connection. The reader of the body reports it. */
const closedConnectionCodes: readonly string[] = ["ECONNRESET", "HPE_INVALID_EOF_STATE"];

/** Server that verifies deliveries, responds like a receiver, and reports each. The caller starts it. */
export function createReceiver(options: ReceiverOptions): Server {
  const { guard, now, forward } = options;
  // A request without Host, or with two, is reported, too.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    receiveDelivery(incoming, outgoing).catch((error: unknown) => {
      options.onMalformed((error as Error).message);
      outgoing.destroy();
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!closedConnectionCodes.includes(error.code ?? "")) options.onMalformed(error.message);
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    else socket.destroy();
  });
  return server;

  async function receiveDelivery(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: target = "/", rawHeaders } = incoming;
    const receivedAt = now();
    const body = await readIncomingBody(incoming);
    if (!body) return reply(outgoing, 413, `A body of more than ${MAX_BODY_BYTES} bytes is not read`);
    const delivery = { target, headers: pairRawHeaders(rawHeaders), body, receivedAt };
    if (guard && target === TOKEN_PATH) {
      const tokenResponse = guard.grant(delivery);
      outgoing.writeHead(tokenResponse.status, { "content-type": "application/json", "cache-control": "no-store" });
      outgoing.end(JSON.stringify(tokenResponse.body));
      return undefined;
    }
    if (/^(GET|HEAD)$/.test(method)) return reply(outgoing, 405, "Only deliveries are received here, with POST");
    const [diagnosis, notes] = await diagnoseWithRenewal(delivery);
    const shown = guard?.check(delivery);
    const isAccepted = diagnosis.verdict === "ok" && shown?.holds !== false;
    const forwarded = await forward?.(delivery, method);
    const status = forwarded ? chooseReplyStatus(forwarded) : isAccepted ? options.status : 401;
    const steps = [...diagnosis.steps, ...(shown ? [shown] : [])];
    await options.onDelivery(
      omitUndefined({
        delivery,
        method,
        diagnosis: { ...diagnosis, steps },
        notes,
        isAccepted,
        status,
        forwarded,
      }),
    );
    if (forwarded) return returnResponse(outgoing, forwarded);
    if (isAccepted) return void outgoing.writeHead(status).end();
    const { verdict } = diagnosis;
    return reply(
      outgoing,
      status,
      verdict === "ok" ? `${shown?.what}: ${shown?.text}` : `${verdict}: ${reasons[verdict]}`,
    );
  }

  /** Diagnosis of a delivery. If it does not verify, the public key is read again. */
  async function diagnoseWithRenewal(
    delivery: SavedDelivery & { readonly receivedAt: number },
  ): Promise<[Diagnosis, string[]]> {
    const { publicKey, secret, keyOrganization, toleranceSeconds, profile } = options;
    const settings = (): DiagnosisOptions => ({
      now: delivery.receivedAt,
      toleranceSeconds,
      ...(secret !== undefined && { secret }),
      ...(profile && { profile }),
      ...(publicKey && { publicKey: publicKey.key }),
      ...(keyOrganization !== undefined && { keyOrganization }),
    });
    const diagnosis = diagnose(delivery, settings());
    const isWrong = diagnosis.steps.some(({ what, holds }) => what === "v1a entry" && holds === false);
    if (!publicKey || !isWrong) return [diagnosis, []];
    const renewal = await publicKey.readAgain();
    return [renewal.outcome === "changed" ? diagnose(delivery, settings()) : diagnosis, describeRenewal(renewal)];
  }
}

function describeRenewal(renewal: KeyRenewal): string[] {
  if (renewal.outcome === "failed") return [`The public key could not be fetched again: ${renewal.reason}`];
  if (renewal.outcome === "changed") return ["The public key was fetched again, and has changed"];
  if (renewal.outcome === "same") return ["The public key was fetched again, and is the same"];
  return [];
}

function chooseReplyStatus(answer: EndpointResponse): number {
  return "failed" in answer ? 502 : answer.status;
}

function returnResponse(outgoing: ServerResponse, answer: EndpointResponse): void {
  if ("failed" in answer) return reply(outgoing, 502, `Cannot forward it: ${answer.failed}`);
  const headers = answer.headers.filter(
    ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/i.test(name),
  );
  outgoing.writeHead(answer.status, headers.flat()).end(answer.body);
}

function reply(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}

/** Body of a request. Undefined if it is too large. */
async function readIncomingBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= MAX_BODY_BYTES) parts.push(part);
  }
  if (length > MAX_BODY_BYTES) return undefined;
  return Buffer.concat(parts);
}
