import type { GraphQLObjectType, GraphQLResolveInfo } from "graphql";
import { type Json, type JsonObject, isObject, foldedName } from "../../contracts/index.ts";
import type { ObjectModel } from "./object-model.ts";
import { graphql } from "./library.ts";
import type { Id } from "./object-store.ts";
import type { GraphqlObject, QueryObjects } from "./query-objects.ts";

const { GraphQLError, getNamedType, isLeafType, isObjectType } = graphql;

/** Names of mutations that create, change or delete an object. */
const verbs: readonly (readonly [RegExp, "add" | "change" | "remove"])[] = [
  [/^(create|add|new|insert|register)(?=[A-Z])/, "add"],
  [/^(update|change|edit|set|patch|rename)(?=[A-Z])/, "change"],
  [/^(delete|remove)(?=[A-Z])/, "remove"],
];

/** Result of a mutation. */
export interface MutationResult {
  readonly value: GraphqlObject | Json | undefined;
}

/**
 * Carries out a mutation with a name such as "createUser". A mutation with another name, such as "book", creates an object
 * of its type if it has an input object without the id of such an object. Undefined for other mutations.
 */
export async function mutate(
  args: Readonly<Record<string, unknown>>,
  { fieldName, returnType }: GraphQLResolveInfo,
  { model, objects }: { readonly model: ObjectModel; readonly objects: QueryObjects },
): Promise<MutationResult | undefined> {
  const [pattern, named] = verbs.find(([names]) => names.test(fieldName)) ?? [];
  const type = pattern ? model.schema.getType(fieldName.replace(pattern, "")) : getNamedType(returnType);
  const verb = pattern ? named : isCreation(args, type, model) ? "add" : undefined;
  if (verb === undefined || !isObjectType(type) || model.idFieldOf(type) === undefined) return undefined;
  const collection = model.collectionOf(type.name);
  if (collection !== undefined) {
    throw new GraphQLError(`Cannot write a ${type.name} with ${fieldName}: use the operations of ${collection}`, {
      extensions: { code: "NOT_SUPPORTED" },
    });
  }
  const members = membersOf(args);
  objects.clearCache();
  if (verb === "add") return resultFor(await objects.store.add(type, members));
  const id = idIn(members, [model.idFieldOf(type) ?? "id", "id", `${type.name}Id`]);
  if (id === undefined) return undefined;
  if (verb === "change") return (await objects.store.change(type, id, members)) ? resultFor(id) : { value: undefined };
  const before = await resultFor(id);
  const isRemoved = await objects.store.remove(type, id);
  return isBoolean() ? { value: isRemoved } : isRemoved ? before : { value: undefined };

  /** By the return type of the mutation: the object itself, its id, or a payload object with a field for it. */
  async function resultFor(objectId: Id): Promise<MutationResult> {
    const resultType = getNamedType(returnType);
    const object = await objects.find(type as GraphQLObjectType, objectId);
    if (resultType === type) return { value: object };
    if (isLeafType(resultType)) return { value: resultType.name === "ID" ? String(objectId) : undefined };
    const payload = isObjectType(resultType) ? resultType : undefined;
    const field = Object.values(payload?.getFields() ?? {}).find((each) => getNamedType(each.type) === type);
    if (!payload || !field) return { value: object };
    return { value: objects.embedded(payload, `${fieldName} ${objectId}`, 0, { [`${field.name}_id`]: objectId }) };
  }

  function isBoolean(): boolean {
    return getNamedType(returnType).name === "Boolean";
  }
}

/** True if the arguments describe a new object of a type: an input object with fields of the type, and without its id. */
function isCreation(args: Readonly<Record<string, unknown>>, type: unknown, model: ObjectModel): boolean {
  if (!isObjectType(type) || model.collectionOf(type.name) !== undefined) return false;
  const hasInput = Object.values(args).some((value) => isObject(value as Json));
  const members = membersOf(args);
  const fields = new Set(Object.keys(type.getFields()).map(foldedName));
  const own = [model.idFieldOf(type) ?? "id", "id", `${type.name}Id`];
  const describes = Object.keys(members).some((name) => fields.has(foldedName(name)));
  return hasInput && describes && idIn(members, own) === undefined;
}

function idIn(members: JsonObject, names: readonly string[]): Id | undefined {
  const wanted = new Set(names.map(foldedName));
  const id = Object.entries(members).find(([name]) => wanted.has(foldedName(name)))?.[1];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Members of an object, from the arguments and from the members of input objects. */
function membersOf(args: Readonly<Record<string, unknown>>): JsonObject {
  // A copy as plain JSON: objects of graphql-js have no prototype.
  const given = JSON.parse(JSON.stringify(args)) as JsonObject;
  const inputs = Object.values(given).filter((value): value is JsonObject => isObject(value));
  const plain = Object.entries(given).filter(([, value]) => !isObject(value));
  return Object.assign(Object.fromEntries(plain), ...inputs) as JsonObject;
}
