import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  judgeDocuments,
  testContract,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { type Change, type Sources, emptyLedger, findInheritedDates } from "../index.ts";
import { statusOnPlatform, growLedgerOnPlatform } from "../../test/support/compat/on-platform.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const today = "2026-11-20";
const fine = jsonResponse({ type: "string" });

/** A document with x-published in 2020 at the top, and some operations. */
const withPaths = (paths: JsonObject): JsonObject => ({
  "x-published": "2020-01-01",
  paths: { "/a": { get: fine }, ...paths },
});
const without = withPaths({});
const young = withPaths({ "/b": { get: { ...deprecatedSince("2025-06-01"), ...fine } } });
const version = (name: string, date: string, document: JsonObject) => ({
  name,
  date,
  contracts: [testContract(document)],
});
const [v1, v2, v3] = [
  version("v1", "2025-01-10", without),
  version("v2", "2025-06-01", young),
  version("v3", "2025-09-01", without),
];
const removal = (sources: Sources, base = young): Change | undefined =>
  judgeDocuments(base, without, { today, ...sources }).changes.find(({ rule }) => rule === "operation-removed");

describe("a new operation that inherits an older publication date", () => {
  it.each<[string, Sources]>([
    ["the ledger", { ledger: [v1, v2].reduce(growLedgerOnPlatform, emptyLedger) }],
    ["earlier versions, the first that has it", { earlier: [v2, v1] }],
    ["the first that has it, although another line lacks it later", { earlier: [v1, v2, v3] }],
  ])("is supported for two years from the day that %s gives", (_, sources) => {
    expect(removal(sources)?.blocked).toMatchObject({ section: "9.3", from: "2027-06-01" });
  });

  it("is supported for two years from the last version if all versions lack it", () => {
    expect(removal({ earlier: [v1, v3] })?.blocked).toMatchObject({ section: "9.3", from: "2027-09-01" });
  });

  it("has its date from the ledger in the status", () => {
    const ledger = [v1, v2].reduce(growLedgerOnPlatform, emptyLedger);

    expect(statusOnPlatform([testContract(young)], today, { ledger })).toMatchObject([
      { removable: "2027-06-01", section: "9.3" },
    ]);
    expect(statusOnPlatform([testContract(young)], today)).toMatchObject([{ removable: "2026-06-01" }]);
  });

  it.each<[string, JsonObject, Sources]>([
    ["all versions have it", young, { earlier: [v2] }],
    ["no version is known", young, {}],
    [
      "it has a date of its own",
      withPaths({ "/b": { get: { "x-published": "2024-05-01", ...deprecatedSince("2025-06-01"), ...fine } } }),
      { earlier: [v1] },
    ],
    ["versions are of another API", young, { earlier: [{ ...v1, contracts: [] }] }],
  ])("has the inherited date, or a date of its own, if %s", (_, base, sources) => {
    expect(removal(sources, base)).toHaveProperty("allowed");
  });
});

describe("findInheritedDates()", () => {
  const found = (
    base: JsonObject,
    revision: JsonObject,
    more: Partial<Parameters<typeof findInheritedDates>[2]> = {},
  ) => findInheritedDates([testContract(base)], [testContract(revision)], { profile: platformCompat, today, ...more });

  const served = (url: string, path: string): JsonObject => ({
    ...without,
    servers: [{ url }],
    paths: { [path]: { get: fine } },
  });

  it("names new operations with an inherited date, and judgeInTime() reports no fault", () => {
    expect(found(without, young)).toMatchObject([
      {
        section: "9.3",
        message: expect.stringMatching(
          /^"GET \/b" is new, and counts as published on 2020-01-01, as the part above it does/,
        ),
        at: { pointer: "/paths/~1b/get" },
      },
    ]);
    expect(judgeDocuments(without, withPaths({ "/b": { get: fine } }), { today }).faults).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, object]>([
    ["a ledger remembers it", without, young, { ledger: emptyLedger }],
    ["it has a date of its own", without, withPaths({ "/b": { get: { "x-published": today, ...fine } } }), {}],
    ["its path has a date of its own", without, withPaths({ "/b": { "x-published": today, get: fine } }), {}],
    ["the date is that of today", without, young, { today: "2020-01-01" }],
    ["it was there, and its server has the base path now", served("/", "/v1/a"), served("/v1", "/a"), {}],
    [
      "it was there, under another name",
      withPaths({ "/b/{x}": { get: fine } }),
      withPaths({ "/b/{y}": { get: fine } }),
      {},
    ],
    ["nothing is dated", { paths: {} }, { paths: { "/b": { get: fine } } }, {}],
  ])("reports no operation if %s", (_, base, revision, more) => {
    expect(found(base, revision, more)).toEqual([]);
  });
});
