import {
  type Basis,
  type Contract,
  type Json,
  type JsonSchema,
  isObject,
  joinPointer,
  keywords,
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

/** Keywords of earlier drafts and of OpenAPI, and our own marks, that constrain a value or say how it is sent. */
const otherConstraints = [
  "$dynamicRef",
  "$recursiveRef",
  "dependencies",
  "additionalItems",
  "readOnly",
  "writeOnly",
  "x-extensible-enum",
  unresolvedMark,
];

const constraints = new Set([
  ...keywords
    .values()
    .filter(({ subschemas }) => subschemas?.of !== "none")
    .map(({ name }) => name),
  ...otherConstraints,
]);

/** Checks that a keyword has no effect on the values that a schema accepts. */
export function isAnnotation(keyword: string): boolean {
  return !constraints.has(keyword);
}

/** Where a `$ref` leads: a component's own marker wins over the referrer's. */
export function follow(contract: Contract, reference: string, basis: Basis): Place {
  return placeOf(decode(reference.slice(1)), targetOf(contract, reference), basis);
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

/** Whether anything is said at a place, so that it has a basis of its own. */
export function isSaid({ schema }: Place): boolean {
  return schema === false || (schema !== true && Object.keys(schema).length > 0);
}

/** What the marker says that a schema has itself; undefined where it has none. */
export function ownBasisOf(schema: JsonSchema): Basis | undefined {
  const own = basisOf(schema, "stated");
  return own === basisOf(schema, "assumed") ? own : undefined;
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
