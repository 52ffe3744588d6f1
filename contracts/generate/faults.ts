import type { Json, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import type { Schema } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import { schemas as schemasIn } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import type { Validate } from "../schema/validator.ts";
import { type Builder, types } from "./build.ts";
import type { Case } from "./cases.ts";
import { guarded } from "./guard.ts";
import { failsOnlyThere } from "./label.ts";
import { having, refusing } from "./negation.ts";
import { type Site, sitesOf } from "./sites.ts";
import { whyRefused } from "./why.ts";
import { besideListed, ofWrongType } from "./wrong.ts";

/** One way to break a schema: values that fit but for one keyword in one place. */
export interface Fault {
  /** JSON pointer into the value: where it is broken. Of items that are alike, the first one is. */
  readonly pointer: string;
  /** The keyword that fails there; "false schema" where nothing may stand. */
  readonly keyword: string;
  readonly arbitrary: fc.Arbitrary<Json>;
}

/** More than these are not looked for. */
export const MAX_FAULTS = 200;

/** A fault that is none, because another alternative accepts the value, shows itself soon. */
const MAX_TRIES = 40;

/** The faults of a schema, from the top down. */
export function faultsOf(builder: Builder, schema: Schema, validate: Validate): Fault[] {
  const found = new Map<string, Fault>();
  for (const site of sitesOf(builder, schema.value)) {
    const pointer = join("", ...site.path);
    for (const [keyword, broken] of breaksOf(builder, site)) {
      const key = `${pointer} ${keyword}`;
      const arbitrary = found.has(key) ? undefined : site.whole(broken);
      if (arbitrary) found.set(key, { pointer, keyword, arbitrary: checked(arbitrary, pointer, keyword) });
      if (found.size >= MAX_FAULTS) return [...found.values()];
    }
  }
  return [...found.values()];

  function checked(arbitrary: fc.Arbitrary<Json>, pointer: string, keyword: string): fc.Arbitrary<Json> {
    const what = `${keyword} broken at "${pointer}" of the schema at ${schema.pointer}`;
    return guarded(arbitrary, (value) => failsOnlyThere(validate(value), pointer, keyword), what, {
      tries: MAX_TRIES,
      why: (last) => whyRefused(validate(last)),
    });
  }
}

/** Values that break some schemas as a whole, so many for each keyword, always the same. Unchecked. */
export function* breakingAll(builder: Builder, schemas: readonly JsonSchema[], count: number): Generator<Json> {
  const site: Site = { path: [], schemas, whole: (part) => part, plainWhole: (part) => part };
  for (const [, arbitrary] of breaksOf(builder, site)) yield* fc.sample(arbitrary, { seed: 1, numRuns: count });
}

/** What can be wrong in a place: keywords, and the values that break them. */
function breaksOf(builder: Builder, { path, schemas }: Site): [string, fc.Arbitrary<Json>][] {
  const cases = builder.cases(schemas);
  const options = { minimal: path.length > 0 };
  const { keyword: listing, wrong } = besideListed(cases);
  const made = cases
    .filter((wanted) => !wanted.values)
    .flatMap((wanted) =>
      Object.entries(types[wanted.type].invalid)
        .filter(([keyword]) => wanted.stated.some((schema) => schema[keyword] !== undefined))
        .map(
          ([keyword, breakIt]) => [keyword, breakIt(wanted, (other) => builder.arbitraryOf(other, options))] as const,
        ),
    );
  return [
    ["type", oneOf(ofWrongType(cases))] as const,
    [listing, oneOf(wrong)] as const,
    ["false schema", isNothing(builder, schemas) ? oneOf(anything) : undefined] as const,
    ...made,
    ...contradictionsOf(builder, schemas).map(
      ([keyword, others]) => [keyword, anyCase(builder, others, options)] as const,
    ),
  ].flatMap(([keyword, broken]) => (broken ? [[keyword, broken]] : []));
}

const anything: readonly Json[] = ["text", 7, true, null, [], {}];

/** Whether nothing may stand in a place, not because of a `not`. */
function isNothing(builder: Builder, schemas: Site["schemas"]): boolean {
  return builder.cases(schemas).length === 0 && builder.parts(schemas).every(({ not }) => not === undefined);
}

/** What is said of a whole value, and the cases of values that fit all but that. */
function contradictionsOf(builder: Builder, schemas: Site["schemas"]): (readonly [string, readonly Case[]])[] {
  return builder.parts(schemas).flatMap((schema) => {
    const { not, dependentSchemas } = schema;
    const condition = (schema["if"] ?? true) as JsonSchema;
    const instead = (label: string, keyword: string, others: readonly JsonSchema[]) =>
      [label, builder.casesWithout([...schemas, ...others], { schema, keyword })] as const;
    const branches = schemasIn(schema["oneOf"]);
    const forbidden = Object.entries(isObject(dependentSchemas) ? dependentSchemas : {}).filter(([, value]) => !value);
    return [
      ...(not === undefined ? [] : [instead("not", "not", [not as JsonSchema])]),
      ...branches.slice(1).map((branch, index) => instead("oneOf", "oneOf", [branches[index] as JsonSchema, branch])),
      ...forbidden.map(([name]) => instead("false schema", "dependentSchemas", [having(name)])),
      ...(schema["then"] === false ? [instead("false schema", "then", [condition])] : []),
      ...(schema["else"] === false ? [instead("false schema", "else", [refusing(condition)])] : []),
    ];
  });
}

function anyCase(
  builder: Builder,
  cases: readonly Case[],
  options: { readonly minimal: boolean },
): fc.Arbitrary<Json> | undefined {
  const made = cases.flatMap((wanted) => builder.arbitraryOf(wanted, options) ?? []);
  return made.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...made);
}

function oneOf(values: readonly Json[]): fc.Arbitrary<Json> | undefined {
  return values.length === 0 ? undefined : fc.constantFrom(...values);
}
