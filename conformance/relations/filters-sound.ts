import { type Json, type JsonObject, validatorOf } from "../../contracts/index.ts";
import type { Item } from "../resource.ts";
import { confirmed } from "./lists/confirmed.ts";
import { type Filter, filtersOf, fits } from "./lists/filters.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { orderOf } from "./lists/order.ts";
import { pageOf } from "./lists/walk.ts";
import type { Broken, Relation, Story } from "./relation.ts";

const ITEMS = 4;
/** Values that are asked for in one list: no more than an enum of all countries, say. */
const MAX_VALUES = 45;
const MAX_PAIRS = 6;

/** Each filter answers items that have the value that was asked for, and those of them that were made are among them. */
export const filtersSound: Relation = {
  id: "filters-sound",
  claim: "A filter answers the items that have the value, and no others",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const listings = listingsOf(story.contract, story.resource.collection)
      .map((listing) => ({ listing, filters: filtersOf(story.contract, listing) }))
      .filter(({ filters }) => filters.length > 0);
    if (listings.length === 0) return [];
    const made = [item];
    for (let seed = 1; seed < ITEMS; seed++) made.push(...[(await story.resource.make({ seed })) ?? []].flat());
    const broken: Broken[] = [];
    for (const { listing, filters } of listings) broken.push(...(await brokenIn({ listing, filters, made }, story)));
    return broken;
  },
};

/** What is broken in one list; a filter that is found to be is not asked for again. */
async function brokenIn(known: Known, story: Story): Promise<readonly Broken[]> {
  const { listing, made } = known;
  const [item] = made as readonly [Item];
  const whole = await pageOf(listing, item, story, allOf(listing));
  if (!whole) return [];
  const broken = new Map<string, Broken>();
  for (const question of questionsOf(story, known)) {
    if (question.asked.every(({ filter }) => broken.has(filter.name))) continue;
    const found = await confirmed(story, () => answeredTo(question, { listing, made, story, whole: whole.items }));
    for (const each of found) broken.set(question.asked.at(-1)?.filter.name ?? "", each);
  }
  return [...broken.values()];
}

/** Asks for as much as a page can have. */
function allOf({ steering: { limit } }: Listing): JsonObject {
  return limit ? { [limit.name]: limit.most } : {};
}

/** What is asked of a list: values of filters, and what says how it is answered. */
interface Question {
  readonly asked: readonly { readonly filter: Filter; readonly value: Json }[];
  readonly beside: JsonObject;
}

interface Known {
  readonly listing: Listing;
  readonly filters: readonly Filter[];
  readonly made: readonly Item[];
}

function questionsOf({ contract }: Story, { listing, filters, made }: Known): readonly Question[] {
  const alone = (filter: Filter, values: readonly Json[]): Question[] =>
    values.map((value) => ({ asked: [{ filter, value }], beside: {} }));
  const ownOf = (filter: Filter): readonly Json[] => [
    ...new Set(made.flatMap(({ value }) => filter.of(value)).filter((value) => value !== "")),
  ];
  /** A value that an item has not. */
  const otherOf = (filter: Filter, { value }: Item): Json | undefined =>
    filter.values.find((each) => !fits(filter, value, each));
  const single = [
    ...filters.flatMap((filter) => alone(filter, ownOf(filter))),
    ...filters.flatMap((filter) =>
      alone(
        filter,
        ownOf(filter).flatMap((value) => partOf(value, filter) ?? []),
      ),
    ),
    ...filters.flatMap((filter) =>
      alone(
        filter,
        filter.values.filter((value) => !ownOf(filter).includes(value)),
      ),
    ),
  ];
  const [item] = made as readonly [Item];
  const other = filters.flatMap((filter) => {
    const value = otherOf(filter, item);
    return value === undefined ? [] : [{ filter, value }];
  });
  const sorted = orderOf(contract, listing).map(({ asked }) => ({ asked: other.slice(0, 1), beside: asked }));
  const pairs = other.flatMap((one) =>
    filters.flatMap((filter) => {
      const value = filter.of(item.value).find((each) => each !== "");
      return filter === one.filter || value === undefined ? [] : [{ asked: [{ filter, value }, one], beside: {} }];
    }),
  );
  return [
    ...single.slice(0, MAX_VALUES),
    ...sorted.filter(({ asked }) => asked.length > 0),
    ...pairs.slice(0, MAX_PAIRS),
  ];

  /** The longest beginning of a text that can be asked for by itself: it is another value. */
  function partOf(value: Json, filter: Filter): string | undefined {
    const parameter = listing.operation.parameters.find((each) => each.name === filter.name);
    if (typeof value !== "string" || !filter.isExact || filter.values.length > 0 || !parameter) return undefined;
    const isValid = validatorOf(contract, parameter.schema.pointer, "request");
    const lengths = Array.from({ length: Math.max(value.length - 1, 0) }, (_, index) => value.length - 1 - index);
    const length = lengths.find((each) => isValid(value.slice(0, each)).length === 0);
    return length === undefined ? undefined : value.slice(0, length);
  }
}

