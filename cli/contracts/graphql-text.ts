import {
  type Contract,
  type MutationRole,
  type Relation,
  counted,
  getGraphqlSchema,
  mutationRoles,
  findEntityTypes,
} from "../../contracts/index.ts";
import { table } from "./table.ts";

/** Object types and mutations that were inferred from a GraphQL schema, for output in JSON. */
export interface ShownGraphql {
  readonly types: readonly { readonly name: string; readonly id: string; readonly relations: readonly string[] }[];
  readonly mutations: readonly {
    readonly name: string;
    readonly kind: MutationRole["kind"];
    readonly type: string | null;
    readonly reason: string;
  }[];
}

/** The object types of a GraphQL schema with their relations, and the effect of each mutation. */
export function shownGraphql(contract: Contract): ShownGraphql {
  const schema = getGraphqlSchema(contract);
  return {
    types: findEntityTypes(schema).map(({ name, id, relations }) => ({
      name,
      id,
      relations: relations.map(relationText),
    })),
    mutations: mutationRoles(schema).map(({ name, kind, type, reason }) => ({
      name,
      kind,
      type: type?.name ?? null,
      reason,
    })),
  };
}

/** Text about the object types and the mutations of a GraphQL schema. */
export function graphqlText(contract: Contract): string {
  const { types, mutations } = shownGraphql(contract);
  const typeTexts = types.map(
    ({ name, id, relations }) =>
      `${name}\n  key "${id}"\n${table(
        relations.map((each) => [each]),
        "  ",
      )}`,
  );
  const rows = mutations.map(({ name, kind, type, reason }) => [kind, name, type ?? "", reason]);
  const unknown = mutations.filter(({ kind }) => kind === "unknown");
  const doubt = unknown.length === 0 ? "" : `${counted(unknown.length, "mutation")} with an unknown effect\n`;
  return `${typeTexts.join("\n")}\nMutations\n${table(rows, "  ")}${doubt}`;
}

function relationText({ field, type, isMany, inverse, mutual }: Relation): string {
  const many = isMany ? `list of ${type.name}` : type.name;
  if (inverse !== undefined) return `${field}: ${many}, by "${inverse}"`;
  if (mutual === undefined) return `${field}: ${many}`;
  return `${field}: ${many}, both ways with "${mutual}"`;
}
