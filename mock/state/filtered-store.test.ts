import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "./memory.ts";
import { filteredStore } from "./filtered-store.ts";

describe("filteredStore()", () => {
  it("lists the selected items of one collection with their total, and all items of others", async () => {
    const page = fc.record({ offset: fc.nat(10), limit: fc.oneof(fc.nat(10), fc.constant(Number.POSITIVE_INFINITY)) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), page, async (kinds, { offset, limit }) => {
        const store = createMemoryStore();
        for (const collection of ["/a", "/b"]) {
          for (const [index, kept] of kinds.entries())
            await store.change({ organization: "acme", collection, id: `${index}` }, () => ({ value: { kept } }));
        }
        const view = filteredStore(store, "/a", ({ value }) => value["kept"] === true);
        const all = (await store.list("acme", "/a", { offset: 0, limit: Number.POSITIVE_INFINITY })).items;
        const kept = all.filter(({ value }) => value["kept"]);

        expect(await view.list("acme", "/a", { offset, limit })).toEqual({
          items: kept.slice(offset, offset + limit),
          total: kept.length,
        });
        for (const [index, isKept] of kinds.entries()) {
          const before = kinds.slice(0, index).filter(Boolean).length;
          const address = { organization: "acme", collection: "/a", id: `${index}` };
          expect(await view.position(address)).toBe(isKept ? before : undefined);
          expect(await view.position({ ...address, collection: "/b" })).toBe(index);
        }
        expect(await view.list("acme", "/b", { offset, limit })).toEqual(
          await store.list("acme", "/b", { offset, limit }),
        );
      }),
    );
  });
});
