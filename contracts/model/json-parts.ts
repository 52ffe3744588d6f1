import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./shapes.ts";

export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
