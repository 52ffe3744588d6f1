import fc from "fast-check";
import type { Json, Schema } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import { schemas as schemasIn } from "../model/schema.ts";
import type { Validate } from "../model/validator.ts";
import { type Builder, types } from "./build.ts";
import type { Case } from "./cases.ts";
import { guarded } from "./guard.ts";
import { failsOnlyThere } from "./label.ts";
import { type Site, sitesOf } from "./sites.ts";
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
    return guarded(arbitrary, (value) => failsOnlyThere(validate(value), pointer, keyword), what, MAX_TRIES);
  }
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
    ["false schema", schemas.includes(false) ? oneOf(anything) : undefined] as const,
    ...made,
    ...contradictionsOf(builder, schemas).map(
      ([keyword, others]) => [keyword, anyCase(builder, others, options)] as const,
    ),
  ].flatMap(([keyword, broken]) => (broken ? [[keyword, broken]] : []));
}

const anything: readonly Json[] = ["text", 7, true, null, [], {}];

/** What is said of a whole value: the cases of values that fit all but a `not`, or that fit two branches of a `oneOf`. */
function contradictionsOf(builder: Builder, schemas: Site["schemas"]): (readonly [string, readonly Case[]])[] {
  return builder.parts(schemas).flatMap((schema) => {
    const { not, oneOf: union } = schema;
    const refused = not === undefined ? [] : schemasIn([not]);
    const branches = schemasIn(union);
    const twice = branches.slice(1).map((branch, index) => [branches[index] ?? true, branch]);
    return [
      ...refused.map((part) => ["not", builder.casesWithout([...schemas, part], { schema, keyword: "not" })] as const),
      ...twice.map(
        (both) => ["oneOf", builder.casesWithout([...schemas, ...both], { schema, keyword: "oneOf" })] as const,
      ),
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
