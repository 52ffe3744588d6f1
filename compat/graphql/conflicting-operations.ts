import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type GraphqlDifference, revisedCoordinate } from "./difference.ts";
import { fieldOf } from "./parts.ts";
import type { Schemas } from "./type-changes.ts";
import type { SchemaPaths } from "./schema-paths.ts";

/**
 * Operations that select a field whose type changed, together with a field of the same name and former type on another
 * object type. GraphQL refuses fields with one response name and different types.
 */
export function conflictingOperations(
  found: GraphqlDifference,
  { outputs: answered, writer }: SchemaPaths,
  { base, revision }: Schemas,
): string[] {
  const { type = "", member = "" } = found.place;
  const field = fieldOf(base.getType(type), member);
  const revised = fieldOf(revision.getType(revisedCoordinate(found).type ?? ""), member);
  if (!field || !revised) return [];
  return [...answered.values()].flatMap((path) => {
    const names = fragmentTypeNames(base, path.type);
    if (!names.includes(type)) return [];
    for (const name of names) {
      const [other, then] = [base, revision].map((schema) => fieldOf(schema.getType(name), member));
      const isAlike = name !== type && String(other?.type) === String(field.type);
      if (!isAlike || !other || !then || String(then.type) === String(revised.type)) continue;
      const [ours, theirs] = [writer.fieldSelection(field, {}), writer.fieldSelection(other, {})];
      const text = ours && theirs && `... on ${name} { ${theirs} } ... on ${type} { ${ours} }`;
      return writer.operationAt(path, text) ?? [];
    }
    return [];
  });
}

/** Types that fragments on an abstract type can name. */
function fragmentTypeNames(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const { isAbstractType } = graphqlLibrary();
  return isAbstractType(type) ? [type.name, ...schema.getPossibleTypes(type).map(({ name }) => name)] : [];
}
