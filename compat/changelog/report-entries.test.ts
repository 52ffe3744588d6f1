import { describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry, reportOf } from "../../test/support/compat/changelog.ts";
import { directions as allDirections, entryKinds } from "./entry.ts";
import { writeAdvice } from "./advice.ts";
import { chooseEntryKind } from "./entry-kind.ts";
import { reportEntries } from "./report-entries.ts";
import { verdicts } from "../model/change.ts";

describe("reportEntries()", () => {
  it("describes a breaking change, which takes effect on its day", () => {
    const [entry] = reportEntries(
      reportOf(changeOf({ before: 10, after: 5, operations: ["DELETE /v1/a", "GET /v1/orders"] })),
      {
        date: "2026-01-31",
        version: "v2",
      },
    );

    expect(entry).toEqual({
      id: "aaf416a514f0",
      date: "2026-01-31",
      effective: "2026-01-31",
      version: "v2",
      api: "Orders",
      kind: "removed",
      compatibility: "breaking",
      section: "9.5",
      rule: "request-parameter-removed",
      direction: "request",
      operations: ["GET /v1/orders", "DELETE /v1/a"],
      path: "query.sort",
      message: 'Parameter "sort" (query) was removed',
      before: 10,
      after: 5,
      impact: "Consumers send the parameter.",
      action: "Stop sending it, and check that nothing relies on its effect.",
      links: [],
      covers: [],
      hidden: false,
    });
  });

  it("describes a deprecation with its sunset as the effective day, its reason and its replacement", () => {
    expect(publishedEntry(deprecationOf())).toMatchObject({
      kind: "deprecated",
      effective: "2027-03-01",
      sunset: "2027-03-01",
      replacement: "GET /v1/orders",
      note: "Carts became orders.",
      action: "Stop using it before 2027-03-01. Use GET /v1/orders instead.",
    });
    expect(publishedEntry(deprecationOf())).not.toHaveProperty("after");
  });

  it("describes a removal with the replacement and the sunset of its deprecation", () => {
    const before = { date: "2025-01-31", reason: "Old", replacement: "GET /v2/orders", sunset: "2026-01-31" };

    expect(publishedEntry(changeOf({ before }))).toMatchObject({
      kind: "removed",
      replacement: "GET /v2/orders",
      sunset: "2026-01-31",
      action: expect.stringMatching(/Use GET \/v2\/orders instead\.$/),
    });
  });

  it("omits a sunset that is later than the removal", () => {
    const removal = publishedEntry(changeOf({ before: { date: "2025-01-31", sunset: "2027-12-31" } }), "2025-11-01");

    expect(removal).not.toHaveProperty("sunset");
    expect(removal.effective).toBe("2025-11-01");
  });

  it("describes a moved sunset with both days", () => {
    const moved = {
      rule: "operation-sunset-changed",
      before: { sunset: "2027-03-01" },
      after: { sunset: "2027-06-01" },
    };

    expect(publishedEntry(deprecationOf(moved))).toMatchObject({
      before: "2027-03-01",
      after: "2027-06-01",
      sunset: "2027-06-01",
    });
    expect(publishedEntry(deprecationOf({ ...moved, before: { sunset: "2027-06-01" } }))).not.toHaveProperty("before");
  });

  it("accepts empty and malformed deprecations", () => {
    for (const after of [null, [], {}, { sunset: "soon", reason: 1, replacement: null }])
      expect(publishedEntry(deprecationOf({ after }))).not.toHaveProperty("sunset");
  });

  it("notes the reason why a breaking change is allowed, without names of persons", () => {
    const allowed = {
      period: "notice",
      section: "9.4",
      reason: "It was announced on 2025-01-31",
      from: "2026-01-31",
    } as const;
    const waived = { reason: "security", by: "A. Person", expires: "2026-12-31" };

    expect(publishedEntry(changeOf({ allowed })).note).toBe("It was announced on 2025-01-31. (§9.4)");
    expect(JSON.stringify(publishedEntry(changeOf({ waived })))).not.toContain("Person");
    expect(publishedEntry(changeOf({ waived })).note).toContain("security");
  });

  it("contains nothing that looks like a credential", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    expect(
      JSON.stringify(publishedEntry(changeOf({ before: { key: secret }, after: [secret], message: secret }))),
    ).not.toContain(secret);
  });
});

describe("chooseEntryKind()", () => {
  it.each([
    ["operation-deprecated", "deprecated"],
    ["parameter-deprecated", "deprecated"],
    ["property-deprecated", "deprecated"],
    ["graphql-field-deprecated", "deprecated"],
    ["graphql-field-reinstated", "changed"],
    ["multiple-of-tightened", "limit"],
    ["a-rule-of-another-version", "changed"],
    ["property-sunset-changed", "deprecated"],
    ["operation-reactivated", "changed"],
    ["operation-removed", "changed"],
    ["error-status-added", "error code"],
    ["max-length-decreased", "limit"],
    ["type-changed", "changed"],
    ["discriminator-changed", "changed"],
  ])("for %s is %s", (rule, kind) => {
    expect(chooseEntryKind({ rule, kind: "changed" })).toBe(kind);
  });
});

describe("writeAdvice()", () => {
  it("has a sentence for every combination", () => {
    const all = entryKinds.flatMap((kind) =>
      allDirections.flatMap((direction) =>
        verdicts.map((verdict) => [verdict, writeAdvice({ direction, verdict, rule: "x" }, { kind })] as const),
      ),
    );

    expect(all.every(([, text]) => /^[A-Z].*\.$/.test(text))).toBe(true);
    expect(all.filter(([verdict, text]) => verdict === "breaking" && text.startsWith("Nothing"))).toEqual([]);
  });

  it("recommends to expect the new name of a renamed value", () => {
    const adviceOn = (direction: "request" | "response") =>
      writeAdvice({ direction, verdict: "breaking", rule: "enum-value-removed" }, { kind: "removed" });

    expect(adviceOn("response")).toBe("Expect the new value wherever your code looks for this one.");
    expect(adviceOn("request")).toBe("Send one of the remaining values.");
  });
});
