import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import type { Mismatch } from "./verify-report.ts";

/** Mismatches of an interaction. Empty if it passes. */
export function mismatchesIn(text: string): readonly Mismatch[] {
  const result = parse(text);
  if (!isObject(result)) return [{ at: "the verification", message: text }];
  const [interaction = list(result["errors"])[0]] = list(result["interactionResults"]);
  if (isObject(interaction) && interaction["result"] === "OK") return [];
  if (result["result"] === true && !isObject(interaction)) return [];
  const mismatch = isObject(interaction) ? interaction["mismatch"] : undefined;
  const mismatches = isObject(mismatch) ? list(mismatch["mismatches"]).filter(isObject).map(mismatchOf) : [];
  if (mismatches.length > 0) return mismatches.toSorted((one, other) => rankOf(one) - rankOf(other));
  const reason = isObject(mismatch) ? (mismatch["message"] ?? mismatch["error"]) : undefined;
  return [
    { at: "the verification", message: typeof reason === "string" ? reason : JSON.stringify(mismatch ?? result) },
  ];
}

function mismatchOf({ type, path, key, parameter, mismatch, expected, actual }: JsonObject): Mismatch {
  const part = String(type)
    .replace(/Mismatch$/, "")
    .replace(/Type$/, " type")
    .toLowerCase();
  const where = [path, key, parameter].find((each) => typeof each === "string");
  return {
    at: where === undefined ? part : `${part} ${where as string}`,
    message: String(mismatch ?? `${part} differs`),
    ...(expected !== undefined && { expected: textOf(expected) }),
    ...(actual !== undefined && { actual: textOf(actual) }),
  };
}

/** A wrong status comes first, because it explains most other mismatches. */
function rankOf({ at }: Mismatch): number {
  const rank = ["status", "header"].findIndex((part) => at.startsWith(part));
  return rank < 0 ? 2 : rank;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
