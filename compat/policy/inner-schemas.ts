import {
  type Contract,
  type JsonObject,
  type Location,
  isObject,
  joinPointer,
  valueAt,
} from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";
import { mediaTypeAdded } from "../rules/media-type-added.ts";
import { mediaTypeRemoved } from "../rules/media-type-removed.ts";
import { requestBodyAdded } from "../rules/request-body-added.ts";
import { requestBodyRemoved } from "../rules/request-body-removed.ts";
import { requestParameterAdded } from "../rules/request-parameter-added.ts";
import { requestParameterRemoved } from "../rules/request-parameter-removed.ts";
import { responseHeaderAdded } from "../rules/response-header-added.ts";
import { responseHeaderRemoved } from "../rules/response-header-removed.ts";
import { partsOf } from "./parts.ts";
import { pointerOf } from "./place.ts";

const ofHolders: ReadonlySet<string> = new Set([
  mediaTypeAdded.id,
  mediaTypeRemoved.id,
  requestBodyAdded.id,
  requestBodyRemoved.id,
  requestParameterAdded.id,
  requestParameterRemoved.id,
  responseHeaderAdded.id,
  responseHeaderRemoved.id,
]);

/**
 * The schemas of what is gone, or came, where that is no schema: bodies and their media types have no `deprecated` of
 * their own, and a parameter or header need not have it. What is said of each of them is said of it.
 */
export function innerSchemas(
  { rule }: Pick<Change, "rule">,
  contract: Contract,
  at: Location | null,
): readonly string[] {
  const pointer = at && ofHolders.has(rule) ? pointerOf(contract, at) : undefined;
  if (pointer === undefined) return [];
  return partsOf(contract)
    .alike(pointer)
    .flatMap((one) => schemasIn(contract.document, one));
}

function schemasIn(document: JsonObject, pointer: string): string[] {
  const node = valueAt(document, pointer);
  if (!isObject(node) || "$ref" in node) return [];
  const { content } = node;
  const holders = isObject(content)
    ? Object.keys(content).map((type) => joinPointer(pointer, "content", type))
    : [pointer];
  return holders.map((at) => joinPointer(at, "schema"));
}
