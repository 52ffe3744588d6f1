import type { AffectedExchange, Traffic } from "../mock-factory.ts";
import { pathOf } from "./rule.ts";

const writing = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * A write that was refused with 409, and was neither repeated nor read again although the tests passed: the consumer goes
 * on as if it were done. Undefined if there is none.
 */
export function swallowedConflictIn({ struck, exchanges = [] }: Traffic): string | undefined {
  const swallowed = struck.find(
    (refused) =>
      refused.status === 409 && writing.has(refused.method) && !exchanges.some((later) => isAbout(later, refused)),
  );
  if (!swallowed) return undefined;
  const { method, url } = swallowed;
  return `${method} ${url} was refused with 409, and the tests passed without it being repeated or its item being read: the write is lost`;
}

/** True for a later call that repeats a write, or reads its item, its collection, or what is below. */
function isAbout(later: AffectedExchange, refused: AffectedExchange): boolean {
  if (later === refused || Date.parse(later.time) < Date.parse(refused.time)) return false;
  const [path, own] = [pathOf(later.url), pathOf(refused.url)];
  if (later.method === refused.method && path === own) return true;
  const above = own.slice(0, own.lastIndexOf("/"));
  return later.method === "GET" && (path === own || path.startsWith(`${own}/`) || path === above);
}
