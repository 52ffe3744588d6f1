import { describe, expect, it } from "vitest";
import { documentAnswering, objectSchema, testContract } from "../../test/support/compat/test-documents.ts";
import { type CompatProfile, checkCompat } from "../index.ts";

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
      /must be breaking, dangerous or safe, not "dangrous"; the nearest is "dangerous"/,
    );
  });
});
