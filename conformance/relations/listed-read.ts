import type { Item } from "../items/item.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  foldedName,
  isObject,
  jsonOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  propertyPathOf,
  schemasAtPath,
  successOf,
} from "../../contracts/index.ts";
import { bodiesFor, richestOf } from "./story/bodies.ts";
import { clientMembersOf, readingOf } from "./story/compare.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { differencesIn } from "../items/difference.ts";
import { filtersOf } from "./lists/filters.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { allOf, readFirstPages } from "./lists/walk.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

/** Number of items. A mistake with the first or the last item of a list shows in three. */
const ITEMS = 3;

/** Maximum number of embedded objects tried. */
const MAX_EMBEDDED = 3;

/** Parameters that embed related objects. */
const embedding = /^(include|includes|expand|embed|with|with_relations|populate)$/i;

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
    const listings = listingsOf(contract, resource.collection).filter(({ isIdentified }) => isIdentified);
    const body = richestOf(bodiesFor(contract, operation, item));
    const made: Item[] = [...[body && (await resource.createItem({ body }))].flat(), item].filter(
      (each) => each !== undefined,
    );
    for (let seed = 1; made.length < ITEMS && seed < ITEMS; seed++)
      made.push(...[(await resource.createItem({ seed })) ?? []].flat());
    const broken: Violation[] = [];
    for (const listing of listings) {
      for (const view of [{}, ...viewsOf(contract, listing)])
        broken.push(...(await confirmViolations(story, () => differingFromReads(listing, { made, view }, story))));
      for (const embedded of embeddedBy(contract, listing))
        broken.push(...(await confirmViolations(story, () => differingEmbedded(embedded, listing, made, story))));
    }
    return broken;
  },
};

/** The items of a list by their ids. Returns undefined if the list cannot be read. */
async function listedById(
  listing: Listing,
  item: Item,
  story: Story,
  parameters: JsonObject = {},
): Promise<{ readonly items: ReadonlyMap<string, JsonObject>; readonly exchange: Violation["exchange"] } | undefined> {
  const pages = await readFirstPages(listing, item, story, { ...allOf(listing), ...parameters });
  return pages && { items: new Map(pages.items.map((each) => [listing.idOf(each), each])), exchange: pages.exchange };
}

/** Differences between listed items and their reads, in members that clients sent and whose schemas are the same. */
async function differingFromReads(
  listing: Listing,
  { made, view }: { readonly made: readonly Item[]; readonly view: JsonObject },
  story: Story,
): Promise<readonly Violation[]> {
  const [first] = made;
  const listed = first && (await listedById(listing, first, story, view));
  for (const item of listed ? made : []) {
    const found = listed?.items.has(String(item.id)) ? listed : await listedByOwnValue(listing, item, story, view);
    const entry = found?.items.get(String(item.id));
    const reading = entry && (await readingOf(item, story));
    const members = reading ? clientMembersOf(item, reading, story) : {};
    // A view may leave members out.
    const isShown = (name: string): boolean => Object.keys(view).length === 0 || Object.hasOwn(entry ?? {}, name);
    const comparable = Object.entries(members).filter(([name]) => isShown(name) && hasSameSchema(name, listing, story));
    const [difference] = entry ? differencesIn(Object.fromEntries(comparable), entry) : [];
    if (!difference || !found || !reading) continue;
    const { pointer, expected, got } = difference;
    const [viewed] = Object.entries(view).map(([name, value]) => `With ${name}=${JSON.stringify(value)}, an item`);
    const message = `${viewed ?? "An item"} is listed with "${pointer}" ${got}, and is read with ${expected}`;
    return [
      {
        key: `differs ${pointer}`,
        message,
        shown: { pointer, expected, actual: got },
        exchange: found.exchange,
        otherExchanges: [reading.exchange],
      },
    ];
  }
  return [];
}

/** The part of a long list with a value of the item, by the first filter that the item has a value for. */
async function listedByOwnValue(
  listing: Listing,
  item: Item,
  story: Story,
  view: JsonObject,
): ReturnType<typeof listedById> {
  const own = filtersOf(story.contract, listing).flatMap((filter) => {
    const value = filter.of(item.value).find((each) => each !== "");
    return value === undefined ? [] : [{ [filter.name]: filter.parameterValue(value) }];
  });
  return own[0] && listedById(listing, item, story, { ...view, ...own[0] });
}

