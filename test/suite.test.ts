import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Unsatisfiable, type Values, createValues } from "../contracts/generate/index.ts";
import { type Group, isThere, judge, readSuite } from "./support/values/suite.ts";

const group: Group = {
  file: "planted.json",
  description: "at least two characters",
  schema: { type: "string", minLength: 2 },
  tests: [
    { data: "ab", valid: true },
    { data: "a", valid: false },
  ],
};

const givesUp = fc.constant(null).map(() => {
  throw new Unsatisfiable("Cannot find a value");
});

/** Our values, some of them replaced. */
const planted =
  (replaced: Partial<Values>): typeof createValues =>
  (contract, direction) => ({ ...createValues(contract, direction), ...replaced });

describe("judge()", () => {
  it("finds nothing where values are what they are called", () => {
    expect(judge(group)).toMatchObject({ unsound: [], mislabelled: [], lost: [], isUnbroken: false });
  });

  it("catches values that do not fit, and the lack of any", () => {
    const unfit = planted({ valid: () => fc.constant("a") });
    const none = planted({ valid: () => givesUp, boundaries: () => ({ found: [], missing: [] }) });

    expect(judge(group, unfit).unsound).toContain('"a"');
    expect(judge(group, none).unsound).toEqual(["none was found"]);
  });

  it("catches values that fit though they are said not to", () => {
    const fault = { pointer: "", keyword: "minLength", arbitrary: fc.constant("ab") };

    expect(judge(group, planted({ faults: () => [fault] })).mislabelled).toContain('minLength: "ab"');
  });

  it("catches a schema that nothing breaks", () => {
    const unbroken = planted({ faults: () => [], boundaries: () => ({ found: [], missing: [] }) });

    expect(judge(group, unbroken).isUnbroken).toBe(true);
  });

  it("leaves out what Ajv does not take for what the suite does, and what a contract reads another way", () => {
    expect(judge({ ...group, tests: [{ data: "a", valid: true }] }).leftOut).toMatch(/^Ajv/);
    expect(judge({ ...group, schema: { format: "date" }, tests: [{ data: "a", valid: true }] }).leftOut).toMatch(
      /^contracts/,
    );
  });
});

// The corpus lies beside the repository; where it does not, there is nothing to hold the values against.
describe.skipIf(!isThere)("the official JSON Schema test suite", () => {
  const verdicts = isThere
    ? readSuite().map((each) => ({ name: `${each.file}, ${each.description}`, ...judge(each) }))
    : [];
  const judged = verdicts.filter(({ leftOut }) => leftOut === undefined);

  it("is judged for the most part", () => {
    expect(judged.length).toBeGreaterThanOrEqual(338);
  });

  it("has values for every schema, and all of them fit", () => {
    expect(judged.filter(({ unsound }) => unsound.length > 0).map(({ name }) => name)).toEqual([]);
  });

  it("has no value that fits among those said not to", () => {
    expect(judged.flatMap(({ mislabelled }) => mislabelled)).toEqual([]);
  });

  it("has a value that does not fit for every schema but one, whose dependent schema forbids what it depends on", () => {
    expect(judged.filter(({ isUnbroken }) => isUnbroken).map(({ name }) => name)).toEqual([
      "dependentSchemas.json, dependent subschema incompatible with root",
    ]);
  });
});
