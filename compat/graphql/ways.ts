import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLSchema,
} from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { fieldOf, fieldsOf, rootTypes } from "./parts.ts";
import { type Writer, createWriter } from "./writing.ts";

type Field = GraphQLField<unknown, unknown>;

/** How an operation comes to what is answered: step by step from a root. */
export interface AnswerWay {
  readonly type: GraphQLNamedType;
  /** Absent at a root: the operation that it is the root of. */
  readonly from?: AnswerWay;
  /** The field that leads from there to here; absent where the type is one that the last may be. */
  readonly field?: Field;
  readonly root: string;
  readonly steps: number;
}

/** How an operation comes to what is given: an argument, and fields of input objects below it. */
export interface GivenWay {
  readonly type: GraphQLNamedType;
  readonly argument: GraphQLArgument;
  readonly field: Field;
  readonly at: AnswerWay;
  readonly from?: GivenWay;
  readonly inputField?: GraphQLInputField;
}

/** The shortest ways through a schema, by the name of the type that they lead to. */
export interface Ways {
  readonly answered: ReadonlyMap<string, AnswerWay>;
  readonly given: ReadonlyMap<string, GivenWay>;
  /** Writes operations that go these ways. */
  readonly writer: Writer;
}

/** The shortest ways; with a second schema, those that lead through it as well. */
export function waysThrough(schema: GraphQLSchema, other?: GraphQLSchema): Ways {
  const writer = createWriter(other);
  const answered = answeredWays(schema, writer, other);
  return { answered, given: givenWays(answered, other), writer };
}

function answeredWays(schema: GraphQLSchema, writer: Writer, other?: GraphQLSchema): Map<string, AnswerWay> {
  const { getNamedType, isAbstractType, isObjectType } = graphqlLibrary();
  const ways = new Map<string, AnswerWay>();
  const others = other && rootTypes(other);
  for (const [root, type] of rootTypes(schema)) {
    if (!ways.has(type.name) && (!others || others.get(root)?.name === type.name))
      ways.set(type.name, { type, root, steps: 0 });
  }
  // A map yields what is put into it meanwhile.
  for (const way of ways.values()) {
    const { type } = way;
    for (const field of fieldsOf(type)) {
      if (!other || leadsOn(field, fieldIn(other, type, field.name))) add(getNamedType(field.type), way, field);
    }
    if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) joins(possible, way);
    if (isObjectType(type)) for (const each of type.getInterfaces()) joins(each, way);
  }
  return ways;

  /** Whether a field leads to the same type, and asks for nothing that cannot be given. */
  function leadsOn(field: Field, twin: Field | undefined): boolean {
    if (!twin || getNamedType(field.type).name !== getNamedType(twin.type).name) return false;
    return writer.fieldText(field, {}) !== undefined;
  }

  function joins(type: GraphQLNamedType, from: AnswerWay): void {
    if (!other || areJoined(other, type.name, from.type.name)) add(type, from);
  }

  function add(type: GraphQLNamedType, from: AnswerWay, field?: Field): void {
    if (ways.has(type.name) || (other && !other.getType(type.name))) return;
    ways.set(type.name, { type, from, root: from.root, steps: from.steps + 1, ...(field && { field }) });
  }
}

function givenWays(answered: ReadonlyMap<string, AnswerWay>, other?: GraphQLSchema): Map<string, GivenWay> {
  const { getNamedType, isInputObjectType } = graphqlLibrary();
  const ways = new Map<string, GivenWay>();
  for (const at of answered.values()) {
    for (const field of fieldsOf(at.type)) {
      const twin = other && fieldIn(other, at.type, field.name);
      if (other && !twin) continue;
      for (const argument of field.args) {
        const type = getNamedType(argument.type);
        if (ways.has(type.name)) continue;
        const alike = twin?.args.find(({ name }) => name === argument.name);
        if (!other || isAsDeep(argument.type, alike?.type)) ways.set(type.name, { type, argument, field, at });
      }
    }
  }
  for (const from of ways.values()) {
    if (!isInputObjectType(from.type)) continue;
    const twin = other?.getType(from.type.name);
    for (const inputField of Object.values(from.type.getFields())) {
      const type = getNamedType(inputField.type);
      if (ways.has(type.name)) continue;
      const alike = isInputObjectType(twin) ? twin.getFields()[inputField.name] : undefined;
      if (other && !isAsDeep(inputField.type, alike?.type)) continue;
      ways.set(type.name, { type, argument: from.argument, field: from.field, at: from.at, from, inputField });
    }
  }
  return ways;
}

function fieldIn(schema: GraphQLSchema, { name }: GraphQLNamedType, field: string): Field | undefined {
  return fieldOf(schema.getType(name), field);
}

/** Whether a value of the first, in as many lists as it has, may be one of the second. */
function isAsDeep(type: GraphQLInputType, twin: GraphQLInputType | undefined): boolean {
  const [ours, theirs] = [type, twin].map((each) => String(each).replaceAll("!", ""));
  return ours === theirs;
}

/** Whether a fragment on a type may stand where another is asked for. */
function areJoined(schema: GraphQLSchema, ...names: readonly [string, string]): boolean {
  const { doTypesOverlap, isCompositeType } = graphqlLibrary();
  const [type, owner] = names.map((name) => schema.getType(name));
  return isCompositeType(type) && isCompositeType(owner) && doTypesOverlap(schema, type, owner);
}
