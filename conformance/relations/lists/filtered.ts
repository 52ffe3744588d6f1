import type { Violation } from "../story/violation.ts";
import type { Item } from "../../items/item.ts";
import { type Json, type JsonObject, validatorOf } from "../../../contracts/index.ts";
import { arrivesValid } from "../../requests/wire.ts";
import { confirmViolations } from "./confirm-violations.ts";
import { type Filter, fits } from "./filters.ts";
import type { Listing } from "./listing.ts";
import { orderOf } from "./order.ts";
import {
  type ListScope,
  type Page,
  type Place,
  type FirstPages,
  allOf,
  mayGoOn,
  pageOf,
  readFirstPages,
} from "./walk.ts";

/** Maximum number of values requested from one list. */
const MAX_VALUES = 45;
const MAX_PAIRS = 6;

interface Known {
  readonly listing: Listing;
  readonly filters: readonly Filter[];
  /** Item or path values that select the list. */
  readonly item: Place;
  /** Items that the run created in the list. */
  readonly made: readonly Item[];
  /** The unfiltered list. */
  readonly whole: FirstPages;
  /** Maximum number of values requested. Default: `MAX_VALUES`. */
  readonly most?: number;
}

/** Violations of the filters of a list. A filter with a violation is not requested again. */
export async function filterViolations(known: Known, story: ListScope): Promise<readonly Violation[]> {
  const broken = new Map<string, Violation>();
  for (const filterRequest of filterRequestsOf(story, known)) {
    if (filterRequest.filterValues.every(({ filter }) => broken.has(filter.name))) continue;
    const found = await confirmViolations(story, () => check(filterRequest, { ...known, story }));
    for (const each of found) broken.set(filterRequest.filterValues.at(-1)?.filter.name ?? "", each);
  }
  for (const filter of known.filters)
    if (filter.takesAnyOf && !broken.has(filter.name)) {
      const [found] = await confirmViolations(story, () => checkTwoValues(filter, { ...known, story }));
      if (found) broken.set(filter.name, found);
    }
  return [...broken.values()];
}

/** A request for two values at once returns the items with either, and no others. */
async function checkTwoValues(
  filter: Filter,
  { listing, item, story, whole }: FilterContext,
): Promise<readonly Violation[]> {
  const values = [...new Set(whole.items.flatMap((each) => filter.of(each)))].filter((value) =>
    isCertain(filter, value),
  );
  const two = values.slice(0, 2);
  if (!filter.isExact || two.length < 2 || !listing.isIdentified) return [];
  const answer = await readFirstPages(listing, item, story, { [filter.name]: two });
  if (!answer) return [];
  const wanted = two.map((value) => JSON.stringify(value)).join(" or ");
  const other = answer.items.find((each) => !two.some((value) => fits(filter, each, value)));
  if (other) {
    const message = `A list filtered by "${filter.name}" ${wanted} contains an item with ${JSON.stringify(filter.of(other)[0])}`;
    return [{ key: `unsound ${filter.name}`, message, exchange: answer.exchange }];
  }
  const ids = new Set(answer.items.map(listing.idOf));
  const missing = whole.items.find(
    (each) => filter.of(each).some((value) => two.includes(value)) && !ids.has(listing.idOf(each)),
  );
  if (!missing || !answer.isWhole) return [];
  const message = `A list filtered by "${filter.name}" ${wanted} lacks an item with ${JSON.stringify(filter.of(missing)[0])}`;
  return [{ key: `incomplete ${filter.name}`, message, exchange: answer.exchange }];
}

/** Maximum number of values per filter taken from items that the run did not create. */
const MAX_OF_OTHERS = 2;

/** A request to a list: filter values, and other parameters such as an order. */
interface FilterRequest {
  readonly filterValues: readonly { readonly filter: Filter; readonly value: Json }[];
  readonly otherParameters: JsonObject;
}

function filterRequestsOf(
  { contract }: ListScope,
  { listing, filters, item, made, whole, most = MAX_VALUES }: Known,
): readonly FilterRequest[] {
  const alone = (filter: Filter, values: readonly Json[]): FilterRequest[] =>
    values.map((value) => ({ filterValues: [{ filter, value }], otherParameters: {} }));
  const ownOf = (filter: Filter): readonly Json[] => {
    const createdValues = new Set(made.flatMap(({ value }) => filter.of(value)));
    const otherValues = new Set(
      whole.items.flatMap((each) => filter.of(each)).filter((value) => !createdValues.has(value)),
    );
    const testedValues = filter.isExact ? [...otherValues].filter((value) => isValidValue(filter, value)) : [];
    return [...createdValues, ...testedValues.slice(0, MAX_OF_OTHERS)].filter((value) => value !== "");
  };
  /** An enum value that the item does not have. */
  const otherOf = (filter: Filter, { value }: Place): Json | undefined =>
    filter.values.find((each) => !fits(filter, value, each));
  const single = [
    ...filters.flatMap((filter) => alone(filter, ownOf(filter))),
    ...filters.flatMap((filter) =>
      alone(
        filter,
        ownOf(filter).flatMap((value) => prefixOf(value, filter) ?? []),
      ),
    ),
    ...filters.flatMap((filter) =>
      alone(
        filter,
        filter.values.filter((value) => !ownOf(filter).includes(value)),
      ),
    ),
  ];
  const other = filters.flatMap((filter) => {
    const value = otherOf(filter, item);
    return value === undefined ? [] : [{ filter, value }];
  });
  const sorted = orderOf(contract, listing).map(({ parameters }) => ({
    filterValues: other.slice(0, 1),
    otherParameters: parameters,
  }));
  const pairs = other.flatMap((one) =>
    filters.flatMap((filter) => {
      const value = filter.of(item.value).find((each) => each !== "");
      return filter === one.filter || value === undefined
        ? []
        : [{ filterValues: [{ filter, value }, one], otherParameters: {} }];
    }),
  );
  return [
    ...single.slice(0, most),
    ...sorted.filter(({ filterValues }) => filterValues.length > 0),
    ...pairs.slice(0, MAX_PAIRS),
  ];

  /** The longest proper prefix of a text that is a valid filter value. An exact filter must treat it as another value. */
  function prefixOf(value: Json, filter: Filter): string | undefined {
    const parameter = listing.operation.parameters.find((each) => each.name === filter.name);
    if (typeof value !== "string" || !filter.isExact || filter.values.length > 0 || !parameter) return undefined;
    if (!value.isWellFormed()) return undefined;
    const isValid = validatorOf(contract, parameter.schema.pointer, "request");
    const lengths = Array.from({ length: Math.max(value.length - 1, 0) }, (_, index) => value.length - 1 - index);
    const length = lengths.find(
      (each) => isTrimmed(value.slice(0, each)) && isValid(value.slice(0, each)).length === 0,
    );
    return length === undefined ? undefined : value.slice(0, length);
  }

  function isValidValue(filter: Filter, value: Json): boolean {
    const parameter = listing.operation.parameters.find((each) => each.name === filter.name);
    return !parameter || arrivesValid(contract, parameter, filter.parameterValue(value));
  }
}

