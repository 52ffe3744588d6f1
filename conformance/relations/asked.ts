import fc from "fast-check";
import {
  type Json,
  type JsonObject,
  isJson,
  listParameterNames,
  type Contract,
  listPropertyNames,
  searchNames,
  listJsonTypes,
} from "../../contracts/index.ts";
import { type Order, findOrders } from "./lists/order.ts";
import { findFilters } from "./lists/filters.ts";
import { findRanges } from "./lists/ranges.ts";
import { findCreatingOperation } from "../items/creates-items.ts";
import type { Item, Resource, Send } from "../items/item.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "../requests/wire.ts";
import type { Property } from "../scope/property.ts";
import type { InitialScope } from "../scope/scope.ts";
import { boundBroken } from "./lists/bounded.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { filterViolations } from "./lists/filtered.ts";
import { createMore, judgeLists, listsWith, readUntilListed } from "./lists/judge-lists.ts";
import { type Listing, findOperationListing } from "./lists/listing.ts";
import { pagesBroken } from "./lists/pages.ts";
import { type List, openList, readFirstPages, readLargePage, type FirstPages, listItemIds } from "./lists/walk.ts";
import { acceptsBody } from "./story/bodies.ts";
import { createRecorder } from "./story/exchange-recorder.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

/** A word that no text has by chance. */
const ABSENT_WORD = "qzxvwkjq";

/** Names that have other meanings as well: the term of a contract, the text of a reply. */
const ambiguousNames = /^(text|term)$/i;

/** Fields for words that are searched for in the texts of items. */
function listSearchFields(contract: Contract, { fields, item }: Listing): readonly string[] {
  const properties = listPropertyNames(contract, item);
  return fields
    .filter(({ name }) => searchNames.test(name) && !ambiguousNames.test(name) && !properties.has(name))
    .filter(({ schema }) => listJsonTypes(contract, schema).includes("string"))
    .map(({ name }) => name);
}

/** Violations of searches: a word that no item has does not find all items. `whole` is the unfiltered list. */
async function searchViolations(list: List, made: readonly Item[], whole: FirstPages): Promise<readonly Violation[]> {
  const listed = listItemIds(list, whole.items);
  const known = made.map(({ id }) => String(id)).filter((id) => listed.includes(id));
  // One item may be found for another reason.
  if (known.length < 2 || JSON.stringify(whole.items).includes(ABSENT_WORD)) return [];
  return collectViolations(listSearchFields(list.story.contract, list), async (name) => {
    const page = await readLargePage(list, { [name]: ABSENT_WORD });
    const found = listItemIds(list, page?.items ?? []);
    if (!page || !known.every((id) => found.includes(id))) return [];
    const message = `A search by "${name}" for "${ABSENT_WORD}", which no item has, finds all items`;
    return [{ key: `search ignored ${name}`, message, exchange: page.exchange }];
  });
}

/** Violations of a requested order. */
async function orderBroken(order: Order, list: List): Promise<readonly Violation[]> {
  const page = await readLargePage(list, order.parameters);
  if (!page) return [];
  const values = page.items.flatMap((each) => each[order.property] ?? []);
  const isBroken = (sign: 1 | -1): boolean => firstWrong(values, sign) !== undefined;
  const [wrong] = [order.sign ? firstWrong(values, order.sign) : isBroken(1) && isBroken(-1) && firstWrong(values, 1)];
  if (!wrong) return [];
  const orderText = Object.entries(order.parameters).map(([name, value]) => `${name}=${String(value)}`);
  const message = `A list with the order ${orderText.join("&")} has ${JSON.stringify(wrong[0])} before ${JSON.stringify(wrong[1])}`;
  return [{ key: orderText.join("&"), message, exchange: page.exchange }];
}

function firstWrong(values: readonly Json[], sign: 1 | -1): readonly [Json, Json] | undefined {
  for (const [index, value] of values.slice(1).entries()) {
    const before = values[index] as Json;
    if (compareSortable(before, value) * sign > 0) return [before, value];
  }
  return undefined;
}

