import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  findDefault,
  directionNames,
  foldedName,
  isObject,
  isPagingName,
  extractItemId,
  findJsonMedia,
  listMemberSchemas,
  orderNames,
  listSchemaParts,
  listPropertyNames,
  splitPropertyPath,
  schemasAtPath,
  searchNames,
  chooseSuccess,
  valueAt,
} from "../../contracts/index.ts";
import { findFilters } from "./lists/filters.ts";
import { type Difference, findFirstDifference, listDifferences } from "../items/difference.ts";
import { isSuccess, readSentItem } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import { rolesFor } from "../model/roles.ts";
import type { Property } from "../scope/property.ts";
import type { InitialScope } from "../scope/scope.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { createMore, judgeLists, listsWith, searchList } from "./lists/judge-lists.ts";
import { type Listing, findOperationListing } from "./lists/listing.ts";
import { type List, type Page, requestFullPage, mayGoOn, readFirstPages } from "./lists/walk.ts";
import { listValidBodies, chooseRichest } from "./story/bodies.ts";
import { selectClientMembers, selectMembers, readCurrentItem } from "./story/compare.ts";
import { createRecorder } from "./story/exchange-recorder.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, asDifference, collectViolations } from "./story/violation.ts";

/** A new item is in every unfiltered list of its collection. */
export const createdListed: Relation = {
  id: "created-listed",
  claim: "A created item is in the list",
  cause: "lives",
  needs: ["list"],
  isWhole: true,
  hasFlags: true,
  hasLeast: true,
  async holds(item, story) {
    // A 202 response leaves the creation open.
    if (item.exchange.response.status === 202) return [];
    const lists = listsWith(item, story).filter((list) => showsAll(story.contract, list));
    return judgeLists(lists, async (list) => {
      const { firstWithout } = await searchList(
        list,
        (listed) => list.idOf(listed) === String(item.id) || isShownUnder(item, listed, story),
      );
      if (!firstWithout) return [];
      const read = await story.resource.sendRequest("read", item);
      if (read && !isSuccess(read)) return [];
      const message = "The item that was just created is not in the list";
      return [{ key: "missing", message, exchange: firstWithout.exchange }];
    });
  },
};

/** True for a listed item with the id of an item, where the id property is not the one that the contract suggests. */
function isShownUnder({ id, value }: Item, listed: JsonObject, { resource }: Story): boolean {
  const shown = extractItemId(value, resource.roleOf("read") ?? {});
  return shown !== undefined && String(shown) !== String(id) && Object.values(listed).includes(id);
}

const narrowing = /include|exclude|with|show|hide|all|archived|deleted|hidden|retired|inactive/i;
const limiting =
  /\b(only|except|unless|without|recent|latest|active|open|published|visible|pending|unread|own|not|my)\b/i;
const searching = /\/(search|find|query|lookup|autocomplete|suggest)[^/{}]*$/i;

/** True for a list that returns the whole collection without parameters, as far as names, defaults and descriptions show. */
export function showsAll(contract: Contract, { operation, fields }: Listing): boolean {
  const isNarrowed = fields.some(({ name, schema }) => {
    const isShaping = isPagingName(name) || orderNames.test(name) || directionNames.test(name);
    return !isShaping && (narrowing.test(name) || findDefault(contract, schema) !== undefined);
  });
  // A search without a text may find nothing.
  const isSearch = searching.test(operation.path) && fields.some(({ name }) => searchNames.test(name));
  const description = valueAt(contract.document, `${operation.pointer}/description`);
  const text = `${operation.summary} ${typeof description === "string" ? description : ""}`;
  return !isNarrowed && !isSearch && !limiting.test(text);
}

const RUNS = 2;

/** An entry without an id, such as a reading, is in the list of the path that it was posted to. */
export const postedListed: Property = {
  id: "posted-listed",
  claim: "An entry without an id is in the list of the path that it was posted to",
  cause: "loss",
  phase: "sequences",
  writes: true,
  applies: (scope) =>
    rolesFor(scope.contract).get(scope.operation)?.idProperty === undefined && findPostListing(scope) !== undefined,
  given: ({ requests }) => [{ label: "", requests: requests.valid, runs: RUNS }],
  async holds(request, scope) {
    const listing = findPostListing(scope);
    const { contract, operation } = scope;
    const recorder = createRecorder(scope, { id: "posted-listed" });
    const path = request.path.split("?", 1)[0] as string;
    /** All entries at the path. Undefined if they cannot be read, or if a page may follow. */
    const readAllEntries = async (list: Listing): Promise<Page | undefined> => {
      const headers = { accept: "application/json, */*" };
      const exchange = await recorder.send({ method: "GET", path, headers }, list.operation);
      const items = isSuccess(exchange) ? list.shown(exchange) : undefined;
      if (items && (items.length === 0 || !mayGoOn(list, { exchange, items }))) return { exchange, items };
      return undefined;
    };
    const before = listing && (await readAllEntries(listing));
    const posted = await recorder.send(request, operation);
    const sent = readSentItem({ contract, operation, exchange: posted });
    // A 202 response leaves open when the entry is listed.
    if (!before || !sent || ![200, 201, 204].includes(posted.response.status)) return recorder.findings([]);
    const names = listPropertyNames(contract, listing.item);
    const own = selectMembers(sent, (name) => names.has(name));
    if (Object.keys(own).length === 0) return recorder.findings([]);
    const broken = await confirmViolations(scope, async () => {
      const after = await readAllEntries(listing);
      const isThere = after?.items.some((each) => findFirstDifference(own, each) === undefined);
      // A target may write a value in another way, so that the number of entries counts as well.
      if (!after || isThere || after.items.length > before.items.length) return [];
      const message = "The item that was just posted is not in the list of its path";
      return [{ key: "missing", message, exchange: after.exchange }];
    });
    return recorder.findings(broken);
  },
};

