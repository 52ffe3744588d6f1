import type {
  GraphQLDirective,
  GraphQLInputObjectType,
  GraphQLInputType,
  GraphQLOutputType,
  GraphQLSchema,
} from "graphql";
import { type Json, graphqlLibrary } from "../../contracts/index.ts";
import type { Found } from "./found.ts";
import { type TypedPart, partAt } from "./parts.ts";
import type { Schemas } from "./typed.ts";
import { type AnswerWay, type GivenWay, type Ways, fieldOf, fieldsOf } from "./ways.ts";
import { fieldText, objectText, operationAt, operationGiving, selected, valueText } from "./writing.ts";

/** An operation that may prove a change. */
export interface Attempt {
  readonly query: string;
  readonly variables?: Readonly<Record<string, Json>>;
  /** That the operation is still taken, and answered with this where it was not. */
  readonly unexpected?: { readonly value?: Json };
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
  if (root !== undefined) return rootAttempts(root, ways, schemas);
  if (directive !== undefined) return directiveAttempts(found, ways, schemas);
  const field = fieldOf(schemas.base.getType(type), member);
  const way = ways.answered.get(type);
  if (argument !== undefined) {
    if (!way || !field) return [];
    return givenAttempts(partAt(schemas.base, place)?.typed, (value, variable) => {
      const text = selected(field, { [argument]: value });
      return text === undefined ? undefined : operationAt(way, text, variable);
    });
  }
  const input = ways.given.get(type);
  switch (found.rule) {
    case "graphql-field-removed":
      return way && field ? [{ query: selecting(way, selected(field, {})) }] : [];
    case "graphql-field-type-changed":
      return way && field ? answeredAttempts(found, way, field, schemas) : [];
    case "graphql-input-field-removed":
    case "graphql-input-field-added":
    case "graphql-input-field-type-changed":
    case "graphql-input-field-default-changed": {
      const owner = schemas.base.getType(type) as GraphQLInputObjectType;
      if (!input) return [];
      return givenAttempts(partAt(schemas.base, place)?.typed, (value, variable) => {
        const text = objectText(owner, { [member]: value });
        return text === undefined ? undefined : operationGiving(input, text, variable);
      });
    }
    case "graphql-one-of-added":
      return input ? [{ query: operationGiving(input, "{}") }] : [];
    case "graphql-enum-value-removed":
      return input ? [{ query: operationGiving(input, member) }] : enumAttempts(found, way);
    case "graphql-union-member-removed":
      return way ? [{ query: operationAt(way, `... on ${member} { __typename }`) }] : [];
    case "graphql-interface-removed":
      return [
        ...(way ? [{ query: operationAt(way, `... on ${member} { __typename }`) }] : []),
        ...interfaceAttempts(ways.answered.get(member), type),
      ];
    default:
      return [
        ...(found.rule === "graphql-type-kind-changed"
          ? [...usesOf(schemas, type, ways), ...(way ? readingAttempts(way, schemas) : [])]
          : []),
        // Nobody names the type of a root.
        ...(way && !way.from ? fieldsOf(way.type).slice(0, 20) : []).map((each) => ({
          query: way && selecting(way, selected(each, {})),
        })),
        ...(way ? [{ query: operationAt(way, `... on ${type} { __typename }`) }] : []),
        ...(input ? variableAttempts(input, schemas) : []),
      ];
  }
}

function selecting(way: AnswerWay, selection: string | undefined): string | undefined {
  return selection === undefined ? undefined : operationAt(way, selection);
}

/** Operations that use a type without its name. */
function usesOf({ base }: Schemas, type: string, { answered, given }: Ways): Unsure[] {
  const way = answered.get(type);
  const input = given.get(type);
  const value = input && valueText(base.getType(type) as GraphQLInputType);
  return [
    ...(way?.from && way.field ? [{ query: selecting(way.from, selected(way.field, {})) }] : []),
    ...(input && value !== undefined ? [{ query: operationGiving(input, value) }] : []),
  ];
}