const plainText = /^[A-Za-z][A-Za-z0-9]*$/;
const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}|$)/;

/** Compares numbers, times, and plain texts that sort alike with and without case. Returns 0 for all other values. */
function compareSortable(one: Json, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return 0;
  if (time.test(one) && time.test(other)) return Date.parse(one) - Date.parse(other) || 0;
  if (!plainText.test(one) || !plainText.test(other)) return 0;
  const [byCode, byLetter] = [compareScalars(one, other), compareScalars(one.toLowerCase(), other.toLowerCase())];
  return byCode === byLetter ? byCode : 0;
}

function compareScalars(one: string, other: string): number {
  if (one < other) return -1;
  if (one > other) return 1;
  return 0;
}

/** Numbers of items: that filters are tried with, and that shows a repeated or a skipped item between two pages. */
const [FILTERED, PAGED] = [4, 5];

/** Maximum number of pages read: of the smallest size, and of the largest size in search of the end. */
const PAGES = { small: 5, large: 4 };

/** A filter returns only items with the requested value, and all created items that have it. A search is no list of all. */
export const filtersSound: Relation = {
  id: "filters-sound",
  claim: "A filter returns the items with the value, and no others",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { contract } = story;
    const lists = listsWith(item, story).filter(
      (list) => findFilters(contract, list).length > 0 || listSearchFields(contract, list).length > 0,
    );
    if (lists.length === 0) return [];
    const made = await createMore(item, FILTERED, story);
    return collectViolations(lists, async (list) => {
      const whole = await readUntilListed(list, made);
      if (!whole) return [];
      const filtered = await filterViolations({ list, filters: findFilters(contract, list), made, whole });
      return [...filtered, ...(await confirmViolations(story, () => searchViolations(list, made, whole)))];
    });
  },
};

/** Pages have the requested size and together contain each item once. The total is the number of items. */
export const pagesComplete: Relation = {
  id: "pages-complete",
  claim: "Pages have the requested size, and together contain each item once",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const lists = listsWith(item, story).filter(({ steering }) => steering.limit);
    if (lists.length === 0) return [];
    const made = await createMore(item, PAGED, story);
    // A total may count deleted items.
    const removed = made.length > 1 ? made.pop() : undefined;
    if (removed) await story.resource.sendRequest("delete", removed);
    return collectViolations(lists, async (list) => {
      await readUntilListed(list, made);
      return confirmViolations(story, () => pagesBroken(list, PAGES));
    });
  },
};

/** Unsorted values with one clear order: numbers that sort differently as texts, and texts that sort alike in every collation. */
const unsortedValues: readonly (readonly Json[])[] = [
  [9, 100, 10],
  ["beech", "ash", "cedar"],
];

/** A list has the requested order. Only orders that an enum documents are requested. */
export const sortedAsAsked: Relation = {
  id: "sorted-as-asked",
  claim: "A list has the requested order",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  holds: (item, story) =>
    collectViolations(listsWith(item, story), async (list) => {
      const orders = findOrders(story.contract, list);
      for (const property of new Set(orders.map((order) => order.property)))
        await makeDistinctItems(property, item, story);
      return judgeOrders(orders, list);
    }),
};

function judgeOrders(orders: readonly Order[], list: List): Promise<readonly Violation[]> {
  return collectViolations(orders, (order) => confirmViolations(list.story, () => orderBroken(order, list)));
}

/** Creates items with unsorted values, if the schema accepts such values. */
async function makeDistinctItems(
  property: string,
  { sent }: Item,
  { resource, contract, operation }: Story,
): Promise<void> {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return;
  const bodies = (values: readonly Json[]): JsonObject[] => values.map((value) => ({ ...sent, [property]: value }));
  const fitting = unsortedValues.find((values) =>
    bodies(values).every((body) => acceptsBody(contract, operation, body)),
  );
  for (const body of bodies(fitting ?? [])) await resource.createItem({ body });
}

/** Number of items that a list needs before its bounds and pages can be judged. */
const ITEMS = 3;

