import { type Json, type JsonObject, type Parameter, validatorOf } from "../../../contracts/index.ts";
import { type Filter, fitsFilter } from "./filters.ts";
import { findOrders } from "./order.ts";
import type { Item } from "../../items/item.ts";
import { arrivesValid } from "../../requests/wire.ts";
import type { Violation } from "../story/violation.ts";
import { confirmViolations } from "./confirm-violations.ts";
import { type FirstPages, type List, type Page, listItemIds, mayGoOn, readFirstPages, readLargePage } from "./walk.ts";

/** Maximum number of values requested from one list. */
const MAX_VALUES = 45;

const MAX_PAIRS = 6;

/** Maximum number of values per filter taken from items that the run did not create. */
const MAX_OF_OTHERS = 2;

interface Known {
  readonly list: List;
  readonly filters: readonly Filter[];
  /** Items that the run created in the list. */
  readonly made: readonly Item[];
  /** The unfiltered list. */
  readonly whole: FirstPages;
  /** Maximum number of values requested. Default: `MAX_VALUES`. */
  readonly most?: number;
}

/** Violations of the filters of a list. A filter with a violation is not requested again. */
export async function filterViolations(known: Known): Promise<readonly Violation[]> {
  const { story } = known.list;
  const broken = new Map<string, Violation>();
  for (const request of listFilterRequests(known)) {
    if (request.filterValues.every(({ filter }) => broken.has(filter.name))) continue;
    const found = await confirmViolations(story, () => checkFilterRequest(request, known));
    for (const each of found) broken.set(request.filterValues.at(-1)?.filter.name ?? "", each);
  }
  for (const filter of known.filters.filter(({ takesAnyOf, name }) => takesAnyOf && !broken.has(name))) {
    const [found] = await confirmViolations(story, () => checkTwoValues(filter, known));
    if (found) broken.set(filter.name, found);
  }
  return [...broken.values()];
}

/** A request for two values at once returns the items with either, and no others. */
async function checkTwoValues(filter: Filter, { list, whole }: Known): Promise<readonly Violation[]> {
  const two = [...new Set(whole.items.flatMap((each) => filter.of(each)))]
    .filter((value) => isCertain(filter, value))
    .slice(0, 2);
  if (!filter.isExact || two.length < 2 || !list.isIdentified) return [];
  const answer = await readFirstPages(list, { [filter.name]: two });
  if (!answer) return [];
  const { exchange } = answer;
  const filtered = `A list filtered by "${filter.name}" ${two.map((value) => JSON.stringify(value)).join(" or ")}`;
  const getItemValue = (each: JsonObject): string => JSON.stringify(filter.of(each)[0]);
  const other = answer.items.find((each) => !two.some((value) => fitsFilter(filter, each, value)));
  if (other) {
    const message = `${filtered} contains an item with ${getItemValue(other)}`;
    return [{ key: `unsound ${filter.name}`, message, exchange }];
  }
  const ids = listItemIds(list, answer.items);
  const missing = whole.items.find(
    (each) => filter.of(each).some((value) => two.includes(value)) && !ids.includes(list.idOf(each)),
  );
  if (!missing || !answer.isWhole) return [];
  return [
    { key: `incomplete ${filter.name}`, message: `${filtered} lacks an item with ${getItemValue(missing)}`, exchange },
  ];
}

interface FilterValue {
  readonly filter: Filter;
  readonly value: Json;
}

/** A request to a list: filter values, and other parameters such as an order. */
interface FilterRequest {
  readonly filterValues: readonly FilterValue[];
  readonly otherParameters: JsonObject;
}

function listFilterRequests(known: Known): readonly FilterRequest[] {
  const { list, filters, most = MAX_VALUES } = known;
  const { contract } = list.story;
  const { value: own } = list.place;
  const byFilter = filters.map((filter) => ({ filter, values: listOwnValues(filter, known) }));
  const single = [
    ...byFilter.flatMap(({ filter, values }) => values.map((value) => ({ filter, value }))),
    ...byFilter.flatMap(({ filter, values }) =>
      values.flatMap((value) => findValidPrefix(value, filter, list) ?? []).map((value) => ({ filter, value })),
    ),
    ...byFilter.flatMap(({ filter, values }) =>
      filter.values.filter((value) => !values.includes(value)).map((value) => ({ filter, value })),
    ),
  ];
  /** Enum values that the item does not have. */
  const others = filters.flatMap((filter): FilterValue[] => {
    const value = filter.values.find((each) => !fitsFilter(filter, own, each));
    if (value === undefined) return [];
    return [{ filter, value }];
  });
  const sorted = others
    .slice(0, 1)
    .flatMap((other) =>
      findOrders(contract, list).map(({ parameters }) => ({ filterValues: [other], otherParameters: parameters })),
    );
  const pairs = others.flatMap((other) =>
    filters.flatMap((filter): FilterValue[][] => {
      const value = filter.of(own).find((each) => each !== "");
      if (filter === other.filter || value === undefined) return [];
      return [[{ filter, value }, other]];
    }),
  );
  return [
    ...single.slice(0, most).map((each) => ({ filterValues: [each], otherParameters: {} })),
    ...sorted,
    ...pairs.slice(0, MAX_PAIRS).map((pair) => ({ filterValues: pair, otherParameters: {} })),
  ];
}