/** What could be selected of a type that is of another kind now, and what it answers that it could not before. */
function readingAttempts(way: AnswerWay, { base, revision }: Schemas): Unsure[] {
  const { isEnumType, isScalarType } = graphqlLibrary();
  const { type, from, field } = way;
  const [before, after] = [namesAnswered(base, type.name), namesAnswered(revision, type.name)];
  const isOther = before.length > 0 && !after.some((name) => before.includes(name));
  // Any value may come of a scalar, where it was one of a list.
  const isOpened = isEnumType(type) && isScalarType(revision.getType(type.name));
  return [
    ...fieldsOf(type)
      .slice(0, 20)
      .map((each) => ({ query: selecting(way, selected(each, {})) })),
    ...before.slice(0, 20).map((name) => ({ query: operationAt(way, `... on ${name} { __typename }`) })),
    ...(isOther ? after.slice(0, 1) : []).map((value) => ({
      query: operationAt(way, "__typename"),
      unexpected: { value },
    })),
    ...(isOpened && from && field ? [{ query: selecting(from, selected(field, {})), unexpected: {} }] : []),
  ];
}

/** What `__typename` may answer where a type is asked for. */
function namesAnswered(schema: GraphQLSchema, name: string): readonly string[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  const type = schema.getType(name);
  if (isObjectType(type)) return [name];
  return isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [];
}

/** A variable of a type, where it may be null and where it may not. */
function variableAttempts(way: GivenWay, { base }: Schemas): Unsure[] {
  const { type } = way;
  const value = valueText(base.getType(type.name) as GraphQLInputType);
  const variables = value === undefined ? {} : { variables: { value: jsonOf(value) } };
  return ["", "!"].map((mark) => ({
    query: operationGiving(way, "$value", `$value: ${type.name}${mark}`),
    ...variables,
  }));
}

function interfaceAttempts(way: AnswerWay | undefined, type: string): Unsure[] {
  return way ? [{ query: operationAt(way, `... on ${type} { __typename }`) }] : [];
}

/** With a variable of the type that the base gave, without a value, with a value, with none. */
function givenAttempts(
  part: TypedPart | undefined,
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
  { place, after }: Found,
  way: AnswerWay,
  field: ReturnType<typeof fieldsOf>[number],
  { base, revision }: Schemas,
): Unsure[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const text = fieldText(field, {});
  const named = getNamedType(field.type);
  const isObject = isCompositeType(named);
  const revised = partAt(revision, place)?.typed as { readonly type: GraphQLOutputType } | undefined;
  const types = isObject ? [named, ...base.getPossibleTypes(named as never).slice(0, 20)] : [];
  const refused = types.map(({ name }) => ({
    query: text && operationAt(way, `${text} { ... on ${name} { __typename } }`),
  }));
  const query = selecting(way, selected(field, {}));
  const value = unexpectedValue(field.type, revised?.type);
  return [...refused, { query }, { query, unexpected: value === undefined || after === undefined ? {} : { value } }];
}

/** What the revision may answer and the base may not; nothing where its type does not tell. */
function unexpectedValue(before: GraphQLOutputType, after: GraphQLOutputType | undefined): Json | undefined {
  const { isEnumType, isListType, isNonNullType, isSpecifiedScalarType } = graphqlLibrary();
  if (!after) return undefined;
  if (isNonNullType(before) && !isNonNullType(after)) return null;
  const [was, is] = [before, after].map((type) => (isNonNullType(type) ? type.ofType : type));
  if (isListType(is)) {
    const item = isListType(was) ? unexpectedValue(was.ofType, is.ofType) : undefined;
    return isListType(was) ? (item === undefined ? undefined : [item]) : [];
  }
  if (isEnumType(is)) return is.getValues()[0]?.name;
  if (!is || !("name" in is) || !isSpecifiedScalarType(is)) return undefined;
  return jsonOf(valueText(is as GraphQLInputType) ?? "null");
}

/** A value that only the revision has may be answered in the place of one that was removed. */
function enumAttempts({ after }: Found, way: AnswerWay | undefined): Unsure[] {
  if (!way?.from || !way.field) return [];
  return [
    { query: selecting(way.from, selected(way.field, {})), unexpected: after === undefined ? {} : { value: after } },
  ];
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
  const fields = way ? fieldsOf(way.type) : [];
  return [
    ...fields.slice(0, 20).map((field) => ({ query: way && selecting(way, selected(field, {})) })),
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

function directiveAttempts({ place, rule }: Found, _: Ways, { base }: Schemas): Unsure[] {
  const directive = base.getDirective(place.directive ?? "") as GraphQLDirective;
  const write = (value: Readonly<Record<string, string | undefined>>): string | undefined =>
    fieldText({ ...directive, name: `@${directive.name}` } as never, value);
  const once = write({});
  const texts =
    rule === "graphql-directive-repeatable-removed"
      ? [`${once} ${once}`]
      : place.argument === undefined
        ? [once]
        : givenAttempts(partAt(base, place)?.typed, (value) => write({ [place.argument as string]: value })).map(
            ({ query }) => query,
          );
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
