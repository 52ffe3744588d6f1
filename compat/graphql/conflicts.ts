import type { GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type Found, placeAfter } from "./found.ts";
import { fieldOf } from "./parts.ts";
import type { Schemas } from "./typed.ts";
import type { Ways } from "./ways.ts";

/**
 * Operations that ask for a field whose type changed, and for one of its name and former type of another type, where
 * objects of both may come: fields that are answered under one name must be of one type.
 */
export function conflictingOperations(found: Found, { answered, writer }: Ways, { base, revision }: Schemas): string[] {
  const { type = "", member = "" } = found.place;
  const field = fieldOf(base.getType(type), member);
  const revised = fieldOf(revision.getType(placeAfter(found).type ?? ""), member);
  if (!field || !revised) return [];
  return [...answered.values()].flatMap((way) => {
    const names = namesMet(base, way.type);
    if (!names.includes(type)) return [];
    for (const name of names) {
      const [other, then] = [base, revision].map((schema) => fieldOf(schema.getType(name), member));
      const isAlike = name !== type && String(other?.type) === String(field.type);
      if (!isAlike || !other || !then || String(then.type) === String(revised.type)) continue;
      const [ours, theirs] = [writer.selected(field, {}), writer.selected(other, {})];
      const text = ours && theirs && `... on ${name} { ${theirs} } ... on ${type} { ${ours} }`;
      return writer.operationAt(way, text) ?? [];
    }
    return [];
  });
}

/** What fragments may be on where a type is asked for that several may be. */
function namesMet(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const { isAbstractType } = graphqlLibrary();
  return isAbstractType(type) ? [type.name, ...schema.getPossibleTypes(type).map(({ name }) => name)] : [];
}
