import type { Json, JsonObject } from "../model/json.ts";
import { typeKeywords } from "../schema/type-keywords.ts";
import { type CaseType, caseTypeOf } from "./type-names.ts";

const typesOf: ReadonlyMap<string, CaseType> = new Map(
  Object.entries(typeKeywords).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type as CaseType])),
);

const numberFormat = /^(u?int\d*|float|double|decimal)$/;

/**
 * The types of the values that schemas without `type` describe: those that their keywords are about, or else those of their
 * examples. None if nothing tells. `{ properties: … }` accepts `true`, but is written for objects.
 */
export function describedTypes(schemas: readonly JsonObject[], examples: readonly Json[]): ReadonlySet<CaseType> {
  const types = new Set(schemas.flatMap((schema) => Object.entries(schema).flatMap(typesBy)));
  return types.size > 0 ? types : new Set(examples.map(caseTypeOf));
}

function typesBy([keyword, value]: [string, Json]): readonly CaseType[] {
  if (keyword === "format") return [numberFormat.test(String(value)) ? "number" : "string"];
  const type = typesOf.get(keyword);
  return type === undefined ? [] : [type];
}

/** Whether a `format` asks for whole numbers. */
export function isWholeFormat(format: Json | undefined): boolean {
  return typeof format === "string" && /^u?int\d*$/.test(format);
}
