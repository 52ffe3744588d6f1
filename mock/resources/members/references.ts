import {
  type Json,
  type JsonObject,
  type JsonSchema,
  listMemberSchemas,
  listPropertyNames,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { findItemReference } from "../paths/other-path.ts";
import type { Call } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";

const usualKeys = ["id", "uuid", "key", "name"];

/**
 * Compiles the form of members that refer to other items: a sent key becomes the object that the response has there,
 * `{"project": {"id": 7}}` for `{"project": 7}`.
 */
export function createReferences(context: ResourceContext) {
  const { contract, role, shower, representations } = context;
  const forms = compileForms(context);
  const above = role.kind === "create" ? findItemReference(context) : undefined;

  return { withObjects, toItemAbove };

  function withObjects(item: JsonObject): JsonObject {
    let changed: Record<string, Json> | undefined;
    for (const [name, form] of forms) {
      const sent = item[name];
      const shown = sent === undefined ? undefined : form(sent);
      if (shown !== undefined && shown !== sent) (changed ??= { ...item })[name] = shown;
    }
    return changed ?? item;
  }

  /** The member of a new item that refers to the item in the path of its create. */
  function toItemAbove({ input }: Call): JsonObject {
    const id = above && input.parameters[above.parameter];
    if (above === undefined || id === undefined) return {};
    const types = listJsonTypes(contract, representations.propertyOf(shower.operation, above.member));
    return withObjects({ [above.member]: types.includes("array") && types.length < 3 ? [id] : id });
  }
}

type Form = (sent: Json) => Json;

/** The forms of the members of an item that are objects with a key, or lists of such objects. */
function compileForms(context: ResourceContext): ReadonlyMap<string, Form> {
  const { shower, representations } = context;
  const names = [...representations.propertyNames(shower.operation)];
  return new Map(
    names.flatMap((name) => {
      const form = compileForm(context, name);
      return form ? [[name, form]] : [];
    }),
  );
}

function compileForm({ contract, role, shower, representations }: ResourceContext, name: string): Form | undefined {
  const member = representations.propertyOf(shower.operation, name);
  const isList = listJsonTypes(contract, member).includes("array");
  const one: JsonSchema = isList ? { allOf: listMemberSchemas(contract, member, "items") } : member;
  const types = listJsonTypes(contract, one).filter((type) => type !== "null");
  const names = listPropertyNames(contract, one);
  const keys = [role.idProperty ?? "id", ...usualKeys].filter((each) => names.has(each));
  if (keys.length === 0 || types.join() !== "object") return undefined;
  const typesByKey = new Map(
    keys.map((each) => [each, listJsonTypes(contract, { allOf: listMemberSchemas(contract, one, each) })]),
  );
  const wrapKey = (sent: Json): Json => {
    const key = keys.find((each) => isKeyOfType(sent, typesByKey.get(each) ?? []));
    return key === undefined ? sent : { [key]: sent };
  };
  return (sent) => {
    if (!Array.isArray(sent)) return wrapKey(sent);
    const shown = sent.map((each: Json) => wrapKey(each));
    if (shown.every((each, index) => each === sent[index])) return sent;
    return shown;
  };
}

/** True for a text or a number that a key of some types can be. */
function isKeyOfType(value: Json, types: readonly string[]): boolean {
  if (typeof value === "string") return types.includes("string");
  return typeof value === "number" && (types.includes("number") || types.includes("integer"));
}
