import { toList, object, nonEmptyText } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import { listParameterNames } from "../model/template.ts";
import { withoutTrailing } from "../text/trailing.ts";

/** Maximum length of a server URL, above the limits of servers. */
const MAX_URL = 8000;

/** Maximum number of paths: operations times base paths. */
const MAX_PATHS = 1_000_000;

/** Returns the path prefixes of a document's servers, such as "/api/v3". A server at the root adds none. */
export function listBasePaths(
  document: JsonObject,
  operationCount: number,
  rejectDocument: (reason: string, pointer: string) => never,
): string[] {
  const paths = toList(document["servers"]).map((server, index) => {
    const path = serverPath(object(server));
    return path ?? rejectDocument(`the URL of a server has more than ${MAX_URL} characters`, `/servers/${index}/url`);
  });
  const distinctPaths = [...new Set(paths)].filter((path) => path !== "");
  if (distinctPaths.length * operationCount > MAX_PATHS)
    rejectDocument(`its servers and operations make more than ${MAX_PATHS / 1e6} million paths`, "/servers");
  return distinctPaths;
}

/** Returns the path of a server URL. Undefined if the URL is too long. */
function serverPath(server: JsonObject): string | undefined {
  const url = serverUrl(server);
  if (url === undefined) return undefined;
  return withoutTrailing(URL.parse(url, "http://localhost")?.pathname ?? "", "/");
}

/** Returns a server URL, which may be relative. Variables get their defaults. Undefined if it is too long. */
export function serverUrl(server: JsonObject): string | undefined {
  const variables = object(server["variables"]);
  const template = nonEmptyText(server["url"], "");
  if (template.length > MAX_URL) return undefined;
  const readVariableDefault = (name: string): string => nonEmptyText(object(variables[name])["default"], name);
  const lengths = listParameterNames(template).map((name) => readVariableDefault(name).length);
  if (lengths.reduce((sum, length) => sum + length, 0) > MAX_URL) return undefined;
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => readVariableDefault(name));
}
