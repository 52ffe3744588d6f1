import type { GraphQLField, GraphQLInputType, GraphQLObjectType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import {
  type CompositeType,
  connectionItemType,
  findIdField,
  isEntity,
  isGraphqlList,
  isRootType,
  listPossibleTypes,
  listRelations,
} from "./entities.ts";

/** Effect of a mutation, and the type of the objects that it changes. */
export interface MutationRole {
  readonly name: string;
  /** "add" and "remove" change a list of an object. "unknown" changes nothing that the schema shows. */
  readonly kind: "create" | "update" | "upsert" | "delete" | "action" | "add" | "remove" | "unknown";
  readonly type?: CompositeType;
  /** The list that "add" and "remove" change. */
  readonly field?: string;
  /** Verb of an action: "close". */
  readonly verb?: string;
  /** Evidence for the kind and the type. */
  readonly reason: string;
}

type Kind = MutationRole["kind"];

const verbs: readonly (readonly [RegExp, Kind])[] = [
  [/^(create|add|new|insert|register|make)$/, "create"],
  [/^(update|change|edit|set|patch|rename|modify)$/, "update"],
  [/^(upsert|save|put)$/, "upsert"],
  [/^(delete|remove|destroy|erase)$/, "delete"],
];
const addingVerbs = /^(add|attach|assign|append|link|connect|include)$/;
const removingVerbs = /^(remove|detach|unassign|delete|unlink|disconnect|exclude)$/;
/** Verbs that read or check something, or begin a session. */
const effectlessVerbs =
  /^(login|signin|authenticate|logout|signout|verify|check|validate|search|preview|request|refresh|test|export|generate|track)$/;
const noise = /^(one|many|bulk|batch|by|pk|id|ids|mutation)$/;

/** Reads the effect of each mutation of a schema from its name, its arguments and its result. */
export function mutationRoles(schema: GraphQLSchema): readonly MutationRole[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => mutationRole(schema, field));
}

/** Reads the effect of a mutation from its name, its arguments and its result. */
function mutationRole(schema: GraphQLSchema, mutation: GraphQLField<unknown, unknown>): MutationRole {
  const { name } = mutation;
  const words = splitMutationName(name);
  const results = resultTypes(schema, mutation);
  const { kind, verb, nouns } = readVerb(words);
  const list = readListChange(schema, mutation, { verb, nouns, results });
  if (list) return { name, ...list };
  const named = kind && nouns.map((noun) => typeNamed(schema, noun, results)).find(Boolean);
  if (kind && named) return { name, kind, type: named, reason: `its name says "${verb}" and "${named.name}"` };
  if (effectlessVerbs.test(words.join("")) || effectlessVerbs.test(words[0] ?? "") || effectlessVerbs.test(verb))
    return { name, kind: "unknown", reason: `"${verb}" is no change of an object` };
  return { name, ...readAction(schema, mutation, words, results) };
}

function splitMutationName(name: string): readonly string[] {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== "" && !noise.test(word));
}

interface VerbReading {
  readonly kind?: Kind | undefined;
  readonly verb: string;
  /** Words that may name the object, the likeliest first. */
  readonly nouns: readonly (readonly string[])[];
}

/** The general verb in a name: at its start, its end or between two nouns. */
function readVerb(words: readonly string[]): VerbReading {
  const kinds = words.map((word) => verbs.find(([form]) => form.test(word))?.[1]);
  const isVerb = (index: number): boolean =>
    kinds[index] !== undefined || addingVerbs.test(words[index] ?? "") || removingVerbs.test(words[index] ?? "");
  const order = [0, words.length - 1, ...words.keys()];
  const index = order.find(isVerb);
  if (index === undefined) return { verb: words[0] ?? "", nouns: [words] };
  const nouns = [words.slice(index + 1), words.slice(0, index)].filter((noun) => noun.length > 0);
  return { kind: kinds[index], verb: words[index] as string, nouns };
}

interface ListReading extends VerbReading {
  readonly results: readonly CompositeType[];
}

