import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Schema,
  getAcceptor,
  compileGenerated,
  valueAt,
} from "../../../contracts/index.ts";
import { type Values, Unsatisfiable, createValues } from "../../../contracts/generate/index.ts";
import { resolvedAt } from "./resolved.ts";

/** Folder of the official JSON Schema test suite, if it exists next to the repository. */
const folder = join(import.meta.dirname, "../../../../shared/corpus/json-schema-test-suite/draft2020-12");

export const isThere = existsSync(folder);

/** A schema of the suite, with valid and invalid values. */
export interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}

/** Results of an independent validator on the generated values of a group. */
export interface Verdict {
  /** Reason why the group was skipped. */
  readonly leftOut?: string;
  /** Generated valid values that are invalid, or a note that none was found. */
  readonly unsound: readonly string[];
  /** Generated invalid values that are valid. */
  readonly mislabelled: readonly string[];
  /** Numbers of generated valid and invalid values. */
  readonly fitting: number;
  readonly broken: number;
  /** Numbers of violations with a value, and without one. */
  readonly faults: number;
  readonly lost: readonly string[];
  /** True if no invalid value was found, although one exists. */
  readonly isUnbroken: boolean;
}

export function readSuite(): Group[] {
  return ["", "optional", "optional/format"].flatMap((part) =>
    readdirSync(join(folder, part))
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .flatMap((name) => {
        const groups = JSON.parse(readFileSync(join(folder, part, name), "utf8")) as Omit<Group, "file">[];
        return groups.map((group) => ({ ...group, file: join(part, name) }));
      }),
  );
}

const none = { unsound: [], mislabelled: [], fitting: 0, broken: 0, faults: 0, lost: [], isUnbroken: false };

/** Generates values for a group's schema, and validates them with the original schema of the suite. */
export function judge(group: Group, makerOf = createValues): Verdict {
  const contract = contractFor(group);
  if (!contract) return { ...none, leftOut: "a reference leads out of the schema, or is dynamic" };
  const accepts = agreeingAcceptor(group, contract);
  if (!accepts)
    return { ...none, leftOut: "contracts read it another way: formats hold, and only keywords of 2020-12 count" };
  const at = { file: group.file, line: 1, pointer: groupPointer };
  const value = valueAt(contract.document, groupPointer) as JsonSchema;
  const schema: Schema = { pointer: groupPointer, at, basis: "stated", value };
  // Ajv alone is wrong about some groups.
  return verdictOf(group, schema, makerOf(contract, "request"), createAjvJudge(group) ?? accepts);
}

/** Groups of the required part of the suite that a contract validates otherwise. */
export function disagreeingGroups(groups: readonly Group[]): string[] {
  return groups
    .filter(({ file }) => !file.startsWith("optional"))
    .filter((group) => {
      const contract = contractFor(group);
      return contract && !agreeingAcceptor(group, contract);
    })
    .map(({ file, description }) => `${file}, ${description}`);
}

const groupPointer = "/components/schemas/Group";

/** Contract with the schema of a group. Undefined if a reference leads out of it, or is dynamic. */
function contractFor({ file, schema }: Group): Contract | undefined {
  const value = resolvedAt(groupPointer, schema);
  if (value === undefined) return undefined;
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Group: value } } };
  return compileGenerated(document as JsonObject, { api: "suite", file });
}

/** The contract's validator, if it agrees with every test of the group. */
function agreeingAcceptor({ tests }: Group, contract: Contract): ((value: Json) => boolean) | undefined {
  try {
    const accepts = getAcceptor(contract, groupPointer, "request");
    return tests.every(({ data, valid }) => accepts(data) === valid) ? accepts : undefined;
  } catch {
    return undefined;
  }
}

function verdictOf(group: Group, schema: Schema, values: Values, fits: (value: Json) => boolean): Verdict {
  const { found } = values.boundaries(schema);
  const fitting = [...valuesOf(values.valid(schema)), ...found.filter((each) => each.fits).map(({ value }) => value)];
  const faults = values.faults(schema).map(({ pointer, keyword, arbitrary }) => ({
    label: `${pointer} ${keyword}`.trim(),
    made: valuesOf(arbitrary, 20),
  }));
  const wrong = [
    ...faults.flatMap(({ label, made }) => made.map((value) => ({ label, value }))),
    ...found.filter((each) => !each.fits).map(({ label, value }) => ({ label, value })),
  ];
  const isLacking = fitting.length === 0 && group.tests.some(({ valid }) => valid);
  return {
    unsound: [
      ...fitting.filter((value) => !fits(value)).map((value) => JSON.stringify(value)),
      ...(isLacking ? ["none was found"] : []),
    ],
    mislabelled: wrong
      .filter(({ value }) => fits(value))
      .map(({ label, value }) => `${label}: ${JSON.stringify(value)}`),
    fitting: fitting.length,
    broken: wrong.length,
    faults: faults.filter(({ made }) => made.length > 0).length,
    isUnbroken: wrong.length === 0 && group.tests.some(({ valid }) => !valid),
    lost: faults.filter(({ made }) => made.length === 0).map(({ label }) => label),
  };
}

/** Ajv for the original schema, if it agrees with every test of the group. */
function createAjvJudge({ file, schema, tests }: Group): ((value: Json) => boolean) | undefined {
  // Treats formats as annotations, except where the suite validates them. Uses exact decimals for multipleOf: 0.0006 is
  // a multiple of 0.0001.
  const isAsserted = file.startsWith("optional");
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: isAsserted, multipleOfPrecision: 9 });
  formats.default(ajv);
  try {
    const accepts = ajv.compile(schema);
    return tests.every(({ data, valid }) => accepts(data) === valid) ? (value) => accepts(value) : undefined;
  } catch {
    return undefined;
  }
}

function valuesOf(arbitrary: fc.Arbitrary<Json>, numRuns = 100): Json[] {
  try {
    return fc.sample(arbitrary, { seed: 1, numRuns });
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}
