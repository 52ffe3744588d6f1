import { type Contract, type Json, isObject, joinPointer, targetPointer, valueAt } from "../../contracts/index.ts";

/** An enum that what is sent can reach. */
export interface ListedEnum {
  /** JSON pointer into `Contract.document`. */
  readonly pointer: string;
  /** Where in what is sent it was met first: "/state", "/items/*"; empty for the whole. */
  readonly place: string;
  readonly values: readonly Json[];
}

/** Members that judge the same value, those that judge each of its own members, and those that name them. */
const same = ["allOf", "anyOf", "oneOf"];
const inner = ["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/** The enums below a schema that a consumer can choose from, each once. What only the provider sets is left out. */
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
    for (const keyword of same) each(keyword, () => place);
    for (const keyword of ["then", "else"]) visit(joinPointer(at, keyword), place);
    each("dependentSchemas", () => place);
    each("properties", (name) => joinPointer(place, name));
    each("patternProperties", () => `${place}/*`);
    each("prefixItems", (index) => joinPointer(place, index));
    for (const keyword of inner) visit(joinPointer(at, keyword), `${place}/*`);

    function each(keyword: string, placeOf: (name: string) => string): void {
      const members = isObject(schema) ? schema[keyword] : undefined;
      if (typeof members !== "object" || members === null) return;
      for (const name of Object.keys(members)) visit(joinPointer(at, keyword, name), placeOf(name));
    }
  }
}
