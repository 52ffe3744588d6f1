import type { Contract, Route } from "../model/contract.ts";
import { percentEncode } from "../http/query.ts";

/** Path at which a GraphQL schema is served. */
export interface Mount {
  readonly schema: Contract;
  readonly path: string;
  /** Operations of an OpenAPI document that describe this path. Empty if no document describes it. */
  readonly routes: readonly Route[];
}

/**
 * Returns the path of each GraphQL schema. For a schema.graphql beside an openapi.yaml, it is the path of that document
 * that ends with "/graphql". Another schema has the path "/graphql", or "/<api>/graphql" if there are several.
 */
export function listMounts(contracts: readonly Contract[]): readonly Mount[] {
  const routes = contracts.flatMap((contract) => contract.routes);
  const schemas = contracts.filter(({ kind }) => kind === "graphql");
  const schemasWithRoutes = schemas.map((schema) => ({
    schema,
    routes: routes.filter(({ api, path }) => `${api}-graphql` === schema.api && path.endsWith("/graphql")),
  }));
  const isOnlyUndescribed = schemasWithRoutes.filter((each) => each.routes.length === 0).length === 1;
  const isFree = isOnlyUndescribed && !routes.some(({ path }) => path === "/graphql");
  return schemasWithRoutes.map(({ schema, routes: ownRoutes }) => ({
    schema,
    path: ownRoutes[0]?.path ?? (isFree ? "/graphql" : `/${percentEncode(schema.api)}/graphql`),
    routes: ownRoutes.filter(({ path }) => path === ownRoutes[0]?.path),
  }));
}
