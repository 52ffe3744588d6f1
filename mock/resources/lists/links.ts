import { type Pairs, readQuery, writeQuery, foldedName, startNames } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { type Page, type Paging, cursorAt } from "./paging.ts";

/** Relation of a link, as registered by RFC 8288. */
export type Relation = "self" | "first" | "prev" | "next" | "last";

/** Facts about a page that links depend on. */
interface Shown extends Page {
  readonly total: number;
  readonly count: number;
  /** Ids of the last item on the page, and of the first one after it. */
  readonly lastId?: string | undefined;
  readonly nextId?: string | undefined;
}

/** Returns the address of another page. Undefined if there is none, or if no parameter selects it. */
export type LinkTo = (relation: Relation) => string | undefined;

/** Compiles the addresses of the pages around a page. */
export function linksOf({ request }: Call, { steering, first }: Paging, shown: Shown): LinkTo {
  // Most lists need no addresses.
  let read: Pairs | undefined;
  const sent = (): Pairs => (read ??= readQuery(request.url.split(/\?(.*)/s)[1] ?? ""));
  const host = request.headers["host"];
  const origin = host === undefined ? "" : `http${request.isSecure ? "s" : ""}://${host}`;
  return (relation) => {
    const told = toldFor(relation);
    if (!told) return undefined;
    const names: readonly (string | undefined)[] = Object.values(steering);
    const kept = relation === "self" ? sent() : sent().filter(([name]) => !names.includes(name));
    const query = writeQuery([...kept, ...told]);
    return `${origin}${request.url.split("?", 1)[0]}${query === "" ? "" : `?${query}`}`;
  };

  /** Parameters of a request for that page. */
  function toldFor(relation: Relation): [string, string][] | undefined {
    const { offset, limit, total, count, lastId, nextId, isBackward } = shown;
    if (relation === "self" || relation === "first") return [];
    if (relation === "next") {
      if (offset + count >= total || count === 0) return undefined;
      if (steering.cursor !== undefined) return [[steering.cursor, cursorAt(offset + count, nextId)]];
      if (steering.after !== undefined) return lastId === undefined ? undefined : [[steering.after, lastId]];
      return at(offset + count);
    }
    if (!Number.isFinite(limit) || limit === 0 || isBackward) return undefined;
    if (relation === "last") return at(Math.max(0, Math.ceil(total / limit) - 1) * limit);
    return offset === 0 ? undefined : at(Math.max(0, offset - limit));
  }

  function at(offset: number): [string, string][] | undefined {
    const { page, offset: start } = steering;
    const isByPage =
      page !== undefined && Number.isInteger(offset / shown.limit) && !sent().some(([name]) => name === start);
    if (isByPage) return [[page, String(first.page + offset / shown.limit)]];
    return start === undefined
      ? undefined
      : [[start, String(offset + (startNames.test(foldedName(start)) ? first.item : 0))]];
  }
}
