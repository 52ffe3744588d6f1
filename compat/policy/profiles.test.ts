import { describe, expect, it } from "vitest";
import {
  jsonResponse,
  documentAnswering,
  ledgerOfVersions,
  testContract,
  objectSchema,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import type { JsonObject } from "../../contracts/index.ts";
import {
  type Change,
  type CompatProfile,
  checkCompat,
  emptyLedger,
  addVersionToLedger,
  judgeInTime,
} from "../index.ts";
import { isSupported } from "./transitive.ts";

const text = { type: "string" };
const today = "2026-11-20";
const half: CompatProfile = { name: "half", notice: { months: 6 } };
const kept: CompatProfile = { name: "kept", support: { months: 12 } };

/** The one breaking change between two documents, judged by a profile. */
function breakOf(profile: CompatProfile | undefined, base: JsonObject, revision: JsonObject): Change | undefined {
  const both = [[testContract(base)], [testContract(revision)]] as const;
  const report = judgeInTime(checkCompat(...both, profile ? { profile } : {}), both, { today });
  return report.changes.find(({ verdict }) => verdict === "breaking");
}

/** Judgement of the removal of a field that was deprecated on a day. */
const field = (profile: CompatProfile | undefined, date: string) =>
  breakOf(
    profile,
    documentAnswering(objectSchema({ id: text, note: { ...text, ...deprecatedSince(date) } })),
    documentAnswering(objectSchema({ id: text })),
  );

/** Judgement of the removal of an operation. */
const operation = (profile: CompatProfile | undefined, life: JsonObject) => {
  const other = { get: jsonResponse(objectSchema({ id: text })) };
  return breakOf(
    profile,
    { paths: { "/a": { get: { ...life, ...jsonResponse(text) } }, "/b": other } },
    { paths: { "/b": other } },
  );
};

describe("a profile with a notice alone", () => {
  it("allows a break when its months are over", () => {
    expect(field(half, "2026-05-20")?.allowed).toEqual({
      period: "notice",
      reason: "Deprecated on 2026-05-20, its 6 months of notice ended on 2026-11-20",
      from: "2026-11-20",
    });
    expect(field(half, "2026-05-21")?.blocked).toMatchObject({ period: "notice", from: "2026-11-21" });
  });

  it("ignores publication dates", () => {
    const young = { "x-published": "2026-01-01" };

    expect(operation(half, { ...young, ...deprecatedSince("2026-05-20") })).toHaveProperty("allowed");
    expect(operation(half, young)?.blocked).toMatchObject({ period: "notice", ifAnnounced: "2027-05-20" });
  });
});

describe("a profile with support alone", () => {
  it("reports the end of support, and no announcement shortens it", () => {
    const blocked = operation(kept, { "x-published": "2026-01-01", ...deprecatedSince("2020-01-01") })?.blocked;

    expect(blocked).toMatchObject({ period: "support", reason: expect.stringContaining("until 2027-01-01") });
    expect(blocked).not.toHaveProperty("ifAnnounced");
    expect(operation(kept, { "x-published": "2020-01-01" })?.blocked).toMatchObject({ period: "notice" });
    expect(field(kept, "2020-01-01")?.blocked).toMatchObject({ period: "notice" });
  });
});

describe("the default profile", () => {
  it("blocks a removal that was announced long ago, without a clause or a day", () => {
    const found = field(undefined, "2020-01-01");

    expect(found).not.toHaveProperty("section");
    expect(found?.blocked).toEqual({
      period: "notice",
      reason: "The policy allows it with a waiver only, not after an announcement",
    });
  });

  it("judges no date", () => {
    const both = [
      [testContract(documentAnswering(objectSchema({ id: text })))],
      [
        testContract(
          documentAnswering(
            objectSchema({ id: { ...text, ...deprecatedSince("2020-01-01", { "x-sunset": "2020-01-02" }) } }),
          ),
        ),
      ],
    ] as const;

    expect(judgeInTime(checkCompat(...both), both, { today }).faults).toEqual([]);
  });

  it("ends the support of no version", () => {
    const version = { name: "v1", date: "2001-01-01" };

    expect(isSupported(version, today)).toBe(true);
    expect(isSupported(version, today, kept)).toBe(false);
    expect(isSupported({ ...version, date: "2030-01-01" }, today)).toBe(false);
  });

  it("keeps removed parts in the ledger, which the platform's profile drops", () => {
    const versions = [
      ["v1", "2001-01-01", { paths: { "/a": { get: jsonResponse(text) }, "/b": { get: jsonResponse(text) } } }],
      ["v2", "2002-01-01", { paths: { "/b": { get: jsonResponse(text) } } }],
      ["v3", "2026-01-01", { paths: { "/b": { get: jsonResponse(text) } } }],
    ] as const;
    const all = versions.reduce(
      (ledger, [name, date, document]) =>
        addVersionToLedger(ledger, { name, date, contracts: [testContract(document)] }),
      emptyLedger,
    );
    const namesIn = ({ apis }: typeof all): string[] =>
      Object.values(apis).flatMap((api) => Object.keys(api.operations));

    expect(namesIn(all)).toEqual(["GET /a", "GET /b"]);
    expect(namesIn(ledgerOfVersions(...versions))).toEqual(["GET /b"]);
  });
});
