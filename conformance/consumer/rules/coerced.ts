import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import type { AffectedExchange } from "../mock-factory.ts";
import { type CallsOfRun, type CallsOfRuns, pathOf } from "./rule.ts";

const changing = new Set(["PUT", "PATCH", "POST"]);

/** A member that a consumer writes with another value than it read before. */
interface Change {
  readonly name: string;
  readonly read: Json;
  readonly written: Json;
  readonly write: AffectedExchange;
  readonly reading: AffectedExchange;
}

/**
 * An unknown enum value that the consumer replaces when it writes an item back. Members that it also changes without faults
 * do not count. Undefined if there is none.
 */
export function coercedValueIn({ traffic, without }: CallsOfRuns): string | undefined {
  if (!without) return undefined;
  const changedAnyway = new Set(changesIn(without).map(({ name }) => name));
  const coerced = changesIn(traffic).find(
    ({ name, read, reading }) => !changedAnyway.has(name) && reading.unlisted?.includes(String(read)) === true,
  );
  if (!coerced) return undefined;
  const { name, read, written, write } = coerced;
  const values = `with ${JSON.stringify(written)}, where ${JSON.stringify(read)} was read`;
  return `${write.method} ${write.url} writes "${name}" ${values}: a value that the consumer does not know is replaced`;
}

/** Changes of string members between the latest read of an item and a write to it. */
function changesIn({ exchanges = [] }: CallsOfRun): readonly Change[] {
  const latest = new Map<string, AffectedExchange>();
  const changes: Change[] = [];
  for (const exchange of exchanges) {
    const { method, url, status } = exchange;
    const path = pathOf(url);
    if (method === "GET" && status < 300) latest.set(path, exchange);
    const reading = changing.has(method) ? readingFor(exchange, latest) : undefined;
    const [before, after] = [membersOf(reading?.response.body), membersOf(exchange.request.body)];
    for (const [name, written] of Object.entries(after)) {
      const read = before[name];
      if (reading && typeof read === "string" && typeof written === "string" && read !== written)
        changes.push({ name, read, written, write: exchange, reading });
    }
  }
  return changes;
}

/**
 * The latest read of the written item: at its path or at one below, such as `/head`. What is below the path of a POST is
 * another item.
 */
function readingFor(
  { method, url }: AffectedExchange,
  latest: ReadonlyMap<string, AffectedExchange>,
): AffectedExchange | undefined {
  const path = pathOf(url);
  const below = method === "POST" ? undefined : [...latest.keys()].findLast((each) => each.startsWith(`${path}/`));
  return latest.get(path) ?? (below === undefined ? undefined : latest.get(below));
}

function membersOf(body: unknown): JsonObject {
  return isObject(body as Json) ? (body as JsonObject) : {};
}
