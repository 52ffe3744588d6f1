import type { AnswerWay, GivenWay } from "./way.ts";
import type {
  GraphQLArgument,
  GraphQLDirective,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLInputType,
} from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type Revised, revisedType } from "./heirs.ts";
import { fieldOf } from "./parts.ts";
import { isRequired } from "./typed.ts";

/** So many steps an operation has at most: parsers go down by recursion. */
const DEEPEST = 100;
/** So long the values of one object are at most: what is needed of each may hold what is needed twice. */
const LONGEST = 5000;

/** Values of arguments, by name; undefined leaves one out that is needed. */
type Given = Readonly<Record<string, string | undefined>>;
type Field = GraphQLField<unknown, unknown>;
type Member = GraphQLArgument | GraphQLInputField;

/**
 * Writes operations of a schema; each gives nothing where there is no such text, or where it is too long. With a
 * second schema it gives what either needs, and only what both take: beside that which it is asked to write, the
 * second schema has nothing against an operation.
 */
export interface Writer {
  /** An operation that selects something where a way leads. */
  operationAt(way: AnswerWay, selection: string | undefined, variable?: string): string | undefined;
  /** An operation that gives a value where a way leads. */
  operationGiving(way: GivenWay, value: string | undefined, variable?: string): string | undefined;
  /** An operation that asks for that which a way leads to, without its name. */
  operationTo(way: AnswerWay): string | undefined;
  /** A field with the arguments that it needs, and what is selected of it. */
  selected(field: Field, given: Given): string | undefined;
  /** A field with the arguments that it needs: in the second schema, too, where it may be of a type that was renamed. */
  fieldText(field: Field, given: Given, twin?: Field): string | undefined;
  /** A directive with the arguments that it needs. */
  directiveText(directive: GraphQLDirective, given: Given): string | undefined;
  /** An input object with what it needs. */
  objectText(type: GraphQLInputObjectType, given: Given): string | undefined;
  /** A value of a type. */
  valueText(type: GraphQLInputType): string | undefined;
}

/**
 * A writer of operations for one schema, or for what it has in common with another; one that is not strict gives what
 * the other needs as far as that can be given.
 */
