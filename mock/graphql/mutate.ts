import type { GraphQLObjectType, GraphQLResolveInfo } from "graphql";
import { type Json, type JsonObject, isObject, folded } from "../../contracts/index.ts";
import type { Design } from "./design.ts";
import { graphql } from "./library.ts";
import type { Id } from "./population.ts";
import type { Thing, Things } from "./things.ts";

const { GraphQLError, getNamedType, isLeafType, isObjectType } = graphql;

/** What mutations are called that do the usual three things. */
const verbs: readonly (readonly [RegExp, "add" | "change" | "remove"])[] = [
  [/^(create|add|new|insert|register)(?=[A-Z])/, "add"],
  [/^(update|change|edit|set|patch|rename)(?=[A-Z])/, "change"],
  [/^(delete|remove)(?=[A-Z])/, "remove"],
];

/** What a mutation shows; nothing where its name does not tell what it does, and to what. */
export interface Mutated {
  readonly shown: Thing | Json | undefined;
}

/** Carries out a mutation that creates, changes or deletes an object, as its name says: "createUser". */
export async function mutate(
  args: Readonly<Record<string, unknown>>,
  { fieldName, returnType }: GraphQLResolveInfo,
  { design, things }: { readonly design: Design; readonly things: Things },
): Promise<Mutated | undefined> {
  const [pattern, verb] = verbs.find(([names]) => names.test(fieldName)) ?? [];
  const type = pattern && design.schema.getType(fieldName.replace(pattern, ""));
  if (!isObjectType(type) || design.idOf(type) === undefined) return undefined;
  const collection = design.collectionOf(type.name);
  if (collection !== undefined) {
    throw new GraphQLError(`Cannot write a ${type.name} with ${fieldName}: write it at ${collection}`, {
      extensions: { code: "NOT_SUPPORTED" },
    });
  }
  const members = membersOf(args);
  things.forget();
  if (verb === "add") return show(await things.population.add(type, members));
  const id = idIn(members, [design.idOf(type) ?? "id", "id", `${type.name}Id`]);
  if (id === undefined) return undefined;
  if (verb === "change") return (await things.population.change(type, id, members)) ? show(id) : { shown: undefined };
  const before = await show(id);
  const isGone = await things.population.remove(type, id);
  return isBoolean() ? { shown: isGone } : isGone ? before : { shown: undefined };

  /** The object itself, its id, or something that has a field for it. */
  async function show(of: Id): Promise<Mutated> {
    const shownType = getNamedType(returnType);
    const thing = await things.find(type as GraphQLObjectType, of);
    if (shownType === type) return { shown: thing };
    if (isLeafType(shownType)) return { shown: shownType.name === "ID" ? String(of) : undefined };
    const holder = isObjectType(shownType) ? shownType : undefined;
    const field = Object.values(holder?.getFields() ?? {}).find((each) => getNamedType(each.type) === type);
    if (!holder || !field) return { shown: thing };
    return { shown: things.part(holder, `${fieldName} ${of}`, 0, { [`${field.name}_id`]: of }) };
  }

  function isBoolean(): boolean {
    return getNamedType(returnType).name === "Boolean";
  }
}

function idIn(members: JsonObject, names: readonly string[]): Id | undefined {
  const wanted = new Set(names.map(folded));
  const id = Object.entries(members).find(([name]) => wanted.has(folded(name)))?.[1];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** What arguments say, those inside an input beside it. */
function membersOf(args: Readonly<Record<string, unknown>>): JsonObject {
  // Plain JSON: what graphql-js hands over has no prototype, and leaves out what was not given.
  const given = JSON.parse(JSON.stringify(args)) as JsonObject;
  const inputs = Object.values(given).filter((value): value is JsonObject => isObject(value));
  const plain = Object.entries(given).filter(([, value]) => !isObject(value));
  return Object.assign(Object.fromEntries(plain), ...inputs) as JsonObject;
}
