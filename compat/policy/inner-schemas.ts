import { type Contract, type JsonObject, isObject, joinPointer, valueAt } from "../../contracts/index.ts";
import type { Change } from "../change.ts";
import { mediaTypeRemoved } from "../rules/media-type-removed.ts";
import { requestBodyRemoved } from "../rules/request-body-removed.ts";
import { requestParameterRemoved } from "../rules/request-parameter-removed.ts";
import { responseHeaderRemoved } from "../rules/response-header-removed.ts";
import { partsOf } from "./parts.ts";
import { pointerOf } from "./place.ts";

const ofHolders: ReadonlySet<string> = new Set([
  mediaTypeRemoved.id,
  requestBodyRemoved.id,
  requestParameterRemoved.id,
  responseHeaderRemoved.id,
]);

/**
 * The schemas of what is gone where that is no schema: bodies and their media types have no `deprecated` of their own, and
 * a parameter or header need not have it. What is said of each of them is said of it.
 */
export function innerSchemas({ rule, base }: Change, contract: Contract): readonly string[] {
  const pointer = base && ofHolders.has(rule) ? pointerOf(contract, base) : undefined;
  if (pointer === undefined) return [];
  return partsOf(contract)
    .alike(pointer)
    .flatMap((at) => schemasIn(contract.document, at));
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
