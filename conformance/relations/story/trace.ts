import { refusesContent } from "../../items/fields.ts";
import type { Item } from "../../items/item.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Reading } from "../../requests/preconditions.ts";
import { listChangedMembers, selectClientMembers, readCurrentItem } from "./compare.ts";
import type { Story } from "./relation.ts";
import { type Violation, asDifference } from "./violation.ts";

interface Refusing {
  readonly what: string;
  refuse(): Promise<Exchange | undefined>;
  /** The item as it was read last. */
  readonly before?: Reading | undefined;
}

interface Refused {
  readonly traces: readonly Violation[];
  /** The item as it was read after the refusal. Undefined if the request was not refused. */
  readonly after?: Reading | undefined;
}

/** Changes that a refused request left in the item: there may be none. No traces if the request was not refused. */
export async function traceRefusal(item: Item, story: Story, refusing: Refusing): Promise<Refused> {
  const before = refusing.before ?? (await readCurrentItem(item, story));
  const refused = before && (await refusing.refuse());
  if (!refused || !refusesContent(refused)) return { traces: [] };
  const after = await readCurrentItem(item, story);
  const [change] = after ? listChangedMembers(selectClientMembers(item, before, story), after.shown) : [];
  if (!after || !change) return { traces: [], after };
  const { status } = refused.response;
  const message = `A request that was refused with ${status} changed "${change.pointer}" from ${change.expected} to ${change.got}`;
  const trace = {
    key: `${refusing.what} ${status}`,
    message,
    exchange: after.exchange,
    otherExchanges: [before.exchange, refused],
  };
  return { traces: [asDifference(change, trace)], after };
}