/** True if a member has one schema in the list and in the read. A list may shorten members that it describes otherwise. */
function hasSameSchema(name: string, { item }: Listing, { contract, resource }: Story): boolean {
  const [operation, role] = [resource.operationOf("read"), resource.roleOf("read")];
  const schema = operation && jsonOf(successOf(operation).response?.content ?? [])?.schema?.value;
  if (schema === undefined) return false;
  const read = { allOf: schemasAtPath(contract, schema, propertyPathOf(contract, schema, role?.wrapper)) };
  const [listed] = membersOf(contract, item, name);
  return listed !== undefined && listed === membersOf(contract, read, name)[0];
}

/** Names of parameters that choose the form of listed items. */
const viewNames = /^(view|format|detail|shape|projection)$/i;

/** Maximum number of views of a list. */
const MAX_VIEWS = 3;

/** Requests for the views of a list that the contract lists: each value of a parameter such as "view". */
function viewsOf(contract: Contract, { fields }: Listing): readonly JsonObject[] {
  return fields
    .filter(({ name }) => viewNames.test(name))
    .flatMap(({ name, schema }) => choicesOf(contract, schema).map(({ sent }): JsonObject => ({ [name]: sent })))
    .slice(0, MAX_VIEWS);
}

/** A parameter value that embeds an object as the member of a name. */
interface Embedded {
  readonly parameter: string;
  readonly value: Json;
  readonly name: string;
}

function embeddedBy(contract: Contract, { operation, item }: Listing): readonly Embedded[] {
  const names = [...propertyNamesOf(contract, item)];
  return operation.parameters
    .filter(({ name, in: place }) => place === "query" && embedding.test(name))
    .flatMap(({ name: parameter, schema }) =>
      choicesOf(contract, schema.value).flatMap(({ value, sent }): Embedded[] => {
        const name = names.find((each) => foldedName(each) === foldedName(String(value)));
        return name === undefined ? [] : [{ parameter, value: sent, name }];
      }),
    )
    .slice(0, MAX_EMBEDDED);
}

/** Enum values of a parameter or of its items, with the value that a request sends. */
function choicesOf(contract: Contract, schema: Parameters<typeof partsOf>[1]): readonly { value: Json; sent: Json }[] {
  const enumIn = (each: typeof schema): readonly Json[] =>
    partsOf(contract, each).flatMap((part) => (part["enum"] as readonly Json[] | undefined) ?? []);
  return [
    ...enumIn(schema).map((value) => ({ value, sent: value })),
    ...membersOf(contract, schema, "items")
      .flatMap(enumIn)
      .map((value) => ({ value, sent: [value] })),
  ];
}

/** Listed items without the embedded object that their reads have, or with another one. */
async function differingEmbedded(
  { parameter, value, name }: Embedded,
  listing: Listing,
  made: readonly Item[],
  story: Story,
): Promise<readonly Violation[]> {
  const { resource } = story;
  const reader = resource.operationOf("read");
  const [first] = made;
  if (!first || !reader?.parameters.some((each) => each.name === parameter)) return [];
  const query = { [parameter]: value };
  const listed = await listedById(listing, first, story, query);
  for (const item of listed ? made : []) {
    const entry = listed?.items.get(String(item.id));
    const read = entry && (await resource.sendRequest("read", item, { query }));
    const own = read && resource.itemIn("read", read)?.[name];
    if (!entry || !listed || !read || !isObject(own)) continue;
    const shown = entry[name];
    const [difference] = isObject(shown) ? differencesIn(own, shown) : [];
    if (isObject(shown) && !difference) continue;
    const what = difference ? `with "/${name}${difference.pointer}" ${difference.got}` : `without "${name}"`;
    const message = `With ${parameter}=${JSON.stringify(value)}, an item is listed ${what}, and is read with ${difference?.expected ?? "it"}`;
    const shownPart = difference && { pointer: `/${name}${difference.pointer}`, expected: difference.expected };
    return [
      {
        key: `embedded ${name}`,
        message,
        ...(shownPart && { shown: shownPart }),
        exchange: listed.exchange,
        otherExchanges: [read],
      },
    ];
  }
  return [];
}
