import type { Contract } from "../../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import { oncePer } from "../../model/once-per.ts";
import { isObject } from "../../model/shapes.ts";
import { createAbsentCheck } from "../../schema/absent-check.ts";
import { listSchemaParts, schemas, listJsonTypes } from "../../schema/schema.ts";
import type { Direction } from "../../schema/validator.ts";

/**
 * Missing members of an object by name, those of objects inside of it included. Undefined for a whole member. Inside of
 * an array, the names are indexes.
 */
export type MissingMembers = ReadonlyMap<string, MissingMembers | undefined>;

/** Members that a schema requires, wherever no union decides. A union with one branch for objects is decided. */
export interface RequiredMembers {
  /**
   * Members that a value lacks, and those that are an object instead of an array or the reverse. Undefined if it lacks
   * none. Finding them is faster than validating.
   */
  missingIn(value: Json): MissingMembers | undefined;
  /** True for the path of a required member. */
  includes(path: readonly string[]): boolean;
}

/** Objects or arrays with the members that their schemas require. */
interface Place {
  /** False if the schemas accept no such value. Its members are then not searched. */
  readonly accepts: Readonly<Record<"object" | "array", boolean>>;
  readonly required: readonly string[];
  /** Members with places inside. They are compiled on first use, because schemas may be recursive. */
  readonly inner: readonly InnerPlace[];
  /** Place of each item of an array. */
  readonly items: (() => Place) | undefined;
}

/** Member with places inside. */
interface InnerPlace {
  readonly name: string;
  readonly isRequired: boolean;
  readonly place: () => Place;
}

/** Maximum depth of values whose members are searched. */
const MAX_DEPTH = 8;

const nothing: Place = { accepts: { object: true, array: true }, required: [], inner: [], items: undefined };

const compiledOf = oncePer((contract: Contract) => ({
  request: createRequiredCompiler(contract, "request"),
  response: createRequiredCompiler(contract, "response"),
}));

/** Members that a schema requires of values that one side sends. Undefined for a schema without keywords. */
export function findRequiredMembers(
  contract: Contract,
  schema: JsonSchema,
  direction: Direction,
): RequiredMembers | undefined {
  if (typeof schema === "boolean") return undefined;
  return compiledOf(contract)[direction](schema);
}

function createRequiredCompiler(contract: Contract, direction: Direction): (schema: JsonObject) => RequiredMembers {
  const isAbsent = createAbsentCheck(contract, direction);
  return oncePer((schema: JsonObject): RequiredMembers => {
    const root = createRequiredPlace([schema]);
    return {
      missingIn: (value) => findMissing(root, value, 0),
      includes: (path) => isRequiredPath(root, path),
    };
  });

  function createRequiredPlace(all: readonly JsonSchema[]): Place {
    const parts = new Set(all.flatMap(decidedParts));
    const required = new Set<string>();
    const members = new Map<string, JsonSchema[]>();
    const items: JsonSchema[] = [];
    for (const part of parts) {
      for (const name of Array.isArray(part["required"]) ? (part["required"] as string[]) : [])
        if (!isAbsent(part, name)) required.add(name);
      for (const [name, member] of isObject(part["properties"]) ? Object.entries(part["properties"]) : [])
        members.set(name, [...(members.get(name) ?? []), ...schemas([member])]);
      if (part["prefixItems"] === undefined) items.push(...schemas([part["items"] ?? []]));
    }
    const inner = [...members].filter(([, its]) => its.some(mayLackMembers));
    if (required.size + inner.length + items.length === 0) return nothing;
    return {
      accepts: {
        object: all.every((schema) => isType(schema, "object")),
        array: all.every((schema) => isType(schema, "array")),
      },
      required: [...required],
      inner: inner.map(([name, its]) => ({ name, isRequired: required.has(name), place: once(its) })),
      items: items.some(mayLackMembers) ? once(items) : undefined,
    };
  }

  /** Schemas that apply to each object and array. */
  function decidedParts(schema: JsonSchema): readonly JsonObject[] {
    return listSchemaParts(contract, schema, (union, keyword) => {
      const branches = schemas(union[keyword]).filter((branch) => isType(branch, "object") || isType(branch, "array"));
      return branches.length === 1 ? branches : [];
    });
  }

  function isType(schema: JsonSchema, type: "object" | "array"): boolean {
    return listJsonTypes(contract, schema).includes(type);
  }

  function mayLackMembers(schema: JsonSchema): boolean {
    return decidedParts(schema).some(
      ({ properties, required, items }) => isObject(properties) || Array.isArray(required) || isObject(items),
    );
  }

  function once(all: readonly JsonSchema[]): () => Place {
    let compiled: Place | undefined;
    return () => (compiled ??= createRequiredPlace(all));
  }
}

function isRequiredPath(root: Place, path: readonly string[]): boolean {
  let place: Place | undefined = root;
  for (const token of path.slice(0, -1)) place = enterPlace(place, token);
  return place?.required.includes(path.at(-1) ?? "") === true;
}

function enterPlace(place: Place | undefined, token: string): Place | undefined {
  const member = place?.inner.find(({ name }) => name === token);
  return (member?.place ?? (/^\d+$/.test(token) ? place?.items : undefined))?.();
}

function findMissing(place: Place, value: Json | undefined, depth: number): MissingMembers | undefined {
  if (typeof value !== "object" || value === null || place === nothing || depth > MAX_DEPTH) return undefined;
  let missing: Map<string, MissingMembers | undefined> | undefined;
  if (Array.isArray(value)) {
    const itemPlace = value.length > 0 && place.items?.();
    if (!itemPlace) return undefined;
    for (let index = 0; index < value.length; index++) {
      const inner = findMissing(itemPlace, value[index] as Json, depth + 1);
      if (inner) (missing ??= new Map()).set(String(index), inner);
    }
    return missing;
  }
  const object = value as JsonObject;
  for (const name of place.required) if (!Object.hasOwn(object, name)) (missing ??= new Map()).set(name, undefined);
  for (const { name, isRequired, place: innerPlace } of place.inner) {
    const member = Object.hasOwn(object, name) ? object[name] : undefined;
    if (typeof member !== "object" || member === null) continue;
    const its = innerPlace();
    const isAccepted = its.accepts[Array.isArray(member) ? "array" : "object"];
    const inner = isAccepted ? findMissing(its, member, depth + 1) : undefined;
    if (inner || (!isAccepted && isRequired)) (missing ??= new Map()).set(name, inner);
  }
  return missing;
}
