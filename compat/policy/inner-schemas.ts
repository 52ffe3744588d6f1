import {
  type Contract,
  type JsonObject,
  type Location,
  isObject,
  joinPointer,
  valueAt,
} from "../../contracts/index.ts";
import { findRuleTraits } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";
import type { WholePart } from "../rules/support/traits.ts";
import { partsOf } from "./parts.ts";
import { toBundledPointer } from "./place.ts";

/** Kinds of parts that contain schemas but are not schemas themselves. */
const holders: ReadonlySet<WholePart | undefined> = new Set<WholePart>(["media-type", "body", "parameter", "header"]);

/**
 * Schemas of a part that was added or removed, if the part itself is no schema: bodies and media types have no
 * `deprecated` of their own, and a parameter or header may be without it. A deprecation of each schema deprecates the part.
 */
export function innerSchemas(change: Pick<Change, "rule">, contract: Contract, at: Location | null): readonly string[] {
  const pointer = at && holders.has(findRuleTraits(change).part) ? toBundledPointer(contract, at) : undefined;
  if (pointer === undefined) return [];
  return partsOf(contract)
    .alike(pointer)
    .flatMap((one) => listInnerSchemas(contract.document, one));
}

function listInnerSchemas(document: JsonObject, pointer: string): string[] {
  const node = valueAt(document, pointer);
  if (!isObject(node) || "$ref" in node) return [];
  const { content } = node;
  const parts = isObject(content)
    ? Object.keys(content).map((type) => joinPointer(pointer, "content", type))
    : [pointer];
  return parts.map((at) => joinPointer(at, "schema"));
}
