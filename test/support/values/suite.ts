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
  acceptorOf,
  contractOf,
} from "../../../contracts/index.ts";
import { type Values, Unsatisfiable, createValues } from "../../../contracts/generate/index.ts";
import { resolvedAt } from "./resolved.ts";

/** The official JSON Schema test suite, where it lies beside the repository. */
const folder = join(import.meta.dirname, "../../../../shared/corpus/json-schema-test-suite/draft2020-12");

export const isThere = existsSync(folder);

/** A schema of the suite, with values of which it is known whether they fit. */
export interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly data: Json; readonly valid: boolean }[];
}

/** How the values of a group stood up to a validator that knows nothing of ours. */
export interface Verdict {
  /** Why the group was not judged; absent where it was. */
  readonly leftOut?: string;
  /** Values of `valid`, or a boundary said to fit, that do not; or that none was found though there are some. */
  readonly unsound: readonly string[];
  /** Values said not to fit that do. */
  readonly mislabelled: readonly string[];
  /** How many values were said to fit and not to. */
  readonly fitting: number;
  readonly broken: number;
  /** Faults that found a value, and those that found none. */
  readonly faults: number;
  readonly lost: readonly string[];
  /** Whether nothing was found that does not fit, though there is something. */
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

/** Makes values of a group's schema and judges them by its words as they stand in the suite. */
export function judge(group: Group, makerOf = createValues): Verdict {
  const fits = judgeOf(group);
  if (!fits) return { ...none, leftOut: "Ajv says something else than the suite" };
  const pointer = "/components/schemas/Group";
  const value = resolvedAt(pointer, group.schema);
  if (value === undefined) return { ...none, leftOut: "a reference leads out of the schema, or is dynamic" };
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Group: value } } };
  const contract = contractOf(document as JsonObject, { api: "suite", file: group.file });
  if (!isRead(group, contract, pointer))
    return { ...none, leftOut: "contracts read it another way: formats hold, and only keywords of 2020-12 count" };
  const at = { file: group.file, line: 1, pointer };
  return verdictOf(group, { pointer, at, basis: "stated", value }, makerOf(contract, "request"), fits);
}

/** Whether a contract's own validator says of each test what the suite says. */
function isRead({ tests }: Group, contract: Contract, pointer: string): boolean {
  try {
    const accepts = acceptorOf(contract, pointer, "request");
    return tests.every(({ data, valid }) => accepts(data) === valid);
  } catch {
    return false;
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

/** Ajv on the schema as it is, where it says of each test what the suite says. */
function judgeOf({ file, schema, tests }: Group): ((value: Json) => boolean) | undefined {
  // Formats are annotations, but where the suite says otherwise. 0.0006 is six times 0.0001, whatever doubles make of it.
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
