import fc from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

/** Generates valid queries. Each field has an alias to avoid conflicts. */
export function queriesOf(schema: GraphQLSchema, ids: readonly string[]): fc.Arbitrary<string> {
  return selection(schema.getQueryType() as GraphQLCompositeType, 4);

  function selection(type: GraphQLCompositeType, depth: number, prefix = "f"): fc.Arbitrary<string> {
    const own = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const fields = own.filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)));
    const parts = fields.map((field) => fieldOf(field, depth));
    const possible = isAbstractType(type) && depth > 0 ? schema.getPossibleTypes(type) : [];
    const branches = possible.map((each) =>
      selection(each, depth - 1, each.name).map((text) => `... on ${each.name} ${text}`),
    );
    return fc
      .uniqueArray(fc.oneof(...parts, ...branches, fc.constant("__typename")), {
        minLength: 1,
        maxLength: 3,
        selector: subjectOf,
      })
      .map(
        (chosen) =>
          // Always selects `__typename`, which determines the applicable fragments.
          `{ __typename ${chosen.map((text, index) => aliased(text, `${prefix}${index}`)).join(" ")} }`,
      );
  }

  function fieldOf(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
    const type = getNamedType(field.type);
    const nested = isCompositeType(type) ? selection(type, depth - 1) : fc.constant("");
    return fc.tuple(argumentsOf(field.args), nested).map(([given, inner]) => `${field.name}${given} ${inner}`);
  }

  function argumentsOf(all: readonly GraphQLArgument[]): fc.Arbitrary<string> {
    return membersOf(all).map((given) => (given === "" ? "" : `(${given})`));
  }

  function membersOf(all: readonly { name: string; type: GraphQLInputType }[]): fc.Arbitrary<string> {
    const each = all.map(({ name, type }) => {
      const value = valueOf(type).map((text) => `${name}: ${text}`);
      return isNonNullType(type) ? value : fc.option(value, { nil: "" });
    });
    return fc.tuple(...each).map((parts) => parts.filter((part) => part !== "").join(", "));
  }

  function valueOf(type: GraphQLInputType): fc.Arbitrary<string> {
    if (isNonNullType(type)) return valueOf(type.ofType);
    if (isListType(type))
      return fc.array(valueOf(type.ofType), { maxLength: 2 }).map((items) => `[${items.join(", ")}]`);
    if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
    if (isInputObjectType(type)) return membersOf(Object.values(type.getFields())).map((text) => `{ ${text} }`);
    if (type.name === "Boolean") return fc.boolean().map(String);
    if (type.name === "Int" || type.name === "Float") return fc.nat(4).map(String);
    return fc.oneof(fc.constantFrom(...ids), fc.string()).map((text) => JSON.stringify(text));
  }
}

/** Type of a fragment, because two fragments on one type can conflict. */
function subjectOf(text: string): string {
  return text.startsWith("...") ? (text.split(" {", 1)[0] as string) : text;
}

function aliased(text: string, alias: string): string {
  return text.startsWith("...") ? text : `${alias}: ${text}`;
}