/** A change of a list of an object: "addLabelsToIssue", "collectionAddProducts". Undefined for another mutation. */
function readListChange(
  schema: GraphQLSchema,
  mutation: GraphQLField<unknown, unknown>,
  { verb, nouns, results }: ListReading,
): Omit<MutationRole, "name"> | undefined {
  const kind = addingVerbs.test(verb) ? "add" : removingVerbs.test(verb) ? "remove" : undefined;
  if (!kind) return undefined;
  const args = argumentNames(mutation);
  for (const { target, member } of listPhrases(schema, nouns, results))
    for (const type of listPossibleTypes(schema, target))
      for (const { field, one } of listFields(schema, type)) {
        const isNamed = foldedName(singular(member)) === one;
        const isGiven = [one, `${one}ids`, `${one}id`, foldedName(field)].some((arg) => args.has(arg));
        const others = [...args].filter((arg) => arg.endsWith("id") && arg !== `${one}id`);
        const isOther =
          !args.has(`${one}id`) && !args.has(`${one}ids`) && !args.has(one) && !args.has(foldedName(field));
        const isTyped = isOther && others.length > 1 && others.some((arg) => isIdOfItem(schema, type, { field, arg }));
        if (isNamed && (isTyped || (isGiven && others.length > 0)))
          return { kind, type: target, field, reason: `"${field}" is a list of "${type.name}"` };
      }
  return undefined;
}

/** True for the id of an object in a list by the name of its type: "userId" for "members". */
function isIdOfItem(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  { field, arg }: { readonly field: string; readonly arg: string },
): boolean {
  const relation = listRelations(schema, type).find((each) => each.field === field);
  return relation !== undefined && arg === foldedName(`${relation.type.name}id`);
}

/** Readings of the words of a name as a list and an object, as in "LabelsToIssue", "IssueLabels" or "Labels" alone. */
function listPhrases(
  schema: GraphQLSchema,
  nouns: readonly (readonly string[])[],
  results: readonly CompositeType[],
): readonly { readonly target: CompositeType; readonly member: string }[] {
  const phrases = nouns.flatMap((noun) => noun.join(" ").split(/ (?:to|from|on) /));
  const named = phrases.flatMap((phrase) => typeNamed(schema, phrase.split(" "), results, false) ?? []);
  const whole = phrases.flatMap((phrase) =>
    [...named, ...results].map((target) => ({ target, member: foldedName(phrase) })),
  );
  const split = nouns.flatMap((noun) =>
    [...noun.keys()].flatMap((end) => {
      const target = end === 0 ? undefined : typeNamed(schema, noun.slice(0, end), results, false);
      if (target) return [{ target, member: noun.slice(end).join("") }];
      return [];
    }),
  );
  return [...whole, ...split];
}

/** Lists of an object that only the object itself can say: of values, and of objects that do not refer back to one owner. */
function listFields(schema: GraphQLSchema, type: GraphQLObjectType): readonly { field: string; one: string }[] {
  const { getNamedType, isLeafType } = graphqlLibrary();
  const related = listRelations(schema, type).flatMap(({ isMany, field }) => (isMany ? [field] : []));
  const plain = Object.values(type.getFields())
    .filter((field) => isGraphqlList(field.type) && isLeafType(getNamedType(field.type)))
    .map(({ name }) => name);
  return [...related, ...plain].map((field) => ({ field, one: foldedName(singular(foldedName(field))) }));
}

/** An action by the words of its name beside the object: "close" for "closeIssue" and "issueClose". */
function readAction(
  schema: GraphQLSchema,
  mutation: GraphQLField<unknown, unknown>,
  words: readonly string[],
  results: readonly CompositeType[],
): Omit<MutationRole, "name"> {
  const args = argumentNames(mutation);
  for (let length = words.length - 1; length > 0; length--) {
    for (const [noun, rest] of [
      [words.slice(-length), words.slice(0, -length)],
      [words.slice(0, length), words.slice(length)],
    ] as const) {
      const type = typeNamed(schema, noun, results, false);
      if (type) return describedAction(type, rest.join(""), `its name says "${rest.join(" ")}" and "${type.name}"`);
    }
  }
  const [result] = results;
  if (!result) return { kind: "unknown", reason: "its name and its result name no object" };
  return describedAction(result, words[0] ?? "", `it returns "${result.name}"`);

  /** A new object if the arguments describe one and name none. */
  function describedAction(type: CompositeType, verb: string, reason: string): Omit<MutationRole, "name"> {
    const fields = listPossibleTypes(schema, type).flatMap((each) => Object.keys(each.getFields()));
    const own = new Set(["id", foldedName(`${type.name}id`)]);
    const hasId = [...args].some((arg) => own.has(arg) || (arg.endsWith("id") && !isReferenceTo(schema, type, arg)));
    const isDescribed = mutation.args.some((arg) => graphqlLibrary().isInputObjectType(namedInput(arg.type)));
    const describes = fields.some((field) => args.has(foldedName(field)));
    if (!hasId && isDescribed && describes)
      return { kind: "create", type, reason: `${reason}, and its arguments describe a new one` };
    return { kind: "action", type, verb, reason };
  }
}

