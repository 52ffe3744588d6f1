import type { WireRequest } from "../model/wire-message.ts";
import { type Operation, defaultOf, propertyNamesOf } from "../../contracts/index.ts";
import { differenceIn } from "../items/difference.ts";
import { isSuccess, sentItemIn } from "../items/fields.ts";
import { rolesFor } from "../model/roles.ts";
import type { Property } from "../scope/property.ts";
import type { InitialScope, Scope } from "../scope/scope.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingAt } from "./lists/listing.ts";
import { type Page, mayGoOn } from "./lists/walk.ts";
import { createRecorder } from "./story/exchange-recorder.ts";
import type { Violation } from "./story/violation.ts";

const RUNS = 2;

/** An entry without an id, such as a reading, is in the list of the path that it was posted to. */
export const postedListed: Property = {
  id: "posted-listed",
  claim: "An entry without an id is in the list of the path that it was posted to",
  cause: "loss",
  phase: "sequences",
  writes: true,
  applies: (scope) =>
    rolesFor(scope.contract).get(scope.operation)?.idProperty === undefined && listIn(scope) !== undefined,
  given: ({ requests }) => [{ label: "", requests: requests.valid, runs: RUNS }],
  async holds(request, scope) {
    const listing = listIn(scope);
    const { contract, operation } = scope;
    const recorder = createRecorder(scope, { id: "posted-listed" });
    const story: Scope = { ...scope, exchange: (other, at = operation) => recorder.send(other, at) };
    const before = listing && (await entriesAt(request, listing, story));
    const posted = await recorder.send(request, operation);
    const sent = sentItemIn({ contract, operation, exchange: posted });
    // A 202 response leaves open when the entry is listed.
    if (!before || !sent || ![200, 201, 204].includes(posted.response.status)) return recorder.findings([]);
    const names = propertyNamesOf(contract, listing.item);
    const own = Object.fromEntries(Object.entries(sent).filter(([name]) => names.has(name)));
    if (Object.keys(own).length === 0) return recorder.findings([]);
    const check = async (): Promise<readonly Violation[]> => {
      const after = await entriesAt(request, listing, story);
      const isThere = after?.items.some((each) => differenceIn(own, each) === undefined);
      // A target may write a value in another way, so that the number of entries counts as well.
      if (!after || isThere || after.items.length > before.items.length) return [];
      const message = "The item that was just posted is not in the list of its path";
      return [{ key: "missing", message, exchange: after.exchange }];
    };
    return recorder.findings(await confirmViolations(story, check));
  },
};

/** The list at the path of a POST, if it needs no parameters but those of the path, and has no filter by default. */
function listIn({ contract, operation }: InitialScope): Listing | undefined {
  if (operation.method !== "POST") return undefined;
  const list = contract.operations.find(({ method, path }) => method === "GET" && path === operation.path);
  const isFree = (each: Operation): boolean =>
    each.parameters.every(({ in: place, required }) => place === "path" || !required);
  const listing = list && isFree(list) ? listingAt(contract, list) : undefined;
  const properties = propertyNamesOf(contract, listing?.item ?? true);
  const isFiltered = listing?.fields.some(
    ({ name, schema }) =>
      defaultOf(contract, schema) !== undefined && [name, name.replace(/s$/, "")].some((each) => properties.has(each)),
  );
  return isFiltered ? undefined : listing;
}

/** All entries at the path of a POST. Undefined if they cannot be read, or if a page may follow. */
async function entriesAt(posted: WireRequest, listing: Listing, story: Scope): Promise<Page | undefined> {
  const path = posted.path.split("?", 1)[0] as string;
  const request: WireRequest = { method: "GET", path, headers: { accept: "application/json, */*" } };
  const exchange = await story.exchange(request, listing.operation);
  const items = isSuccess(exchange) ? listing.shown(exchange) : undefined;
  const isWhole = items && (items.length === 0 || !mayGoOn(listing, { exchange, items }));
  return isWhole ? { exchange, items } : undefined;
}
