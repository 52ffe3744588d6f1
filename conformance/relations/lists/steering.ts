import { type Contract, type RequestField, findPageFields, listSchemaParts } from "../../../contracts/index.ts";

/** Paging parameters of a list. Parameters without a clear meaning are left out. */
export interface Steering {
  /** Page size, with its minimum, its maximum, and its documented default. */
  readonly limit?: {
    readonly name: string;
    readonly min: number;
    readonly most: number;
    readonly usual?: number;
    /** True if the contract has no maximum. A provider may still have one. */
    readonly isOpen?: true;
  };
  /** Offset or page number, and the number of the first item or page. */
  readonly place?: { readonly name: string; readonly counts: "items" | "pages"; readonly first: number };
  /** Cursor from the previous page. */
  readonly cursor?: { readonly name: string };
  /** Id of the last item of the previous page. */
  readonly after?: { readonly name: string };
}

/** Maximum page size requested. */
const MOST = 100;

export function findSteering(contract: Contract, fields: readonly RequestField[]): Steering {
  const { limits, offset, page, start, cursor, after } = findPageFields(contract, fields);
  const counted = offset ?? page ?? start;
  const isOfPages = ({ name }: RequestField): boolean => /page/i.test(name.split("[").at(-1) as string);
  // A list with two families of parameters, "page" with "pageSize" and "start" with "limit", refuses a mixture.
  const limit = limits.find((each) => isOfPages(each) === (counted === page)) ?? limits[0];
  const first = counted && findFirstNumber(counted);
  const usual = limit && bound(limit, "default");
  return {
    ...(limit && {
      limit: {
        name: limit.name,
        min: bound(limit, "minimum") ?? 1,
        most: Math.min(MOST, bound(limit, "maximum") ?? MOST),
        ...(bound(limit, "maximum") === undefined && { isOpen: true }),
        ...(usual !== undefined && { usual }),
      },
    }),
    ...(cursor && { cursor: { name: cursor.name } }),
    ...(after && { after: { name: after.name } }),
    ...(counted &&
      first !== undefined && {
        place: { name: counted.name, counts: counted === page ? "pages" : "items", first },
      }),
  };

  /** The number of the first item or page. Returns undefined if the contract does not show whether it is 0 or 1. */
  function findFirstNumber(field: RequestField): number | undefined {
    const found = field === offset ? 0 : (bound(field, "default") ?? bound(field, "minimum"));
    if (found === 0 || found === 1) return found;
    return undefined;
  }

  function bound({ schema }: RequestField, keyword: "minimum" | "maximum" | "default"): number | undefined {
    const found = listSchemaParts(contract, schema).map((part) => part[keyword]);
    return found.find((value): value is number => typeof value === "number");
  }
}
