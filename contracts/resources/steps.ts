import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import type { Role } from "../model/role.ts";
import { resolveMemberSchema, listMemberSchemas, listPropertyNames } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";

/** Names of the members that wrap the item of an operation in its bodies. */
type Wrapping = Pick<Role, "wrapper" | "sentIn">;

/** Splits a property path: "_embedded.items" is two steps, unless a property has that whole name. */
export function splitPropertyPath(contract: Contract, schema: JsonSchema, path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  if (listPropertyNames(contract, schema).has(path)) return [path];
  return path.split(".");
}

/** Step to the first item of a list: "pets.0" is an item in `{"pets": [{…}]}`. */
export const FIRST = "0";

/** Schemas that apply at the end of a property path. */
export function schemasAtPath(contract: Contract, schema: JsonSchema, path: readonly string[]): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (schemas, step) =>
      schemas.flatMap((each) => {
        const members = listMemberSchemas(contract, each, step);
        if (members.length === 0 && step === FIRST) return listMemberSchemas(contract, each, "items");
        return members;
      }),
    [schema],
  );
}

/** Value at the end of a property path. */
export function valueAtPath(value: Json | undefined, steps: readonly string[]): Json | undefined {
  let inner = value;
  for (const step of steps) {
    if (Array.isArray(inner)) inner = step === FIRST ? (inner[0] as Json | undefined) : undefined;
    else inner = isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }
  return inner;
}

/** Copy of a value with another value at the end of a property path. */
export function withValueAtPath(value: Json | undefined, path: readonly string[], end: Json): Json {
  const step = path[0];
  if (step === undefined) return end;
  const steps = path.slice(1);
  if (step === FIRST && !isObject(value))
    return [withValueAtPath(Array.isArray(value) ? value[0] : undefined, steps, end)];
  const members = isObject(value) ? value : {};
  return { ...members, [step]: withValueAtPath(members[step], steps, end) };
}

/** The item in the body of a response, at the members that wrap it ("pet", "result.pet"), or else the body itself. */
export function itemInBody(body: Json | undefined, { wrapper }: Wrapping): Json | undefined {
  if (wrapper === undefined) return body;
  return valueAtPath(body, wrapper.split(".")) ?? body;
}

/** The item in an entry of a list, or the entry itself where it holds none. */
export function itemInEntry(entry: Json, { entryProperty }: Pick<Role, "entryProperty">): Json {
  if (entryProperty === undefined) return entry;
  return valueAtPath(entry, entryProperty.split(".")) ?? entry;
}

/** Schema of the items that a body lists. */
export function findListedSchema(
  contract: Contract,
  schema: JsonSchema,
  { itemsProperty, entryProperty, isKeyed = false }: Pick<Role, "itemsProperty" | "entryProperty" | "isKeyed">,
): { readonly allOf: readonly JsonSchema[] } {
  const lists = schemasAtPath(contract, schema, splitPropertyPath(contract, schema, itemsProperty));
  const entries = lists.flatMap((list) =>
    isKeyed ? [resolveMemberSchema(contract, list, "")] : listMemberSchemas(contract, list, "items"),
  );
  const steps = entryProperty?.split(".") ?? [];
  return { allOf: entries.flatMap((entry) => schemasAtPath(contract, entry, steps)) };
}

/** The item in the body of a request. It may be wrapped as in the response. */
export function itemInRequest(body: Json | undefined, role: Wrapping): Json | undefined {
  return valueAtPath(body, listSentSteps(body, role));
}

/** Names of the members that wrap the item in the body of a request. */
export function listSentSteps(body: Json | undefined, { wrapper, sentIn }: Wrapping): readonly string[] {
  if (sentIn === undefined && wrapper === undefined) return [];
  const places = [sentIn, wrapper].map((place) => place?.split(".") ?? []);
  return places.find((steps) => steps.length > 0 && valueAtPath(body, steps) !== undefined) ?? [];
}

/** A body with an item inside the members that wrap it. */
export function bodyWithItem(item: Json, wrapper: string | undefined): Json {
  if (wrapper === undefined) return item;
  return withValueAtPath(undefined, wrapper.split("."), item);
}

/** Schema of the item in a request body. */
export function unwrapSentSchema(contract: Contract, schema: JsonSchema, role: Wrapping | undefined): JsonSchema {
  for (const place of [role?.sentIn, role?.wrapper]) {
    const inner = place === undefined ? [] : schemasAtPath(contract, schema, place.split("."));
    if (inner.length > 0) return { allOf: inner };
  }
  return schema;
}
