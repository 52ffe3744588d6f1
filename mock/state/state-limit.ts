import type { Json, JsonObject } from "../../contracts/index.ts";
import { type Awaitable, whenKnown } from "../model/awaitable.ts";
import { StorageError } from "../model/storage-error.ts";
import { isSnapshotName } from "./snapshots.ts";
import type { Address, Contents, Step, Store, Unit } from "./store.ts";
import type { Stored } from "./stored.ts";

/** Default limit of an organization's state, in bytes. */
export const STATE_BYTES = 128 * 1024 * 1024;

/** Weight of an item and of each of its values beside their texts, in bytes. They take memory, however short they are. */
const ITEM_BYTES = 256;
const VALUE_BYTES = 32;

/** Receives what changes of a store or of a unit add to the counts. */
interface Ledger {
  add(organization: string, bytes: number): void;
  /** Called before a change is refused. */
  refuse(error: StorageError): void;
}

/**
 * Limits the state of each organization. A change that makes it larger than that throws a StorageError with 507, and
 * none of the changes of its unit is stored. A change that makes it smaller is always possible.
 *
 * Counts what was stored since an organization began: not the documented examples, and not what a fork shares with
 * its source. A snapshot keeps the count for a later restore. A store that survives the process is counted as a whole
 * by the first change of the organization in this process. Changes of other processes afterwards are not counted.
 */
