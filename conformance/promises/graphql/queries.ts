import fc from "fast-check";
import type { GraphQLArgument, GraphQLCompositeType, GraphQLField, GraphQLInputType, GraphQLSchema } from "graphql";
import type { Json } from "../../../contracts/index.ts";
import { graphql } from "./library.ts";
import type { Query } from "./schema.ts";

/** Most levels of selections in a query. */
const MAX_DEPTH = 3;
/** Most fields selected of each object. Deeper levels multiply them. */
const MAX_WIDTH = 3;

/** Part of a query, with the variables and fragments that it needs. */
interface Part {
  readonly text: string;
  readonly variables: readonly Variable[];
  readonly fragments: readonly string[];
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: Json;
}

/**
 * Valid queries: selections of bounded depth, with literal and variable arguments, inline and named fragments. Each
 * field has an alias, so that no two conflict. `hints` are known values of arguments, by name.
 */
export function generateQueries(
  schema: GraphQLSchema,
  hints: Readonly<Record<string, Json>> = {},
): fc.Arbitrary<Query> {
  const {
    getNamedType,
    isAbstractType,
    isCompositeType,
    isEnumType,
    isInputObjectType,
    isInterfaceType,
    isListType,
    isNonNullType,
    isObjectType,
    isRequiredArgument,
    isRequiredInputField,
    isSpecifiedScalarType,
  } = graphql();
  return selection(schema.getQueryType() as GraphQLCompositeType, MAX_DEPTH, "f").map(
    ({ text, variables, fragments }) => {
      const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(", ");
      return {
        query: [`query Generated${declared === "" ? "" : `(${declared})`} ${text}`, ...fragments].join("\n"),
        ...(variables.length > 0 && {
          variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
        }),
      };
    },
  );

  /** `at` is a prefix that is unique in the query. */
  function selection(type: GraphQLCompositeType, depth: number, at: string): fc.Arbitrary<Part> {
    const ownFields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const fields = ownFields.filter(
      (field) =>
        (depth > 0 || !isCompositeType(getNamedType(field.type))) &&
        field.args.every((argument) => canGenerateType(argument.type) || !isRequiredArgument(argument)),
    );
    const branches = isAbstractType(type) && depth > 0 ? schema.getPossibleTypes(type) : [];
    const places = [...Array(MAX_WIDTH).keys()];
    const part = (place: number): fc.Arbitrary<Part> => {
      const name = `${at}${place}`;
      return fc.oneof(
        { withCrossShrink: true },
        fc.constant(toPlainPart("")),
        ...fields.map((field) => generateField(field, depth, name)),
        ...branches.map((branch) => fragment(branch, depth - 1, name)),
        ...(depth > 0 ? [fragment(type, depth - 1, name)] : []),
      );
    };
    // Every selection includes __typename, which tells the branches apart.
    return fc.tuple(...places.map(part)).map((parts) => joinQueryParts(parts, (texts) => `{ __typename ${texts} }`));
  }

  function generateField(field: GraphQLField<unknown, unknown>, depth: number, at: string): fc.Arbitrary<Part> {
    const type = getNamedType(field.type);
    const below = isCompositeType(type) ? selection(type, depth - 1, `${at}_`) : fc.constant(toPlainPart(""));
    return fc.tuple(generateArguments(field.args, at), below).map(([given, inner]) => ({
      text: `${at}: ${field.name}${given.text}${inner.text === "" ? "" : ` ${inner.text}`}`,
      variables: [...given.variables, ...inner.variables],
      fragments: inner.fragments,
    }));
  }

  /** Fragment on the type or one of its possible types, inline or named. */
  function fragment(type: GraphQLCompositeType, depth: number, at: string): fc.Arbitrary<Part> {
    return fc.tuple(selection(type, depth, `${at}_`), fc.boolean()).map(([inner, isNamed]) => {
      if (isNamed)
        return {
          ...inner,
          text: `...${at}`,
          fragments: [...inner.fragments, `fragment ${at} on ${type.name} ${inner.text}`],
        };
      return { ...inner, text: `... on ${type.name} ${inner.text}` };
    });
  }

  function generateArguments(all: readonly GraphQLArgument[], at: string): fc.Arbitrary<Part> {
    const each = all
      .filter((argument) => canGenerateType(argument.type))
      .map((argument, index) => {
        const { name, type } = argument;
        const argumentText = fc
          .tuple(generateArgumentValue(type, name), fc.boolean())
          .map(([value, isVariable]): Part => {
            const variable = `${at}v${index}`;
            if (isVariable)
              return {
                text: `${name}: $${variable}`,
                variables: [{ name: variable, type: String(type), value }],
                fragments: [],
              };
            return toPlainPart(`${name}: ${literal(value, type)}`);
          });
        if (isRequiredArgument(argument)) return argumentText;
        return fc.option(argumentText, { nil: toPlainPart("") });
      });
    return fc.tuple(...each).map((parts) => joinQueryParts(parts, (texts) => (texts === "" ? "" : `(${texts})`), ", "));
  }

  /** True if values of a type can be generated. Custom scalars are unknown. */
  function canGenerateType(type: GraphQLInputType): boolean {
    const inner = getNamedType(type);
    if (!isInputObjectType(inner)) return isEnumType(inner) || isSpecifiedScalarType(inner);
    const members = Object.values(inner.getFields());
    // A type that requires itself would have no values, and no schema has one.
    if (inner.isOneOf) return false;
    return members.every((member) => !isRequiredInputField(member) || canGenerateType(member.type));
  }

  function generateArgumentValue(type: GraphQLInputType, name: string, isDeep = false): fc.Arbitrary<Json> {
    if (isNonNullType(type)) return generateArgumentValue(type.ofType, name, isDeep);
    if (isListType(type)) return fc.array(generateArgumentValue(type.ofType, name, isDeep), { maxLength: 2 });
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((each) => each.name));
    if (isInputObjectType(type)) {
      // Input objects may be recursive: below the first level, only required fields are given.
      const members = Object.values(type.getFields()).filter(
        (member) => isRequiredInputField(member) || (!isDeep && canGenerateType(member.type)),
      );
      return fc.record(
        Object.fromEntries(
          members.map((member) => [member.name, generateArgumentValue(member.type, member.name, true)]),
        ),
        { requiredKeys: members.filter(isRequiredInputField).map((member) => member.name) },
      );
    }
    if (type.name === "Boolean") return fc.boolean();
    if (type.name === "Int" || type.name === "Float") return fc.nat(4);
    const hint = hints[name];
    const texts = fc.string({ maxLength: 12 });
    if (typeof hint === "string") return fc.oneof({ weight: 3, arbitrary: fc.constant(hint) }, texts);
    return texts;
  }

  /** Value in GraphQL syntax: enum values and field names without quotes. */
  function literal(value: Json, type: GraphQLInputType): string {
    if (isNonNullType(type)) return literal(value, type.ofType);
    if (isListType(type)) return `[${(value as readonly Json[]).map((item) => literal(item, type.ofType)).join(", ")}]`;
    if (isEnumType(type)) return String(value);
    if (!isInputObjectType(type)) return JSON.stringify(value);
    const fields = type.getFields();
    const members = Object.entries(value as Record<string, Json>).map(
      ([name, member]) => `${name}: ${literal(member, fields[name]?.type as GraphQLInputType)}`,
    );
    return `{ ${members.join(", ")} }`;
  }
}

function toPlainPart(text: string): Part {
  return { text, variables: [], fragments: [] };
}

function joinQueryParts(parts: readonly Part[], write: (texts: string) => string, separator = " "): Part {
  const texts = parts.map(({ text }) => text).filter((text) => text !== "");
  return {
    text: write(texts.join(separator)),
    variables: parts.flatMap(({ variables }) => variables),
    fragments: parts.flatMap(({ fragments }) => fragments),
  };
}
