import { type Contract, type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import { type Place, follow, isAnnotation, placesIn } from "./place.ts";

/** The keywords of one schema object, which hold together with those of the other parts of a view. */
export interface Part {
  readonly key: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly basis: Place["basis"];
  /** Null passes as well: where the part was wrapped in a union with the type "null". */
  readonly orNull?: string;
  /** Unions of two or more alternatives that are still to be told apart. */
  readonly unions: readonly Union[];
}

export interface Union {
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly Place[];
}

/** What `false` accepts. */
const nothing: JsonObject = { enum: [] };

/**
 * The parts that all judge the same value: the schema's own keywords, those behind its `$ref`, those
 * of allOf, and those of a union that has one alternative only (or one beside null).
 */
export function partsAt(contract: Contract, places: readonly Place[], orNull?: string): Part[] {
  const parts = new Map<string, Part>();
  const visited = new Set<string>();
  const open = places.map((place) => ({ place, orNull })).toReversed();
  for (let next = open.pop(); next; next = open.pop()) open.push(...collect(next.place, next.orNull).toReversed());
  return [...parts.values()];

  /** Notes the part at a place, and says where to read on. */
  function collect(place: Place, wrapper: string | undefined): { place: Place; orNull: string | undefined }[] {
    const { pointer, basis } = place;
    const key = `${pointer}${wrapper === undefined ? "" : "?"}${basis === "assumed" ? "!" : ""}`;
    if (place.schema === true || visited.has(key)) return [];
    visited.add(key);
    const schema = place.schema === false ? nothing : place.schema;
    const all = unionsOf(place, schema);
    const single = all.filter(({ branches }) => withoutNull(branches).length <= 1);
    const unions = all.filter((union) => !single.includes(union));
    const part = { key, pointer, schema, basis, ...(wrapper !== undefined && { orNull: wrapper }), unions };
    if (saysSomething(part)) parts.set(key, part);
    const also = [
      ...(typeof schema["$ref"] === "string" ? [follow(contract, schema["$ref"], basis)] : []),
      ...placesIn(`${pointer}/allOf`, schema["allOf"], basis),
    ];
    return [
      ...also.map((one) => ({ place: one, orNull: wrapper })),
      ...single.flatMap(({ branches }) => {
        const withNull = branches.length > 1 && branches.some(isNull);
        const [only = branches[0]] = withoutNull(branches);
        return only ? [{ place: only, orNull: wrapper ?? (withNull ? pointer : undefined) }] : [];
      }),
    ];
  }
}

/** What a schema goes by: the last component that it is, or refers to. */
export function originOf(contract: Contract, place: Place): string {
  let found = place;
  for (let hops = 0; hops < 100; hops++) {
    if (typeof found.schema === "boolean") break;
    const reference = found.schema["$ref"];
    const [branch, another] = unionsOf(found, found.schema).flatMap(({ branches }) => withoutNull(branches));
    if (typeof reference === "string") found = follow(contract, reference, found.basis);
    else if (branch && !another) found = branch;
    else break;
  }
  return found.pointer;
}

/** Whether a part says anything of a value, beside where to read on. */
export function saysSomething({ schema, unions }: Pick<Part, "schema" | "unions">): boolean {
  return unions.length > 0 || Object.keys(schema).some((keyword) => !isAnnotation(keyword) && !isStructure(keyword));
}

/** The part with one of its unions replaced by what a chosen branch of it says, which stands beside. */
export function withoutUnion(part: Part, { keyword }: Union): Part {
  return {
    ...part,
    key: `${part.key}-${keyword}`,
    unions: part.unions.filter((union) => union.keyword !== keyword),
  };
}

function unionsOf({ pointer, basis }: Place, schema: JsonObject): Union[] {
  return (["oneOf", "anyOf"] as const)
    .map((keyword) => ({ keyword, branches: placesIn(`${pointer}/${keyword}`, schema[keyword], basis) }))
    .map(({ keyword, branches }) => ({ keyword, branches: branches.map((branch) => unmarked(branch, schema)) }))
    .filter(({ branches }) => branches.length > 0);
}

/**
 * A discriminator only says how to tell branches apart: that they then need its property, and which values of it name
 * them, is not the branch's word.
 */
function unmarked(branch: Place, { discriminator }: JsonObject): Place {
  if (!isObject(discriminator) || typeof branch.schema === "boolean") return branch;
  const { required: _, properties = {}, ...schema } = branch.schema;
  const name = discriminator["propertyName"];
  if (schema["$ref"] === undefined || !isObject(properties) || Object.keys(properties).some((key) => key !== name)) {
    return branch;
  }
  return { ...branch, schema };
}

function withoutNull(branches: readonly Place[]): Place[] {
  return branches.filter((branch) => !isNull(branch));
}

function isNull({ schema }: Place): boolean {
  if (typeof schema === "boolean") return false;
  const { type, const: constant, enum: values = [] } = schema;
  const only = ([values].flat() as Json[])[0];
  return [type].flat().join() === "null" || constant === null || (only === null && [values].flat().length === 1);
}

function isStructure(keyword: string): boolean {
  return keyword === "$ref" || keyword === "allOf" || keyword === "oneOf" || keyword === "anyOf";
}
