import type {
  GraphQLDirective,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";
import { type Json, graphqlLibrary } from "../../contracts/index.ts";
import type { Found } from "./found.ts";
import { type TypedPart, fieldOf, fieldsOf, partAt } from "./parts.ts";
import type { Schemas } from "./typed.ts";
import type { AnswerWay, GivenWay, Ways } from "./ways.ts";
import type { Writer } from "./writing.ts";

/** An operation that may prove a change. */
export interface Attempt {
  readonly query: string;
  readonly variables?: Readonly<Record<string, Json>>;
  /** That the operation is still taken, and answered with this, at a place of the answer, where it was not. */
  readonly unexpected?: { readonly value?: Json; readonly at: string };
}

/** Operations that may prove a change, the plainest first. */
export function attemptsFor(found: Found, ways: Ways, schemas: Schemas): Attempt[] {
  return attempts(found, ways, schemas).flatMap(({ query, ...rest }) =>
    query === undefined ? [] : [{ query, ...rest }],
  );
}

type Unsure = Omit<Attempt, "query"> & { readonly query: string | undefined };

function attempts(found: Found, ways: Ways, schemas: Schemas): Unsure[] {
  const { place } = found;
  const { root, type = "", directive, member = "", argument } = place;
  const { writer } = ways;
  if (root !== undefined) return rootAttempts(root, ways, schemas);
  if (directive !== undefined) return directiveAttempts(found, ways, schemas);
  const field = fieldOf(schemas.base.getType(type), member);
  const way = ways.answered.get(type);
  if (argument !== undefined) {
    if (!way || !field) return [];
    return givenAttempts(partAt(schemas.base, place)?.typed, writer, (value, variable) =>
      writer.operationAt(way, writer.selected(field, { [argument]: value }), variable),
    );
  }
  const input = ways.given.get(type);
  switch (found.rule) {
    case "graphql-field-removed":
      return way && field ? [{ query: writer.operationAt(way, writer.selected(field, {})) }] : [];
    case "graphql-field-type-changed":
      return way && field ? answeredAttempts(found, { way, writer }, field, schemas) : [];
    case "graphql-input-field-removed":
    case "graphql-input-field-added":
    case "graphql-input-field-type-changed":
    case "graphql-input-field-default-changed": {
      const owner = schemas.base.getType(type) as GraphQLInputObjectType;
      if (!input) return [];
      return givenAttempts(partAt(schemas.base, place)?.typed, writer, (value, variable) =>
        writer.operationGiving(input, writer.objectText(owner, { [member]: value }), variable),
      );
    }
    case "graphql-one-of-added":
      return input ? [{ query: writer.operationGiving(input, "{}") }] : [];
    case "graphql-enum-value-removed":
      return input ? [{ query: writer.operationGiving(input, member) }] : enumAttempts(found, ways);
    case "graphql-union-member-removed":
      return way ? [{ query: writer.operationAt(way, `... on ${member} { __typename }`) }] : [];
    case "graphql-interface-removed":
      return [
        ...(way ? [{ query: writer.operationAt(way, `... on ${member} { __typename }`) }] : []),
        ...interfaceAttempts(ways, member, type),
      ];
    default:
      return [
        ...(found.rule === "graphql-type-kind-changed"
          ? [...usesOf(schemas, type, ways), ...readingAttempts(type, ways, schemas)]
          : []),
        // Nobody names the type of a root.
        ...(way && !way.from ? selecting(way, writer) : []),
        ...(way ? [{ query: writer.operationAt(way, `... on ${type} { __typename }`) }] : []),
        ...(input ? variableAttempts(input, writer, schemas) : []),
      ];
  }
}

/** Each field of a type: the first of them, as one may suffice. */
function selecting(way: AnswerWay, { operationAt, selected }: Writer): Unsure[] {
  return fieldsOf(way.type)
    .slice(0, 20)
    .map((field) => ({ query: operationAt(way, selected(field, {})) }));
}

/** Operations that use a type without its name. */
function usesOf({ base }: Schemas, type: string, { answered, given, writer }: Ways): Unsure[] {
  const way = answered.get(type);
  const input = given.get(type);
  return [
    ...(way?.from && way.field ? [{ query: writer.operationAt(way.from, writer.selected(way.field, {})) }] : []),
    ...(input
      ? [{ query: writer.operationGiving(input, writer.valueText(base.getType(type) as GraphQLInputType)) }]
      : []),
  ];
}

/** What could be selected of a type that is of another kind now, and what it answers that it could not before. */
function readingAttempts(owner: string, { answered, writer }: Ways, { base, revision }: Schemas): Unsure[] {
  const { isEnumType, isScalarType } = graphqlLibrary();
  const way = answered.get(owner);
  if (!way) return [];
  const { type, from, field } = way;
  const [before, after] = [namesAnswered(base, type.name), namesAnswered(revision, type.name)];
  const isOther = before.length > 0 && !after.some((name) => before.includes(name));
  // Any value may come of a scalar, where it was one of a list.
  const isOpened = isEnumType(type) && isScalarType(revision.getType(type.name));
  return [
    ...selecting(way, writer),
    ...before.slice(0, 20).map((each) => ({ query: writer.operationAt(way, `... on ${each} { __typename }`) })),
    ...(isOther ? after.slice(0, 1) : []).map((value) => ({
      query: writer.operationAt(way, "__typename"),
      unexpected: { value, at: `${placeOf(way)}.__typename` },
    })),
    ...(isOpened && from && field
      ? [{ query: writer.operationAt(from, writer.selected(field, {})), unexpected: { at: placeOf(way) } }]
      : []),
  ];
}

/** What `__typename` may answer where a type is asked for. */
function namesAnswered(schema: GraphQLSchema, name: string): readonly string[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  const type = schema.getType(name);
  if (isObjectType(type)) return [name];
  return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [];
}

/** A variable of a type: one that is never null may stand wherever its type may. */
function variableAttempts(way: GivenWay, { operationGiving, valueText }: Writer, { base }: Schemas): Unsure[] {
  const { type } = way;
  const value = valueText(base.getType(type.name) as GraphQLInputType);
  const query = operationGiving(way, "$value", `$value: ${type.name}!`);
  return [{ query, ...(value !== undefined && { variables: { value: jsonOf(value) } }) }];
}

function interfaceAttempts({ answered, writer }: Ways, name: string, type: string): Unsure[] {
  const way = answered.get(name);
  return way ? [{ query: writer.operationAt(way, `... on ${type} { __typename }`) }] : [];
}

/** With a variable of the type that the base gave, without a value, with a value, with none. */
function givenAttempts(
  part: TypedPart | undefined,
  { valueText }: Writer,
  write: (value: string | undefined, variable?: string) => string | undefined,
): Unsure[] {
  const without = { query: write(undefined) };
  if (!part) return [without];
  const value = valueText(part.type as GraphQLInputType);
  const variable = `$value: ${String(part.type)}`;
  return [
    ...(value === undefined ? [] : [{ query: write(value) }]),
    without,
    { query: write("null") },
    { query: write("$value", variable), ...(value !== undefined && { variables: { value: jsonOf(value) } }) },
  ];
}

function answeredAttempts(
  { place }: Found,
  { way, writer }: { readonly way: AnswerWay; readonly writer: Writer },
  field: ReturnType<typeof fieldsOf>[number],
  { base, revision }: Schemas,
): Unsure[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const revised = partAt(revision, place)?.typed as { readonly type: GraphQLOutputType } | undefined;
  const query = writer.operationAt(way, writer.selected(field, {}));
  const value = unexpectedValue(field.type, revised?.type, writer);
  const answered: Unsure = {
    query,
    unexpected: { ...(value !== undefined && { value }), at: `${placeOf(way)}.${field.name}` },
  };
  const named = getNamedType(field.type);
  // It takes a type of another name to refuse what is selected.
  if (revised && getNamedType(revised.type).name === named.name) return [answered];
  const text = writer.fieldText(field, {});
  const types = isCompositeType(named) ? [named, ...base.getPossibleTypes(named as never).slice(0, 20)] : [];
  const refused = types.map(({ name }) => ({
    query: text && writer.operationAt(way, `${text} { ... on ${name} { __typename } }`),
  }));
  return [...refused, { query }, answered];
}

/** Where in an answer a way leads: "data.users[].kind". */
function placeOf(way: AnswerWay): string {
  const steps: string[] = [];
  for (let at: AnswerWay | undefined = way; at?.from; at = at.from) {
    if (at.field) steps.push(at.field.name + listMarks(at.field.type));
  }
  return ["data", ...steps.toReversed()].join(".");
}

function listMarks(type: GraphQLOutputType): string {
  return "[]".repeat(String(type).split("[").length - 1);
}

/** What the revision may answer and the base may not; nothing where its type does not tell. */
function unexpectedValue(
  before: GraphQLOutputType,
  after: GraphQLOutputType | undefined,
  writer: Writer,
): Json | undefined {
  const { isEnumType, isListType, isNonNullType, isSpecifiedScalarType } = graphqlLibrary();
  if (!after) return undefined;
  if (isNonNullType(before) && !isNonNullType(after)) return null;
  const [was, is] = [before, after].map((type) => (isNonNullType(type) ? type.ofType : type));
  if (isListType(is)) {
    const item = isListType(was) ? unexpectedValue(was.ofType, is.ofType, writer) : undefined;
    return isListType(was) ? (item === undefined ? undefined : [item]) : [];
  }
  if (isEnumType(is)) return is.getValues()[0]?.name;
  if (!is || !("name" in is) || !isSpecifiedScalarType(is)) return undefined;
  return jsonOf(writer.valueText(is as GraphQLInputType) ?? "null");
}

/** A value that only the revision has may be answered in the place of one that was removed. */
function enumAttempts({ place, after }: Found, { answered, writer }: Ways): Unsure[] {
  const way = answered.get(place.type ?? "");
  if (!way?.from || !way.field || after === undefined) return [];
  const query = writer.operationAt(way.from, writer.selected(way.field, {}));
  return [{ query, unexpected: { value: after, at: placeOf(way) } }];
}

function rootAttempts(root: string, ways: Ways, { base }: Schemas): Unsure[] {
  const way = [...ways.answered.values()].find((each) => each.root === root && !each.from);
  const type = {
    query: base.getQueryType(),
    mutation: base.getMutationType(),
    subscription: base.getSubscriptionType(),
  };
  const name = type[root as keyof typeof type]?.name;
  const opening = root === "query" ? "" : `${root} `;
  return [
    ...(way ? selecting(way, ways.writer) : []),
    { query: `${opening}{ __typename }` },
    { query: name && `${opening}{ ... on ${name} { __typename } }` },
  ];
}

/** Where operations may carry a directive, and how that is written. */
const carried: Readonly<Record<string, (text: string) => string>> = {
  FIELD: (text) => `{ __typename ${text} }`,
  QUERY: (text) => `query ${text} { __typename }`,
  INLINE_FRAGMENT: (text) => `{ ... ${text} { __typename } }`,
  FRAGMENT_SPREAD: (text) => `{ ...Witness ${text} } fragment Witness on ROOT { __typename }`,
  FRAGMENT_DEFINITION: (text) => `{ ...Witness } fragment Witness on ROOT ${text} { __typename }`,
  MUTATION: (text) => `mutation ${text} { __typename }`,
  SUBSCRIPTION: (text) => `subscription ${text} { __typename }`,
};

function directiveAttempts({ place, rule }: Found, { writer }: Ways, { base }: Schemas): Unsure[] {
  const directive = base.getDirective(place.directive ?? "") as GraphQLDirective;
  const { argument } = place;
  const once = writer.directiveText(directive, {});
  const texts =
    rule === "graphql-directive-repeatable-removed"
      ? [once && `${once} ${once}`]
      : argument === undefined
        ? [once]
        : givenAttempts(partAt(base, place)?.typed, writer, (value) =>
            writer.directiveText(directive, { [argument]: value }),
          ).map(({ query }) => query);
  const root = base.getQueryType()?.name ?? "Query";
  return (place.member === undefined ? directive.locations : [place.member]).flatMap((location) => {
    const carry = carried[location];
    return carry ? texts.map((text) => ({ query: text && carry(text).replace("ROOT", root) })) : [];
  });
}

/** A value of an operation as JSON. */
function jsonOf(text: string): Json {
  const { parseConstValue, valueFromASTUntyped } = graphqlLibrary();
  return valueFromASTUntyped(parseConstValue(text)) as Json;
}
