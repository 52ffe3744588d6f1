import { describe, expect, it } from "vitest";
import { documentAnswering, objectSchema, testContract } from "../../test/support/compat/test-documents.ts";
import { type Contract, loadContracts } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type CompatProfile, type CompatReport, checkCompat, compatReports, fails, judgeInTime } from "../index.ts";

const text = { type: "string" };
const both = [
  [testContract(documentAnswering(objectSchema({ id: text, note: text })))],
  [testContract(documentAnswering(objectSchema({ id: text, extra: text })))],
] as const;

const judge = (rules?: CompatProfile["rules"]) =>
  checkCompat(...both, { profile: { name: "shop", ...(rules && { rules }) } });

const verdictsOf = (rules?: CompatProfile["rules"]) =>
  Object.fromEntries(judge(rules).changes.map(({ rule, verdict }) => [rule, verdict]));

describe("applySeverities()", () => {
  it("leaves every verdict to the rules without severities", () => {
    expect(verdictsOf()).toEqual({
      "response-property-removed": "breaking",
      "response-property-added": "non-breaking",
    });
    expect(judge({})).toEqual({ ...judge(), profile: { name: "shop", rules: {} } });
  });

  it("lowers and raises verdicts, and keeps the ids", () => {
    const rules = { "response-property-removed": "safe", "response-property-added": "dangerous" } as const;
    expect(verdictsOf(rules)).toEqual({
      "response-property-removed": "non-breaking",
      "response-property-added": "dangerous",
    });
    expect(judge(rules).verdict).toBe("dangerous");
    const ids = (changes: ReturnType<typeof judge>["changes"]) => changes.map(({ id }) => id).toSorted();
    expect(ids(judge(rules).changes)).toEqual(ids(judge().changes));
  });

  it("states the former verdict, and drops the proof of a change that is no longer breaking", () => {
    const find = (rules?: CompatProfile["rules"]) =>
      judge(rules).changes.find(({ rule }) => rule === "response-property-removed");
    expect(find()?.witness).toBeDefined();
    const lowered = find({ "response-property-removed": "dangerous" });
    expect(lowered?.witness).toBeUndefined();
    expect(lowered?.note).toMatch(
      'The policy "shop" sets the rule response-property-removed to dangerous, in place of breaking',
    );
  });

  it("rejects a rule that does not exist, and an unknown severity, with the nearest name", () => {
    expect(() => judge({ "response-property-remove": "safe" })).toThrow(
      'Cannot use the rules of the policy "shop": there is no rule "response-property-remove"; the nearest is "response-property-removed"',
    );
    expect(() => judge({ "response-property-removed": "dangrous" as "dangerous" })).toThrow(
      /must be one of breaking, dangerous, warning, safe, off, not "dangrous"; the nearest is "dangerous"/,
    );
  });
});

const scratch = createScratch();
const [base = [], revision = []] = await Promise.all(
  ["b", "c"].map((name) => loadContracts([scratch.write({ "shop.graphql": `type Query { a: Int, ${name}: Int }` })])),
);

/** A pair of documents with one breaking change, and the rule of that change. */
const kinds: readonly (readonly [string, readonly [readonly Contract[], readonly Contract[]], string])[] = [
  ["OpenAPI", both, "response-property-removed"],
  ["GraphQL", [base, revision], "graphql-field-removed"],
];

describe.each(kinds)("severities of rules for %s", (_, pair, rule) => {
  const judged = (severity: "off" | "warning"): CompatReport => {
    const report = checkCompat(...pair, { profile: { name: "shop", rules: { [rule]: severity } } });
    return judgeInTime(report, pair, { today: "2026-11-20" });
  };
  const id = checkCompat(...pair).changes.find((change) => change.rule === rule)?.id;

  it("off counts the change, which has no effect on the verdict", () => {
    const report = judged("off");

    expect(report).toMatchObject({ verdict: "non-breaking", off: [{ id, rule, verdict: "breaking" }] });
    expect(report.changes.map((change) => change.rule)).not.toContain(rule);
    expect(fails(report, "dangerous")).toBe(false);
    expect(compatReports["text"]?.(report, {})).toMatch(
      new RegExp(`, 1 switched off\nSwitched off by the policy: ${rule} \\(1\\)\n$`),
    );
    for (const format of ["markdown", "html"]) expect(compatReports[format]?.(report, {})).toContain("1 switched off");
    expect(JSON.parse(compatReports["json"]?.(report, {}) ?? "")).toMatchObject({ off: [{ id, rule }] });
  });

  it("warning lists the change, which does not fail", () => {
    const report = judged("warning");

    expect(report.changes.find((change) => change.rule === rule)).toMatchObject({
      verdict: "dangerous",
      warning: true,
    });
    expect(["breaking", "dangerous", "any"].map((level) => fails(report, level as "any"))).toEqual([
      false,
      false,
      true,
    ]);
    expect(compatReports["text"]?.(report, {})).toMatch(/^ {4}warning {7}/m);
    expect(compatReports["text"]?.(report, {})).toContain("1 dangerous (1 warning)");
  });
});

it("a cause counts only changes that are listed", () => {
  const pet = (schema: object) => documentAnswering({ $ref: "#/components/schemas/Pet" }, { Pet: schema as never });
  const pair = [
    [testContract(pet(objectSchema({ id: text, note: text, tag: text })))],
    [testContract(pet(objectSchema({ id: text, extra: text })))],
  ] as const;
  const causes = (rules: NonNullable<CompatProfile["rules"]>): unknown[] =>
    checkCompat(...pair, { profile: { name: "shop", rules } }).changes.map(({ cause }) => cause?.changes);

  expect(causes({})).toEqual([3, 3, 3]);
  expect(causes({ "response-property-added": "off" })).toEqual([2, 2]);
  expect(causes({ "response-property-removed": "off" })).toEqual([undefined]);
});
