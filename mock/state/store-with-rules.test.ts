import { describe, expect, it } from "vitest";
import { describeStore } from "../../test/support/mock/describe-store.ts";
import { createMemoryStore } from "./memory.ts";
import { storeWithRules } from "./store-with-rules.ts";

describeStore("storeWithRules() with no rule", () => storeWithRules(createMemoryStore(), {}));

describe("storeWithRules()", () => {
  const at = { organization: "acme", collection: "/books", id: "b1" };
  const everything = { offset: 0, limit: 10 };

  it("returns the current value everywhere, and keeps the stored value", async () => {
    const store = createMemoryStore();
    const older = storeWithRules(store, { onRead: (value) => ({ ...value, age: Number(value["age"]) + 1 }) });
    await older.change(at, () => ({ value: { age: 1 }, earlier: [{ age: 0 }] }));
    let current: unknown;
    await older.change(at, (stored) => {
      current = stored;
      return { refused: "No", status: 409 };
    });

    expect(await older.read(at)).toEqual({ value: { age: 2 }, earlier: [{ age: 0 }] });
    expect((await older.list("acme", "/books", everything)).items).toEqual([await older.read(at)]);
    expect(current).toEqual(await older.read(at));
    expect((await store.read(at))?.value).toEqual({ age: 1 });
  });

  it("stores the result of the rule, and nothing for a refusal", async () => {
    const store = createMemoryStore();
    const counted = storeWithRules(store, {
      onWrite: (next, was) => ({ ...next, changes: Number(was?.["changes"] ?? 0) + 1 }),
    });
    const outcome = await counted.change(at, () => ({ value: { name: "one" } }));
    await counted.change(at, () => ({ value: { name: "two" } }));
    await counted.change(at, () => ({ refused: "No", status: 409 }));

    expect(outcome).toEqual({ value: { name: "one", changes: 1 } });
    expect((await store.read(at))?.value).toEqual({ name: "two", changes: 2 });
  });

  it("returns the same object if a rule changes nothing", async () => {
    const store = createMemoryStore();
    const idle = storeWithRules(store, { onRead: (value) => value, onWrite: (value) => value });
    const book = { value: { age: 1 } };
    await idle.change(at, () => book);

    expect(await idle.read(at)).toBe(book);
  });
});
