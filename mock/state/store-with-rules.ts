import type { Stored } from "./stored.ts";
import type { JsonObject } from "../../contracts/index.ts";
import type { Store } from "./store.ts";

/** Functions that change the resources of a store. Both are pure. */
export interface ResourceRules {
  /** Returns the present value of a resource, which may depend on the time. */
  readonly onRead?: (value: JsonObject) => JsonObject;
  /** Returns the value to store in place of the given one. */
  readonly onWrite?: (next: JsonObject, current: JsonObject | undefined) => JsonObject;
}

/** A store that applies rules to its resources, in the same atomic change as the step. */
export function storeWithRules(store: Store, { onRead = unchanged, onWrite = unchanged }: ResourceRules): Store {
  const applyReadRules = (stored: Stored): Stored => withValue(stored, onRead(stored.value));
  return {
    ...store,
    // Indexes contain the stored values, not the present ones.
    ...(onRead !== unchanged && { select: undefined }),
    async read(address) {
      const stored = await store.read(address);
      return stored && applyReadRules(stored);
    },
    async list(organization, collection, page) {
      const { items, total } = await store.list(organization, collection, page);
      return { items: items.map(applyReadRules), total };
    },
    change: (address, step) =>
      store.change(address, (stored) => {
        const current = stored && applyReadRules(stored);
        const next = step(current);
        if (next === null || "refused" in next) return next;
        return withValue(next, onWrite(next.value, current?.value));
      }),
  };
}

/** Keeps the object if the value is the same, because caches refer to it. */
function withValue(stored: Stored, value: JsonObject): Stored {
  if (value === stored.value) return stored;
  return { ...stored, value };
}

function unchanged(value: JsonObject): JsonObject {
  return value;
}
