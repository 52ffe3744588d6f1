import { canonicalJson } from "../model/canonical-json.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import { mergedValue } from "../schema/keywords/index.ts";
import type { CaseType } from "./case-types.ts";

/** Values that `enum` and `const` allow; undefined if neither is used. */
export function allowedValues(fork: readonly JsonObject[]): readonly Json[] | undefined {
  if (!fork.some(limitsValues)) return undefined;
  const lists = fork.flatMap((schema) =>
    [schema["enum"], schema["const"] === undefined ? undefined : [schema["const"]]].filter((list) =>
      Array.isArray(list),
    ),
  );
  const values: readonly Json[] | undefined =
    lists.length === 0 ? undefined : (mergedValue<Json[]>("enum", lists) ?? []);
  const forbiddenTexts = new Set(fork.flatMap(forbiddenBy).map(canonicalJson));
  if (forbiddenTexts.size === 0) return values;
  return values?.filter((value) => !forbiddenTexts.has(canonicalJson(value)));
}

function limitsValues(schema: JsonObject): boolean {
  return schema["enum"] !== undefined || schema["const"] !== undefined || schema["not"] !== undefined;
}

/** Values that a `not` forbids, if it contains only `const` or `enum`. */
function forbiddenBy({ not }: JsonObject): readonly Json[] {
  if (!isObject(not) || Object.keys(not).length !== 1) return [];
  if (not["const"] === undefined) {
    if (Array.isArray(not["enum"])) return not["enum"];
    return [];
  }
  return [not["const"]];
}

/** Checks that no `type` keyword excludes a type. The type "number" includes integers. */
export function allowsType(fork: readonly JsonObject[], type: CaseType): boolean {
  return fork.every(({ type: allowed }) => {
    if (allowed === undefined || allowed === type) return true;
    if (!Array.isArray(allowed)) return type === "number" && allowed === "integer";
    return allowed.includes(type) || (type === "number" && allowed.includes("integer"));
  });
}
