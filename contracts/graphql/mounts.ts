import type { Contract, Route } from "../model/contract.ts";
import { encode } from "../http/query.ts";

/** Where a GraphQL schema is queried. */
export interface Mount {
  readonly schema: Contract;
  readonly path: string;
  /** The operations of an OpenAPI document that stand for it there; none where no document has any. */
  readonly routes: readonly Route[];
}

/**
 * The path of each GraphQL schema. A schema.graphql beside an openapi.yaml is queried where that document has a path
 * that ends with "/graphql"; any other schema at "/graphql", or at "/<api>/graphql" where there are more of them.
 */
export function mountsOf(contracts: readonly Contract[]): readonly Mount[] {
  const routes = contracts.flatMap((contract) => contract.routes);
  const schemas = contracts.filter(({ kind }) => kind === "graphql");
  const shown = schemas.map((schema) => ({
    schema,
    routes: routes.filter(({ api, path }) => `${api}-graphql` === schema.api && path.endsWith("/graphql")),
  }));
  const isAlone = shown.filter((each) => each.routes.length === 0).length === 1;
  const isFree = isAlone && !routes.some(({ path }) => path === "/graphql");
  return shown.map(({ schema, routes: own }) => ({
    schema,
    path: own[0]?.path ?? (isFree ? "/graphql" : `/${encode(schema.api)}/graphql`),
    routes: own.filter(({ path }) => path === own[0]?.path),
  }));
}