/** Values of the items of the run, and for an exact filter some values of other items. */
function listOwnValues(filter: Filter, { list, made, whole }: Known): readonly Json[] {
  const parameter = findFilterParameter(filter, list);
  const isValidFilterValue = (value: Json): boolean =>
    !parameter || arrivesValid(list.story.contract, parameter, filter.parameterValue(value));
  const created = new Set(made.flatMap(({ value }) => filter.of(value)));
  const others = new Set(whole.items.flatMap((each) => filter.of(each)).filter((value) => !created.has(value)));
  const tested = filter.isExact ? [...others].filter(isValidFilterValue).slice(0, MAX_OF_OTHERS) : [];
  return [...created, ...tested].filter((value) => value !== "");
}

/** The longest proper prefix of a text that is a valid filter value. An exact filter must treat it as another value. */
function findValidPrefix(value: Json, filter: Filter, list: List): string | undefined {
  const parameter = findFilterParameter(filter, list);
  if (typeof value !== "string" || !filter.isExact || filter.values.length > 0 || !parameter) return undefined;
  if (!value.isWellFormed()) return undefined;
  const violations = validatorOf(list.story.contract, parameter.schema.pointer, "request");
  for (let length = value.length - 1; length > 0; length--) {
    const prefix = value.slice(0, length);
    // Some providers trim spaces.
    const isTrimmed = prefix.isWellFormed() && prefix === prefix.trim();
    if (isTrimmed && violations(prefix).length === 0) return prefix;
  }
  return undefined;
}

function findFilterParameter({ name }: Filter, { operation }: List): Parameter | undefined {
  return operation.parameters.find((each) => each.name === name);
}

function asParameters(values: readonly FilterValue[]): JsonObject {
  return Object.fromEntries(values.map(({ filter, value }) => [filter.name, filter.parameterValue(value)]));
}

async function checkFilterRequest(
  { filterValues, otherParameters }: FilterRequest,
  known: Known,
): Promise<readonly Violation[]> {
  const page = await readLargePage(known.list, { ...otherParameters, ...asParameters(filterValues) });
  if (!page) return [];
  const [first, second] = filterValues;
  const isAlone = first && !second && Object.keys(otherParameters).length === 0;
  const lost = isAlone ? await missingFromPages(first, page, known) : [];
  if (lost.length > 0) return lost;
  for (const { filter, value } of filterValues) {
    const wrong = page.items.find((each) => !fitsFilter(filter, each, value));
    if (!wrong) continue;
    const has = filter.of(wrong).map((each) => JSON.stringify(each));
    const message = `A list filtered by "${filter.name}" ${JSON.stringify(value)} contains an item with ${has.join(", ")}`;
    return [{ key: `unsound ${filter.name}`, message, exchange: page.exchange }];
  }
  return [];
}

async function missingFromPages(wanted: FilterValue, page: Page, known: Known): Promise<readonly Violation[]> {
  const { list, whole } = known;
  if (!mayGoOn(list, page)) return missingFrom(wanted, page.items, known);
  // The missing item may be on another page of the filtered list.
  if (!findMissingItem(wanted, known, { all: whole.items, answered: page.items })) return [];
  const reach = await readFirstPages(list, asParameters([wanted]));
  if (reach?.isWhole) return missingFrom(wanted, reach.items, known);
  return [];
}

/** A violation if an item with the value is in the unfiltered list before and after, but not in the filtered list. */
async function missingFrom(
  wanted: FilterValue,
  items: readonly JsonObject[],
  known: Known,
): Promise<readonly Violation[]> {
  const { list, whole } = known;
  const { filter, value } = wanted;
  if (!isCertain(filter, value) || !findMissingItem(wanted, known, { all: whole.items, answered: items })) return [];
  const again = await readFirstPages(list, asParameters([wanted]));
  const after = again?.isWhole && (await readFirstPages(list));
  const ids = new Set(listItemIds(list, whole.items));
  const stayed = after ? after.items.filter((each) => ids.has(list.idOf(each))) : [];
  if (!again || !findMissingItem(wanted, known, { all: stayed, answered: [...items, ...again.items] })) return [];
  const message = `A list filtered by "${filter.name}" ${JSON.stringify(value)} lacks an item with this value`;
  return [{ key: `incomplete ${filter.name}`, message, exchange: again.exchange }];
}

/** An item with the value that the response omits. For filters that are not exact, only items of the run count. */
function findMissingItem(
  { filter, value }: FilterValue,
  { list, made }: Known,
  { all, answered }: { readonly all: readonly JsonObject[]; readonly answered: readonly JsonObject[] },
): JsonObject | undefined {
  const createdIds = new Set(made.map(({ id }) => String(id)));
  const ids = new Set(listItemIds(list, answered));
  const isAnsweredItem = (each: JsonObject): boolean =>
    list.isIdentified ? ids.has(list.idOf(each)) : answered.some((other) => filter.of(other).includes(value));
  return all.find(
    (each) =>
      (filter.isExact || createdIds.has(list.idOf(each))) && filter.of(each).includes(value) && !isAnsweredItem(each),
  );
}

/** True for a value that every provider compares alike. Fractions and times may be rounded, and punctuation ignored. */
function isCertain({ isExact }: Filter, value: Json): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "boolean" || isExact || /^[A-Za-z][A-Za-z0-9]*$/.test(String(value));
}
