import { type Json, foldedName, isObject, nextNames, totalNames } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";

/** Objects in an envelope that are about its pages. */
const paging = /^(meta|paging|page|pagination|pageinfo)$/;

/** Objects with the cursor of the next page, and members of them that hold it. */
const [cursors, cursorsOfNext] = [/^(next|cursors?)$/, /^(after|cursor|token|pagetoken)$/];

/** A member of an envelope: its name without punctuation and case, its name as written, its value, and the object in it. */
interface EnvelopeMember {
  readonly name: string;
  readonly written: string;
  readonly value: Json;
  readonly owner: string;
}

/** The first result in an envelope, or in the objects in it that are about its pages. */
function findInEnvelope<T>(
  body: Json | undefined,
  find: (member: EnvelopeMember) => T | undefined,
  inner: (name: string) => boolean = (name) => paging.test(name),
  owner = "",
): T | undefined {
  if (!isObject(body)) return undefined;
  const members = Object.entries(body).map(([written, value]) => ({
    name: foldedName(written),
    written,
    value: value as Json,
    owner,
  }));
  for (const member of members) {
    const found = find(member);
    if (found !== undefined) return found;
  }
  for (const { name, value } of members) {
    const found = inner(name) ? findInEnvelope(value, find, inner, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True if a page says that more pages follow, false if it says that none do. */
export function readMore({ response }: Exchange): boolean | undefined {
  return findInEnvelope(jsonIn(response), ({ name, value }) => {
    if (typeof value !== "boolean") return undefined;
    if (/^(has|is)?(more|next|nextpage|morepages|moreitems|moreresults)$/.test(name)) return value;
    if (/^(is)?last(page)?$/.test(name)) return !value;
    return undefined;
  });
}

/** Total number of items, from the body or a header. "count" and "hits" are ignored, because they may count the page. */
export function readTotal({ response }: Exchange): number | undefined {
  const total = findInEnvelope(jsonIn(response), ({ name, written, value }) =>
    totalNames.test(name) && /total/i.test(written) && typeof value === "number" ? value : undefined,
  );
  const header = response.headers["x-total-count"] ?? "";
  return total ?? (/^\d+$/.test(header) ? Number(header) : undefined);
}

/** The cursor of the next page, such as `paging.next.after`. */
export function readCursor({ response }: Exchange): string | undefined {
  const found = findInEnvelope(
    jsonIn(response),
    ({ name, value, owner }) => {
      const isCursor = nextNames.test(name) || (cursors.test(owner) && cursorsOfNext.test(name));
      if (isCursor && typeof value === "string") return value;
      return undefined;
    },
    (name) => paging.test(name) || cursors.test(name),
  );
  return found === "" ? undefined : found;
}

/** True if a page links to a next one (RFC 8288). */
export function linksNext({ response }: Exchange): boolean {
  return /rel="?next\b/i.test(response.headers["link"] ?? "");
}
