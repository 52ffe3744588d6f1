import type { ResourceContext } from "../resource-context.ts";
import { type Json, type JsonObject, partsOf, typesOf } from "../../../contracts/index.ts";
import type { Input } from "../../calls/input.ts";

/** Computes the new value of a property. Undefined removes it. */
type ValueAt = (now: Date, parameters: Input["parameters"]) => Json | undefined;

/** Placeholder for the time of the call. */
const NOW_PLACEHOLDER = "$now";

/** Sets members of an item. */
type SetMembers = (
  item: JsonObject,
  request: { readonly sent: JsonObject; readonly now: Date } & Pick<Input, "parameters">,
) => JsonObject;

/** Compiles the members that `x-state` sets, unless the request has them. */
export function createSetMembers(context: ResourceContext): SetMembers {
  const members = context.role.sets;
  if (members === undefined) return (item) => item;
  const sets = Object.entries(members).map((one) => compile(context, ...one));
  return (item, { sent, now, parameters }) => {
    const changed: Record<string, Json> = { ...item };
    for (const [name, valueAt] of sets) {
      if (Object.hasOwn(sent, name)) continue;
      const value = valueAt(now, parameters);
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    return changed;
  };
}

/** Compiles a value of `x-state`. Null removes a property that cannot be null, and "{slug}" is the path parameter. */
function compile({ contract, representations, presenter }: ResourceContext, name: string, value: Json) {
  const schema = representations.propertyOf(presenter.operation, name);
  const parameter = /^\{(.+)\}$/.exec(String(value))?.[1];
  const isDay = partsOf(contract, schema).some(({ format }) => format === "date");
  const isRemoved = value === null && !typesOf(contract, schema).includes("null");
  const valueAt: ValueAt = (now, parameters) => {
    if (value === NOW_PLACEHOLDER) return isDay ? now.toISOString().slice(0, 10) : now.toISOString();
    return isRemoved ? undefined : parameter === undefined ? value : (parameters[parameter] ?? value);
  };
  return [name, valueAt] as const;
}
