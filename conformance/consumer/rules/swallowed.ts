import type { AffectedExchange } from "../mock-factory.ts";
import { type CallsOfRun, stripQuery } from "./rule.ts";

const writing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * A write that a fault refused with 409, and that was not repeated although the tests passed: the consumer goes on as if it
 * were done. Reading the item again is not enough, because the write has not taken place. Undefined if there is none.
 */
export function findSwallowedConflict({ struck, exchanges = [] }: CallsOfRun): string | undefined {
  const swallowed = struck.find(
    (refused) =>
      refused.status === 409 &&
      writing.has(refused.method) &&
      !exchanges.some((later) => isRepeated(refused, later, exchanges)),
  );
  if (!swallowed) return undefined;
  const { method, url } = swallowed;
  return `${method} ${url} was refused with 409, and the tests passed without the item being read and the write being repeated: it may be lost`;
}

/** True for a later write to the same path, with a value that the refused one was to store. Its version may be another. */
function isRepeated(
  refused: AffectedExchange,
  later: AffectedExchange,
  exchanges: readonly AffectedExchange[],
): boolean {
  const isLater = later !== refused && Date.parse(later.time) >= Date.parse(refused.time);
  if (!isLater || later.method !== refused.method || stripQuery(later.url) !== stripQuery(refused.url)) return false;
  if (versions.test(refused.url) && later.url === refused.url && !isReadBetween(refused, later, exchanges))
    return false;
  const own = newTexts(refused, exchanges);
  return own.length === 0 || own.some((text) => mentionsText(later.request.body, text));
}

/** A version in a query. After a conflict, the client has to read which one is current. */
const versions = /[?&][^=&]*(version|revision)[^=&]*=/i;

/** True if the item or what is below it is read between two writes. */
function isReadBetween(
  refused: AffectedExchange,
  later: AffectedExchange,
  exchanges: readonly AffectedExchange[],
): boolean {
  const own = stripQuery(refused.url);
  return exchanges
    .slice(exchanges.indexOf(refused) + 1, exchanges.indexOf(later))
    .some(({ method, url }) => method === "GET" && (stripQuery(url) === own || stripQuery(url).startsWith(`${own}/`)));
}

/** Texts in a request that no earlier response has: the client made them. */
function newTexts(refused: AffectedExchange, exchanges: readonly AffectedExchange[]): readonly string[] {
  const before = exchanges.filter((each) => each !== refused && Date.parse(each.time) <= Date.parse(refused.time));
  return collectNestedTexts(refused.request.body).filter(
    (text) => !before.some(({ response }) => mentionsText(response.body, text)),
  );
}

function collectNestedTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(collectNestedTexts);
  return [];
}

function mentionsText(body: unknown, text: string): boolean {
  return (JSON.stringify(body) ?? "").includes(JSON.stringify(text));
}
