import {
  type Contract,
  type Json,
  type LookupRead,
  canonicalPath,
  isObject,
  itemIdOf,
  lookupReadsIn,
  parameterNamesIn,
} from "../../contracts/index.ts";
import { differencesIn } from "../items/difference.ts";
import { isDone, isGone, isSuccess } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import { itemIn } from "../items/items.ts";
import type { Exchange } from "../model/exchange.ts";
import { arrivesValid, keyOf, writeRequest } from "../requests/wire.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { listWrites } from "./story/acts.ts";
import { richestOf } from "./story/bodies.ts";
import { clientMembersOf, readingOf } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, asDifference, collect } from "./story/violation.ts";

/** An item that is read by the value of another member is the one that is read by its key, also after an update. */
export const lookupSame: Relation = {
  id: "lookup-same",
  claim: "A read by another member shows the same item as the read by key",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isAbout: (collection, contract) => lookupsOf(contract, collection).length > 0,
  async holds(item, story) {
    const lookups = lookupsOf(story.contract, story.resource.collection);
    const broken = await collect(lookups, (lookup) => judgeLookup(lookup, item, story));
    if (broken.length > 0) return broken;
    const [write] = listWrites(story, ["update", "replace"]);
    const body = write && richestOf(write.bodies(item));
    if (!body || !isDone(await write.send(item, { body }))) return [];
    return collect(lookups, (lookup) => judgeLookup(lookup, item, story));
  },
};

function lookupsOf(contract: Contract, collection: string): readonly LookupRead[] {
  return lookupReadsIn(contract).filter(({ role }) => canonicalPath(role.collection) === collection);
}

function judgeLookup(lookup: LookupRead, item: Item, story: Story): Promise<readonly Violation[]> {
  const { member, operation, role } = lookup;
  return confirmViolations(story, async () => {
    const reading = await readingOf(item, story);
    const value = reading?.shown[member];
    if (!reading || value === "" || (typeof value !== "string" && typeof value !== "number")) return [];
    const exchange = await ask(lookup, value, { item, story });
    if (!exchange) return [];
    const about = { exchange, otherExchanges: [reading.exchange] };
    const asked = `${member} ${JSON.stringify(value)}`;
    if (isGone(exchange)) {
      const message = `An item with ${asked} is not found by ${operation.name}`;
      return [{ key: `${operation.name} not found`, message, ...about }];
    }
    const shown = isSuccess(exchange) ? itemIn(exchange, role) : undefined;
    if (!isObject(shown)) return [];
    if (String(itemIdOf(shown, role)) !== String(item.id)) {
      // Another item may have the same value.
      if (String(shown[member]).toLowerCase() === String(value).toLowerCase()) return [];
      const message = `${operation.name} with ${asked} shows another item`;
      return [{ key: `${operation.name} other`, message, ...about }];
    }
    return differencesIn(clientMembersOf(item, reading, story), shown).map((difference) => {
      const { pointer, expected, got } = difference;
      const message = `${operation.name} shows "${pointer}" ${got}, and the read by key shows ${expected}`;
      return asDifference(difference, { key: `${operation.name} ${pointer}`, message, ...about });
    });
  });
}

/** Sends a lookup by a value. Undefined if the contract does not allow the value. */
async function ask(
  { operation, parameter }: LookupRead,
  value: Json,
  { item, story }: { readonly item: Item; readonly story: Story },
): Promise<Exchange | undefined> {
  // Servers and proxies read such characters in paths differently.
  const isUnsure = parameter.in === "path" && /[^\w@+. ~-]|^\.+$/.test(String(value));
  if (isUnsure || !arrivesValid(story.contract, parameter, value)) return undefined;
  const scope = item.values.slice(0, -1);
  const parameters = Object.fromEntries(
    operation.parameters.flatMap((each) => {
      const index = each.in === "path" ? parameterNamesIn(operation.path).indexOf(each.name) : -1;
      const sent = each === parameter ? value : scope[index];
      return sent === undefined ? [] : [[keyOf(each), sent]];
    }),
  );
  return story.exchange(writeRequest(story.contract, operation, { parameters }), operation);
}
