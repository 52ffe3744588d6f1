import type { Json, JsonType } from "../../contracts/index.ts";
import { neededByCondition } from "./needed.ts";
import type { Part } from "./parts.ts";
import { type View, viewOf } from "./view.ts";

const numeric = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"];
const formatsOfNumbers: readonly Json[] = ["int32", "int64", "float", "double"];

/** Keywords that say nothing of values of other types. */
const own: Readonly<Partial<Record<JsonType, readonly string[]>>> = {
  string: ["minLength", "maxLength", "pattern", "contentMediaType", "contentEncoding", "contentSchema"],
  number: numeric,
  integer: numeric,
  array: [
    "items",
    "prefixItems",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
  ],
  object: [
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "required",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
  ],
};

/** Whether a keyword says anything of values of some types. */
export function isAbout(keyword: string, types: readonly JsonType[]): boolean {
  const meant = Object.keys(own).filter((type) => own[type as JsonType]?.includes(keyword));
  return meant.length === 0 || types.some((type) => meant.includes(type));
}

/** What a view says of its values of one type; null is told beside. */
export function ofType(view: View, type: JsonType): View {
  const others = new Set(Object.values(own).flat());
  for (const keyword of own[type] ?? []) others.delete(keyword);
  const parts = view.parts.map((part): Part => {
    const isOfObjects = type !== "object" && neededByCondition(part.schema) !== undefined;
    const said = Object.entries(part.schema).filter(
      ([keyword, value]) =>
        !others.has(keyword) &&
        !(isOfObjects && (keyword === "if" || keyword === "then")) &&
        !(keyword === "format" && !isOf(type, value)),
    );
    const schema = Object.fromEntries(said.map(([keyword, value]) => [keyword, keyword === "type" ? type : value]));
    const { pointer, basis, written, unions } = part;
    return { key: `${part.key}:${type}`, pointer, schema, basis, ...(written && { written }), unions };
  });
  const { basis, schemas, pointer } = view;
  const isTyped = parts.some(({ schema }) => schema["type"] !== undefined);
  const only: Part = { key: type, pointer, schema: { type }, basis, unions: [] };
  return viewOf(isTyped ? parts : [...parts, only], { ...view, schemas: [...schemas, { type }] });
}

/** Whether a format says anything of values of a type. */
function isOf(type: JsonType, format: Json): boolean {
  return formatsOfNumbers.includes(format) ? type === "number" || type === "integer" : type === "string";
}
