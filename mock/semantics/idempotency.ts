import type { CarryOut } from "../calls/carry-out.ts";
import type { Stored } from "../state/stored.ts";
import { hash } from "node:crypto";
import {
  type Contract,
  type JsonObject,
  type Operation,
  type Parameter,
  findIdempotencyKeys,
  isObject,
  findJsonMedia,
  listMemberSchemas,
  listJsonTypes,
} from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";

/** Collection of the stored responses. In the state, so that restarts, forks and snapshots keep them. */
const collection = "/_concord/idempotency-keys";

/** Time for which a response is stored. Assumed: most providers keep it for a day. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** Stored response. */
interface StoredResponse extends JsonObject {
  readonly id: string;
  /** Digest of the request. */
  readonly request: string;
  readonly answered_at: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads the idempotency key of a call. */
type KeyReader = (call: Call) => string | undefined;

/** Compiles the reading of an operation's idempotency key, from its header or its body. Undefined if neither has one. */
export function createKeyReader(contract: Contract, operation: Operation, readsBody: boolean): KeyReader | undefined {
  if (operation.safe) return undefined;
  const header = operation.parameters.find(isIdempotencyKey)?.name.toLowerCase();
  const schema = (operation.body && findJsonMedia(operation.body.content)?.schema?.value) ?? false;
  const documented = readsBody ? findIdempotencyKeys(contract, operation).members : [];
  const members = documented.filter((name) =>
    listJsonTypes(contract, { allOf: listMemberSchemas(contract, schema, name) }).includes("string"),
  );
  if (header === undefined && members.length === 0) return undefined;
  return ({ request, input: { body } }) => {
    const sent = [
      header === undefined ? undefined : request.headers[header],
      ...members.map((name) => (isObject(body) ? body[name] : undefined)),
    ];
    return sent.find((key): key is string => typeof key === "string" && key !== "");
  };
}

function isIdempotencyKey({ in: place, name }: Parameter): boolean {
  return place === "header" && /^(x-)?idempoten(t|ce|cy)[-_]?(key|id|token)$/i.test(name);
}

/**
 * Responds to a repeated request with the stored response, byte for byte, and does not carry it out again. A refused
 * request changed nothing, so its repetition is carried out. A key belongs to one organization and one operation.
 */
export function withIdempotencyKeys(operation: Operation, readKey: KeyReader, next: CarryOut): CarryOut {
  const documented = new Set(operation.responses.map(({ status }) => status));
  const reusedKeyStatus = documented.has("422") && !documented.has("409") ? 422 : 409;

  return async (call) => {
    const key = readKey(call);
    if (key === undefined) return next(call);
    const { world, store } = call;
    const id = `${operation.name} ${key}`;
    const address: Address = { organization: world.organization, collection, id };
    const request = digestRequest(call.request);
    const earlier = await storedResponse();
    if (earlier) return repeat(earlier);
    const running = openRunningKeys(call);
    if (running.has(id)) return inProgress(key);
    running.add(id);
    try {
      // Another process may be carrying it out.
      if ((await store.lock?.(world.organization, `idempotency ${id}`, "try")) === false) return inProgress(key);
      // The other request may have finished during the first read.
      const meanwhile = await storedResponse();
      if (meanwhile) return repeat(meanwhile);
      const response = await next(call);
      if (!("refused" in response)) await storeResponse(response);
      return response;
    } finally {
      running.delete(id);
    }

    async function storedResponse(): Promise<StoredResponse | undefined> {
      const stored = await store.read(address);
      if (stored && !isExpired(stored, call.now)) return stored.value as StoredResponse;
      return undefined;
    }

    function repeat({ status, headers, body, request: digest }: StoredResponse): MockResponse | Refusal {
      if (digest === request) return { status, headers, body: Buffer.from(body) };
      return { refused: `The key "${key}" was used for another request`, status: reusedKeyStatus };
    }

    async function storeResponse({ status, headers, body }: MockResponse): Promise<void> {
      const answered_at = new Date(call.now).toISOString();
      const value: StoredResponse = { id, request, answered_at, status, headers, body: Buffer.from(body).toString() };
      await forgetExpired(call);
      await store.change(address, () => ({ value }));
    }
  };
}

function inProgress(key: string): Refusal {
  return { refused: `A request with the key "${key}" is still in progress`, status: 409 };
}

/** Deletes the oldest responses if they are expired. Two at most, so that each new key costs little. */
async function forgetExpired({ store, world: { organization }, now }: Call): Promise<void> {
  const { items } = await store.list(organization, collection, { offset: 0, limit: 2 });
  for (const { value } of items.filter((item) => isExpired(item, now)))
    await store.change({ organization, collection, id: String(value["id"]) }, () => null);
}

function isExpired({ value }: Stored, now: number): boolean {
  return Date.parse(String(value["answered_at"])) + LIFETIME <= now;
}

/** Digest of method, URL and body. Headers may differ between attempts. */
function digestRequest({ method, url, body }: MockRequest): string {
  const content = body === undefined ? "" : hash("sha256", body, "hex");
  return hash("sha256", `${method} ${url} ${content}`, "hex");
}

function openRunningKeys({ world: { memory } }: Call): Set<string> {
  let running = memory.get("idempotency") as Set<string> | undefined;
  if (!running) memory.set("idempotency", (running = new Set()));
  return running;
}
