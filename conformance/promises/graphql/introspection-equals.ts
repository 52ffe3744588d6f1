import type { GraphQLNamedType, GraphQLSchema, IntrospectionQuery } from "graphql";
import { type Json, isObject } from "../../../contracts/index.ts";
import type { Property } from "../../scope/property.ts";
import { graphql } from "./library.ts";
import { readGraphqlResponse, buildQueryRequest, getSchemaBasis, findQueriedSchema } from "./schema.ts";

/** Part of a schema that is missing or different in another. */
interface SchemaDifference {
  /** Name of the part: "Brand.name", "brand(domain)", "@CustomerPortalAuth". */
  readonly place: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * Introspection returns everything that the contract declares. Additions are allowed. A server need not support
 * introspection; then nothing is known.
 */
export const introspectionEquals: Property = {
  id: "graphql-introspection",
  claim: "Introspection shows every part of the GraphQL schema, with the same types",
  phase: "promises",
  writes: false,
  applies: (scope) => findQueriedSchema(scope) !== undefined,
  given: ({ operation }) => [
    {
      label: "",
      requests: [buildQueryRequest(operation, { query: graphql().getIntrospectionQuery({ descriptions: false }) })],
      runs: 1,
    },
  ],
  async holds(request, scope) {
    const { exchange } = scope;
    const schema = findQueriedSchema(scope);
    const result = await exchange(request);
    const { data } = readGraphqlResponse(result) ?? {};
    if (!schema) return [];
    const shown = buildShownSchema(data);
    if (!shown) {
      scope.inconclusive("The GraphQL server does not answer introspection: its schema was not compared");
      return [];
    }
    return findSchemaDifferences(shown, schema).map(({ place, expected, got }) => ({
      check: "graphql-introspection",
      key: place,
      message: `Introspection shows ${got} for ${place}, expected ${expected}`,
      basis: getSchemaBasis(scope),
      exchange: result,
    }));
  },
};

function buildShownSchema(data: Json | undefined): GraphQLSchema | undefined {
  if (!isObject(data) || !isObject(data["__schema"])) return undefined;
  try {
    return graphql().buildClientSchema(data as unknown as IntrospectionQuery, { assumeValid: true });
  } catch {
    return undefined;
  }
}

/** Declared parts that are missing or different in the shown schema. */
function findSchemaDifferences(shown: GraphQLSchema, declared: GraphQLSchema): readonly SchemaDifference[] {
  const { isIntrospectionType, isSpecifiedDirective, isSpecifiedScalarType } = graphql();
  const types = Object.values(declared.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const roots = (["Query", "Mutation", "Subscription"] as const).flatMap((kind) =>
    differing(`the root ${kind}`, declared[`get${kind}Type`]()?.name, shown[`get${kind}Type`]()?.name),
  );
  const directives = declared
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive))
    .flatMap(({ name }) =>
      shown.getDirective(name) ? [] : [{ place: `@${name}`, expected: "a directive", got: "nothing" }],
    );
  return [...roots, ...directives, ...types.flatMap((type) => typeMissing(type, shown.getType(type.name)))];
}

function typeMissing(declared: GraphQLNamedType, shown: GraphQLNamedType | undefined): readonly SchemaDifference[] {
  const { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } = graphql();
  const { name } = declared;
  const kinds = differing(name, nameTypeKind(declared), shown && nameTypeKind(shown));
  if (kinds.length > 0) return kinds;
  if (isEnumType(declared) && isEnumType(shown))
    return declared
      .getValues()
      .flatMap((value) => differing(`${name}.${value.name}`, value.name, shown.getValue(value.name)?.name));
  if (isUnionType(declared) && isUnionType(shown)) {
    const members = new Set(shown.getTypes().map((type) => type.name));
    return declared
      .getTypes()
      .flatMap((type) =>
        differing(`${name} = ${type.name}`, type.name, members.has(type.name) ? type.name : undefined),
      );
  }
  if (isInputObjectType(declared) && isInputObjectType(shown))
    return Object.values(declared.getFields())
      .filter((field) => !isDeprecatedPart(field))
      .flatMap((field) =>
        differing(`${name}.${field.name}`, String(field.type), typeText(shown.getFields()[field.name])),
      );
  if ((!isObjectType(declared) && !isInterfaceType(declared)) || (!isObjectType(shown) && !isInterfaceType(shown)))
    return [];
  return Object.values(declared.getFields()).flatMap((field) => {
    const place = `${name}.${field.name}`;
    const other = shown.getFields()[field.name];
    const typeDifference = differing(place, String(field.type), typeText(other));
    const argumentDifferences = field.args
      .filter((argument) => !isDeprecatedPart(argument))
      .flatMap((argument) =>
        differing(
          `${place}(${argument.name})`,
          String(argument.type),
          typeText(other?.args.find((each) => each.name === argument.name)),
        ),
      );
    const isDeprecated = isDeprecatedPart(field) && other !== undefined && !isDeprecatedPart(other);
    return [
      ...typeDifference,
      ...(other ? argumentDifferences : []),
      ...(isDeprecated ? [{ place, expected: "a deprecation", got: "none" }] : []),
    ];
  });
}

function differing(
  place: string,
  declared: string | undefined,
  shown: string | undefined,
): readonly SchemaDifference[] {
  if (declared === undefined || declared === shown) return [];
  return [{ place, expected: declared, got: shown ?? "nothing" }];
}

function typeText(shown: { readonly type: unknown } | undefined): string | undefined {
  return shown && String(shown.type);
}

function nameTypeKind(type: GraphQLNamedType): string {
  return type.constructor.name.replace(/^GraphQL(.*)Type$/, "$1");
}

/**
 * True for a deprecated part. Servers report deprecated arguments and input fields only for newer introspection
 * queries.
 */
function isDeprecatedPart({ deprecationReason }: { readonly deprecationReason?: string | null | undefined }): boolean {
  return typeof deprecationReason === "string";
}
