import type { CarryOut } from "../calls/carry-out.ts";
import type { Stored } from "../state/stored.ts";
import { hash } from "node:crypto";
import type { JsonObject, Operation, Parameter } from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { Address } from "../state/store.ts";

/** Where answers are kept: with the state, so that they are there after a restart, in forks and in snapshots. */
const collection = "/_concord/idempotency-keys";

/** Assumed, as most who offer such keys have it: how long an answer is kept. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** An answer as it is kept. */
interface Kept extends JsonObject {
  readonly id: string;
  /** What was asked, as a digest. */
  readonly request: string;
  readonly answered_at: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The header in which an operation takes a key that makes a repetition harmless, if it does. */
export function keyHeaderOf({ safe, parameters }: Operation): string | undefined {
  return safe ? undefined : parameters.find(isKey)?.name.toLowerCase();
}

function isKey({ in: place, name }: Parameter): boolean {
  return place === "header" && /^(x-)?idempoten(t|ce|cy)[-_]?(key|id|token)$/i.test(name);
}

/**
 * Answers a repetition of a request as the request was answered, byte for byte, and does nothing more. A refused one
 * has done nothing, so its repetition is tried again. Keys belong to an organization and an operation; which requests
 * are still carried out, a process knows of itself alone.
 */
export function idempotent(operation: Operation, header: string, next: CarryOut): CarryOut {
  const documented = new Set(operation.responses.map(({ status }) => status));
  const misused = documented.has("422") && !documented.has("409") ? 422 : 409;

  return async (call) => {
    const key = call.request.headers[header];
    if (key === undefined || key === "") return next(call);
    const { world, store } = call;
    const id = `${operation.name} ${key}`;
    const address: Address = { organization: world.organization, collection, id };
    const request = digestOf(call.request);
    const known = await keptAt(address);
    if (known) return again(known);
    const running = runningIn(call);
    if (running.has(id)) return { refused: `A request with the key "${key}" is still carried out`, status: 409 };
    running.add(id);
    try {
      // It may have ended while this one was looking.
      const meanwhile = await keptAt(address);
      if (meanwhile) return again(meanwhile);
      const response = await next(call);
      if (!("refused" in response)) await keep(response);
      return response;
    } finally {
      running.delete(id);
    }

    async function keptAt(at: Address): Promise<Kept | undefined> {
      const stored = await store.read(at);
      return stored && !isExpired(stored, call.now) ? (stored.value as Kept) : undefined;
    }

    function again(kept: Kept): MockResponse | Refusal {
      if (kept.request === request) return { status: kept.status, headers: kept.headers, body: Buffer.from(kept.body) };
      return { refused: `The key "${key}" was used for another request`, status: misused };
    }

    async function keep({ status, headers, body }: MockResponse): Promise<void> {
      const answered_at = new Date(call.now).toISOString();
      const value: Kept = { id, request, answered_at, status, headers, body: Buffer.from(body).toString() };
      await forgetExpired(call);
      await store.change(address, () => ({ value }));
    }
  };
}

/** Each new key makes room for itself, if the oldest ones have had their time. */
async function forgetExpired({ store, world: { organization }, now }: Call): Promise<void> {
  const { items } = await store.list(organization, collection, { offset: 0, limit: 2 });
  for (const { value } of items.filter((item) => isExpired(item, now)))
    await store.change({ organization, collection, id: String(value["id"]) }, () => null);
}

function isExpired({ value }: Stored, now: number): boolean {
  return Date.parse(String(value["answered_at"])) + LIFETIME <= now;
}

/** The same method, address and bytes: what else travels with a request may differ from one attempt to the next. */
function digestOf({ method, url, body }: MockRequest): string {
  const content = body === undefined ? "" : hash("sha256", body, "hex");
  return hash("sha256", `${method} ${url} ${content}`, "hex");
}

function runningIn({ world: { memory } }: Call): Set<string> {
  let running = memory.get("idempotency") as Set<string> | undefined;
  if (!running) memory.set("idempotency", (running = new Set()));
  return running;
}
