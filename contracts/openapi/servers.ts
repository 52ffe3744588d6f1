import type { Contract, Operation } from "../model/contract.ts";
import type { Json } from "../model/json.ts";
import { toList, object } from "../model/json-parts.ts";
import { join, splitPointer, valueAt } from "../model/pointer.ts";
import { serverUrl } from "./base-paths.ts";

/**
 * Server URLs of an operation that differ from those of its document: its own, or those of its path item (OpenAPI 3.1,
 * section 4.8.10.1). They may be relative. Empty if the servers of the document serve it.
 */
export function listOwnServers({ document }: Contract, { pointer }: Operation): readonly string[] {
  const pathItem = join("", ...splitPointer(pointer).slice(0, -1));
  const own = listServerUrls(valueAt(document, pointer));
  if (own.length > 0) return own;
  return listServerUrls(valueAt(document, pathItem));
}

/** Server URLs in a document, path item or operation. */
export function listServerUrls(node: Json | undefined): readonly string[] {
  return toList(object(node)["servers"]).flatMap((server) => serverUrl(object(server)) ?? []);
}