/** True if an argument such as "deskId" names another object that the object refers to. */
function isReferenceTo(schema: GraphQLSchema, type: CompositeType, arg: string): boolean {
  const [first] = listPossibleTypes(schema, type);
  const relations = first ? listRelations(schema, first) : [];
  return relations.some(
    ({ field, type: related }) => arg === `${foldedName(field)}id` || arg === `${foldedName(related.name)}id`,
  );
}

/** The type of objects that words name: by the whole name, by its end among the results, or by its start ("product status"). */
function typeNamed(
  schema: GraphQLSchema,
  words: readonly string[],
  results: readonly CompositeType[],
  byPart = true,
): CompositeType | undefined {
  const all = Object.values(schema.getTypeMap()).filter((type) => isEntity(schema, type));
  const noun = foldedName(words.join(""));
  const forms = new Set([noun, foldedName(singular(noun))]);
  const exact = all.find((type) => forms.has(foldedName(type.name)) || forms.has(singular(foldedName(type.name))));
  if (exact || noun === "") return exact;
  const ending = (types: readonly CompositeType[]): readonly CompositeType[] =>
    types.filter(({ name }) => [...forms].some((form) => foldedName(name).endsWith(form)));
  const [ofResults] = ending(results);
  if (ofResults) return ofResults;
  if (!byPart) return undefined;
  const ended = ending(all);
  if (ended.length === 1) return ended[0];
  if (words.length > 1) return typeNamed(schema, words.slice(0, -1), results);
  return undefined;
}

/** Types of the objects in the result of a mutation: itself, or the members of its payload. */
function resultTypes(schema: GraphQLSchema, { type }: GraphQLField<unknown, unknown>): readonly CompositeType[] {
  const { getNamedType } = graphqlLibrary();
  const result = getNamedType(type);
  if (isEntity(schema, result)) return [result];
  const { isCompositeType } = graphqlLibrary();
  if (!isCompositeType(result)) return [];
  const members = listPossibleTypes(schema, result).flatMap((each) => Object.values(each.getFields()));
  return members.flatMap((member) => findItemType(schema, getNamedType(member.type)) ?? []);
}

/** Type of the objects in a member of a payload: itself, the node of an edge, or the items of a connection. */
export function findItemType(schema: GraphQLSchema, type: unknown): CompositeType | undefined {
  const { getNamedType, isObjectType } = graphqlLibrary();
  if (isRootType(schema, type)) return undefined;
  if (isEntity(schema, type)) return type;
  const node = isObjectType(type) && findIdField(type) === undefined ? type.getFields()["node"] : undefined;
  const inner = node && getNamedType(node.type);
  if (isEntity(schema, inner)) return inner;
  return connectionItemType(schema, type);
}

/** Names of the arguments of a mutation and of the members of its input objects, without separators. */
function argumentNames({ args }: GraphQLField<unknown, unknown>): ReadonlySet<string> {
  const { isInputObjectType } = graphqlLibrary();
  const names = args.flatMap((arg) => {
    const input = namedInput(arg.type);
    return [arg.name, ...(isInputObjectType(input) ? Object.keys(input.getFields()) : [])];
  });
  return new Set(names.map(foldedName).filter((name) => name !== "clientmutationid"));
}

function namedInput(type: GraphQLInputType): unknown {
  return graphqlLibrary().getNamedType(type);
}
