import type { ResourceContext } from "../resource-context.ts";
import {
  type Json,
  type JsonObject,
  findDefault,
  findJsonMedia,
  listMemberSchemas,
  listSchemaParts,
  unwrapSentSchema,
  getJsonType,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { toMembers } from "./members.ts";
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
  const sets = Object.entries(members).map((one) => compileSetValue(context, ...one));
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

/**
 * The documented defaults of a create's request that the item shows: an item has them unless the request has another
 * value. A default that the item cannot show, or of one branch of a union, is none of them.
 */
export function findDefaults({ contract, operation, role, representations, presenter }: ResourceContext): JsonObject {
  const body =
    role.kind === "create" ? operation.body && findJsonMedia(operation.body.content)?.schema?.value : undefined;
  if (body === undefined) return {};
  const sent = unwrapSentSchema(contract, body, role);
  const always = listSchemaParts(contract, sent, () => []);
  const members = always
    .flatMap(({ properties }) => Object.keys(toMembers(properties as Json)))
    .flatMap((name) => {
      const value = findDefault(contract, { allOf: listMemberSchemas(contract, sent, name) });
      const isShown = representations.hasProperty(presenter.operation, name);
      if (value === undefined || !isShown || name === role.idProperty) return [];
      const shown = representations.propertyOf(presenter.operation, name);
      const type = getJsonType(value);
      const isOfType = listJsonTypes(contract, shown).some(
        (each) => each === type || (each === "number" && type === "integer"),
      );
      return isOfType ? [[name, value] as const] : [];
    });
  return Object.fromEntries(members);
}

/** Compiles a value of `x-state`. Null removes a property that cannot be null, and "{slug}" is the path parameter. */
function compileSetValue({ contract, representations, presenter }: ResourceContext, name: string, value: Json) {
  const schema = representations.propertyOf(presenter.operation, name);
  const parameter = /^\{(.+)\}$/.exec(String(value))?.[1];
  const isDay = listSchemaParts(contract, schema).some(({ format }) => format === "date");
  const isRemoved = value === null && !listJsonTypes(contract, schema).includes("null");
  const computeSetValue: ValueAt = (now, parameters) => {
    if (value === NOW_PLACEHOLDER) {
      if (isDay) return now.toISOString().slice(0, 10);
      return now.toISOString();
    }
    if (isRemoved) return undefined;
    if (parameter === undefined) return value;
    return parameters[parameter] ?? value;
  };
  return [name, computeSetValue] as const;
}
