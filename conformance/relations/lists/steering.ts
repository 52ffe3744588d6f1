import {
  type Contract,
  type Field,
  afterNames,
  cursorNames,
  folded,
  limitNames,
  offsetNames,
  pageNames,
  partsOf,
  startNames,
  typesOf,
} from "../../../contracts/index.ts";

/** How the requests of a list ask for a page; what is not plain is left out. */
export interface Steering {
  /** How many items a page has, and how many it may have at most. */
  readonly limit?: { readonly name: string; readonly least: number; readonly most: number };
  /** Where a page begins, and the number of the first item or page. */
  readonly place?: { readonly name: string; readonly counts: "items" | "pages"; readonly first: number };
  /** Takes what a page says that leads to the next one. */
  readonly cursor?: { readonly name: string };
  /** Takes the id of the last item of a page. */
  readonly after?: { readonly name: string };
}

/** More than that is never asked for at once. */
const MOST = 100;

export function steeringOf(contract: Contract, fields: readonly Field[]): Steering {
  const called = (names: RegExp, ...types: readonly string[]): Field | undefined =>
    fields.find(
      ({ name, schema }) => names.test(folded(name)) && typesOf(contract, schema).some((type) => types.includes(type)),
    );
  const limit = called(limitNames, "integer");
  const cursor = called(cursorNames, "string");
  const after = called(afterNames, "string", "integer");
  const offset = called(offsetNames, "integer");
  const counted = offset ?? called(pageNames, "integer") ?? called(startNames, "integer");
  const first = counted && firstOf(counted);
  return {
    ...(limit && {
      limit: {
        name: limit.name,
        least: bound(limit, "minimum") ?? 1,
        most: Math.min(MOST, bound(limit, "maximum") ?? MOST),
      },
    }),
    ...(cursor && { cursor: { name: cursor.name } }),
    ...(after && { after: { name: after.name } }),
    ...(counted &&
      first !== undefined && {
        place: { name: counted.name, counts: pageNames.test(folded(counted.name)) ? "pages" : "items", first },
      }),
  };

  /** Where the first item or page is not plainly 0 or 1, nothing is known. */
  function firstOf(field: Field): number | undefined {
    const told = field === offset ? 0 : (bound(field, "default") ?? bound(field, "minimum"));
    return told === 0 || told === 1 ? told : undefined;
  }

  function bound({ schema }: Field, keyword: "minimum" | "maximum" | "default"): number | undefined {
    const told = partsOf(contract, schema).map((part) => part[keyword]);
    return told.find((value): value is number => typeof value === "number");
  }
}
