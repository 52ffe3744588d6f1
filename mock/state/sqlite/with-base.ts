import type { BaseCollections } from "../base-collections.ts";
import { createMemoryStore } from "../memory.ts";
import { emptyResult } from "../query.ts";
import type { Contents, Store } from "../store.ts";
import type { Stored } from "../stored.ts";

/** A store with a base. */
interface StoreWithBase {
  readonly store: Store;
  /** Forgets which organizations have their own copy of the base, after changes were discarded. */
  forget(): void;
}

/** Name of the organization that has the base, and nothing else. */
const BASE_ORGANIZATION = "base";

/**
 * Adds a base to a store whose functions are synchronous. An organization without rows shows the base. Its first
 * change copies the base into the store. `hasRows` is true for an organization with rows in the store.
 */
export function withBase(inner: Store, hasRows: (organization: string) => boolean): StoreWithBase {
  const changedOrganizations = new Set<string>();
  let base: Store | undefined;

  const baseShownBy = (organization: string): Store | undefined => {
    if (!base || changedOrganizations.has(organization)) return undefined;
    if (!hasRows(organization)) return base;
    changedOrganizations.add(organization);
    return undefined;
  };
  const copyBase = (organization: string): void => {
    const shownBase = baseShownBy(organization);
    if (!shownBase) return;
    void inner.load(organization, shownBase.dump(BASE_ORGANIZATION) as Contents);
    changedOrganizations.add(organization);
  };

  /** The store with the items of an organization, and the name of the organization in that store. */
  const source = (organization: string): readonly [Store, string] => {
    const shownBase = baseShownBy(organization);
    if (shownBase) return [shownBase, BASE_ORGANIZATION];
    return [inner, organization];
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
      return from.select?.(organization, collection, query) ?? emptyResult;
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
      const shownBase = baseShownBy(address.organization);
      if (!shownBase) return inner.change(address, step);
      const current = shownBase.read({ ...address, organization: BASE_ORGANIZATION }) as Stored | undefined;
      const next = step(current);
      // A step without effect must not create an organization.
      if (next === null ? !current : "refused" in next) return next;
      copyBase(address.organization);
      return inner.change(address, () => next);
    },
    next(organization) {
      copyBase(organization);
      return inner.next(organization);
    },
    fork(from, to) {
      changedOrganizations.delete(to);
      if (baseShownBy(from)) return inner.reset(to);
      return inner.fork(from, to);
    },
    reset(organization) {
      changedOrganizations.delete(organization);
      return inner.reset(organization);
    },
    setBase(next: BaseCollections | undefined) {
      base = next && createMemoryStore();
      base?.setBase?.(next);
    },
  };
  return { store, forget: () => changedOrganizations.clear() };
}
