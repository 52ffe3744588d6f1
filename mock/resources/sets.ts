import type { ResourceContext } from "./resource-context.ts";
import { type Json, type JsonObject, partsOf, typesOf } from "../../contracts/index.ts";
import type { Input } from "../calls/input.ts";

/** What a property becomes at some time, by a request; nothing where it goes. */
type Value = (now: Date, parameters: Input["parameters"]) => Json | undefined;

/** Stands for the time of the call. */
const NOW = "$now";

const compiled = new WeakMap<ResourceContext, readonly (readonly [name: string, value: Value])[]>();

/** An item with what `x-state` says that the operation sets, but for what was sent. */
export function withSets(
  context: ResourceContext,
  item: JsonObject,
  { sent, now, parameters }: { readonly sent: JsonObject; readonly now: Date } & Pick<Input, "parameters">,
): JsonObject {
  if (context.role.sets === undefined) return item;
  let sets = compiled.get(context);
  if (!sets) compiled.set(context, (sets = Object.entries(context.role.sets).map((one) => compile(context, ...one))));
  const changed: Record<string, Json> = { ...item };
  for (const [name, valueAt] of sets) {
    if (Object.hasOwn(sent, name)) continue;
    const value = valueAt(now, parameters);
    if (value === undefined) delete changed[name];
    else changed[name] = value;
  }
  return changed;
}

/** Null takes away what cannot be null; "{slug}" stands for the parameter of that name. */
function compile({ contract, representations, shower }: ResourceContext, name: string, value: Json) {
  const schema = representations.propertyOf(shower.operation, name);
  const parameter = /^\{(.+)\}$/.exec(String(value))?.[1];
  const isDay = partsOf(contract, schema).some(({ format }) => format === "date");
  const isGone = value === null && !typesOf(contract, schema).includes("null");
  const valueAt: Value = (now, parameters) => {
    if (value === NOW) return isDay ? now.toISOString().slice(0, 10) : now.toISOString();
    return isGone ? undefined : parameter === undefined ? value : (parameters[parameter] ?? value);
  };
  return [name, valueAt] as const;
}
