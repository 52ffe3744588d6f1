import type { Json, JsonObject } from "../model/json.ts";
import { typeKeywords } from "../schema/keywords/index.ts";
import { type CaseType, toCaseType } from "./case-types.ts";

const typesOf: ReadonlyMap<string, CaseType> = new Map(
  Object.entries(typeKeywords).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, type as CaseType])),
);

const numberFormat = /^(u?int\d*|float|double|decimal)$/;

/**
 * Types that schemas without `type` describe: the types of their keywords, or else of their examples. Empty if neither
 * names a type. For example, `{ properties: … }` accepts `true`, but describes objects.
 */
export function describedTypes(schemas: readonly JsonObject[], examples: readonly Json[]): ReadonlySet<CaseType> {
  const types = new Set(schemas.flatMap((schema) => Object.entries(schema).flatMap(typesDescribedBy)));
  if (types.size > 0) return types;
  return new Set(examples.map(toCaseType));
}

function typesDescribedBy([keyword, value]: [string, Json]): readonly CaseType[] {
  if (keyword === "format") return [numberFormat.test(String(value)) ? "number" : "string"];
  const type = typesOf.get(keyword);
  return type === undefined ? [] : [type];
}

/** Checks for a format of integers. */
export function isWholeFormat(format: Json | undefined): boolean {
  return typeof format === "string" && /^u?int\d*$/.test(format);
}
