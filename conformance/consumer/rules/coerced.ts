import { type Json, isObject } from "../../../contracts/index.ts";
import type { AffectedExchange } from "../mock-factory.ts";
import { type ReplacedValue, replacedValues } from "./replaced-values.ts";
import { type CallsOfRun, type CallsOfRuns, stripQuery } from "./rule.ts";

const changing = new Set(["PUT", "PATCH", "POST"]);

/** A value that a consumer writes in place of another that it read before. */
interface Change extends ReplacedValue {
  readonly write: AffectedExchange;
  readonly reading: AffectedExchange;
}

/**
 * An unknown enum value that the consumer replaces when it writes an item back. Members that it also changes without faults
 * do not count. Undefined if there is none.
 */
export function findCoercedValue({ traffic, without }: CallsOfRuns): string | undefined {
  if (!without) return undefined;
  const changedAnyway = new Set(listWriteChanges(without).map(({ member }) => member));
  const coerced = listWriteChanges(traffic).find(
    ({ member, read, reading }) => !changedAnyway.has(member) && reading.unlisted?.includes(String(read)) === true,
  );
  if (!coerced) return undefined;
  const { member, read, written, write } = coerced;
  const values = `with ${JSON.stringify(written)}, where ${JSON.stringify(read)} was read`;
  return `${write.method} ${write.url} writes "${member}" ${values}: a value that the consumer does not know is replaced`;
}

/** Values that differ between the latest read of an item and a write to it. */
function listWriteChanges({ exchanges = [] }: CallsOfRun): readonly Change[] {
  const latest = new Map<string, AffectedExchange>();
  const changes: Change[] = [];
  for (const exchange of exchanges) {
    const { method, url, status } = exchange;
    if (method === "GET" && status < 300) latest.set(stripQuery(url), exchange);
    const reading = changing.has(method) ? findLatestReading(exchange, latest) : undefined;
    const [read, written] = [reading?.response.body as Json | undefined, exchange.request.body as Json | undefined];
    if (!reading || !isObject(read) || !isObject(written)) continue;
    changes.push(...replacedValues(read, written).map((value) => ({ ...value, write: exchange, reading })));
  }
  return changes;
}

/**
 * The latest read of the written item: at its path or at one below, such as `/head`. What is below the path of a POST is
 * another item.
 */
function findLatestReading(
  { method, url }: AffectedExchange,
  latest: ReadonlyMap<string, AffectedExchange>,
): AffectedExchange | undefined {
  const path = stripQuery(url);
  const below = method === "POST" ? undefined : [...latest.keys()].findLast((each) => each.startsWith(`${path}/`));
  return latest.get(path) ?? (below === undefined ? undefined : latest.get(below));
}