/** The list at the path of a POST, if it needs no parameters but those of the path, and has no filter by default. */
function findPostListing({ contract, operation }: InitialScope): Listing | undefined {
  if (operation.method !== "POST") return undefined;
  const list = contract.operations.find(({ method, path }) => method === "GET" && path === operation.path);
  const isFree = (each: Operation): boolean =>
    each.parameters.every(({ in: place, required }) => place === "path" || !required);
  const listing = list && isFree(list) ? findOperationListing(contract, list) : undefined;
  const properties = listPropertyNames(contract, listing?.item ?? true);
  const isFiltered = listing?.fields.some(
    ({ name, schema }) =>
      findDefault(contract, schema) !== undefined &&
      [name, name.replace(/s$/, "")].some((each) => properties.has(each)),
  );
  return isFiltered ? undefined : listing;
}

/** Number of items. A mistake with the first or the last item of a list shows in three. */
const ITEMS = 3;

/** Maximum numbers of embedded objects, and of views of a list, that are tried. */
const [MAX_EMBEDDED, MAX_VIEWS] = [3, 3];

/** Parameters that embed related objects, and parameters that choose the form of listed items. */
const embedding = /^(include|includes|expand|embed|with|with_relations|populate)$/i;
const viewNames = /^(view|format|detail|shape|projection)$/i;

/**
 * Each listed item has the values of its own read, in every view of the list, and each has the embedded objects that the
 * request asks for.
 */
export const listedRead: Relation = {
  id: "listed-read",
  claim: "Each listed item equals its own read, with the objects that the request embeds",
  cause: "loss",
  needs: ["list", "read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { contract, resource, operation } = story;
    const body = chooseRichest(listValidBodies(contract, operation, item));
    const rich = body && (await resource.createItem({ body }));
    const made = [...(rich ? [rich] : []), ...(await createMore(item, rich ? ITEMS - 1 : ITEMS, story))];
    return collectViolations(listsWith(made[0] as Item, story), async (list) => {
      if (!list.isIdentified) return [];
      const checks = [
        ...[{}, ...listViewRequests(contract, list)].map(
          (view) => () => differingFromReads(list, { made, view }, story),
        ),
        ...embeddedBy(contract, list).map((embedded) => () => differingEmbedded(embedded, list, made, story)),
      ];
      return collectViolations(checks, (check) => confirmViolations(story, check));
    });
  },
};

/** The items of a list by their ids. Returns undefined if the list cannot be read. */
async function listedById(
  list: List,
  parameters: JsonObject,
): Promise<{ readonly items: ReadonlyMap<string, JsonObject>; readonly exchange: Page["exchange"] } | undefined> {
  const pages = await readFirstPages(list, { ...requestFullPage(list), ...parameters });
  return pages && { items: new Map(pages.items.map((each) => [list.idOf(each), each])), exchange: pages.exchange };
}

/** Differences between listed items and their reads, in members that clients sent and whose schemas are the same. */
async function differingFromReads(
  list: List,
  { made, view }: { readonly made: readonly Item[]; readonly view: JsonObject },
  story: Story,
): Promise<readonly Violation[]> {
  const listed = await listedById(list, view);
  const isWhole = Object.keys(view).length === 0;
  for (const item of listed ? made : []) {
    const id = String(item.id);
    const found = listed?.items.has(id) ? listed : await listedByOwnValue(list, item, view);
    const entry = found?.items.get(id);
    const reading = entry && (await readCurrentItem(item, story));
    if (!found || !entry || !reading) continue;
    // A view may leave members out.
    const comparable = selectMembers(
      selectClientMembers(item, reading, story),
      (name) => (isWhole || Object.hasOwn(entry, name)) && hasSameSchema(name, list, story),
    );
    const [difference] = listDifferences(comparable, entry);
    if (!difference) continue;
    const { pointer, expected, got } = difference;
    const [viewed = "An item"] = Object.entries(view).map(
      ([name, value]) => `With ${name}=${JSON.stringify(value)}, an item`,
    );
    const message = `${viewed} is listed with "${pointer}" ${got}, and is read with ${expected}`;
    const { exchange } = found;
    return [
      asDifference(difference, { key: `differs ${pointer}`, message, exchange, otherExchanges: [reading.exchange] }),
    ];
  }
  return [];
}

