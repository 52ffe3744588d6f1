import { basename, dirname, extname } from "node:path";

/** Returns the API name for a file: "entity" for apis/entity/openapi.yaml, "petstore" for petstore.json in any folder. */
export function apiNameOf(file: string): string {
  const path = addressPath(file);
  const name = basename(path, extname(path));
  const folder = basename(dirname(path));
  return name === "openapi" && /\w/.test(folder) ? folder : name;
}

/** Returns the API name for a GraphQL file: "portal-graphql" for apis/portal/schema.graphql, "shop" for shop.graphql. */
export function graphqlNameOf(file: string): string {
  const path = addressPath(file);
  const name = basename(path, extname(path));
  const folder = basename(dirname(path));
  return name === "schema" && /\w/.test(folder) ? `${folder}-graphql` : name;
}

/** Returns the path in a git address, or the host and path of a URL. */
function addressPath(file: string): string {
  if (!/^https?:\/\//.test(file)) return file.replace(/^git:[^:]*:/, "");
  const { pathname, hostname } = new URL(file);
  return `/${hostname}${pathname.replace(/\/$/, "")}`;
}
