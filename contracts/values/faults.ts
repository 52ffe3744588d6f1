import fc from "fast-check";
import type { Json, JsonObject, JsonSchema, Schema } from "../model/contract.ts";
import { join } from "../model/pointer.ts";
import type { Validate } from "../model/validator.ts";
import { type Builder, types } from "./build.ts";
import { type Case, caseTypeOf } from "./cases.ts";
import { guarded } from "./guard.ts";
import { canonicalJson } from "./json.ts";
import { freeNames } from "./object.ts";

/** One way to break a schema: values that fit but for one keyword in one place. */
export interface Fault {
  /** JSON pointer into the value: where it is broken. Of items that are alike, the first one is. */
  readonly pointer: string;
  /** The keyword that fails there. */
  readonly keyword: string;
  readonly arbitrary: fc.Arbitrary<Json>;
}

/** Deeper and more than this is not looked for. */
const MAX_DEPTH = 4;
const MAX_FAULTS = 200;

/** In how many alternatives of what is above it a place is looked at. */
const MAX_ALTERNATIVES = 6;

/** A fault that is none, because another alternative accepts the value, shows itself soon. */
const MAX_TRIES = 40;

/** A place in the value, under one alternative of everything above it. */
interface Site {
  readonly path: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** A whole value around what stands in this place. */
  readonly whole: (part: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined;
}

/** The faults of a schema, from the top down. */
export function faultsOf(builder: Builder, schema: Schema, validate: Validate): Fault[] {
  const found = new Map<string, Fault>();
  const visits = new Map<string, number>();
  const sites: Site[] = [{ path: [], schemas: [schema.value], whole: (part) => part }];
  for (let site = sites.shift(); site && found.size < MAX_FAULTS; site = sites.shift()) {
    const pointer = join("", ...site.path);
    const visited = visits.get(pointer) ?? 0;
    if (visited >= MAX_ALTERNATIVES) continue;
    visits.set(pointer, visited + 1);
    for (const [keyword, broken] of breaksOf(builder, site)) {
      const key = `${pointer} ${keyword}`;
      const arbitrary = found.has(key) || found.size >= MAX_FAULTS ? undefined : site.whole(broken);
      if (arbitrary) found.set(key, { pointer, keyword, arbitrary: checked(arbitrary, pointer, keyword) });
    }
    if (site.path.length < MAX_DEPTH) sites.push(...sitesBelow(builder, site));
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
  const minimal = path.length > 0;
  const made = cases
    .filter((wanted) => !wanted.values)
    .flatMap((wanted) =>
      Object.entries(types[wanted.type].invalid).map(
        ([keyword, breakIt]) => [keyword, breakIt(wanted, (other) => builder.arbitraryOf(other, { minimal }))] as const,
      ),
    );
  return [["type", wrongType(cases)] as const, outside(cases), ...made].flatMap(([keyword, broken]) =>
    broken ? [[keyword, broken]] : [],
  );
}

/** The members and items of a place. */
function sitesBelow(builder: Builder, { path, schemas, whole }: Site): Site[] {
  const cases = builder.cases(schemas).filter((wanted) => !wanted.values);
  return cases.flatMap((wanted) => {
    const telling = cases.length > 1 ? withTellingMembers(builder, wanted) : wanted;
    return [...childrenOf(builder, wanted)].map(([name, inner]) => ({
      path: [...path, name],
      schemas: inner,
      whole: (part: fc.Arbitrary<Json>) => {
        const around = builder.arbitraryOf(telling, { minimal: true, put: { name, arbitrary: part } });
        return around && whole(around);
      },
    }));
  });
}

/** What stands below a value, with its schemas; one name stands for all that are alike. */
function childrenOf(builder: Builder, wanted: Case): Map<string, readonly JsonSchema[]> {
  const { type, members, maxItems, prefix, itemAt } = wanted;
  const children = new Map<string, readonly JsonSchema[]>();
  if (type === "array")
    for (let index = 0; index <= prefix && index < maxItems; index++) children.set(String(index), itemAt(index));
  if (type === "object") {
    const free = freeNames(wanted).map((kind) =>
      builder.plain(kind, { name: "another", shown: "another", optional: false, examples: true }),
    );
    for (const name of [...members.names, ...free])
      if (typeof name === "string") children.set(name, members.schemasAt(name) ?? []);
  }
  for (const [name, schemas] of children) if (schemas.length === 0) children.delete(name);
  return children;
}

/** A member that has one value tells the alternatives of a union apart: without it, another one may accept the value. */
function withTellingMembers(builder: Builder, wanted: Case): Case {
  if (wanted.type !== "object") return wanted;
  const telling = wanted.members.names.filter((name) => {
    const cases = builder.cases(wanted.members.schemasAt(name) ?? []);
    return cases.length === 1 && cases[0]?.values?.length === 1;
  });
  return { ...wanted, required: [...new Set([...wanted.required, ...telling])] };
}

/** Keywords that fail above a broken place because something below does. */
const unions = new Set(["anyOf", "oneOf"]);

/** A list stands for the type of what it lists, and for the constants that tell branches of a union apart. */
function tells(violation: ReturnType<Validate>[number], keyword: string): boolean {
  return violation.keyword === keyword || (violation.keyword === "enum" && (keyword === "type" || keyword === "const"));
}

/** The label is checked, not believed: the keyword fails, in that place, and nothing fails elsewhere. */
function failsOnlyThere(violations: ReturnType<Validate>, pointer: string, keyword: string): boolean {
  const labelled = violations.filter((violation) => violation.pointer === pointer && tells(violation, keyword));
  const around = violations.filter(
    (violation) => unions.has(violation.keyword) && isAtOrBelow(pointer, violation.pointer),
  );
  // Where a union fails, or `contains`, every alternative or item says why: that is about the same fault.
  const above = [...around, ...labelled.filter((violation) => violation.keyword === "contains")];
  return (
    labelled.length > 0 &&
    violations.every(
      (violation) =>
        violation.pointer === pointer || above.some((union) => isAtOrBelow(violation.pointer, union.pointer)),
    )
  );
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

/** A value of a type that no case has. */
function wrongType(cases: readonly Case[]): fc.Arbitrary<Json> | undefined {
  if (!cases.some((wanted) => wanted.isTyped)) return undefined;
  const present = new Set(cases.map((wanted) => wanted.type));
  const candidates: Json[] = ["text", 7, true, null, ["item"], { member: 1 }];
  const wrong = candidates.filter((value) => !present.has(caseTypeOf(value)));
  // A number beside whole ones is of another type, too.
  if (present.has("number") && cases.every((wanted) => wanted.type !== "number" || wanted.integer)) wrong.push(0.5);
  return wrong.length === 0 ? undefined : fc.constantFrom(...wrong);
}

/** Values next to the allowed ones: other case, a space, half of it; or one step further. */
function outside(cases: readonly Case[]): readonly [string, fc.Arbitrary<Json> | undefined] {
  const listed = cases.filter(({ values }) => values);
  const allowed = listed.flatMap(({ values }) => values ?? []);
  const keyword = listed.find(({ valuesBy }) => valuesBy)?.valuesBy ?? "enum";
  if (cases.some(({ type, values }) => !values && listed.some((other) => other.type === type)))
    return [keyword, undefined];
  const known = new Set(allowed.map(canonicalJson));
  const wrong = allowed.flatMap(neighbours).filter((value) => !known.has(canonicalJson(value)));
  return [keyword, wrong.length === 0 ? undefined : fc.constantFrom(...wrong)];
}

function neighbours(value: Json): Json[] {
  if (typeof value === "string")
    return [`${value} `, value.toUpperCase(), value.toLowerCase(), value.slice(1), `${value}x`];
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "boolean") return [!value];
  if (value === null) return [""];
  return Array.isArray(value) ? [[...value, null]] : [{ ...(value as JsonObject), another: 1 }];
}
