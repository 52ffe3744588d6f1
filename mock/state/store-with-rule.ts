import type { Stored } from "./stored.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Store } from "./store.ts";

/** What a rule makes of the resources in a store; both are pure. */
export interface Rules {
  /** What a resource is by now: time may have done something to it since it was written. */
  readonly seen?: (value: JsonObject) => JsonObject;
  /** What is written, in place of what would be. */
  readonly written?: (next: JsonObject, current: JsonObject | undefined) => JsonObject;
}

/** A store whose resources follow a rule, in the same atomic change as everything else that is done to them. */
export function ruled(store: Store, { seen = same, written = same }: Rules): Store {
  const see = (stored: Stored): Stored => valued(stored, seen(stored.value));
  return {
    ...store,
    // An index knows what was written, not what it is by now.
    ...(seen !== same && { select: undefined }),
    async read(address) {
      const stored = await store.read(address);
      return stored && see(stored);
    },
    async list(organization, collection, page) {
      const { items, total } = await store.list(organization, collection, page);
      return { items: items.map(see), total };
    },
    change: (address, step) =>
      store.change(address, (stored) => {
        const current = stored && see(stored);
        const next = step(current);
        return next === null || "refused" in next ? next : valued(next, written(next.value, current?.value));
      }),
  };
}

/** What stays as it is stays the same object, of which texts are remembered. */
function valued(stored: Stored, value: JsonObject): Stored {
  return value === stored.value ? stored : { ...stored, value };
}

function same(value: JsonObject): JsonObject {
  return value;
}
