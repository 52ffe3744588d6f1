import type { Deprecation, JsonObject, Operation, Published } from "./contract.ts";
import { object } from "./nodes.ts";

/** What a document says of an operation's life: `x-published`, `deprecated` with `x-deprecated`, `x-sunset`. */
export function lifecycleOf(
  node: JsonObject,
  published: Published | undefined,
): Pick<Operation, "deprecated" | "deprecation" | "sunset" | "published"> {
  const deprecation = deprecationIn(node);
  const own = publishedIn(node) ?? published;
  const sunset = node["x-sunset"];
  return {
    deprecated: node["deprecated"] === true,
    ...(deprecation && { deprecation }),
    ...(isDate(sunset) && { sunset }),
    ...(own && { published: own }),
  };
}

/** `x-published` of a document, path or operation: a date, or `{ date, x-assumed }` where it is not known for sure. */
export function publishedIn(node: JsonObject): Published | undefined {
  const value = node["x-published"];
  if (isDate(value)) return { date: value, basis: "stated" };
  const { date, ["x-assumed"]: assumed } = object(value);
  return isDate(date) ? { date, basis: assumed === undefined ? "stated" : "assumed" } : undefined;
}

function deprecationIn(node: JsonObject): Deprecation | undefined {
  if (node["x-deprecated"] === undefined) return undefined;
  const { date, reason, replacement } = object(node["x-deprecated"]);
  return {
    ...(isDate(date) && { date }),
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
