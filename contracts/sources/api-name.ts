import { basename, dirname, extname } from "node:path";

/** What an API goes by: "entity" for apis/entity/openapi.yaml, "petstore" for petstore.json, wherever they are. */
export function apiNameOf(file: string): string {
  const path = pathOf(file);
  const name = basename(path, extname(path));
  const folder = basename(dirname(path));
  return name === "openapi" && /\w/.test(folder) ? folder : name;
}

/** "portal-graphql" for apis/portal/schema.graphql, "shop" for shop.graphql. */
export function graphqlNameOf(file: string): string {
  const path = pathOf(file);
  const name = basename(path, extname(path));
  const folder = basename(dirname(path));
  return name === "schema" && /\w/.test(folder) ? `${folder}-graphql` : name;
}

/** The path of a file of a commit or of the web; of a URL without one, its host. */
function pathOf(file: string): string {
  if (!/^https?:\/\//.test(file)) return file.replace(/^git:[^:]*:/, "");
  const { pathname, hostname } = new URL(file);
  return `/${hostname}${pathname.replace(/\/$/, "")}`;
}