const [MAX_VALUES, MAX_ORDERS] = [12, 4];

/** Maximum number of pages of a list that is judged without created items. */
const FEW_PAGES = { small: 3, large: 1 };

/**
 * Parameters of a list, judged without created items. Bounds are always judged here. Filters, pages and orders are
 * judged here only if the run cannot create items of the list; otherwise the relations judge them.
 */
export const listAsAsked: Property = {
  id: "list-as-asked",
  claim: "A list follows all parameters of its request: page size, filters, bounds and order",
  phase: "sequences",
  writes: false,
  applies: (scope) => {
    const listing = findTestedListing(scope);
    return listing !== undefined && createListChecks(listing, scope).length > 0;
  },
  given: ({ requests: { exact } }) => [{ label: "", requests: fc.noShrink(exact), runs: 1 }],
  async holds(_, scope) {
    const { operation, known } = scope;
    const listing = findTestedListing(scope);
    const names = listParameterNames(operation.path);
    const values = names.flatMap((name) => known[name] ?? []);
    if (!listing || values.length < names.length) return [];
    const recorder = createRecorder(scope, { id: "list-as-asked" });
    const sendRecorded: List["story"]["exchange"] = (sent, other = operation) => recorder.send(sent, other);
    const list = openList(listing, { values, value: {} }, { ...scope, exchange: sendRecorded });
    const isReadable = await ensureFilled(list, createListResource(listing, scope, values, recorder.send));
    const checks = isReadable ? createListChecks(listing, scope) : [];
    return recorder.findings(await collectViolations(checks, (check) => check(list)));
  },
};

/** The list of the operation. A mock ignores the parameters of a list whose path names no collection, and is skipped there. */
function findTestedListing({ contract, operation, target }: InitialScope): Listing | undefined {
  const isKnownList = rolesFor(contract).get(operation)?.kind === "list";
  if (isKnownList || !target.isMock) return findOperationListing(contract, operation);
  return undefined;
}

type ListCheck = (list: List) => Promise<readonly Violation[]>;

/** Checks of the parts of a list, without those that the relations judge with created items. */
function createListChecks(listing: Listing, scope: InitialScope): readonly ListCheck[] {
  const { contract } = scope;
  const ranges = findRanges(contract, listing);
  const checkBounds: ListCheck = (list) =>
    collectViolations(ranges, (range) => confirmViolations(list.story, () => boundBroken(range, list)));
  const bounds = ranges.length > 0 ? [checkBounds] : [];
  if (listing.isIdentified && createListResource(listing, scope, [], scope.exchange)) return bounds;
  const filters = findFilters(contract, listing);
  const orders = findOrders(contract, listing).slice(0, MAX_ORDERS);
  const checkFilters: ListCheck = async (list) => {
    const whole = await readFirstPages(list);
    if (whole) return filterViolations({ list, filters, whole, made: [], most: MAX_VALUES });
    return [];
  };
  return [
    ...(listing.steering.limit ? [(list: List) => judgeLists([list], () => pagesBroken(list, FEW_PAGES))] : []),
    ...(filters.length > 0 ? [checkFilters] : []),
    ...bounds,
    ...(orders.length > 0 ? [(list: List) => judgeOrders(orders, list)] : []),
  ];
}

/** The resource that creates items of the list. Returns undefined if the contract or the run does not allow it. */
function createListResource(
  { role }: Listing,
  { contract, resourceWith }: InitialScope,
  pathValues: readonly Json[],
  send: Send | InitialScope["exchange"],
): Resource | undefined {
  const operation = findCreatingOperation(contract, role.collection);
  return operation && resourceWith((request, other) => send(request, other), { operation, pathValues });
}

/** True where the list can be read. Creates items if the list is too short and the run may create them. */
async function ensureFilled(list: List, resource: Resource | undefined): Promise<boolean> {
  const page = await readLargePage(list);
  if (!page || page.items.length >= ITEMS || !resource) return page !== undefined;
  for (let seed = 1; seed <= ITEMS; seed++) await resource.createItem({ seed });
  return true;
}
