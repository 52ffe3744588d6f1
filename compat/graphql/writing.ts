import type { GraphQLField, GraphQLInputField, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { isRequired } from "./typed.ts";
import type { AnswerWay, GivenWay } from "./ways.ts";

/** So many steps an operation has at most: parsers go down by recursion. */
const DEEPEST = 100;
/** So long the values of one object are at most: what is needed of each may hold what is needed twice. */
const LONGEST = 5000;

/** Values of arguments, by name; undefined leaves one out that is needed. */
type Given = Readonly<Record<string, string | undefined>>;

/** An operation that selects something where a way leads; nothing where it is too long, or an argument has no value. */
export function operationAt(way: AnswerWay, selection: string, variable = ""): string | undefined {
  if (way.steps > DEEPEST) return undefined;
  let text = selection;
  let at = way;
  while (at.from) {
    const step = at.field ? fieldText(at.field, {}) : `... on ${at.type.name}`;
    if (step === undefined) return undefined;
    text = `${step} { ${text} }`;
    at = at.from;
  }
  const opening = variable === "" ? at.root : `${at.root} Witness(${variable})`;
  return opening === "query" ? `{ ${text} }` : `${opening} { ${text} }`;
}

/** An operation that gives a value where a way leads. */
export function operationGiving(way: GivenWay, value: string, variable?: string): string | undefined {
  let text: string | undefined = value;
  let at = way;
  let steps = 0;
  while (at.from && at.inputField && text !== undefined && steps < DEEPEST) {
    text = objectText(at.from.type as GraphQLInputObjectType, {
      [at.inputField.name]: listed(at.inputField.type, text),
    });
    at = at.from;
    steps += 1;
  }
  if (at.from || text === undefined) return undefined;
  const field = selected(way.field, { [way.argument.name]: listed(way.argument.type, text) });
  return field === undefined ? undefined : operationAt(way.at, field, variable);
}

/** A field with the arguments that it needs, and what is selected of it. */
export function selected(field: GraphQLField<unknown, unknown>, given: Given): string | undefined {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const text = fieldText(field, given);
  return text !== undefined && isCompositeType(getNamedType(field.type)) ? `${text} { __typename }` : text;
}

/** A field with the arguments that it needs. */
export function fieldText({ name, args }: GraphQLField<unknown, unknown>, given: Given): string | undefined {
  const texts = membersText(args, given);
  if (texts === undefined) return undefined;
  return texts.length === 0 ? name : `${name}(${texts.join(", ")})`;
}

/** An input object with what it needs. */
export function objectText(type: GraphQLInputObjectType, given: Given, depth = 0): string | undefined {
  const fields = Object.values(type.getFields());
  const isOpen = type.isOneOf && Object.keys(given).length === 0;
  const first = isOpen ? fields[0] : undefined;
  const texts = membersText(first ? [{ ...first, isNeeded: true }] : fields, given, depth);
  return texts && `{${texts.join(", ")}}`;
}

type Member = Pick<GraphQLInputField, "name" | "type"> & { readonly isNeeded?: boolean };

function membersText(members: readonly Member[], given: Given, depth = 0): string[] | undefined {
  const texts: string[] = [];
  let length = 0;
  for (const member of members) {
    const { name, type, isNeeded } = member;
    const isGiven = Object.hasOwn(given, name);
    if (!isGiven && !isNeeded && !isRequired(member as GraphQLInputField)) continue;
    const text = isGiven ? given[name] : valueText(type, depth + 1);
    if (text === undefined) {
      if (isGiven) continue;
      return undefined;
    }
    length += name.length + text.length;
    if (length > LONGEST) return undefined;
    texts.push(`${name}: ${text}`);
  }
  return texts;
}

const samples: Readonly<Record<string, string>> = { Int: "1", Float: "1.5", String: '"x"', ID: '"1"', Boolean: "true" };

/** A value of a type, as an operation has it; nothing where the type has none, or holds itself. */
export function valueText(type: GraphQLInputType, depth = 0): string | undefined {
  const { isEnumType, isInputObjectType, isListType, isNonNullType } = graphqlLibrary();
  if (depth > DEEPEST) return undefined;
  if (isNonNullType(type)) return valueText(type.ofType, depth);
  if (isListType(type)) {
    const item = valueText(type.ofType, depth + 1);
    return item && `[${item}]`;
  }
  if (isInputObjectType(type)) return objectText(type, {}, depth);
  if (isEnumType(type)) return type.getValues()[0]?.name;
  return samples[type.name] ?? '"x"';
}

/** A value inside of as many lists as its type has. */
function listed(type: GraphQLInputType, value: string): string {
  const { isListType, isNonNullType } = graphqlLibrary();
  if (isNonNullType(type)) return listed(type.ofType, value);
  return isListType(type) ? `[${listed(type.ofType, value)}]` : value;
}