/** True for a text without spaces at its ends, which some providers trim. */
function isTrimmed(text: string): boolean {
  return text.isWellFormed() && text === text.trim();
}

interface FilterContext extends Known {
  readonly story: ListScope;
}

async function check(
  { filterValues, otherParameters }: FilterRequest,
  about: FilterContext,
): Promise<readonly Violation[]> {
  const { listing, item, story } = about;
  const sent = Object.fromEntries(filterValues.map(({ filter, value }) => [filter.name, filter.parameterValue(value)]));
  const page = await pageOf(listing, item, story, { ...allOf(listing), ...otherParameters, ...sent });
  if (!page) return [];
  const { exchange, items } = page;
  const [first, second] = filterValues;
  const lost =
    first && !second && Object.keys(otherParameters).length === 0 ? await missingFromPages(first, page, about) : [];
  if (lost.length > 0) return lost;
  for (const { filter, value } of filterValues) {
    const wrong = items.find((each) => !fits(filter, each, value));
    if (wrong) {
      const has = filter
        .of(wrong)
        .map((each) => JSON.stringify(each))
        .join(", ");
      const message = `A list filtered by "${filter.name}" ${JSON.stringify(value)} contains an item with ${has}`;
      return [{ key: `unsound ${filter.name}`, message, exchange }];
    }
  }
  return [];
}

async function missingFromPages(
  filterValue: FilterRequest["filterValues"][number],
  page: Page,
  about: FilterContext,
): Promise<readonly Violation[]> {
  const { listing, item, story, whole } = about;
  const { items } = page;
  if (!mayGoOn(listing, page)) return missingFrom(filterValue, { ...about, items });
  // The missing item may be on another page of the filtered list.
  if (!missingOf(filterValue, { ...about, all: whole.items, answered: items })) return [];
  const sent = { [filterValue.filter.name]: filterValue.filter.parameterValue(filterValue.value) };
  const reach = await readFirstPages(listing, item, story, sent);
  return reach?.isWhole ? missingFrom(filterValue, { ...about, items: reach.items }) : [];
}

/** A violation if an item with the value is in the unfiltered list before and after, but not in the filtered list. */
async function missingFrom(
  { filter, value }: FilterRequest["filterValues"][number],
  about: FilterContext & { readonly items: readonly JsonObject[] },
): Promise<readonly Violation[]> {
  const { listing, item, story, whole, items } = about;
  const filterValue = { filter, value };
  if (!isCertain(filter, value) || !missingOf(filterValue, { ...about, all: whole.items, answered: items })) return [];
  const again = await readFirstPages(listing, item, story, { [filter.name]: filter.parameterValue(value) });
  const after = again?.isWhole && (await readFirstPages(listing, item, story));
  const ids = new Set(whole.items.map(listing.idOf));
  const stayed = after ? after.items.filter((each) => ids.has(listing.idOf(each))) : [];
  if (!again || !missingOf(filterValue, { ...about, all: stayed, answered: [...items, ...again.items] })) return [];
  const message = `A list filtered by "${filter.name}" ${JSON.stringify(value)} lacks an item with this value`;
  return [{ key: `incomplete ${filter.name}`, message, exchange: again.exchange }];
}

/** An item with the value that the response omits. For filters that are not exact, only items of the run count. */
function missingOf(
  { filter, value }: FilterRequest["filterValues"][number],
  {
    listing,
    made,
    all,
    answered,
  }: Known & { readonly all: readonly JsonObject[]; readonly answered: readonly JsonObject[] },
): JsonObject | undefined {
  const createdIds = new Set(made.map(({ id }) => String(id)));
  const ids = new Set(answered.map(listing.idOf));
  const isThere = (each: JsonObject): boolean =>
    listing.isIdentified ? ids.has(listing.idOf(each)) : answered.some((other) => filter.of(other).includes(value));
  return all.find(
    (each) =>
      (filter.isExact || createdIds.has(listing.idOf(each))) && filter.of(each).includes(value) && !isThere(each),
  );
}

/** True for a value that every provider compares alike. Fractions and times may be rounded, and punctuation ignored. */
function isCertain({ isExact }: Filter, value: Json): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "boolean" || isExact || /^[A-Za-z][A-Za-z0-9]*$/.test(String(value));
}
