import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { oncePer } from "../model/once-per.ts";
import { isObject } from "../model/shapes.ts";
import { absentIn } from "../schema/absent-in.ts";
import { partsOf, schemas } from "../schema/schema.ts";
import type { Direction } from "../schema/validator.ts";

/** Missing members of an object by name, those of objects inside of it included. Undefined for a whole member. */
export type MissingMembers = ReadonlyMap<string, MissingMembers | undefined>;

type FindMissing = (value: Json) => MissingMembers | undefined;

/** Object with the members that its schemas require. Members are compiled on first use, because schemas may be recursive. */
interface RequiringObject {
  readonly required: readonly string[];
  /** Members with objects that require members in turn. */
  readonly inner: ReadonlyMap<string, () => RequiringObject>;
}

/** Maximum depth of objects whose members are searched. */
const MAX_DEPTH = 8;

const nothing: RequiringObject = { required: [], inner: new Map() };

const compiledOf = oncePer((contract: Contract) => ({
  request: compilerFor(contract, "request"),
  response: compilerFor(contract, "response"),
}));

/**
 * Members that a value lacks although its schema requires them, wherever no union decides. Undefined if it lacks none.
 * Finding them is faster than validating, which reports them one by one.
 */
export function missingMembersOf(
  contract: Contract,
  schema: JsonSchema,
  direction: Direction,
  value: Json,
): MissingMembers | undefined {
  return typeof schema === "boolean" ? undefined : compiledOf(contract)[direction](schema)(value);
}

function compilerFor(contract: Contract, direction: Direction): (schema: JsonObject) => FindMissing {
  const isAbsent = absentIn(contract, direction);
  return oncePer((schema: JsonObject): FindMissing => {
    const root = requiringObject([schema]);
    return (value) => missingIn(root, value, 0);
  });

  function requiringObject(all: readonly JsonSchema[]): RequiringObject {
    const parts = new Set(all.flatMap((schema) => partsOf(contract, schema, () => [])));
    const required = new Set<string>();
    const members = new Map<string, JsonSchema[]>();
    for (const part of parts) {
      for (const name of Array.isArray(part["required"]) ? (part["required"] as string[]) : [])
        if (!isAbsent(part, name)) required.add(name);
      for (const [name, member] of isObject(part["properties"]) ? Object.entries(part["properties"]) : [])
        members.set(name, [...(members.get(name) ?? []), ...schemas([member])]);
    }
    if (required.size === 0 && members.size === 0) return nothing;
    const inner = [...members].filter(([, its]) => its.some(mayBeObject));
    return { required: [...required], inner: new Map(inner.map(([name, its]) => [name, once(its)])) };
  }

  function mayBeObject(schema: JsonSchema): boolean {
    return partsOf(contract, schema, () => []).some(
      ({ properties, required }) => isObject(properties) || Array.isArray(required),
    );
  }

  function once(all: readonly JsonSchema[]): () => RequiringObject {
    let compiled: RequiringObject | undefined;
    return () => (compiled ??= requiringObject(all));
  }
}

function missingIn(place: RequiringObject, value: Json | undefined, depth: number): MissingMembers | undefined {
  if (!isObject(value)) return undefined;
  let missing: Map<string, MissingMembers | undefined> | undefined;
  for (const name of place.required) if (!Object.hasOwn(value, name)) (missing ??= new Map()).set(name, undefined);
  if (depth === MAX_DEPTH) return missing;
  for (const [name, innerPlace] of place.inner) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    const inner = typeof member === "object" ? missingIn(innerPlace(), member, depth + 1) : undefined;
    if (inner) (missing ??= new Map()).set(name, inner);
  }
  return missing;
}
