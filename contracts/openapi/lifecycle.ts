import { omitUndefined } from "../model/omit-undefined.ts";
import { object } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { Deprecation, Operation, Published } from "../model/contract.ts";

/** Returns the lifecycle of an operation: `x-published`, `deprecated` with `x-deprecated`, and `x-sunset`. */
export function readLifecycle(
  node: JsonObject,
  published: Published | undefined,
): Pick<Operation, "deprecated" | "deprecation" | "sunset" | "published"> {
  const deprecation = readDeprecation(node);
  const effectivePublished = readPublished(node) ?? published;
  const sunset = toUtcDate(node["x-sunset"]);
  return omitUndefined({
    deprecated: node["deprecated"] === true,
    deprecation,
    sunset,
    published: effectivePublished,
  });
}

/** Reads `x-published` of a document, path item or operation: a date, or `{ date, x-assumed }` for an assumed date. */
export function readPublished(node: JsonObject): Published | undefined {
  const value = node["x-published"];
  const day = toUtcDate(value);
  if (day !== undefined) return { date: day, basis: "stated" };
  const { date: writtenDate, ["x-assumed"]: assumed } = object(value);
  const date = toUtcDate(writtenDate);
  if (date !== undefined) return { date, basis: assumed === undefined ? "stated" : "assumed" };
  return undefined;
}

function readDeprecation(node: JsonObject): Deprecation | undefined {
  const value = node["x-deprecated"];
  if (value === undefined) return undefined;
  const { date: writtenDate = value, reason, replacement } = object(value);
  const date = toUtcDate(writtenDate);
  return {
    ...(date !== undefined && { date }),
    ...(typeof reason === "string" && { reason }),
    ...(typeof replacement === "string" && { replacement }),
  };
}

/** Returns true for a valid calendar date in the format YYYY-MM-DD. */
export function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Returns the date (UTC) of a date or date-time (RFC 3339), or undefined for other values. */
export function toUtcDate(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const day = value.slice(0, 10);
  if (!isDate(day) || value.length === day.length) return isDate(day) ? day : undefined;
  if (!/^[Tt ]\d\d:\d\d/.test(value.slice(10))) return undefined;
  const time = Date.parse(value.replace(" ", "T"));
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().slice(0, 10);
}
