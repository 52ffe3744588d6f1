import { describe, expect, it } from "vitest";
import { describeStore, storeLaws } from "../../test/support/mock/describe-store.ts";
import { createMemoryStore } from "./memory.ts";
import type { Address, Step, Store } from "./store.ts";

describeStore("createMemoryStore()", createMemoryStore);

describe("the laws of stores", () => {
  it.each<[string, (store: Store) => Partial<Store>]>([
    ["forgets what it was given", () => ({ read: () => undefined })],
    ["stores what was refused", (store) => ({ change: (address, step) => store.change(address, keeping(step)) })],
    ["never deletes", (store) => ({ change: (address, step) => store.change(address, undeleting(step)) })],
    ["keeps all organizations in one", (store) => inOne(store, (address) => ({ ...address, organization: "one" }))],
    ["keeps all collections in one", (store) => inOne(store, (address) => ({ ...address, collection: "/one" }))],
    ["confuses ids", (store) => inOne(store, (address) => ({ ...address, id: address.id.slice(0, 1) }))],
    ["loses a change", (store) => ({ change: async (address, step) => readThenWrite(store, address, step) })],
    ["loses earlier versions", (store) => ({ read: (address) => withoutEarlier(store, address) })],
    ["counts a page instead of all", (store) => ({ list: (...page) => counted(store, ...page) })],
    ["begins a page too late", (store) => ({ list: (...page) => shifted(store, ...page) })],
    ["gives a number twice", () => ({ next: () => 1 })],
    ["dumps nothing", () => ({ dump: () => ({ counter: 0, collections: new Map() }) })],
    ["loads beside what is there", (store) => ({ load: async (...given) => addTo(store, ...given) })],
    ["names organizations that have nothing left", () => ({ organizations: () => ["acme", "globex"] })],
    [
      "counts organizations instead of resources",
      (store) => ({ size: async () => (await store.organizations()).length }),
    ],
    ["does not reset", () => ({ reset: () => {} })],
    ["resets everybody", (store) => resettingAll(store)],
  ])("detect a store that %s", async (_, plant) => {
    const verdicts = await Promise.allSettled(
      storeLaws.map(([, holds]) => {
        const store = createMemoryStore();
        return holds({ ...store, ...plant(store) });
      }),
    );

    expect(verdicts.map(({ status }) => status)).toContain("rejected");
  });
});

type Page = Parameters<Store["list"]>;

function keeping(step: Step): Step {
  return (current) => {
    const next = step(current);
    return next && "refused" in next ? { value: {} } : next;
  };
}

function undeleting(step: Step): Step {
  return (current) => step(current) ?? current ?? null;
}

function inOne(store: Store, change: (address: Address) => Address): Partial<Store> {
  return {
    read: (address) => store.read(change(address)),
    change: (address, step) => store.change(change(address), step),
  };
}

async function readThenWrite(store: Store, address: Address, step: Step) {
  const next = step(await store.read(address));
  return next && "refused" in next ? next : store.change(address, () => next);
}

async function withoutEarlier(store: Store, address: Address) {
  const stored = await store.read(address);
  return stored && { value: stored.value };
}

async function counted(store: Store, ...[organization, collection, page]: Page) {
  const { items } = await store.list(organization, collection, page);
  return { items, total: items.length };
}

async function shifted(store: Store, ...[organization, collection, { offset, limit }]: Page) {
  return store.list(organization, collection, { offset: offset > 0 ? offset + 1 : 0, limit });
}

async function addTo(store: Store, ...[organization, { collections }]: Parameters<Store["load"]>) {
  for (const [collection, items] of collections)
    for (const [id, stored] of items) await store.change({ organization, collection, id }, () => stored);
}

function resettingAll(store: Store): Partial<Store> {
  const seen = new Set<string>();
  return {
    next(organization) {
      seen.add(organization);
      return store.next(organization);
    },
    async reset() {
      for (const organization of seen) await store.reset(organization);
    },
  };
}
