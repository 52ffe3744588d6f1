import type { Stored } from "../../../mock/state/stored.ts";
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "vitest";
import type { Refusal } from "../../../mock/model/problem.ts";
import type { Address, Step, Store } from "../../../mock/state/store.ts";

/** Laws of every store: a claim, and a check that throws if the claim is false. */
export const storeLaws: readonly (readonly [claim: string, holds: (store: Store) => Promise<void>])[] = [
  [
    "is empty at first",
    async (store) => {
      equal(await store.read(at("acme", "/books", "b1")), undefined);
      deepEqual(await store.list("acme", "/books", everything), { items: [], total: 0 });
    },
  ],
  [
    "stores, replaces and deletes items of a collection as a Map does",
    async (store) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step(), { maxLength: 30 }), async (steps) => {
          await store.reset("acme");
          const model = new Map<string, Stored>();
          for (const { id, value } of steps) {
            await store.change(at("acme", "/books", id), () => (value === undefined ? null : { value: { value } }));
            if (value === undefined) model.delete(id);
            else model.set(id, { value: { value } });
            deepEqual(await store.read(at("acme", "/books", id)), model.get(id));
          }
          deepEqual(await store.list("acme", "/books", everything), { items: [...model.values()], total: model.size });
        }),
        { numRuns: 50 },
      );
    },
  ],
  [
    "pages through a collection in the order of creation, each item once",
    async (store) => {
      const ids = Array.from({ length: 7 }, (_, index) => `b${index}`);
      for (const id of ids) await store.change(at("acme", "/books", id), () => ({ value: { id } }));
      await store.change(at("acme", "/books", "b0"), () => ({ value: { id: "b0", again: true } }));
      for (const limit of [1, 3, 7, 100]) {
        const seen: unknown[] = [];
        for (let offset = 0; offset < ids.length; offset += limit) {
          const { items, total } = await store.list("acme", "/books", { offset, limit });
          equal(total, ids.length);
          seen.push(...items.map(({ value }) => value["id"]));
        }
        deepEqual(seen, ids);
      }
      deepEqual(await store.list("acme", "/books", { offset: 7, limit: 3 }), { items: [], total: 7 });
      deepEqual(await store.list("acme", "/books", { offset: Infinity, limit: Infinity }), { items: [], total: 7 });
      deepEqual(await store.list("acme", "/books", { offset: 0, limit: 0 }), { items: [], total: 7 });
    },
  ],
  [
    "pages through a collection from its end",
    async (store) => {
      const ids = Array.from({ length: 7 }, (_, index) => `b${index}`);
      for (const id of ids) await store.change(at("acme", "/books", id), () => ({ value: { id } }));
      for (const limit of [0, 1, 3, 7, Infinity]) {
        for (const offset of [0, 2, 6, 7, Infinity]) {
          const { items, total } = await store.list("acme", "/books", { offset, limit, isReversed: true });
          equal(total, ids.length);
          deepEqual(
            items.map(({ value }) => value["id"]),
            ids.toReversed().slice(offset, offset + limit),
          );
        }
      }
    },
  ],
  [
    "returns the position of each item after items were added, deleted and added again, also in a fork",
    async (store) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step(), { maxLength: 30 }), fc.nat(30), async (steps, forked) => {
          await store.reset("acme");
          const model = new Map<string, number>();
          for (const [index, { id, value }] of steps.entries()) {
            if (index === forked) {
              await store.fork("acme", "globex");
              await store.fork("globex", "acme");
            }
            await store.change(at("acme", "/books", id), () => (value === undefined ? null : { value: { value } }));
            if (value === undefined) model.delete(id);
            else model.set(id, value);
          }
          const ids = [...model.keys()];
          for (const id of ["a", "never", ...ids]) {
            const index = ids.indexOf(id);
            equal(await store.position(at("acme", "/books", id)), index < 0 ? undefined : index);
          }
        }),
        { numRuns: 50 },
      );
    },
  ],
  [
    "deletes the collections below a path, and no others",
    async (store) => {
      const names = ["/a/1", "/a/1/b", "/a/1/b/2/c", "/a/10/b", "/a/1:x/b", "/a/1.b/b", "/a"];
      const collectionsLeft = async (organization: string): Promise<string[]> =>
        [...(await store.dump(organization)).collections.keys()].toSorted();
      for (const name of names) await store.change(at("acme", name, "x"), () => ({ value: {} }));
      await store.fork("acme", "globex");
      await store.forgetBelow("globex", "/a/1");
      const rest = names.filter((name) => !name.startsWith("/a/1/")).toSorted();
      deepEqual([await collectionsLeft("acme"), await collectionsLeft("globex")], [names.toSorted(), rest]);
      equal(await store.read(at("globex", "/a/1/b", "x")), undefined);
      await store.change(at("globex", "/a/1/b", "y"), () => ({ value: { again: true } }));
      deepEqual((await store.list("globex", "/a/1/b", everything)).total, 1);
      await store.fork("globex", "third");
      deepEqual((await store.list("third", "/a/1/b", everything)).total, 1);
    },
  ],
  [
    "distinguishes organizations, collections and ids of any name",
    async (store) => {
      const names = [
        "a",
        "a/b",
        "b",
        "a b",
        "",
        "__proto__",
        "constructor",
        "a\u0000b",
        "\\u0000",
        "\u0000",
        "\ud800",
        "\udc00",
      ];
      const addresses = names.flatMap((organization) =>
        names.flatMap((collection) => names.map((id) => at(organization, collection, id))),
      );
      for (const address of addresses) await store.change(address, () => ({ value: { ...address } }));
      for (const address of addresses) deepEqual(await store.read(address), { value: { ...address } });
    },
  ],
  [
    "changes nothing if the step refuses, and returns the refusal",
    async (store) => {
      const address = at("acme", "/books", "b1");
      const refusal: Refusal = { refused: "No", status: 409 };
      equal(await store.change(address, () => refusal), refusal);
      deepEqual(await store.list("acme", "/books", everything), { items: [], total: 0 });
      deepEqual(await store.change(address, () => ({ value: { n: 1 } })), { value: { n: 1 } });
      equal(await store.change(address, () => refusal), refusal);
      deepEqual(await store.read(address), { value: { n: 1 } });
      equal(await store.change(address, () => null), null);
      equal(await store.read(address), undefined);
    },
  ],
  [
    "loses none of many concurrent changes",
    async (store) => {
      const address = at("acme", "/counters", "c1");
      const countUp: Step = (current) => ({ value: { n: Number(current?.value["n"] ?? 0) + 1 } });
      await Promise.all(Array.from({ length: 20 }, async () => store.change(address, countUp)));
      deepEqual(await store.read(address), { value: { n: 20 } });
    },
  ],
  [
    "stores a resource with its earlier versions unchanged",
    async (store) => {
      const stored: Stored = {
        value: { text: "ß ☃ \u0000", list: [1, 0.1, 1e21, null, true, { deep: {} }], "": "" },
        earlier: [{ text: "before" }, {}],
      };
      await store.change(at("acme", "/books", "b1"), () => stored);
      deepEqual(await store.read(at("acme", "/books", "b1")), stored);
    },
  ],
  [
    "assigns numbers from 1 in each organization, each only once",
    async (store) => {
      const numbers = await Promise.all(Array.from({ length: 20 }, async () => store.next("acme")));
      deepEqual(
        numbers.toSorted((one, other) => one - other),
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      equal(await store.next("globex"), 1);
    },
  ],
  [
    "copies all resources to a fork, and later changes of one do not affect the other, also for forks of forks",
    async (store) => {
      const names = ["acme", "globex", "initech"];
      const name = fc.constantFrom(...names);
      const move = fc.oneof(
        { weight: 4, arbitrary: fc.tuple(name, step()) },
        { weight: 1, arbitrary: fc.record({ from: name, to: name }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(move, { maxLength: 40, size: "max" }), async (moves) => {
          const models = new Map(names.map((organization) => [organization, new Map<string, Stored>()]));
          for (const organization of names) await store.reset(organization);
          for (const each of moves) {
            if ("from" in each) {
              await store.fork(each.from, each.to);
              models.set(each.to, new Map(models.get(each.from)));
            } else {
              const [organization, { id, value }] = each;
              await store.change(at(organization, "/books", id), () =>
                value === undefined ? null : { value: { value } },
              );
              if (value === undefined) models.get(organization)?.delete(id);
              else models.get(organization)?.set(id, { value: { value } });
            }
          }
          for (const [organization, model] of models) {
            deepEqual(await store.list(organization, "/books", everything), {
              items: [...model.values()],
              total: model.size,
            });
            deepEqual(
              (await store.list(organization, "/books", { offset: 1, limit: 2 })).items,
              [...model.values()].slice(1, 3),
            );
            for (const id of ["a", "b", "c", "__proto__"])
              deepEqual(await store.read(at(organization, "/books", id)), model.get(id));
          }
        }),
        { numRuns: 100 },
      );
    },
  ],
  [
    "continues the numbers of the origin in a fork",
    async (store) => {
      await store.next("acme");
      await store.fork("acme", "globex");
      equal(await store.next("acme"), 2);
      equal(await store.next("globex"), 2);
      await store.fork("nobody", "globex");
      equal(await store.next("globex"), 1);
    },
  ],
  [
    "returns its whole state, from which another organization can continue",
    async (store) => {
      const address = fc.tuple(fc.constantFrom("/books", "/b/__proto__", "__proto__"), step());
      await fc.assert(
        fc.asyncProperty(fc.array(address, { maxLength: 20 }), fc.nat(3), async (steps, numbers) => {
          for (const organization of ["acme", "globex"]) await store.reset(organization);
          const model = new Map<string, Map<string, Stored>>();
          for (const [collection, { id, value }] of steps) {
            const stored: Stored = { value: { value: value ?? null }, earlier: [{ n: 0 }] };
            await store.change(at("acme", collection, id), () => (value === undefined ? null : stored));
            const items = model.get(collection) ?? new Map<string, Stored>();
            if (value === undefined) items.delete(id);
            else items.set(id, stored);
            if (items.size > 0) model.set(collection, items);
            else model.delete(collection);
          }
          for (let number = 0; number < numbers; number++) await store.next("acme");
          const { counter, collections } = await store.dump("acme");
          deepEqual([counter, sortedState(collections)], [numbers, sortedState(model)]);
          deepEqual(await store.organizations(), model.size > 0 ? ["acme"] : []);
          await store.change(at("globex", "/other", "x"), () => ({ value: {} }));
          await store.load("globex", { counter, collections });
          await store.change(at("acme", "/other", "x"), () => ({ value: {} }));
          deepEqual(sortedState((await store.dump("globex")).collections), sortedState(model));
          equal(await store.next("globex"), numbers + 1);
          deepEqual(await store.list("globex", "/books", everything), {
            items: [...(model.get("/books")?.values() ?? [])],
            total: model.get("/books")?.size ?? 0,
          });
        }),
        { numRuns: 50 },
      );
    },
  ],
  [
    "lists the organizations that have resources",
    async (store) => {
      for (const organization of ["acme", "globex"])
        await store.change(at(organization, "/books", "b1"), () => ({ value: {} }));
      deepEqual((await store.organizations()).toSorted(), ["acme", "globex"]);
      await store.change(at("acme", "/books", "b1"), () => null);
      deepEqual(await store.organizations(), ["globex"]);
      await store.reset("globex");
      deepEqual(await store.organizations(), []);
    },
  ],
  [
    "counts the resources of all organizations",
    async (store) => {
      equal(await store.size(), 0);
      for (const [organization, id] of [
        ["acme", "b1"],
        ["acme", "b2"],
        ["globex", "b1"],
      ] as const)
        await store.change(at(organization, "/books", id), () => ({ value: {} }));
      await store.change(at("acme", "/books", "b1"), () => ({ value: { changed: true } }));
      equal(await store.size(), 3);
      await store.fork("acme", "initech");
      equal(await store.size(), 5);
      await store.change(at("initech", "/books", "b1"), () => null);
      equal(await store.size(), 4);
      await store.reset("acme");
      equal(await store.size(), 2);
    },
  ],
  [
    "deletes everything of an organization on reset, and nothing of another",
    async (store) => {
      for (const organization of ["acme", "globex"]) {
        await store.change(at(organization, "/books", "b1"), () => ({ value: { organization } }));
        await store.next(organization);
      }
      await store.reset("acme");
      equal(await store.read(at("acme", "/books", "b1")), undefined);
      deepEqual(await store.list("acme", "/books", everything), { items: [], total: 0 });
      equal(await store.next("acme"), 1);
      ok(await store.read(at("globex", "/books", "b1")));
      equal(await store.next("globex"), 2);
    },
  ],
];

/** Defines tests of a store for all laws. */
export function describeStore(name: string, create: () => Store | Promise<Store>): void {
  describe(name, () => {
    it.each(storeLaws)("%s", async (_claim, holds) => {
      await holds(await create());
    });
  });
}

const everything = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Collections in no order, their items in the order of creation. */
function sortedState(collections: ReadonlyMap<string, ReadonlyMap<string, Stored>>): unknown {
  return [...collections].map(([name, items]) => [name, [...items]] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function at(organization: string, collection: string, id: string): Address {
  return { organization, collection, id };
}

function step(): fc.Arbitrary<{ id: string; value: number | undefined }> {
  return fc.record({
    id: fc.constantFrom("a", "b", "c", "__proto__"),
    value: fc.option(fc.nat(9), { nil: undefined }),
  });
}
