import {
  type Basis,
  type Contract,
  type Json,
  type JsonSchema,
  isObject,
  joinPointer,
  keywords,
  readStanding,
  resolveTarget,
  unresolvedMark,
} from "../../contracts/index.ts";

/** Schema at a location of a document, with the basis that it inherits. */
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

/** Target of a `$ref`. The marker of a component takes precedence over that of the reference. */
export function followReference(contract: Contract, reference: string, basis: Basis): Place {
  return createPlace(decodeFragment(reference.slice(1)), resolveTarget(contract, reference), basis);
}

/** Place of a schema with an inherited basis. */
function createPlace(pointer: string, schema: JsonSchema, inherited: Basis): Place {
  return { pointer, schema, basis: inheritBasis(schema, inherited) };
}

/** Places of a list of schemas, such as `allOf`. */
export function listPlaces(pointer: string, value: Json | undefined, basis: Basis): Place[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((schema, index) => maybePlace(joinPointer(pointer, index), schema, basis));
}

/** Place of a keyword's value. Empty if the value is no schema. */
export function maybePlace(pointer: string, value: Json | undefined, basis: Basis): Place[] {
  if (isObject(value) || typeof value === "boolean") return [createPlace(pointer, value, basis)];
  return [];
}

/** Checks that the schema at a place has any keyword, so that its basis matters. */
export function hasKeywords({ schema }: Place): boolean {
  return schema === false || (schema !== true && Object.keys(schema).length > 0);
}

/** Basis of a schema's own marker. Undefined without a marker. */
export function readOwnBasis(schema: JsonSchema): Basis | undefined {
  const own = inheritBasis(schema, "stated");
  if (own === inheritBasis(schema, "assumed")) return own;
  return undefined;
}

function inheritBasis(schema: JsonSchema, basis: Basis): Basis {
  if (typeof schema === "boolean") return basis;
  return readStanding(schema, { basis }).basis;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
