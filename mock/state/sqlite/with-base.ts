import type { BaseCollections } from "../base-collections.ts";
import { createMemoryStore } from "../memory.ts";
import { nothingFound } from "../query.ts";
import type { Contents, Store } from "../store.ts";
import type { Stored } from "../stored.ts";

/** A store with a base. */
interface StoreWithBase {
  readonly store: Store;
  /** Forgets which organizations have begun, after changes were discarded. */
  forget(): void;
}

/** Name of the organization that has the base, and nothing else. */
const BASE = "base";

/**
 * Adds a base to a store whose functions are synchronous. An organization that has nothing shows the base. Its first
 * change copies the base into the store. `hasRows` is true for an organization that the store has.
 */
export function withBase(inner: Store, hasRows: (organization: string) => boolean): StoreWithBase {
  const begun = new Set<string>();
  let base: Store | undefined;

  const shows = (organization: string): Store | undefined => {
    if (!base || begun.has(organization)) return undefined;
    if (!hasRows(organization)) return base;
    begun.add(organization);
    return undefined;
  };
  const begin = (organization: string): void => {
    const shown = shows(organization);
    if (!shown) return;
    void inner.load(organization, shown.dump(BASE) as Contents);
    begun.add(organization);
  };

  /** The store that has what an organization shows, and the name of the organization there. */
  const source = (organization: string): readonly [Store, string] => {
    const shown = shows(organization);
    return shown ? [shown, BASE] : [inner, organization];
  };

  const store: Store = {
    ...inner,
    read(address) {
      const [from, organization] = source(address.organization);
      return from.read({ ...address, organization });
    },
    list(name, collection, page) {
      const [from, organization] = source(name);
      return from.list(organization, collection, page);
    },
    select(name, collection, query) {
      const [from, organization] = source(name);
      return from.select?.(organization, collection, query) ?? nothingFound;
    },
    collections(name) {
      const [from, organization] = source(name);
      return from.collections?.(organization) ?? [];
    },
    position(address) {
      const [from, organization] = source(address.organization);
      return from.position({ ...address, organization });
    },
    dump(name) {
      const [from, organization] = source(name);
      return from.dump(organization);
    },
    change(address, step) {
      const shown = shows(address.organization);
      if (!shown) return inner.change(address, step);
      const current = shown.read({ ...address, organization: BASE }) as Stored | undefined;
      const next = step(current);
      // A step without effect must not create an organization.
      if (next === null ? !current : "refused" in next) return next;
      begin(address.organization);
      return inner.change(address, () => next);
    },
    next(organization) {
      begin(organization);
      return inner.next(organization);
    },
    fork(from, to) {
      begun.delete(to);
      return shows(from) ? inner.reset(to) : inner.fork(from, to);
    },
    reset(organization) {
      begun.delete(organization);
      return inner.reset(organization);
    },
    setBase(next: BaseCollections | undefined) {
      base = next && createMemoryStore();
      base?.setBase?.(next);
    },
  };
  return { store, forget: () => begun.clear() };
}
