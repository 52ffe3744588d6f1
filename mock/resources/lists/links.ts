import { type Pairs, readQuery, writeQuery, foldedName, startNames } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { type Page, type Paging, writeCursor } from "./paging.ts";

/** Relation of a link, as registered by RFC 8288, and "end" for the empty page behind the list. */
export type Relation = "self" | "first" | "prev" | "next" | "last" | "end";

/** Facts about a page that links depend on. */
interface ShownPage extends Page {
  readonly total: number;
  readonly count: number;
  /** Ids of the last item on the page, and of the first one after it. */
  readonly lastId?: string | undefined;
  readonly nextId?: string | undefined;
}

/** Returns the address of another page. Undefined if there is none, or if no parameter selects it. */
export type LinkTo = (relation: Relation) => string | undefined;

/** Compiles the addresses of the pages around a page. */
export function compileLinks({ request }: Call, { pageParameters, first }: Paging, shown: ShownPage): LinkTo {
  // Parsed on first use, because most lists need no links.
  let cachedQuery: Pairs | undefined;
  const sentQuery = (): Pairs => (cachedQuery ??= readQuery(request.url.split(/\?(.*)/s)[1] ?? ""));
  const host = request.headers["host"];
  const origin = host === undefined ? "" : `http${request.isSecure ? "s" : ""}://${host}`;
  return (relation) => {
    const parameters = writePageQuery(relation);
    if (!parameters) return undefined;
    const names: readonly (string | undefined)[] = Object.values(pageParameters);
    const kept = relation === "self" ? sentQuery() : sentQuery().filter(([name]) => !names.includes(name));
    const query = writeQuery([...kept, ...parameters]);
    return `${origin}${request.url.split("?", 1)[0]}${query === "" ? "" : `?${query}`}`;
  };

  /** Parameters of a request for that page. */
  function writePageQuery(relation: Relation): Pairs | undefined {
    const { offset, limit, total, count, lastId, nextId, isBackward } = shown;
    if (relation === "self" || relation === "first") return [];
    if (relation === "end") return parametersBehind();
    if (relation === "next") {
      if (offset + count >= total || count === 0) return undefined;
      if (pageParameters.cursor !== undefined) return [[pageParameters.cursor, writeCursor(offset + count, nextId)]];
      if (pageParameters.after !== undefined) {
        if (lastId === undefined) return undefined;
        return [[pageParameters.after, lastId]];
      }
      return writeOffsetQuery(offset + count);
    }
    if (!Number.isFinite(limit) || limit === 0 || isBackward) return undefined;
    if (relation === "last") return writeOffsetQuery(Math.max(0, Math.ceil(total / limit) - 1) * limit);
    if (offset === 0) return undefined;
    return writeOffsetQuery(Math.max(0, offset - limit));
  }

  /** Parameters of a request for the empty page behind the list. */
  function parametersBehind(): Pairs | undefined {
    const { cursor, after, page } = pageParameters;
    const { limit, total, lastId } = shown;
    if (cursor !== undefined) return [[cursor, writeCursor(total)]];
    // Without an item on the page, the page itself is such a one.
    if (after !== undefined) {
      if (lastId === undefined) return sentQuery().filter(([name]) => name === after);
      return [[after, lastId]];
    }
    if (limit > 0 && Number.isFinite(limit)) return writeOffsetQuery(Math.ceil(total / limit) * limit);
    if (page === undefined) return writeOffsetQuery(total);
    return [[page, String(first.page + 1)]];
  }

  function writeOffsetQuery(offset: number): [string, string][] | undefined {
    const { page, offset: start } = pageParameters;
    const isByPage =
      page !== undefined && Number.isInteger(offset / shown.limit) && !sentQuery().some(([name]) => name === start);
    if (isByPage) return [[page, String(first.page + offset / shown.limit)]];
    if (start === undefined) return undefined;
    return [[start, String(offset + (startNames.test(foldedName(start)) ? first.item : 0))]];
  }
}
