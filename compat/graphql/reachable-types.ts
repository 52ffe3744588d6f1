import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type GraphqlDifference, revisedCoordinate } from "./difference.ts";
import { getOutputField, listOutputFields, rootTypes } from "./parts.ts";
import type { Schemas } from "./type-changes.ts";

/** Names of the types that operations can use. */
export interface ReachableTypes {
  readonly outputs: ReadonlySet<string>;
  readonly inputs: ReadonlySet<string>;
}

/** Directive locations in operations. */
const operationLocations: ReadonlySet<string> = new Set([
  "QUERY",
  "MUTATION",
  "SUBSCRIPTION",
  "FIELD",
  "FRAGMENT_DEFINITION",
  "FRAGMENT_SPREAD",
  "INLINE_FRAGMENT",
  "VARIABLE_DEFINITION",
]);

/** Finds the types that operations of a schema can use, from its roots. */
export function findReachableTypes(schema: GraphQLSchema): ReachableTypes {
  const { getNamedType, isAbstractType, isInputObjectType, isObjectType } = graphqlLibrary();
  const outputs = new Set<GraphQLNamedType>(rootTypes(schema).values());
  const inputs = new Set<GraphQLNamedType>();
  // Iteration over a Set includes entries that are added during it.
  for (const type of outputs) {
    for (const field of listOutputFields(type)) {
      outputs.add(getNamedType(field.type));
      for (const argument of field.args) inputs.add(getNamedType(argument.type));
    }
    if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) outputs.add(possible);
    if (isObjectType(type)) for (const one of type.getInterfaces()) outputs.add(one);
  }
  for (const type of inputs) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) inputs.add(getNamedType(field.type));
  }
  return { outputs: toTypeNames(outputs), inputs: toTypeNames(inputs) };
}

function toTypeNames(types: ReadonlySet<GraphQLNamedType>): ReadonlySet<string> {
  return new Set([...types].map(({ name }) => name));
}

/** Checks that an operation of the base can use the changed part. */
export function isReachable(
  { rule, place: { root, type = "", directive, member } }: GraphqlDifference,
  base: GraphQLSchema,
  { inputs, outputs }: ReachableTypes,
): boolean {
  if (root !== undefined || rule === "graphql-type-added") return true;
  if (directive !== undefined) {
    const locations = member === undefined ? base.getDirective(directive)?.locations : [member];
    return locations?.some((location) => operationLocations.has(location)) === true;
  }
  // No operation names a scalar or enum that is output only, so its fields are judged instead.
  const isUnnamed = rule === "graphql-type-removed" && graphqlLibrary().isLeafType(base.getType(type));
  return inputs.has(type) || (outputs.has(type) && !isUnnamed);
}

/**
 * A field of the same name and former type as a changed field, which operations can select beside it. GraphQL refuses
 * fields with one response name and different types.
 */
export function conflictingField(
  found: GraphqlDifference,
  { base, revision }: Schemas,
  { outputs }: ReachableTypes,
): string | undefined {
  if (found.rule !== "graphql-field-type-changed") return undefined;
  const { isAbstractType } = graphqlLibrary();
  const { type = "", member = "" } = found.place;
  const before = getOutputField(base.getType(type), member)?.type;
  const after = getOutputField(revision.getType(revisedCoordinate(found).type ?? ""), member)?.type;
  for (const abstract of [...outputs].map((name) => base.getType(name))) {
    if (!isAbstractType(abstract)) continue;
    const names = [abstract.name, ...base.getPossibleTypes(abstract).map(({ name }) => name)];
    const other = names.find((name) => {
      const then = getOutputField(revision.getType(name), member)?.type;
      const isAlike = name !== type && String(getOutputField(base.getType(name), member)?.type) === String(before);
      return isAlike && then !== undefined && String(then) !== String(after);
    });
    if (names.includes(type) && other !== undefined) return `${other}.${member}`;
  }
  return undefined;
}
