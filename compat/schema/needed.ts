import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";

/** Where an object has the one, it must have the other. */
export type Needed = readonly [name: string, needed: string];

/** What `dependentRequired` says. */
export function neededBy(dependentRequired: Json): Needed[] {
  if (!isObject(dependentRequired)) return [];
  return Object.entries(dependentRequired).flatMap(([name, all]) => namesIn(all).map((one): Needed => [name, one]));
}

/** The same by a condition: a member that is asked for, and others that there must be then; nothing where it says more. */
export function neededByCondition({ if: asked, then, else: otherwise }: JsonObject): Needed[] | undefined {
  if (!isObject(asked) || !isObject(then) || otherwise !== undefined) return undefined;
  const { type = "object", ...others } = asked;
  if (type !== "object" || !requiresOnly(others) || !requiresOnly(then)) return undefined;
  const [name, another] = namesIn(others["required"]);
  if (name === undefined || another !== undefined) return undefined;
  return namesIn(then["required"]).map((one): Needed => [name, one]);
}

function requiresOnly(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => keyword === "required" || isAnnotation(keyword));
}

function namesIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
