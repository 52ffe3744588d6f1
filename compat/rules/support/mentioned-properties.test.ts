import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { changesBetween } from "../../../test/support/compat/documents.ts";
import { probeDocuments } from "../../../test/support/compat/probe.ts";

const text = { type: "string" };
const kind = { kind: text };
const value = { properties: { value: text } };
const isPresent = { required: ["value"] };

/** Places, other than its `properties`, in which a schema can say something about a member. */
const places: Readonly<Record<string, JsonObject>> = {
  then: { if: isPresent, then: value },
  "then, for another member": { if: { properties: { kind: { const: "b" } } }, then: value },
  else: { if: { properties: { kind: { const: "a" } } }, else: value },
  dependentSchemas: { dependentSchemas: { kind: value } },
  dependentRequired: { dependentRequired: { value: ["kind"] } },
  "dependentRequired of another member": { dependentRequired: { kind: ["value"] } },
  propertyNames: { propertyNames: { enum: ["kind", "value"] } },
  not: { not: { ...isPresent, properties: { value: { not: text } } } },
  "then in allOf": { allOf: [{ if: isPresent, then: value }] },
  "allOf in then": { if: isPresent, then: { allOf: [value] } },
  "anyOf in then": { if: isPresent, then: { anyOf: [value, { properties: { value: { const: true } } }] } },
  "patternProperties in then": { if: isPresent, then: { patternProperties: { "^v": text } } },
  "additionalProperties in then": { if: isPresent, then: { properties: kind, additionalProperties: text } },
  "unevaluatedProperties in then": { if: isPresent, then: { properties: kind, unevaluatedProperties: text } },
  "unevaluatedProperties in else": {
    if: { maxProperties: 0 },
    else: { properties: kind, unevaluatedProperties: text },
  },
};

const bodies: readonly ((schema: JsonObject) => JsonObject)[] = [
  (schema) => schema,
  (items) => ({ type: "array", items }),
  (schema) => ({ type: "object", additionalProperties: schema }),
];

function objectWith(properties: JsonObject, others: JsonObject = {}): JsonObject {
  return { type: "object", properties: { ...kind, ...properties }, ...others };
}

function changes(side: "request" | "response", before: JsonObject, after: JsonObject) {
  return changesBetween(...probeDocuments({ about: "members", verdict: "", [side]: [before, after] }));
}

describe.each(Object.entries(places))("a member that the base describes in %s", (_, conditions) => {
  it("is narrowed if each object has another schema for it", () => {
    for (const body of bodies) {
      const found = changes(
        "request",
        body(objectWith({}, conditions)),
        body(objectWith({ value: { type: "integer" } })),
      );

      expect(found).toContainEqual(
        expect.objectContaining({ rule: "request-property-added", verdict: "breaking", witness: expect.anything() }),
      );
    }
  });

  it("is an addition if its schema refuses nothing", () => {
    const found = changes("request", objectWith({}, conditions), objectWith({ value: {} }, conditions));

    expect(found).toMatchObject([{ rule: "request-property-added", verdict: "non-breaking" }]);
  });
});

describe("a member that the base does not describe", () => {
  it.each<[string, JsonObject]>([
    ["without other keywords", {}],
    ["beside a condition on others", { if: { required: ["kind"] }, then: { properties: { kind: { const: "a" } } } }],
    ["beside a condition without effect", { if: value }],
    ["beside a pattern of names", { propertyNames: { pattern: "^[a-z]+$" } }],
  ])("is an addition %s", (_, conditions) => {
    const found = changes("request", objectWith({}, conditions), objectWith({ value: text }, conditions));

    expect(found).toMatchObject([{ rule: "request-property-added", verdict: "non-breaking" }]);
  });
});

describe("a listed member that the revision moves", () => {
  it("into a condition that accepts the same is not removed by name", () => {
    const [before, after] = [objectWith({ value: text }), objectWith({}, places["then"])];

    for (const side of ["request", "response"] as const) {
      const found = changes(side, before, after).find(({ rule }) => rule === `${side}-property-removed`);
      expect(found?.verdict).toBe("dangerous");
      expect(found?.message).toBe('Property "value" has a schema only under a condition now');
    }
  });

  it("into a condition that refuses values is breaking, with a proof", () => {
    const refused = { if: isPresent, then: { properties: { value: { const: "a" } } } };
    const found = changes("request", objectWith({ value: text }), objectWith({}, refused));

    expect(found.find(({ rule }) => rule === "request-property-removed")).toMatchObject({
      verdict: "breaking",
      witness: { shows: "refused" },
    });
  });

  it("and no longer requires is breaking", () => {
    const before = objectWith({ value: text }, { required: ["value"] });
    const found = changes("response", before, objectWith({}, places["then"]));

    expect(found.find(({ rule }) => rule === "response-property-removed")?.verdict).toBe("breaking");
  });
});
