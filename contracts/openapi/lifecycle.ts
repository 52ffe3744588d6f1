import { object } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { Deprecation, Operation, Published } from "../model/contract.ts";

/** What a document says of an operation's life: `x-published`, `deprecated` with `x-deprecated`, `x-sunset`. */
export function lifecycleOf(
  node: JsonObject,
  published: Published | undefined,
): Pick<Operation, "deprecated" | "deprecation" | "sunset" | "published"> {
  const deprecation = deprecationIn(node);
  const own = publishedIn(node) ?? published;
  const sunset = dayOf(node["x-sunset"]);
  return {
    deprecated: node["deprecated"] === true,
    ...(deprecation && { deprecation }),
    ...(sunset !== undefined && { sunset }),
    ...(own && { published: own }),
  };
}

/** `x-published` of a document, path or operation: a date, or `{ date, x-assumed }` where it is not known for sure. */
export function publishedIn(node: JsonObject): Published | undefined {
  const value = node["x-published"];
  const day = dayOf(value);
  if (day !== undefined) return { date: day, basis: "stated" };
  const { date: said, ["x-assumed"]: assumed } = object(value);
  const date = dayOf(said);
  return date !== undefined ? { date, basis: assumed === undefined ? "stated" : "assumed" } : undefined;
}

function deprecationIn(node: JsonObject): Deprecation | undefined {
  const value = node["x-deprecated"];
  if (value === undefined) return undefined;
  const { date: said = value, reason, replacement } = object(value);
  const date = dayOf(said);
  return {
    ...(date !== undefined && { date }),
    ...(typeof reason === "string" && { reason }),
    ...(typeof replacement === "string" && { replacement }),
  };
}

/** Whether a value is a day of the calendar, as "YYYY-MM-DD". */
export function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** The day of a date, or of a date and time (RFC 3339), in UTC. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const day = value.slice(0, 10);
  if (!isDate(day) || value.length === day.length) return isDate(day) ? day : undefined;
  if (!/^[Tt ]\d\d:\d\d/.test(value.slice(10))) return undefined;
  const time = Date.parse(value.replace(" ", "T"));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}
