import type { AttemptDraft } from "./proof-attempt.ts";
import type { OutputPath } from "./schema-path.ts";
import type { GraphQLInputType, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from "graphql";
import { type Json, graphqlLibrary } from "../../contracts/index.ts";
import { type GraphqlDifference, revisedCoordinate } from "./difference.ts";
import { fieldsOf, partAt } from "./parts.ts";
import { type Schemas, judgeOutputType } from "./type-changes.ts";
import type { OperationWriter } from "./operation-writer.ts";

/** Operations that can prove a changed field type: the revision refuses them, or answers with a value that the base never returned. */
export function fieldTypeAttempts(
  found: GraphqlDifference,
  { path, writer }: { readonly path: OutputPath; readonly writer: OperationWriter },
  field: ReturnType<typeof fieldsOf>[number],
  { base, revision }: Schemas,
): AttemptDraft[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const revised = (partAt(revision, revisedCoordinate(found))?.typed ?? field) as { readonly type: GraphQLOutputType };
  const query = writer.operationAt(path, writer.fieldSelection(field, {}));
  const at = `${responsePath(path)}.${field.name}`;
  const value = unexpectedValue(field.type, revised.type, writer, revision);
  const unexpectedAnswer: AttemptDraft = { query, unexpected: { ...(value !== undefined && { value }), at } };
  const [named, renamed] = [getNamedType(field.type), getNamedType(revised.type)];
  // A selection stays valid if the type has the same name.
  if (named.name === renamed.name) return [unexpectedAnswer];
  const text = writer.fieldText(field, {});
  const inside = isCompositeType(named)
    ? [
        ...[named, ...base.getPossibleTypes(named as never).slice(0, 20)].map(
          ({ name }) => `... on ${name} { __typename }`,
        ),
        ...fieldsOf(named)
          .slice(0, 20)
          .flatMap((each) => writer.fieldSelection(each, {}) ?? []),
      ]
    : [];
  const refused = inside.map((each) => ({ query: text && writer.operationAt(path, `${text} { ${each} }`) }));
  const brackets = listBrackets(field.type);
  const isReshaped = value !== undefined || brackets !== listBrackets(revised.type);
  if (isReshaped || !isCompositeType(named) || !isCompositeType(renamed))
    return [...refused, { query }, unexpectedAnswer];
  const known = possibleTypeNames(base, named.name);
  const addedNames = possibleTypeNames(revision, renamed.name).filter((name) => !known.includes(name));
  const newTypes = addedNames.slice(0, 1).map((name) => ({
    query,
    unexpected: { value: name, at: `${at}${brackets}.__typename` },
  }));
  return [...refused, { query }, ...newTypes];
}

/** Path in a response: "data.users[].kind". */
export function responsePath(path: OutputPath): string {
  const steps: string[] = [];
  for (let at: OutputPath | undefined = path; at?.from; at = at.from) {
    if (at.field) steps.push(at.field.name + listBrackets(at.field.type));
  }
  return ["data", ...steps.toReversed()].join(".");
}

function listBrackets(type: GraphQLOutputType): string {
  return "[]".repeat(String(type).split("[").length - 1);
}

/** Values that `__typename` can have for a field of a type. */
export function possibleTypeNames(schema: GraphQLSchema, name: string): readonly string[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  const type = schema.getType(name);
  if (isObjectType(type)) return [name];
  return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [];
}

/** A value that only the revision can return. Undefined if there is none, or the types do not determine it. */
function unexpectedValue(
  before: GraphQLOutputType,
  after: GraphQLOutputType,
  writer: OperationWriter,
  schema: GraphQLSchema,
): Json | undefined {
  const { isCompositeType, isEnumType, isListType, isNonNullType, isScalarType, isSpecifiedScalarType } =
    graphqlLibrary();
  if (isNonNullType(before) && !isNonNullType(after)) return null;
  const [was, is] = [before, after].map((type) => (isNonNullType(type) ? type.ofType : type));
  // The values of a custom scalar are not known.
  if (isScalarType(was) && !isSpecifiedScalarType(was)) return undefined;
  if (isListType(is)) {
    const item = isListType(was) ? unexpectedValue(was.ofType, is.ofType, writer, schema) : undefined;
    return isListType(was) ? (item === undefined ? undefined : [item]) : [];
  }
  // Changed object types are proved by refused selections or by type names.
  if (isListType(was) && isCompositeType(is)) return typenameObject(is, schema);
  if (!was || !is || judgeOutputType(was, is) !== "breaking") return undefined;
  if (isEnumType(is)) {
    const known = isEnumType(was) ? was : undefined;
    return is.getValues().find(({ name }) => !known?.getValue(name))?.name;
  }
  if (!isScalarType(is) || !isSpecifiedScalarType(is)) return undefined;
  return literalToJson(writer.valueText(is as GraphQLInputType));
}

/** Response object for the selection `{ __typename }`. */
function typenameObject({ name }: GraphQLNamedType, schema: GraphQLSchema): Json | undefined {
  const [typeName] = possibleTypeNames(schema, name);
  return typeName === undefined ? undefined : { __typename: typeName };
}

/** Converts a GraphQL literal to JSON. */
export function literalToJson(text = "null"): Json {
  const { parseConstValue, valueFromASTUntyped } = graphqlLibrary();
  return valueFromASTUntyped(parseConstValue(text)) as Json;
}