export function createWriter(other?: Revised, isStrict = true): Writer {
  return { operationAt, operationTo, operationGiving, selected, fieldText, directiveText, objectText, valueText };

  function operationAt(way: AnswerWay, selection: string | undefined, variable = ""): string | undefined {
    if (selection === undefined || way.steps > DEEPEST) return undefined;
    let text = selection;
    let at = way;
    while (at.from) {
      const step = at.field ? fieldText(at.field, {}, twinAt(at.from, at.field)) : `... on ${at.type.name}`;
      if (step === undefined) return undefined;
      text = `${step} { ${text} }`;
      at = at.from;
    }
    const opening = variable === "" ? at.root : `${at.root} Witness(${variable})`;
    return opening === "query" ? `{ ${text} }` : `${opening} { ${text} }`;
  }

  function operationTo({ from, field }: AnswerWay): string | undefined {
    return from && field && operationAt(from, selected(field, {}, twinAt(from, field)));
  }

  function operationGiving(way: GivenWay, value: string | undefined, variable?: string): string | undefined {
    let text = value;
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
    const given = { [way.argument.name]: listed(way.argument.type, text) };
    return operationAt(way.at, selected(way.field, given, twinAt(way.at, way.field)), variable);
  }

  function selected(field: Field, given: Given, twin = namesake(field)): string | undefined {
    const { getNamedType, isCompositeType } = graphqlLibrary();
    const text = fieldText(field, given, twin);
    return text !== undefined && isCompositeType(getNamedType(field.type)) ? `${text} { __typename }` : text;
  }

  function namesake({ parentType, name }: Field): Field | undefined {
    return parentType && fieldOf(other && revisedType(other, parentType.name), name);
  }

  function twinAt({ twin }: AnswerWay, field: Field): Field | undefined {
    return twin ? fieldOf(twin, field.name) : namesake(field);
  }

  function fieldText(field: Field, given: Given, twin = namesake(field)): string | undefined {
    return called(field.name, membersText(field.args, twin?.args, given));
  }

  function directiveText({ name, args }: GraphQLDirective, given: Given): string | undefined {
    return called(`@${name}`, membersText(args, other?.schema.getDirective(name)?.args, given));
  }

  function objectText(
    type: GraphQLInputObjectType,
    given: Given,
    depth = 0,
    twin = other && revisedType(other, type.name),
  ): string | undefined {
    const { isInputObjectType } = graphqlLibrary();
    const theirs = isInputObjectType(twin) ? twin : undefined;
    const [fields, twins] = [type, theirs].map((each) => each && Object.values(each.getFields())) as [
      GraphQLInputField[],
      GraphQLInputField[] | undefined,
    ];
    const isOneOf = type.isOneOf || theirs?.isOneOf === true;
    const isEmpty = Object.values(given).every((text) => text === undefined);
    const choice = fields.filter(({ name }) => !Object.hasOwn(given, name));
    const chosen = isOneOf && isEmpty ? plainest(choice, twins) : undefined;
    const texts = membersText(fields, twins, given, { chosen, depth });
    const isOver = isStrict && isOneOf && texts !== undefined && texts.length > 1;
    return texts === undefined || isOver ? undefined : `{${texts.join(", ")}}`;
  }

  /** What is given of members: what is asked for, what is chosen, and what is needed on either side. */
  function membersText(
    members: readonly Member[],
    twins: readonly Member[] | undefined,
    given: Given,
    { chosen, depth = 0 }: { readonly chosen?: Member | undefined; readonly depth?: number } = {},
  ): string[] | undefined {
    const twinOf = new Map(twins?.map((twin) => [twin.name, twin]));
    const texts: string[] = [];
    let length = 0;
    for (const member of members) {
      const { name } = member;
      const twin = twinOf.get(name);
      twinOf.delete(name);
      const isGiven = Object.hasOwn(given, name);
      if (!isGiven && member !== chosen && !isRequired(member) && !isRequired(twin)) continue;
      // Where the other has none of the name, it has that against the operation whatever is given.
      if (isStrict && !isGiven && twins && !twin) return undefined;
      const text = isGiven ? given[name] : valueFor(member, twin, depth + 1);
      if (text === undefined) {
        if (isGiven) continue;
        return undefined;
      }
      length += name.length + text.length;
      if (length > LONGEST) return undefined;
      texts.push(`${name}: ${text}`);
    }
    const isShort = [...twinOf.values()].some((twin) => isRequired(twin) && !Object.hasOwn(given, twin.name));
    return isStrict && isShort ? undefined : texts;
  }

  function valueFor({ type }: Member, twin: Member | undefined, depth: number): string | undefined {
    const text = valueText(type, depth, twin?.type);
    return text === undefined && twin && !isStrict ? valueText(type, depth) : text;
  }

  function valueText(type: GraphQLInputType, depth = 0, twin?: GraphQLInputType): string | undefined {
    const { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } = graphqlLibrary();
    if (depth > DEEPEST) return undefined;
    if (isNonNullType(type)) return valueText(type.ofType, depth, twin);
    if (isNonNullType(twin)) return valueText(type, depth, twin.ofType);
    if (isListType(type)) {
      if (twin && !isListType(twin)) return undefined;
      // A list of objects may be empty: they may hold each other.
      if (depth > 0 && isInputObjectType(getNamedType(type))) return "[]";
      const item = valueText(type.ofType, depth + 1, twin?.ofType);
      return item && `[${item}]`;
    }
    // One value stands for a list of it.
    if (isListType(twin)) return valueText(type, depth, twin.ofType);
    if (isInputObjectType(type)) {
      if (twin && !isInputObjectType(twin)) return undefined;
      return objectText(type, {}, depth, twin);
    }
    const theirs = twin ?? (other && revisedType(other, type.name));
    const own = isEnumType(type) ? type.getValues().map(({ name }) => name) : undefined;
    const samples = own ?? samplesOf[type.name] ?? samplesOf[theirs?.name ?? ""] ?? ['"x"'];
    const fitting = samples.find((text) => isTaken(text, theirs));
    return fitting ?? (twin ? undefined : samples[0]);
  }
}

const samplesOf: Readonly<Record<string, readonly string[]>> = {
  Int: ["1"],
  Float: ["1.5", "1"],
  String: ['"x"', '"1"'],
  ID: ['"1"', '"x"', "1"],
  Boolean: ["true"],
};

/** Whether a leaf takes a value of an operation: scalars that are not of the specification may take any. */
function isTaken(text: string, type: unknown): boolean {
  const { isEnumType, isScalarType } = graphqlLibrary();
  if (isEnumType(type)) return type.getValue(text) !== undefined;
  if (!isScalarType(type)) return type === undefined;
  return samplesOf[type.name]?.includes(text) ?? true;
}

/** Of an object that has one field only: one that holds no object itself, as that may hold itself. */
function plainest(
  fields: readonly GraphQLInputField[],
  twins: readonly GraphQLInputField[] | undefined,
): Member | undefined {
  const { getNamedType, isLeafType } = graphqlLibrary();
  const both = twins ? fields.filter(({ name }) => twins.some((twin) => twin.name === name)) : fields;
  return both.find(({ type }) => isLeafType(getNamedType(type))) ?? both[0] ?? fields[0];
}

function called(name: string, given: readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  return given.length === 0 ? name : `${name}(${given.join(", ")})`;
}

/** A value inside of as many lists as its type has. */
function listed(type: GraphQLInputType, value: string): string {
  const { isListType, isNonNullType } = graphqlLibrary();
  if (isNonNullType(type)) return listed(type.ofType, value);
  return isListType(type) ? `[${listed(type.ofType, value)}]` : value;
}
