import type { Json, JsonObject } from "../model/json.ts";
import type { Case } from "./case.ts";
import { toCaseType } from "./case-types.ts";
import { canonicalJson } from "../model/canonical-json.ts";

/** Values of types that no case has. */
export function valuesOfOtherTypes(cases: readonly Case[]): readonly Json[] {
  if (!cases.some((targetCase) => targetCase.isTyped)) return [];
  const present = new Set(cases.map((targetCase) => targetCase.type));
  const candidates: Json[] = ["text", 7, true, null, ["item"], { member: 1 }];
  const otherValues = candidates.filter((value) => !present.has(toCaseType(value)));
  // A fraction has another type than an integer.
  if (present.has("number") && cases.every((targetCase) => targetCase.type !== "number" || targetCase.integer))
    otherValues.push(0.5);
  return otherValues;
}

/**
 * Keyword that lists the allowed values, and similar values that it rejects: texts in another case or with added or
 * removed characters, and numbers that differ by one.
 */
export function valuesNearListed(cases: readonly Case[]): {
  readonly keyword: "enum" | "const";
  readonly rejectedValues: readonly Json[];
} {
  const listed = cases.filter(({ values }) => values);
  const allowed = listed.flatMap(({ values }) => values ?? []);
  const keyword = listed.find(({ valuesBy }) => valuesBy)?.valuesBy;
  const isOpen = cases.some(({ type, values }) => !values && listed.some((other) => other.type === type));
  if (keyword === undefined || isOpen) return { keyword: "enum", rejectedValues: [] };
  const allowedTexts = new Set(allowed.map(canonicalJson));
  return {
    keyword,
    rejectedValues: allowed.flatMap(neighbours).filter((value) => !allowedTexts.has(canonicalJson(value))),
  };
}

function neighbours(value: Json): Json[] {
  if (typeof value === "string")
    return [`${value} `, value.toUpperCase(), value.toLowerCase(), value.slice(1), `${value}x`];
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "boolean") return [!value];
  if (value === null) return [""];
  if (Array.isArray(value)) return [[...value, null]];
  return [{ ...(value as JsonObject), another: 1 }];
}
