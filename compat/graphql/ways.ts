import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { rootTypes } from "./parts.ts";
import { isRequired } from "./typed.ts";

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
}

/** The shortest ways; with a second schema, those that lead through it as well. */
export function waysThrough(schema: GraphQLSchema, other?: GraphQLSchema): Ways {
  const answered = answeredWays(schema, other);
  return { answered, given: givenWays(answered, other) };
}

function answeredWays(schema: GraphQLSchema, other?: GraphQLSchema): Map<string, AnswerWay> {
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
      if (!other || isSame(field, fieldIn(other, type, field.name))) add(getNamedType(field.type), way, field);
    }
    if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) add(possible, way);
    if (isObjectType(type)) for (const each of type.getInterfaces()) add(each, way);
  }
  return ways;

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
        if (!other || (alike && String(alike.type) === String(argument.type)))
          ways.set(type.name, { type, argument, field, at });
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
      if (other && String(alike?.type) !== String(inputField.type)) continue;
      ways.set(type.name, { type, argument: from.argument, field: from.field, at: from.at, from, inputField });
    }
  }
  return ways;
}

function fieldIn(schema: GraphQLSchema, { name }: GraphQLNamedType, field: string): Field | undefined {
  return fieldOf(schema.getType(name), field);
}

/** A field that can be selected of a type. */
export function fieldOf(type: GraphQLNamedType | undefined, name: string): Field | undefined {
  const { isInterfaceType, isObjectType } = graphqlLibrary();
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

/** The fields that can be selected of a type. */
export function fieldsOf(type: GraphQLNamedType | undefined): readonly Field[] {
  const { isInterfaceType, isObjectType } = graphqlLibrary();
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

/** Whether a field leads to the same type, and asks for nothing else. */
function isSame(field: Field, other: Field | undefined): boolean {
  const { getNamedType } = graphqlLibrary();
  if (!other || getNamedType(field.type).name !== getNamedType(other.type).name) return false;
  return neededBy(field) === neededBy(other);
}

function neededBy({ args }: Field): string {
  return args
    .filter(isRequired)
    .map(({ name, type }) => `${name}: ${String(type)}`)
    .toSorted()
    .join(", ");
}
