import type { Part } from "./part.ts";
import { type Json, type JsonType, omitUndefined } from "../../contracts/index.ts";
import { appliesTo } from "./bounds/applies-to.ts";
import { dependenciesOfCondition } from "./dependencies.ts";
import { type View, createPartsView } from "./view.ts";

const formatsOfNumbers: readonly Json[] = ["int32", "int64", "float", "double"];

/** View reduced to values of one type. */
export function ofType(view: View, type: JsonType): View {
  const parts = view.parts.map((part): Part => {
    const isOfObjects = type !== "object" && dependenciesOfCondition(part.schema) !== undefined;
    const entries = Object.entries(part.schema).filter(
      ([keyword, value]) =>
        appliesTo(keyword, [type]) &&
        !(isOfObjects && (keyword === "if" || keyword === "then")) &&
        !(keyword === "format" && !appliesToType(type, value)),
    );
    const schema = Object.fromEntries(entries.map(([keyword, value]) => [keyword, keyword === "type" ? type : value]));
    const { pointer, basis, written, unions } = part;
    return omitUndefined({ key: `${part.key}:${type}`, pointer, schema, basis, written, unions });
  });
  const { basis, schemas, pointer } = view;
  const isTyped = parts.some(({ schema }) => schema["type"] !== undefined);
  const only: Part = { key: type, pointer, schema: { type }, basis, unions: [] };
  return createPartsView(isTyped ? parts : [...parts, only], { ...view, schemas: [...schemas, { type }] });
}

/** Checks that a format applies to values of a type. */
function appliesToType(type: JsonType, format: Json): boolean {
  if (formatsOfNumbers.includes(format)) return type === "number" || type === "integer";
  return type === "string";
}
