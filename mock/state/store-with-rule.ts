import type { Stored } from "./stored.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Store } from "./store.ts";

/** Functions that change the resources of a store. Both are pure. */
export interface Rules {
  /** Returns the present value of a resource, which may depend on the time. */
  readonly seen?: (value: JsonObject) => JsonObject;
  /** Returns the value to store in place of the given one. */
  readonly written?: (next: JsonObject, current: JsonObject | undefined) => JsonObject;
}

/** A store that applies rules to its resources, in the same atomic change as the step. */
export function storeWithRules(store: Store, { seen = same, written = same }: Rules): Store {
  const see = (stored: Stored): Stored => valued(stored, seen(stored.value));
  return {
    ...store,
    // Indexes contain the stored values, not the present ones.
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

/** Keeps the object if the value is the same, because caches refer to it. */
function valued(stored: Stored, value: JsonObject): Stored {
  return value === stored.value ? stored : { ...stored, value };
}

function same(value: JsonObject): JsonObject {
  return value;
}