/** The part of a long list with a value of the item, by the first filter that the item has a value for. */
async function listedByOwnValue(list: List, item: Item, view: JsonObject): ReturnType<typeof listedById> {
  for (const filter of findFilters(list.story.contract, list)) {
    const value = filter.of(item.value).find((each) => each !== "");
    if (value !== undefined) return listedById(list, { ...view, [filter.name]: filter.parameterValue(value) });
  }
  return undefined;
}

/** True if a member has one schema in the list and in the read. A list may shorten members that it describes otherwise. */
function hasSameSchema(name: string, { item }: Listing, { contract, resource }: Story): boolean {
  const [operation, role] = [resource.operationOf("read"), resource.roleOf("read")];
  const schema = operation && findJsonMedia(chooseSuccess(operation).response?.content ?? [])?.schema?.value;
  if (schema === undefined) return false;
  const read = { allOf: schemasAtPath(contract, schema, splitPropertyPath(contract, schema, role?.wrapper)) };
  const [listed] = listMemberSchemas(contract, item, name);
  return listed !== undefined && listed === listMemberSchemas(contract, read, name)[0];
}

/** Requests for the views of a list that the contract lists: each value of a parameter such as "view". */
function listViewRequests(contract: Contract, { fields }: Listing): readonly JsonObject[] {
  return fields
    .filter(({ name }) => viewNames.test(name))
    .flatMap(({ name, schema }) => listEnumChoices(contract, schema).map(({ sent }): JsonObject => ({ [name]: sent })))
    .slice(0, MAX_VIEWS);
}

/** A parameter value that embeds an object as the member of a name. */
interface Embedded {
  readonly parameter: string;
  readonly value: Json;
  readonly name: string;
}

function embeddedBy(contract: Contract, { operation, item }: Listing): readonly Embedded[] {
  const names = [...listPropertyNames(contract, item)];
  return operation.parameters
    .filter(({ name, in: place }) => place === "query" && embedding.test(name))
    .flatMap(({ name: parameter, schema }) =>
      listEnumChoices(contract, schema.value).flatMap(({ value, sent }): Embedded[] => {
        const name = names.find((each) => foldedName(each) === foldedName(String(value)));
        if (name === undefined) return [];
        return [{ parameter, value: sent, name }];
      }),
    )
    .slice(0, MAX_EMBEDDED);
}

/** Enum values of a parameter or of its items, with the value that a request sends. */
function listEnumChoices(
  contract: Contract,
  schema: JsonSchema,
): readonly { readonly value: Json; readonly sent: Json }[] {
  const collectEnums = (each: JsonSchema): readonly Json[] =>
    listSchemaParts(contract, each).flatMap((part) => (part["enum"] as readonly Json[] | undefined) ?? []);
  const inItems = listMemberSchemas(contract, schema, "items").flatMap(collectEnums);
  return [
    ...collectEnums(schema).map((value) => ({ value, sent: value })),
    ...inItems.map((value) => ({ value, sent: [value] })),
  ];
}

/** Listed items without the embedded object that their reads have, or with another one. */
async function differingEmbedded(
  { parameter, value, name }: Embedded,
  list: List,
  made: readonly Item[],
  { resource }: Story,
): Promise<readonly Violation[]> {
  if (!resource.operationOf("read")?.parameters.some((each) => each.name === parameter)) return [];
  const query = { [parameter]: value };
  const listed = await listedById(list, query);
  for (const item of listed ? made : []) {
    const entry = listed?.items.get(String(item.id));
    const read = entry && (await resource.sendRequest("read", item, { query }));
    const own = read && resource.itemIn("read", read)?.[name];
    if (!entry || !listed || !read || !isObject(own)) continue;
    const shown = entry[name];
    const [difference]: readonly Difference[] = isObject(shown) ? listDifferences(own, shown) : [];
    if (isObject(shown) && !difference) continue;
    const pointer = `/${name}${difference?.pointer ?? ""}`;
    const what = difference ? `with "${pointer}" ${difference.got}` : `without "${name}"`;
    const expected = difference?.expected ?? "it";
    const message = `With ${parameter}=${JSON.stringify(value)}, an item is listed ${what}, and is read with ${expected}`;
    const broken = { key: `embedded ${name}`, message, exchange: listed.exchange, otherExchanges: [read] };
    return [difference ? { ...broken, shown: { pointer, expected } } : broken];
  }
  return [];
}
