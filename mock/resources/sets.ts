import { type Json, type JsonObject, partsOf, typesOf } from "../../contracts/index.ts";
import type { Input } from "../request.ts";
import type { ResourceContext } from "./resource.ts";

/** Stands for the time of the call. */
const NOW = "$now";

/**
 * An item with what `x-state` says that the operation sets, but for what was sent; null takes away what can be
 * there or not, but not be null.
 */
export function withSets(
  { contract, role: { sets }, representations, shower }: ResourceContext,
  item: JsonObject,
  { sent, now, parameters }: { readonly sent: JsonObject; readonly now: Date } & Pick<Input, "parameters">,
): JsonObject {
  if (sets === undefined) return item;
  const changed: Record<string, Json> = { ...item };
  for (const [name, value] of Object.entries(sets)) {
    if (Object.hasOwn(sent, name)) continue;
    const schema = representations.propertyOf(shower.operation, name);
    const isDay = partsOf(contract, schema).some(({ format }) => format === "date");
    if (value === null && !typesOf(contract, schema).includes("null")) delete changed[name];
    else if (value === NOW) changed[name] = isDay ? now.toISOString().slice(0, 10) : now.toISOString();
    else changed[name] = named(value, parameters);
  }
  return changed;
}

/** "{slug}" stands for the parameter of that name. */
function named(value: Json, parameters: Input["parameters"]): Json {
  const name = typeof value === "string" ? /^\{(.+)\}$/.exec(value)?.[1] : undefined;
  return (name === undefined ? undefined : parameters[name]) ?? value;
}