interface Asked {
  readonly listing: Listing;
  readonly made: readonly Item[];
  readonly story: Story;
  /** What was listed at first, where nothing was asked for. */
  readonly whole: readonly JsonObject[];
}

async function answeredTo(
  { asked, beside }: Question,
  { listing, made, story, whole }: Asked,
): Promise<readonly Broken[]> {
  const [item] = made;
  const { limit } = listing.steering;
  const sent = Object.fromEntries(asked.map(({ filter, value }) => [filter.name, filter.sent(value)]));
  const page = item && (await pageOf(listing, item, story, { ...allOf(listing), ...beside, ...sent }));
  if (!page) return [];
  const { exchange, items } = page;
  for (const { filter, value } of asked) {
    const wrong = items.find((each) => !fits(filter, each, value));
    if (wrong) {
      const has = filter
        .of(wrong)
        .map((each) => JSON.stringify(each))
        .join(", ");
      const message = `An item was asked for by "${filter.name}" ${JSON.stringify(value)}, and one answered that has ${has}`;
      return [{ key: `unsound ${filter.name}`, message, exchange }];
    }
  }
  const [first, second] = asked;
  const isFull = limit ? items.length >= limit.most : listing.steering.cursor || listing.steering.place;
  if (!first || second || isFull || Object.keys(beside).length > 0) return [];
  return missingFrom(first, { listing, made, story, whole, items });
}

/** One that was made is listed with this very value where nothing else is asked for, before and after, but not here. */
async function missingFrom(
  { filter, value }: Question["asked"][number],
  { listing, made, story, whole, items }: Asked & { readonly items: readonly JsonObject[] },
): Promise<readonly Broken[]> {
  if (!isCertain(filter, value)) return [];
  const own = new Set(made.map(({ id }) => String(id)));
  const missingOf = (all: readonly JsonObject[], answered: readonly JsonObject[]): JsonObject | undefined => {
    const ids = new Set(answered.map(listing.idOf));
    return all.find((each) => {
      const id = listing.idOf(each);
      return own.has(id) && filter.of(each).includes(value) && !ids.has(id);
    });
  };
  if (!missingOf(whole, items)) return [];
  const [item] = made as readonly [Item];
  const again = await pageOf(listing, item, story, { ...allOf(listing), [filter.name]: filter.sent(value) });
  const after = again && (await pageOf(listing, item, story, allOf(listing)));
  if (!after || !missingOf(after.items, again.items)) return [];
  const message = `An item that has "${filter.name}" ${JSON.stringify(value)} is not among those that were asked for by it`;
  return [{ key: `incomplete ${filter.name}`, message, exchange: again.exchange }];
}

/** What is the same value however it is read: fractions and times may be rounded, and signs left out of texts. */
function isCertain({ isExact }: Filter, value: Json): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "boolean" || isExact || /^[A-Za-z][A-Za-z0-9]*$/.test(String(value));
}
