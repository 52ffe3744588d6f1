import type { JsonObject } from "./contract.ts";
import { list, object, text } from "./nodes.ts";
import { withoutTrailing } from "./trailing.ts";

/** The paths below which a document's servers have its own: "/api/v3". A server at the root adds none. */
export function basePathsOf(document: JsonObject): string[] {
  const paths = list(document["servers"]).map((server) => basePathOf(object(server)));
  return [...new Set(paths)].filter((path) => path !== "");
}

/** A URL may be relative, to the document; a variable has the value that is used where none is given. */
function basePathOf(server: JsonObject): string {
  const variables = object(server["variables"]);
  const url = text(server["url"], "").replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    text(object(variables[name])["default"], name),
  );
  return withoutTrailing(URL.parse(url, "http://localhost")?.pathname ?? "", "/");
}
