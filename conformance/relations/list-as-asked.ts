import type { Violation } from "./story/violation.ts";
import type { Resource } from "../items/item.ts";
import fc from "fast-check";
import { type Json, parameterNamesIn } from "../../contracts/index.ts";
import { creatingOperationOf } from "../items/creates-items.ts";
import type { Property } from "../scope/property.ts";
import { rolesFor } from "../model/roles.ts";
import type { InitialScope } from "../scope/scope.ts";
import { boundsBroken } from "./lists/bounded.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { filterViolations } from "./lists/filtered.ts";
import { filtersOf } from "./lists/filters.ts";
import { type Listing, listingAt } from "./lists/listing.ts";
import { orderOf } from "./lists/order.ts";
import { orderBroken } from "./lists/ordered.ts";
import { pagesBroken } from "./lists/pages.ts";
import { rangesOf } from "./lists/ranges.ts";
import { type ListScope, type Place, allOf, pageOf, readFirstPages } from "./lists/walk.ts";
import { createRecorder } from "./story/exchange-recorder.ts";

/** Number of items that a list needs before its bounds and pages can be judged. */
const ITEMS = 3;
const MAX_VALUES = 12;
const MAX_ORDERS = 4;
const PAGES = { small: 3, large: 1 };

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
    const listing = listingIn(scope);
    return listing !== undefined && listChecksOf(listing, scope).some((plan) => plan.isApplicable);
  },
  given: ({ requests: { exact } }) => [{ label: "", requests: fc.noShrink(exact), runs: 1 }],
  async holds(_, scope) {
    const { operation, known } = scope;
    const listing = listingIn(scope);
    const names = parameterNamesIn(operation.path);
    const values = names.flatMap((name) => known[name] ?? []);
    if (!listing || values.length < names.length) return [];
    const recorder = createRecorder(scope, { id: "list-as-asked" });
    const place: Place = { values, value: {} };
    const story: ListScope = { ...scope, exchange: (sent, other = operation) => recorder.send(sent, other) };
    const isReadable = await ensureFilled(listing, {
      place,
      story,
      resource: resourceOf(listing, scope, values, recorder.send),
    });
    const broken: Violation[] = [];
    for (const { isApplicable, violations } of isReadable ? listChecksOf(listing, scope) : [])
      if (isApplicable) broken.push(...(await violations(place, story)));
    return recorder.findings(broken);
  },
};

/** The list of the operation. A mock ignores the parameters of a list whose path names no collection, and is skipped there. */
function listingIn({ contract, operation, target }: InitialScope): Listing | undefined {
  const isKnownList = rolesFor(contract).get(operation)?.kind === "list";
  return isKnownList || !target.isMock ? listingAt(contract, operation) : undefined;
}

interface ListCheck {
  readonly isApplicable: boolean;
  violations(place: Place, story: ListScope): Promise<readonly Violation[]>;
}

/** The parts of a list to judge, without those that the relations judge with created items. */
function listChecksOf(listing: Listing, scope: InitialScope): readonly ListCheck[] {
  const { contract } = scope;
  const hasRelations = listing.isIdentified && resourceOf(listing, scope, [], scope.exchange) !== undefined;
  const filters = filtersOf(contract, listing);
  const orders = orderOf(contract, listing).slice(0, MAX_ORDERS);
  const ranges = rangesOf(contract, listing);
  return [
    {
      isApplicable: !hasRelations && listing.steering.limit !== undefined,
      violations: (place, story) => confirmViolations(story, () => pagesBroken(listing, place, story, PAGES)),
    },
    {
      isApplicable: !hasRelations && filters.length > 0,
      async violations(item, story) {
        const whole = await readFirstPages(listing, item, story);
        return whole ? filterViolations({ listing, filters, item, whole, made: [], most: MAX_VALUES }, story) : [];
      },
    },
    { isApplicable: ranges.length > 0, violations: (place, story) => boundsBroken(listing, ranges, place, story) },
    {
      isApplicable: !hasRelations && orders.length > 0,
      async violations(place, story) {
        const broken: Violation[] = [];
        for (const order of orders)
          broken.push(...(await confirmViolations(story, () => orderBroken(order, listing, place, story))));
        return broken;
      },
    },
  ];
}

/** The resource that creates items of the list. Returns undefined if the contract or the run does not allow it. */
function resourceOf(
  { role }: Listing,
  { contract, resourceWith }: InitialScope,
  pathValues: readonly Json[],
  send: InitialScope["exchange"],
): Resource | undefined {
  const operation = creatingOperationOf(contract, role.collection);
  return operation && resourceWith((request, other) => send(request, other), { operation, pathValues });
}

/** True where the list can be read. Creates items if the list is too short and the run may create them. */
async function ensureFilled(
  listing: Listing,
  {
    place,
    story,
    resource,
  }: { readonly place: Place; readonly story: ListScope; readonly resource: Resource | undefined },
): Promise<boolean> {
  const page = await pageOf(listing, place, story, allOf(listing));
  if (!page || page.items.length >= ITEMS || !resource) return page !== undefined;
  for (let seed = 1; seed <= ITEMS; seed++) await resource.createItem({ seed });
  return true;
}
