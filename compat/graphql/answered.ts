import type { Unsure } from "./attempt.ts";
import type { AnswerWay } from "./way.ts";
import type { GraphQLInputType, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { type Json, graphqlLibrary } from "../../contracts/index.ts";
import { type Found, placeAfter } from "./found.ts";
import { fieldsOf, partAt } from "./parts.ts";
import { type Schemas, answeredOtherwise } from "./typed.ts";
import type { Writer } from "./writing.ts";

/** Operations that may prove that a field has another type: refused, or answered with what it could not give. */
export function answeredAttempts(
  found: Found,
  { way, writer }: { readonly way: AnswerWay; readonly writer: Writer },
  field: ReturnType<typeof fieldsOf>[number],
  { base, revision }: Schemas,
): Unsure[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const revised = (partAt(revision, placeAfter(found))?.typed ?? field) as { readonly type: GraphQLOutputType };
  const query = writer.operationAt(way, writer.selected(field, {}));
  const at = `${placeOf(way)}.${field.name}`;
  const value = unexpectedValue(field.type, revised.type, writer, revision);
  const answered: Unsure = { query, unexpected: { ...(value !== undefined && { value }), at } };
  const [named, renamed] = [getNamedType(field.type), getNamedType(revised.type)];
  // It takes a type of another name to refuse what is selected.
  if (named.name === renamed.name) return [answered];
  const text = writer.fieldText(field, {});
  const inside = isCompositeType(named)
    ? [
        ...[named, ...base.getPossibleTypes(named as never).slice(0, 20)].map(
          ({ name }) => `... on ${name} { __typename }`,
        ),
        ...fieldsOf(named)
          .slice(0, 20)
          .flatMap((each) => writer.selected(each, {}) ?? []),
      ]
    : [];
  const refused = inside.map((each) => ({ query: text && writer.operationAt(way, `${text} { ${each} }`) }));
  const marks = listMarks(field.type);
  const isReshaped = value !== undefined || marks !== listMarks(revised.type);
  if (isReshaped || !isCompositeType(named) || !isCompositeType(renamed)) return [...refused, { query }, answered];
  const known = namesAnswered(base, named.name);
  const newcomers = namesAnswered(revision, renamed.name).filter((name) => !known.includes(name));
  const met = newcomers.slice(0, 1).map((name) => ({
    query,
    unexpected: { value: name, at: `${at}${marks}.__typename` },
  }));
  return [...refused, { query }, ...met];
}

/** Where in an answer a way leads: "data.users[].kind". */
export function placeOf(way: AnswerWay): string {
  const steps: string[] = [];
  for (let at: AnswerWay | undefined = way; at?.from; at = at.from) {
    if (at.field) steps.push(at.field.name + listMarks(at.field.type));
  }
  return ["data", ...steps.toReversed()].join(".");
}

function listMarks(type: GraphQLOutputType): string {
  return "[]".repeat(String(type).split("[").length - 1);
}

/** What `__typename` may answer where a type is asked for. */
export function namesAnswered(schema: GraphQLSchema, name: string): readonly string[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  const type = schema.getType(name);
  if (isObjectType(type)) return [name];
  return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [];
}

/** What the revision may answer and the base may not; nothing where there is no such value, or its type does not tell. */
function unexpectedValue(
  before: GraphQLOutputType,
  after: GraphQLOutputType,
  writer: Writer,
  schema: GraphQLSchema,
): Json | undefined {
  const { isCompositeType, isEnumType, isListType, isNonNullType, isScalarType, isSpecifiedScalarType } =
    graphqlLibrary();
  if (isNonNullType(before) && !isNonNullType(after)) return null;
  const [was, is] = [before, after].map((type) => (isNonNullType(type) ? type.ofType : type));
  // What such a scalar could give before, nobody knows.
  if (isScalarType(was) && !isSpecifiedScalarType(was)) return undefined;
  if (isListType(is)) {
    const item = isListType(was) ? unexpectedValue(was.ofType, is.ofType, writer, schema) : undefined;
    return isListType(was) ? (item === undefined ? undefined : [item]) : [];
  }
  // Objects of another type are refused, or told by their names.
  if (isListType(was) && isCompositeType(is)) return objectOf(is, schema);
  if (!was || !is || answeredOtherwise(was, is) !== "breaking") return undefined;
  if (isEnumType(is)) {
    const known = isEnumType(was) ? was : undefined;
    return is.getValues().find(({ name }) => !known?.getValue(name))?.name;
  }
  if (!isScalarType(is) || !isSpecifiedScalarType(is)) return undefined;
  return jsonOf(writer.valueText(is as GraphQLInputType));
}

/** An object as it is answered where nothing but `__typename` is asked for. */
function objectOf({ name }: GraphQLNamedType, schema: GraphQLSchema): Json | undefined {
  const [met] = namesAnswered(schema, name);
  return met === undefined ? undefined : { __typename: met };
}

/** A value of an operation as JSON. */
export function jsonOf(text = "null"): Json {
  const { parseConstValue, valueFromASTUntyped } = graphqlLibrary();
  return valueFromASTUntyped(parseConstValue(text)) as Json;
}
