import type { Broken } from "./story/broken.ts";
import type { Resource } from "../items/item.ts";
import fc from "fast-check";
import { type Json, namesIn } from "../../contracts/index.ts";
import { makerOf } from "../items/creates-items.ts";
import type { Property } from "../scope/property.ts";
import { rolesFor } from "../model/roles.ts";
import type { Setting } from "../scope/scope.ts";
import { boundsBroken } from "./lists/bounded.ts";
import { confirmed } from "./lists/confirmed.ts";
import { filtersBroken } from "./lists/filtered.ts";
import { filtersOf } from "./lists/filters.ts";
import { type Listing, listingAt } from "./lists/listing.ts";
import { orderOf } from "./lists/order.ts";
import { orderBroken } from "./lists/ordered.ts";
import { pagesBroken } from "./lists/pages.ts";
import { rangesOf } from "./lists/ranges.ts";
import { type Looking, type Place, allOf, pageOf, reachOf } from "./lists/walk.ts";
import { createTelling } from "./story/exchange-recorder.ts";

/** So many items tell bounds and pages apart. */
const ITEMS = 3;
const MAX_VALUES = 12;
const MAX_ORDERS = 4;
const PAGES = { small: 3, large: 1 };

/**
 * What can be said of a list without items of one's own: nothing is beyond its bounds, and where a run makes no items
 * that it could look for, whether its filters, pages and orders are as they were asked for.
 */
export const listAsAsked: Property = {
  id: "list-as-asked",
  claim: "A list has what was asked for: its pages, its filters, its bounds and its order",
  phase: "sequences",
  writes: false,
  applies: (scope) => {
    const listing = listingIn(scope);
    return listing !== undefined && plansOf(listing, scope).some((plan) => plan.isAsked);
  },
  given: ({ requests: { exact } }) => [{ label: "", requests: fc.noShrink(exact), runs: 1 }],
  async holds(_, scope) {
    const { operation, known } = scope;
    const listing = listingIn(scope);
    const names = namesIn(operation.path);
    const values = names.flatMap((name) => known[name] ?? []);
    if (!listing || values.length < names.length) return [];
    const telling = createTelling(scope, { id: "list-as-asked" });
    const place: Place = { values, value: {} };
    const story: Looking = { ...scope, exchange: (sent, other = operation) => telling.send(sent, other) };
    const there = await filled(listing, { place, story, resource: madeIn(listing, scope, values, telling.send) });
    const broken: Broken[] = [];
    for (const { isAsked, look } of there ? plansOf(listing, scope) : [])
      if (isAsked) broken.push(...(await look(place, story)));
    return telling.findings(broken);
  },
};

/** Where its path does not tell what is listed, a mock answers with an example, whatever is asked for. */
function listingIn({ contract, operation, target }: Setting): Listing | undefined {
  const isTold = rolesFor(contract).get(operation)?.kind === "list";
  return isTold || !target.isMock ? listingAt(contract, operation) : undefined;
}

interface Plan {
  readonly isAsked: boolean;
  look(place: Place, story: Looking): Promise<readonly Broken[]>;
}

/** What is to be looked at: what the relations look at with items that they make is left to them. */
function plansOf(listing: Listing, scope: Setting): readonly Plan[] {
  const { contract } = scope;
  const isOthers = listing.isIdentified && madeIn(listing, scope, [], scope.exchange) !== undefined;
  const filters = filtersOf(contract, listing);
  const orders = orderOf(contract, listing).slice(0, MAX_ORDERS);
  const ranges = rangesOf(contract, listing);
  return [
    {
      isAsked: !isOthers && listing.steering.limit !== undefined,
      look: (place, story) => confirmed(story, () => pagesBroken(listing, place, story, PAGES)),
    },
    {
      isAsked: !isOthers && filters.length > 0,
      async look(item, story) {
        const whole = await reachOf(listing, item, story);
        return whole ? filtersBroken({ listing, filters, item, whole, made: [], most: MAX_VALUES }, story) : [];
      },
    },
    { isAsked: ranges.length > 0, look: (place, story) => boundsBroken(listing, ranges, place, story) },
    {
      isAsked: !isOthers && orders.length > 0,
      async look(place, story) {
        const broken: Broken[] = [];
        for (const order of orders)
          broken.push(...(await confirmed(story, () => orderBroken(order, listing, place, story))));
        return broken;
      },
    },
  ];
}

/** What makes items of the list, where the run may; nothing where the contract has no such operation. */
function madeIn(
  { role }: Listing,
  { contract, resourceWith }: Setting,
  beside: readonly Json[],
  send: Setting["exchange"],
): Resource | undefined {
  const operation = makerOf(contract, role.collection);
  return operation && resourceWith((request, other) => send(request, other), { operation, beside });
}

/** Whether the list is answered; where it has too little to tell anything, and more may be made, that is done. */
async function filled(
  listing: Listing,
  {
    place,
    story,
    resource,
  }: { readonly place: Place; readonly story: Looking; readonly resource: Resource | undefined },
): Promise<boolean> {
  const page = await pageOf(listing, place, story, allOf(listing));
  if (!page || page.items.length >= ITEMS || !resource) return page !== undefined;
  for (let seed = 1; seed <= ITEMS; seed++) await resource.make({ seed });
  return true;
}
