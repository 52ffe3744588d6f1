import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  createParameterReader,
  createRouter,
  decodeSegment,
  isObject,
  readQuery,
  validatorOf,
} from "../../../contracts/index.ts";
import { type Served, serve } from "./things.ts";

/** A request that follows its contract. */
export interface CleanCall {
  readonly id: string;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
}

export interface CleanAnswer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

type Handlers = Readonly<Record<string, (call: CleanCall) => CleanAnswer>>;

/** A small provider that keeps its contract, with a rule that a client has to know. */
export interface CleanServer {
  readonly name: string;
  readonly paths: JsonObject;
  readonly schemes?: JsonObject;
  /** Handlers by operationId, over new state. */
  create(): Handlers;
}

/** Serves handlers behind a validation of every request by the contract. */
export async function serveClean(contract: Contract, handlers: Handlers): Promise<Served> {
  const router = createRouter(contract.operations);
  return serve(
    createServer(async (incoming, outgoing) => {
      const { method = "GET", url = "/", headers } = incoming;
      const sent = { method, url, headers, body: await text(incoming) };
      const match = router.match(method, url, headers as Record<string, string>);
      const answer = respond(match, sent);
      const written = answer.body === undefined ? undefined : JSON.stringify(answer.body);
      const type = written === undefined ? {} : { "content-type": "application/json" };
      outgoing.writeHead(answer.status, { ...type, ...answer.headers } as Record<string, string>);
      outgoing.end(method === "HEAD" ? undefined : written);
    }),
  );

  function respond(match: ReturnType<typeof router.match>, sent: RequestToSend): CleanAnswer {
    if (!match) return { status: 404 };
    if (!("operation" in match)) return { status: 405, headers: { allow: match.allow.join(", ") } };
    const { operation, parameters } = match;
    const [id = ""] = Object.values(parameters).map((each) => decodeSegment(each) ?? each);
    const query = new Map(readQuery(sent.url.split("?", 2)[1] ?? ""));
    const body = bodyOf(sent.body);
    if (body === null || !isValid(contract, operation, sent, body)) return { status: 400, body: { error: "invalid" } };
    const handler = handlers[operation.id];
    if (!handler) throw new Error(`Cannot answer "${operation.id}": it has no handler`);
    return handler({ id, query, headers: sent.headers, body: isObject(body) ? body : {} });
  }
}

interface RequestToSend {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Null for a text that is not JSON, undefined for none. */
function bodyOf(written: string): Json | undefined {
  if (written === "") return undefined;
  try {
    return JSON.parse(written) as Json;
  } catch {
    return null;
  }
}

function isValid(contract: Contract, operation: Operation, sent: RequestToSend, body: Json | undefined): boolean {
  const schema = operation.body?.content[0]?.schema;
  const isBodyRight =
    body === undefined
      ? operation.body?.required !== true
      : !schema || validatorOf(contract, schema.pointer, "request")(body).length === 0;
  return (
    isBodyRight &&
    operation.parameters.every((parameter) => {
      const reader = createParameterReader(contract, parameter);
      const header = sent.headers[parameter.name.toLowerCase()];
      const value =
        parameter.in === "query"
          ? reader.fromPairs(readQuery(sent.url.split("?", 2)[1] ?? ""))
          : parameter.in === "header" && header !== undefined
            ? reader.fromText(String(header))
            : undefined;
      if (value === undefined) return parameter.in === "path" || !parameter.required;
      return validatorOf(contract, parameter.schema.pointer, "request")(value).length === 0;
    })
  );
}
