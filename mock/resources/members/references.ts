import { type Json, type JsonObject, membersOf, propertyNamesOf, typesOf } from "../../../contracts/index.ts";
import { referenceOf } from "../other-path.ts";
import type { Call } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";

const usualKeys = ["id", "uuid", "key"];

/**
 * Compiles the form of members that refer to other items: a sent key becomes the object that the response has there,
 * `{"project": {"id": 7}}` for `{"project": 7}`.
 */
export function createReferences(context: ResourceContext) {
  const { contract, role, presenter, representations } = context;
  const forms = new Map<string, (sent: Json) => Json>();
  const above = role.kind === "create" ? referenceOf(context) : undefined;

  return { withObjects, toItemAbove };

  function withObjects(item: JsonObject): JsonObject {
    const entries = Object.entries(item);
    if (entries.every(([, value]) => isNoKey(value))) return item;
    return Object.fromEntries(entries.map(([name, value]) => [name, isNoKey(value) ? value : formOf(name)(value)]));
  }

  /** The member of a new item that refers to the item in the path of its create. */
  function toItemAbove({ input }: Call): JsonObject {
    const id = above && input.parameters[above.parameter];
    if (above === undefined || id === undefined) return {};
    const types = typesOf(contract, representations.propertyOf(presenter.operation, above.member));
    return withObjects({ [above.member]: types.includes("array") && types.length < 3 ? [id] : id });
  }

  function formOf(name: string): (sent: Json) => Json {
    let form = forms.get(name);
    if (!form) forms.set(name, (form = compileForm(name)));
    return form;
  }

  function compileForm(name: string): (sent: Json) => Json {
    const member = representations.propertyOf(presenter.operation, name);
    const types = typesOf(contract, member);
    const isList = types.includes("array");
    const one = isList ? { allOf: membersOf(contract, member, "items") } : member;
    const oneTypes = typesOf(contract, one).filter((type) => type !== "null");
    const names = propertyNamesOf(contract, one);
    const key = [role.idProperty ?? "id", ...usualKeys].find((each) => names.has(each));
    if (key === undefined || oneTypes.join() !== "object") return (sent) => sent;
    const keyTypes = typesOf(contract, { allOf: membersOf(contract, one, key) });
    const allows = (sent: Json): boolean => (keyTypes as readonly string[]).includes(typeof sent);
    const objectOf = (sent: Json): Json => (allows(sent) ? { [key]: sent } : sent);
    return (sent) => (Array.isArray(sent) ? sent.map((each: Json) => objectOf(each)) : objectOf(sent));
  }
}

/** True for a value that is neither a key nor a list of keys. */
function isNoKey(value: Json): boolean {
  const [first] = [value].flat() as Json[];
  return typeof first !== "string" && typeof first !== "number";
}
