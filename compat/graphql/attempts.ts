import type { Attempt, Unsure } from "./attempt.ts";
import type { AnswerWay, GivenWay } from "./way.ts";
import type { GraphQLDirective, GraphQLInputObjectType, GraphQLInputType } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { answeredAttempts, jsonOf, namesAnswered, placeOf } from "./answered.ts";
import type { Found } from "./found.ts";
import { type TypedPart, fieldGiving, fieldOf, fieldsOf, interfacesOf, partAt, rootTypes } from "./parts.ts";
import type { Schemas } from "./typed.ts";
import type { Ways } from "./ways.ts";
import { type Writer, createWriter } from "./writing.ts";

/** Operations that may prove a change, the plainest first. */
export function attemptsFor(found: Found, ways: Ways, schemas: Schemas): Attempt[] {
  return attempts(found, ways, schemas).flatMap(({ query, ...rest }) =>
    query === undefined ? [] : [{ query, ...rest }],
  );
}

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
      return givenAttempts(
        partAt(schemas.base, place)?.typed,
        writer,
        (value, variable) => writer.operationGiving(input, writer.objectText(owner, { [member]: value }), variable),
        owner.isOneOf,
      );
    }
    case "graphql-one-of-added":
      return input ? oneOfAttempts(input, writer) : [];
    case "graphql-enum-value-removed":
      return input ? [{ query: writer.operationGiving(input, member) }] : enumAttempts(found, ways);
    case "graphql-union-member-added":
      return way ? namedAttempts(way, member, writer) : [];
    case "graphql-interface-added":
      return namesAnswered(schemas.revision, type).includes(type) ? metAttempts([member], type, ways) : [];
    case "graphql-type-added":
      return metAttempts(interfacesOf(schemas.revision.getType(type)), type, ways);
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
        ...(way ? [{ query: writer.operationAt(way, fragmentOn(type, way, writer)) }] : []),
        ...(input ? variableAttempts(input, writer, schemas) : []),
      ];
  }
}

/** A fragment on a type; a subscription may not ask for the name of its root, but for what it has. */
function fragmentOn(type: string, way: AnswerWay, { selected }: Writer): string | undefined {
  const [field] = way.root === "subscription" && !way.from ? fieldsOf(way.type) : [];
  const inside = field ? selected(field, {}) : "__typename";
  return inside && `... on ${type} { ${inside} }`;
}

/** Objects with no field, with all, and with one that is null: the base takes them, whatever the revision needs. */
function oneOfAttempts(way: GivenWay, { operationGiving }: Writer): Unsure[] {
  const { objectText, valueText } = createWriter();
  const type = way.type as GraphQLInputObjectType;
  const fields = Object.values(type.getFields());
  const all = Object.fromEntries(fields.map((field) => [field.name, valueText(field.type)]));
  const texts = [objectText(type, {}), objectText(type, all), ...fields.map(({ name }) => `{${name}: null}`)];
  return texts.map((text) => ({ query: operationGiving(way, text) }));
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
    ...(way ? [{ query: writer.operationTo(way) }] : []),
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
  const { type } = way;
  const [before, after] = [namesAnswered(base, type.name), namesAnswered(revision, type.name)];
  const isOther = before.length > 0 && !after.some((name) => before.includes(name));
  // What such a scalar gives, or gave, nobody knows; of an enum it is one of a list.
  const leaves = [type, revision.getType(type.name)];
  const isUntold = leaves.some((leaf) => isEnumType(leaf)) && leaves.some((leaf) => isScalarType(leaf));
  return [
    ...selecting(way, writer),
    ...before.slice(0, 20).map((each) => ({ query: writer.operationAt(way, `... on ${each} { __typename }`) })),
    ...(isOther ? after.slice(0, 1) : []).flatMap((name) => namedAttempts(way, name, writer)),
    ...(isUntold ? [{ query: writer.operationTo(way), unexpected: { at: placeOf(way) } }] : []),
  ];
}

/** An object of a type comes where none did. */
function namedAttempts(way: AnswerWay, value: string, { operationAt }: Writer): Unsure[] {
  return [{ query: operationAt(way, "__typename"), unexpected: { value, at: `${placeOf(way)}.__typename` } }];
}

/** A variable of a type: one that is never null may stand wherever its type may. */
function variableAttempts(way: GivenWay, { operationGiving, valueText }: Writer, { base }: Schemas): Unsure[] {
  const { type } = way;
  const value = valueText(base.getType(type.name) as GraphQLInputType);
  const query = operationGiving(way, "$value", `$value: ${type.name}!`);
  return [{ query, ...(value !== undefined && { variables: { value: jsonOf(value) } }) }];
}

/** The same where fields ask for interfaces: what a fragment takes for one of these has a type of its own. */
function metAttempts(names: readonly string[], value: string, { answered, writer }: Ways): Unsure[] {
  return names.flatMap((name) => {
    for (const from of answered.values()) {
      const field = fieldGiving(from.type, name);
      const way = field && { type: from.type, from, field, root: from.root, steps: from.steps + 1 };
      if (way) return namedAttempts(way, value, writer);
    }
    return [];
  });
}

function interfaceAttempts({ answered, writer }: Ways, name: string, type: string): Unsure[] {
  const way = answered.get(name);
  return way ? [{ query: writer.operationAt(way, `... on ${type} { __typename }`) }] : [];
}

/** With a variable of the type that the base gave, or where that is never null, without a value, with a value, with none. */
function givenAttempts(
  part: TypedPart | undefined,
  { valueText }: Writer,
  write: (value: string | undefined, variable?: string) => string | undefined,
  isNeverNull = false,
): Unsure[] {
  const without = { query: write(undefined) };
  if (!part) return [without];
  const value = valueText(part.type as GraphQLInputType);
  const variable = `$value: ${String(part.type)}${isNeverNull ? "!" : ""}`;
  return [
    ...(value === undefined ? [] : [{ query: write(value) }]),
    without,
    { query: write("null") },
    { query: write("$value", variable), ...(value !== undefined && { variables: { value: jsonOf(value) } }) },
  ];
}

/** A value that only the revision has may be answered in the place of one that was removed. */
function enumAttempts({ place, after }: Found, { answered, writer }: Ways): Unsure[] {
  const way = answered.get(place.type ?? "");
  if (!way || after === undefined) return [];
  return [{ query: writer.operationTo(way), unexpected: { value: after, at: placeOf(way) } }];
}

function rootAttempts(root: string, { writer }: Ways, { base }: Schemas): Unsure[] {
  const type = rootTypes(base).get(root);
  if (!type) return [];
  const way = { type, root, steps: 0 };
  return [
    ...selecting(way, writer),
    { query: writer.operationAt(way, "__typename") },
    { query: writer.operationAt(way, fragmentOn(type.name, way, writer)) },
  ];
}

/** Where operations may carry a directive, and how that is written. */
const carried: Readonly<Record<string, (text: string) => string>> = {
  FIELD: (text) => `{ __typename ${text} }`,
  QUERY: (text) => `query ${text} { __typename }`,
  INLINE_FRAGMENT: (text) => `{ ... ${text} { __typename } }`,
  FRAGMENT_SPREAD: (text) => `{ ...Witness ${text} } fragment Witness on ROOT { __typename }`,
  FRAGMENT_DEFINITION: (text) => `{ ...Witness } fragment Witness on ROOT ${text} { __typename }`,
  VARIABLE_DEFINITION: (text) => `query Witness($value: Boolean = true ${text}) { __typename @include(if: $value) }`,
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
