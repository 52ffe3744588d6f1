import { type Contract, type Json, isObject, joinPointer, targetPointer, valueAt } from "../../contracts/index.ts";

/** An enum that a request can contain. */
export interface ListedEnum {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  /** First place of the enum in a request value, such as "/state" or "/items/*". Empty for the whole value. */
  readonly place: string;
  readonly values: readonly Json[];
}

/** Keywords whose subschemas apply to the same value, and keywords that apply to its items or members. */
const sameValueKeywords = ["allOf", "anyOf", "oneOf"];
const innerValueKeywords = ["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/** Enums below a schema whose values a consumer can send, each once. readOnly members are left out. */
export function enumsBelow(contract: Contract, pointer: string): readonly ListedEnum[] {
  const seen = new Set<string>();
  const found: ListedEnum[] = [];
  visit(pointer, "");
  return found;

  function visit(at: string, place: string): void {
    const schema = seen.has(at) ? undefined : valueAt(contract.document, at);
    seen.add(at);
    if (!isObject(schema) || schema["readOnly"] === true) return;
    if (Array.isArray(schema["enum"])) found.push({ pointer: at, place, values: schema["enum"] as readonly Json[] });
    if (typeof schema["$ref"] === "string") visit(targetPointer(schema["$ref"]), place);
    for (const keyword of sameValueKeywords) each(keyword, () => place);
    for (const keyword of ["then", "else"]) visit(joinPointer(at, keyword), place);
    each("dependentSchemas", () => place);
    each("properties", (name) => joinPointer(place, name));
    each("patternProperties", () => `${place}/*`);
    each("prefixItems", (index) => joinPointer(place, index));
    for (const keyword of innerValueKeywords) visit(joinPointer(at, keyword), `${place}/*`);

    function each(keyword: string, placeOf: (name: string) => string): void {
      const members = isObject(schema) ? schema[keyword] : undefined;
      if (typeof members !== "object" || members === null) return;
      for (const name of Object.keys(members)) visit(joinPointer(at, keyword, name), placeOf(name));
    }
  }
}
