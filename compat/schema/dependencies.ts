import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";

/** Dependency of a member on another: an object with the first one requires the second. */
export type Dependency = readonly [name: string, needed: string];

/** Dependencies of a `dependentRequired`. */
export function parseDependencies(dependentRequired: Json): Dependency[] {
  if (!isObject(dependentRequired)) return [];
  return Object.entries(dependentRequired).flatMap(([name, all]) =>
    selectNames(all).map((one): Dependency => [name, one]),
  );
}

/** Dependencies of a condition that requires members if a member is present. Undefined if it has any other effect. */
export function dependenciesOfCondition({
  if: condition,
  then,
  else: otherwise,
}: JsonObject): Dependency[] | undefined {
  if (!isObject(condition) || !isObject(then) || otherwise !== undefined) return undefined;
  const { type = "object", ...others } = condition;
  if (type !== "object" || !requiresOnly(others) || !requiresOnly(then)) return undefined;
  const [name, another] = selectNames(others["required"]);
  if (name === undefined || another !== undefined) return undefined;
  return selectNames(then["required"]).map((one): Dependency => [name, one]);
}

function requiresOnly(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => keyword === "required" || isAnnotation(keyword));
}

function selectNames(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[];
  return [];
}
