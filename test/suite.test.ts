import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Unsatisfiable, type Values, createValues } from "../contracts/generate/index.ts";
import { type Group, disagreeingGroups, isThere, judge, readSuite } from "./support/values/suite.ts";

const group: Group = {
  file: "planted.json",
  description: "at least two characters",
  schema: { type: "string", minLength: 2 },
  tests: [
    { data: "ab", valid: true },
    { data: "a", valid: false },
  ],
};

const failingArbitrary = fc.constant(null).map(() => {
  throw new Unsatisfiable("Cannot find a value");
});

/** Generated values of Concord, with some of them replaced. */
const planted =
  (replaced: Partial<Values>): typeof createValues =>
  (contract, direction) => ({ ...createValues(contract, direction), ...replaced });

describe("judge()", () => {
  it("reports nothing for correctly labelled values", () => {
    expect(judge(group)).toMatchObject({ unsound: [], mislabelled: [], lost: [], isUnbroken: false });
  });

  it("catches invalid values labelled as valid, and missing values", () => {
    const invalidValues = planted({ valid: () => fc.constant("a") });
    const none = planted({ valid: () => failingArbitrary, boundaries: () => ({ found: [], missing: [] }) });

    expect(judge(group, invalidValues).unsound).toContain('"a"');
    expect(judge(group, none).unsound).toEqual(["none was found"]);
  });

  it("catches valid values labelled as invalid", () => {
    const fault = { pointer: "", keyword: "minLength", arbitrary: fc.constant("ab") };

    expect(judge(group, planted({ faults: () => [fault] })).mislabelled).toContain('minLength: "ab"');
  });

  it("catches a schema without invalid values", () => {
    const withoutInvalidValues = planted({ faults: () => [], boundaries: () => ({ found: [], missing: [] }) });

    expect(judge(group, withoutInvalidValues).isUnbroken).toBe(true);
  });

  it("skips groups that a contract interprets differently from the suite", () => {
    expect(judge({ ...group, tests: [{ data: "a", valid: true }] }).leftOut).toMatch(/^contracts/);
    expect(judge({ ...group, schema: { format: "date" }, tests: [{ data: "a", valid: true }] }).leftOut).toMatch(
      /^contracts/,
    );
  });
});

// Skipped without the corpus, which is in a folder beside the repository.
describe.skipIf(!isThere)("the official JSON Schema test suite", () => {
  const verdicts = isThere
    ? readSuite().map((each) => ({ name: `${each.file}, ${each.description}`, ...judge(each) }))
    : [];
  const judged = verdicts.filter(({ leftOut }) => leftOut === undefined);

  it("has the same verdicts, except for formats, which hold here, and for a schema that no document can have", () => {
    const others = disagreeingGroups(readSuite()).filter((name) => !name.startsWith("format.json"));

    expect(others).toEqual(["vocabulary.json, schema that uses custom metaschema with with no validation vocabulary"]);
  });

  it("is mostly judged", () => {
    expect(judged.length).toBeGreaterThanOrEqual(385);
  });

  it("has values for every schema, all of them valid", () => {
    expect(judged.filter(({ unsound }) => unsound.length > 0).map(({ name }) => name)).toEqual([]);
  });

  it("has no valid value among those labelled as invalid", () => {
    expect(judged.flatMap(({ mislabelled }) => mislabelled)).toEqual([]);
  });

  it("has an invalid value for every schema but an impossible one, and one that no document can have", () => {
    expect(judged.filter(({ isUnbroken }) => isUnbroken).map(({ name }) => name)).toEqual([
      "dependentSchemas.json, dependent subschema incompatible with root",
      "enum.json, empty enum",
    ]);
  });
});
