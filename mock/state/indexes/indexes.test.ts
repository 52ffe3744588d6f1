import type { Stored } from "../stored.ts";
import { describe, expect, it } from "vitest";
import { createIndexes } from "./indexes.ts";
import type { KeyCondition } from "../query.ts";

describe("createIndexes()", () => {
  it("reads no rows that were created and deleted between two queries", async () => {
    const { query, put, remove, indexes, reads } = collection();
    for (let row = 0; row < 100; row++) put(row, "open");
    await indexes.ready(query);
    for (let row = 100; row < 5000; row++) {
      put(row, "open");
      remove(row);
    }
    for (let row = 0; row < 100; row++) remove(row);
    put(5000, "open");
    reads.clear();
    await indexes.ready(query);

    expect(indexes.find(query.conditions)).toEqual([5000]);
    expect(reads.size).toBe(101);
  });

  it("finds a row that was created, deleted and created again", async () => {
    const { query, put, remove, indexes } = collection();
    put(0, "open");
    await indexes.ready(query);
    put(1, "open");
    remove(1);
    put(1, "open");
    put(2, "open");
    remove(0);
    await indexes.ready(query);

    expect(indexes.find(query.conditions)).toEqual([1, 2]);
  });

  it("drops a row that is deleted while the indexes are being updated", async () => {
    const { query, put, remove, indexes } = collection();
    for (let row = 0; row < 1000; row++) put(row, "open");
    const ready = indexes.ready(query);
    remove(0);
    remove(999);
    await ready;
    await indexes.ready(query);

    const found = indexes.find(query.conditions) ?? [];
    expect([found.length, found[0], found.at(-1)]).toEqual([998, 1, 998]);
  });
});

/** Rows by their number, and a query for those whose status is "open". */
function collection() {
  const rows = new Map<number, Stored>();
  const reads = new Set<number>();
  const indexes = createIndexes({
    all: () => rows.keys(),
    read(row) {
      reads.add(row);
      return rows.get(row);
    },
  });
  const isOpen: KeyCondition = {
    kind: "among",
    keysOf: ({ value }) => [String(value["status"])],
    wanted: new Set(["open"]),
  };
  return {
    query: { conditions: [isOpen] },
    indexes,
    reads,
    put(row: number, status: string) {
      rows.set(row, { value: { status } });
      indexes.touch(row);
    },
    remove(row: number) {
      rows.delete(row);
      indexes.drop(row);
    },
  };
}
