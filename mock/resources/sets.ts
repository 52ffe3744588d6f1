import { type Json, type JsonObject, partsOf, typesOf } from "../../contracts/index.ts";
import type { ResourceContext } from "./resource.ts";

/** Stands for the time of the call. */
const NOW = "$now";

/** An item with what `x-state` says that the operation sets; null takes away what can be there or not, but not be null. */
export function withSets(
  { contract, role: { sets }, representations, shower }: ResourceContext,
  item: JsonObject,
  now: Date,
): JsonObject {
  if (sets === undefined) return item;
  const changed: Record<string, Json> = { ...item };
  for (const [name, value] of Object.entries(sets)) {
    const schema = representations.propertyOf(shower.operation, name);
    const isDay = partsOf(contract, schema).some(({ format }) => format === "date");
    if (value === null && !typesOf(contract, schema).includes("null")) delete changed[name];
    else if (value === NOW) changed[name] = isDay ? now.toISOString().slice(0, 10) : now.toISOString();
    else changed[name] = value;
  }
  return changed;
}
