import {
  type Basis,
  type Contract,
  type Json,
  type JsonSchema,
  isObject,
  joinPointer,
  standingOf,
  targetOf,
  unresolvedMark,
} from "../../contracts/index.ts";

/** A schema somewhere in a document, and the basis it inherits there. */
export interface Place {
  readonly pointer: string;
  readonly schema: JsonSchema;
  readonly basis: Basis;
}

/** Keywords that say nothing about a value. */
const annotations = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "example",
  "examples",
  "externalDocs",
  "discriminator",
  "xml",
  "$id",
  "$schema",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
]);

/** Whether a keyword says nothing about a value. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || (keyword.startsWith("x-") && keyword !== unresolvedMark);
}

/** Where a `$ref` leads: a component's own marker wins over the referrer's. */
export function follow(contract: Contract, reference: string, basis: Basis): Place {
  return placeOf(decode(reference.slice(1)), targetOf(contract, reference), basis);
}

/** What the marker says that a place has of its own, or what it refers to: how it is put together does not change that. */
export function markedBasis(contract: Contract, place: Place): Basis | undefined {
  let marked: Basis | undefined;
  let at = place;
  for (let hops = 0; hops < 100 && typeof at.schema !== "boolean"; hops++) {
    const own = basisOf(at.schema, "stated");
    if (own === basisOf(at.schema, "assumed")) marked = own;
    // What stands beside allOf and says itself how it is known says it of all of it.
    const isSaid = marked !== undefined && at.schema["$ref"] === undefined;
    const next = isSaid ? undefined : behind(contract, at);
    if (!next) break;
    at = next;
  }
  return marked;
}

/** Where it is said what a schema is, if not here: behind `$ref`, or in `allOf` of one, which says the same. */
function behind(contract: Contract, { pointer, schema, basis }: Place): Place | undefined {
  if (typeof schema === "boolean") return undefined;
  if (typeof schema["$ref"] === "string") return follow(contract, schema["$ref"], basis);
  const [only, another] = placesIn(`${pointer}/allOf`, schema["allOf"], basis);
  return another ? undefined : only;
}

/** The place of a schema below one whose basis is given. */
function placeOf(pointer: string, schema: JsonSchema, inherited: Basis): Place {
  return { pointer, schema, basis: basisOf(schema, inherited) };
}

/** The places of a list of schemas: of allOf, oneOf, … */
export function placesIn(pointer: string, value: Json | undefined, basis: Basis): Place[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((schema, index) => maybePlace(joinPointer(pointer, index), schema, basis));
}

/** The place of a keyword's value, where that is a schema. */
export function maybePlace(pointer: string, value: Json | undefined, basis: Basis): Place[] {
  return isObject(value) || typeof value === "boolean" ? [placeOf(pointer, value, basis)] : [];
}

function basisOf(schema: JsonSchema, basis: Basis): Basis {
  return typeof schema === "boolean" ? basis : standingOf(schema, { basis }).basis;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
