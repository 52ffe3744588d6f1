import { describe, expect, it } from "vitest";
import type { Sql } from "../../postgres/sql.ts";
import { StorageError } from "../../model/storage-error.ts";
import { type ItemWrite, itemsInBatches } from "./items.ts";

const base = () => Promise.resolve([]);

const write = (id: string, revision?: string): ItemWrite => ({
  name: "acme",
  own: "1",
  collection: "/books",
  id,
  revision,
  number: null,
  stored: "{}",
});

/** Statements as they were sent: their name, and the ids of the items. */
type Sent = readonly [name: string, ids: readonly string[]];

/** A database that answers statements with an error of a code, if they have an id that fails. */
function failingAt(failing: string, code: string | undefined): { readonly sql: Sql; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const sql: Sql = {
    async rows<R>({ name }: { readonly name: string }, values: readonly unknown[]) {
      const ids = values[3] as readonly string[];
      sent.push([name, ids]);
      if (ids.includes(failing)) throw new StorageError("failed", 503, { code });
      return ids.map((_, index) => ({ place: String(index + 1) })) as R[];
    },
    count: () => Promise.resolve(0),
  };
  return { sql, sent };
}

const results = (sql: Sql, writes: readonly ItemWrite[]) => {
  const items = itemsInBatches(sql, base);
  return Promise.all(
    writes.map((each) =>
      items.write(each).then(
        (isDone) => isDone,
        () => "failed",
      ),
    ),
  );
};

describe("itemsInBatches()", () => {
  it("writes nothing again after a lost connection, because it may have been written", async () => {
    const { sql, sent } = failingAt("a", undefined);

    expect(await results(sql, [write("a"), write("b"), write("c", "1")])).toEqual(["failed", "failed", true]);
    expect(sent).toEqual([
      ["insert", ["a", "b"]],
      ["update", ["c"]],
    ]);
  });

  it("writes each item alone if one of them is refused, and only those of the same statement", async () => {
    const { sql, sent } = failingAt("a", "23514");

    expect(await results(sql, [write("a"), write("b"), write("c", "1")])).toEqual(["failed", true, true]);
    expect(sent.map(([name, ids]) => `${name} ${ids.join()}`).toSorted()).toEqual([
      "insert a",
      "insert a,b",
      "insert b",
      "update c",
    ]);
  });

  it("lets a request be carried out again after a conflict with another transaction", async () => {
    expect(await results(failingAt("a", "40P01").sql, [write("a")])).toEqual([false]);
  });

  it("refuses the second of two writes of an item", async () => {
    expect(await results(failingAt("", undefined).sql, [write("a"), write("a")])).toEqual([true, false]);
  });
});
