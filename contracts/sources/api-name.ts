import { basename, dirname, extname } from "node:path";

/** File names that say nothing about the API. */
const commonFileName =
  /^(?:open-?api|swagger|api|api-docs|api-json|apidocs|docs?|spec|specification|schema|index|json|yaml)$/i;

/** Names of folders and hosts that say nothing about the API. */
const commonFolderName =
  /^(?:open-?api|swagger|apis?|api-docs|docs?|specs?|schemas?|src|source|public|static|dist|build|documents|documentation|v\d+(?:\.\d+)*|localhost|[\d.]+|\[.*\])$/i;

/** Longest name that is made of a title. */
const MAX_LENGTH = 60;

/**
 * Name of an API, by its file: "entity" for apis/entity/openapi.yaml, "petstore" for petstore.json in any folder. If file
 * and folder say nothing, as for ./openapi.yaml, it is made of the title: "book-shop" for "Book Shop".
 */
export function nameApi(file: string, title = ""): string {
  const path = addressPath(file);
  const name = basename(path, extname(path));
  if (!commonFileName.test(name)) return name;
  const folder = basename(dirname(path));
  const isHost = isHttpAddress(file) && dirname(dirname(path)) === "/";
  if (/\w/.test(folder) && !isHost && !commonFolderName.test(folder)) return folder;
  return nameFrom(title) ?? name;
}

/** Returns the API name for a GraphQL file: "portal-graphql" for apis/portal/schema.graphql, "shop" for shop.graphql. */
export function nameGraphqlApi(file: string): string {
  const path = addressPath(file);
  const name = basename(path, extname(path));
  const folder = basename(dirname(path));
  if (name === "schema" && /\w/.test(folder)) return `${folder}-graphql`;
  return name;
}

/** Name made of a title: letters and digits of any language, in lower case, joined by "-". Undefined without any. */
function nameFrom(title: string): string | undefined {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join("-").slice(0, MAX_LENGTH);
  return name === "" ? undefined : name;
}

function isHttpAddress(file: string): boolean {
  return /^https?:\/\//.test(file);
}

/** Returns the path in a git address, or the host and path of a URL. */
function addressPath(file: string): string {
  if (!isHttpAddress(file)) return file.replace(/^git:[^:]*:/, "");
  const { pathname, hostname } = new URL(file);
  return `/${hostname}${pathname.replace(/\/$/, "")}`;
}