export function limitState(store: Store, limit: number): Store {
  const counts = new Map<string, number>();
  const weights = new WeakMap<JsonObject, number>();
  return limited(store, { add: addBytes, refuse: () => {} });

  function addBytes(organization: string, bytes: number): void {
    counts.set(organization, Math.max(0, (counts.get(organization) ?? 0) + bytes));
  }

  /** The same store, which enters its changes into a ledger. */
  function limited(inner: Store, ledger: Ledger): Store {
    const { begin, arrive, forkNew } = inner;
    const limitedStore: Store = {
      ...inner,
      change: (address, step) =>
        whenKnown(countBytes(inner, address.organization), () => changeWithinLimit(inner, ledger, address, step)),
      forgetBelow: (organization, path) =>
        whenKnown(bytesBelow(inner, organization, path), (bytes) =>
          whenKnown(inner.forgetBelow(organization, path), () => ledger.add(organization, -bytes)),
        ),
      load(organization, contents) {
        const bytes = weightOfContents(contents);
        requireSpace(ledger, organization, { before: 0, growth: bytes });
        return whenKnown(inner.load(organization, contents), () => replaceCount(organization, bytes, ledger));
      },
      fork: (from, to) =>
        whenKnown(countBytes(inner, from), (bytes) =>
          whenKnown(inner.fork(from, to), () => {
            if (from !== to) replaceCount(to, isSnapshotName(from) || isSnapshotName(to) ? bytes : 0, ledger);
          }),
        ),
      reset: (organization) => whenKnown(inner.reset(organization), () => replaceCount(organization, 0, ledger)),
    };
    if (begin) limitedStore.begin = (isDirect) => limitedUnit(begin.call(inner, isDirect));
    if (arrive)
      limitedStore.arrive = async (...asked) => {
        const arrival = await arrive(...asked);
        return { ...arrival, store: arrival.store === inner ? limitedStore : limited(arrival.store, ledger) };
      };
    if (forkNew)
      limitedStore.forkNew = async (from, beginning) => {
        const fork = await forkNew(from, beginning);
        counts.set(fork, 0);
        return fork;
      };
    return limitedStore;
  }

  /** A unit whose changes are no longer counted if they are discarded. */
  function limitedUnit(unit: Unit): Unit {
    let added: [string, number][] = [];
    let refusal: StorageError | undefined;
    const ledger: Ledger = {
      add(organization, bytes) {
        addBytes(organization, bytes);
        added.push([organization, bytes]);
      },
      refuse: (error) => void (refusal ??= error),
    };
    return {
      store: limited(unit.store, ledger),
      commit() {
        // The request may have continued after the refusal. GraphQL does.
        if (refusal) throw refusal;
        return whenKnown(unit.commit(), () => void (added = []));
      },
      rollback() {
        for (const [organization, bytes] of added.toReversed()) addBytes(organization, -bytes);
        added = [];
        return unit.rollback();
      },
    };
  }

  function changeWithinLimit(inner: Store, ledger: Ledger, address: Address, step: Step): ReturnType<Store["change"]> {
    const { organization } = address;
    let growth = 0;
    const result = inner.change(address, (current) => {
      const next = step(current);
      const isRefusal = next !== null && "refused" in next;
      growth = isRefusal ? 0 : weightOfItem(next) - weightOfItem(current);
      if (growth > 0) requireSpace(ledger, organization, { before: counts.get(organization) ?? 0, growth });
      return next;
    });
    return whenKnown(result, (next) => {
      if (growth !== 0) ledger.add(organization, growth);
      return next;
    });
  }

  /** @throws StorageError with 507 if so many bytes exceed the limit. */
  function requireSpace(
    ledger: Ledger,
    organization: string,
    { before, growth }: { readonly before: number; readonly growth: number },
  ): void {
    const bytes = before + growth;
    if (bytes <= limit) return;
    const error = new StorageError(
      `State cannot be stored: the organization "${organization}" would have ${bytes} bytes, and its limit is ${limit} (--state-limit, stateLimit in code). Delete items, or raise the limit`,
      507,
    );
    ledger.refuse(error);
    throw error;
  }

  function replaceCount(organization: string, bytes: number, ledger: Ledger): void {
    ledger.add(organization, bytes - (counts.get(organization) ?? 0));
  }

  /** Bytes of an organization. Those of an earlier process, or of another one, are counted once. */
  function countBytes(inner: Store, organization: string): Awaitable<number> {
    const known = counts.get(organization);
    if (known !== undefined || !inner.isLasting) return known ?? 0;
    return whenKnown(inner.dump(organization), (contents) => {
      // Another change may have counted it meanwhile.
      const count = counts.get(organization) ?? weightOfContents(contents);
      counts.set(organization, count);
      return count;
    });
  }

  async function weighCollections(inner: Store, organization: string, names: readonly string[]): Promise<number> {
    let sum = 0;
    for (const name of names) {
      const { items } = await inner.list(organization, name, { offset: 0, limit: Number.POSITIVE_INFINITY });
      for (const item of items) sum += weightOfItem(item);
    }
    return sum;
  }

  /** Bytes of the collections below a path. A store without names of collections says nothing about them. */
  function bytesBelow(inner: Store, organization: string, path: string): Awaitable<number> {
    if (!inner.collections) return 0;
    return whenKnown(inner.collections(organization), (all) => {
      const names = all.filter((name) => name.startsWith(`${path}/`));
      if (names.length === 0) return 0;
      return weighCollections(inner, organization, names);
    });
  }

  function weightOfContents({ collections }: Contents): number {
    let sum = 0;
    for (const items of collections.values()) for (const item of items.values()) sum += weightOfItem(item);
    return sum;
  }

  function weightOfItem(item: Stored | null | undefined): number {
    if (!item) return 0;
    let sum = ITEM_BYTES + weightOfValue(item.value);
    for (const earlier of item.earlier ?? []) sum += weighValue(earlier);
    return sum;
  }

  /**
   * Weight of an earlier value, of which an item may have many, and which its versions share. Weights of present values
   * are not kept: entries of a WeakMap for all items would cost each garbage collection more than counting does.
   */
  function weighValue(value: JsonObject): number {
    let weight = weights.get(value);
    if (weight === undefined) weights.set(value, (weight = weightOfValue(value)));
    return weight;
  }
}

/** Approximate memory of a value: of its texts, and of each member and item. */
function weightOfValue(value: Json): number {
  if (typeof value === "string") return VALUE_BYTES + value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  let sum = VALUE_BYTES;
  if (Array.isArray(value)) for (const item of value) sum += weightOfValue(item as Json);
  else for (const name in value as JsonObject) sum += name.length + weightOfValue((value as JsonObject)[name] as Json);
  return sum;
}
