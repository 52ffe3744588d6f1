import fc from "fast-check";
import type { Json, JsonSchema, Schema } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import type { Validate } from "../model/validator.ts";
import { type Builder, types } from "./build.ts";
import { type Case, caseTypeOf } from "./cases.ts";
import { guarded } from "./guard.ts";
import { canonicalJson, withValueAt } from "./json.ts";

/** One way to break a schema: values that fit but for one keyword in one place. */
export interface Fault {
  /** JSON pointer into the value: where it is broken. Array items are broken at index 0. */
  readonly pointer: string;
  /** The keyword that fails there. */
  readonly keyword: string;
  readonly arbitrary: fc.Arbitrary<Json>;
}

/** Deeper and more than this is not looked for. */
const MAX_DEPTH = 4;
const MAX_FAULTS = 200;

/** Keywords that fail above a broken place because something below does. */
const wrappers = new Set(["anyOf", "oneOf", "allOf", "if", "not", "contains"]);

/** The faults of a schema, from the top down. */
export function faultsOf(builder: Builder, schema: Schema, validate: Validate): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  visit([schema.value], []);
  return faults;

  function visit(schemas: readonly JsonSchema[], path: readonly string[]): void {
    const cases = builder.cases(schemas);
    add(path, "type", wrongType(cases));
    add(path, "enum", outside(cases));
    for (const wanted of cases) {
      const forced = wanted.type === "array" && wanted.maxItems > 0 ? ["0"] : [];
      const value = builder.arbitrary(schemas, { minimal: path.length > 0, forced });
      if (!value || wanted.values) continue;
      const ofType = guarded(value, (candidate) => caseTypeOf(candidate) === wanted.type, `a ${wanted.type}`);
      for (const [keyword, breakIt] of Object.entries(types[wanted.type].invalid))
        add(path, keyword, breakIt(wanted, ofType));
    }
    if (path.length >= MAX_DEPTH) return;
    for (const wanted of cases) visitBelow(wanted, path);
  }

  function visitBelow(wanted: Case, path: readonly string[]): void {
    if (wanted.type === "array" && wanted.maxItems > 0 && wanted.itemAt(0).length > 0)
      visit(wanted.itemAt(0), [...path, "0"]);
    if (wanted.type !== "object") return;
    for (const name of wanted.names) {
      const schemas = wanted.propertyAt(name);
      if (schemas && faults.length < MAX_FAULTS) visit(schemas, [...path, name]);
    }
  }

  function add(path: readonly string[], keyword: string, broken: fc.Arbitrary<Json> | undefined): void {
    const pointer = join("", ...path);
    const key = `${pointer} ${keyword}`;
    if (!broken || seen.has(key) || faults.length >= MAX_FAULTS) return;
    const context = builder.arbitrary([schema.value], { forced: path, minimal: true });
    if (!context) return;
    seen.add(key);
    const whole = fc.tuple(context, broken).map(([value, wrong]) => withValueAt(value, path, () => wrong));
    faults.push({
      pointer,
      keyword,
      arbitrary: guarded(
        whole,
        (value) => failsOnlyThere(value, pointer, keyword),
        `${keyword} broken at "${pointer}"`,
      ),
    });
  }

  /** The label is checked, not believed: the keyword fails, in that place, and nothing fails elsewhere. */
  function failsOnlyThere(value: Json, pointer: string, keyword: string): boolean {
    const violations = validate(value);
    const names = keyword === "enum" ? ["enum", "const"] : [keyword];
    // Where a union fails, every branch says why: what stands below it is about the same fault.
    const unions = violations
      .filter((violation) => wrappers.has(violation.keyword))
      .map((violation) => violation.pointer);
    return (
      violations.some((violation) => violation.pointer === pointer && names.includes(violation.keyword)) &&
      violations.every(
        (violation) => violation.pointer === pointer || unions.some((union) => isAtOrBelow(violation.pointer, union)),
      )
    );
  }
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/** A value of a type that no case has. */
function wrongType(cases: readonly Case[]): fc.Arbitrary<Json> | undefined {
  const present = new Set(cases.map((wanted) => wanted.type));
  const candidates: Json[] = ["text", 7, true, null, ["item"], { member: 1 }];
  const wrong = candidates.filter((value) => !present.has(caseTypeOf(value)));
  // A number beside whole ones is of another type, too.
  if (cases.length > 0 && cases.every((wanted) => wanted.type !== "number" || wanted.integer) && present.has("number"))
    wrong.push(0.5);
  return cases.length === 0 || wrong.length === 0 ? undefined : fc.constantFrom(...wrong);
}

/** Values next to the allowed ones: other case, a space, half of it; or one step further. */
function outside(cases: readonly Case[]): fc.Arbitrary<Json> | undefined {
  const allowed = cases.flatMap((wanted) => wanted.values ?? []);
  if (allowed.length === 0 || cases.some((wanted) => !wanted.values && caseTypeOf(allowed[0] as Json) === wanted.type))
    return undefined;
  const known = new Set(allowed.map(canonicalJson));
  const near = allowed.flatMap((value): Json[] => {
    if (typeof value === "string")
      return [`${value} `, value.toUpperCase(), value.toLowerCase(), value.slice(1), `${value}x`];
    return typeof value === "number" ? [value + 1, value - 1] : [];
  });
  const wrong = near.filter((value) => !known.has(canonicalJson(value)));
  return wrong.length === 0 ? undefined : fc.constantFrom(...wrong);
}
