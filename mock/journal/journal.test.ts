import { describe, expect, it } from "vitest";
import { assertKeepsLatest, exchange } from "../../test/support/mock/journal-laws.ts";
import { type WritableJournal, createJournal } from "./journal.ts";
import type { JournalQuery } from "./query.ts";
import { createMemoryBudget } from "./memory-budget.ts";

describe("createJournal()", () => {
  it("keeps the latest exchanges in order, and filters them like a list", () =>
    assertKeepsLatest((limit) => journal(limit)));

  it.each<[string, (recorder: WritableJournal) => Partial<WritableJournal>]>([
    ["returns one exchange too few", (recorder) => ({ entries: (query) => recorder.entries(query).slice(1) })],
    ["returns the earliest instead of the latest", (recorder) => ({ entries: (query) => earliest(recorder, query) })],
    ["counts without the query", (recorder) => ({ count: () => recorder.count() })],
    ["does not forget", () => ({ clear: () => {} })],
  ])("fails that law if it %s", async (_, plant) => {
    const planted = (limit: number): WritableJournal => {
      const recorder = journal(limit);
      const faulty: WritableJournal = { ...recorder, ...plant(recorder), complete: () => Promise.resolve(faulty) };
      return faulty;
    };

    await expect(assertKeepsLatest(planted)).rejects.toThrow(/Property failed/);
  });

  it("keeps nothing with a limit of 0", () => {
    const recorder = journal(0);
    recorder.record(exchange({}));

    expect([recorder.count(), recorder.entries()]).toEqual([0, []]);
  });

  it("keeps the beginning of a long body, and releases the rest of its memory", () => {
    const recorder = journal(1);
    const long = Buffer.alloc(100_000, "a");
    const recorded = exchange({ body: long });
    recorder.record(recorded);
    const [entry] = recorder.entries();

    expect(entry?.request).toMatchObject({ bytes: 100_000, isCut: true, body: "a".repeat(16 * 1024) });
    expect(entry?.response).toEqual({ headers: { "concord-basis": "stated" }, bytes: 0 });
  });

  it("counts the headers of a request in its memory use", () => {
    const recorder = journal(1000);
    const headers = { cookie: "a".repeat(15_000) };
    for (let count = 0; count < 1000; count++) recorder.record(exchange({ headers }));

    expect(recorder.size).toBeGreaterThan(200);
    expect(recorder.size * headers.cookie.length).toBeLessThan(4 * 1024 * 1024);
  });

  it.each(["refused for", "assumed"])("counts violations (%s) in its memory use", (kind) => {
    const recorder = journal(1000);
    const got = "x".repeat(60);
    const violations = Array.from({ length: 1000 }, () => ({ in: "body" as const, pointer: "/a", expected: "b", got }));
    const violationFields =
      kind === "assumed" ? { assumedViolations: violations } : { refusal: { refused: "No", status: 400, violations } };
    for (let count = 0; count < 200; count++) recorder.record({ ...exchange({}), ...violationFields });

    expect(recorder.size).toBeGreaterThan(10);
    expect(recorder.size * violations.length * got.length).toBeLessThan(4 * 1024 * 1024);
  });

  it("drops an exchange that exceeds the limit alone, and reserves no memory for it", () => {
    const budget = createMemoryBudget(8 * 1024 * 1024);
    const recorder = createJournal({ organization: "acme", routes: [], limit: 10, budget });
    const member = "x".repeat(5 * 1024 * 1024);
    const violations = [{ in: "body" as const, pointer: "", expected: "b", got: "c", member }];
    for (let count = 0; count < 3; count++)
      recorder.record({ ...exchange({}), refusal: { refused: "No", status: 400, violations } });
    expect(recorder.size).toBe(0);
    for (let count = 0; count < 3; count++) recorder.record(exchange({}));

    expect(recorder.size).toBe(3);
  });

  it("keeps the latest exchanges within the limit, and continues their numbers", () => {
    const recorder = journal(1000);
    const body = Buffer.alloc(16 * 1024, "a");
    for (let count = 0; count < 1000; count++) recorder.record(exchange({ body }));
    const numbers = recorder.entries().map(({ number }) => number);

    expect(recorder.size * body.length).toBeLessThan(4 * 1024 * 1024);
    expect(recorder.size).toBeGreaterThan(200);
    expect(numbers).toEqual(Array.from(numbers, (_, index) => 1001 - numbers.length + index));
    for (let count = 0; count < 2000; count++) recorder.record(exchange({}));
    expect(recorder.size).toBe(1000);
  });

  it("shrinks if all journals exceed the budget, and releases its memory when cleared", () => {
    const budget = createMemoryBudget(10_000);
    const [one, other] = ["acme", "globex"].map((organization) =>
      createJournal({ organization, routes: [], limit: 1000, budget }),
    ) as [WritableJournal, WritableJournal];
    for (let count = 0; count < 20; count++) one.record(exchange({}));
    const oversized = one.size;
    for (let count = 0; count < 3; count++) other.record(exchange({}));

    expect([one.size, other.size]).toEqual([oversized - 3, 3]);
    one.clear();
    for (let count = 0; count < 20; count++) other.record(exchange({}));
    expect([one.size, other.size]).toEqual([0, oversized]);
  });

  it("continues the numbers after forgotten exchanges", () => {
    const recorder = journal(2);
    for (let count = 0; count < 5; count++) recorder.record(exchange({}));

    expect(recorder.entries().map(({ number }) => number)).toEqual([4, 5]);
    expect(recorder.entries({ limit: 1 }).map(({ number }) => number)).toEqual([5]);
  });
});

function journal(limit: number): WritableJournal {
  return createJournal({ organization: "acme", routes: [], limit, budget: createMemoryBudget(Infinity) });
}

function earliest(recorder: WritableJournal, { limit = Infinity, ...query }: JournalQuery = {}) {
  return recorder.entries(query).slice(0, limit);
}
