import type { Both } from "../model/pair.ts";
import { type Contract, type Json, type JsonObject, isObject, targetPointer, valueAt } from "../../contracts/index.ts";
import { cyclesFrom } from "../schema/equality/cycles.ts";
import { listSubtypes } from "../schema/subtypes.ts";
import type { Place } from "../schema/place.ts";

type ComparedPart = Pick<Place, "pointer" | "basis">;

/**
 * Checks that two parts and everything they refer to are identical, so that no rule can find a change. Descriptions and
 * unknown members count as differences. Most parts of a large document are identical between two versions.
 */
export type IsUnchanged = (base: ComparedPart, revision: ComparedPart) => boolean;

/** Nodes of both documents that are compared. */
interface NodePair {
  readonly isAlike: boolean;
  /** Pointers that both nodes refer to, if they are identical. */
  readonly references: ReadonlySet<string>;
  /** Whether everything reachable is identical as well; undefined until it is computed. */
  isUnchanged: boolean | undefined;
}

/** Compares parts of two contracts on demand, each once. */
export function createUnchanged({ base, revision }: Both<Contract>): IsUnchanged {
  const pairs = new Map<string, NodePair>();
  return (one, other) => {
    if (one.basis !== other.basis) return false;
    return isPairUnchanged(
      one.pointer === other.pointer ? getNodePair(one.pointer) : createNodePair(one.pointer, other.pointer),
    );
  };

  function getNodePair(pointer: string): NodePair {
    let twin = pairs.get(pointer);
    if (!twin) pairs.set(pointer, (twin = createNodePair(pointer, pointer)));
    return twin;
  }

  function createNodePair(basePointer: string, revisionPointer: string): NodePair {
    const references = new Set<string>();
    const isAlike = isSameJson(
      valueAt(base.document, basePointer),
      valueAt(revision.document, revisionPointer),
      references,
    );
    return { isAlike, references, isUnchanged: isAlike && references.size > 0 ? undefined : isAlike };
  }

  function isPairUnchanged(twin: NodePair): boolean {
    if (twin.isUnchanged === undefined) {
      const undecidedPairs = ({ references }: NodePair): NodePair[] =>
        [...references].map(getNodePair).filter(({ isUnchanged }) => isUnchanged === undefined);
      for (const circle of cyclesFrom(twin, undecidedPairs)) {
        const leadsOn = circle.flatMap(({ references }) => [...references]);
        const isUnchanged = leadsOn.every((pointer) => getNodePair(pointer).isUnchanged !== false);
        for (const each of circle) each.isUnchanged = isUnchanged;
      }
    }
    return twin.isUnchanged === true;
  }

  /** Compares two values, ignoring the order of members, and collects their references. */
  function isSameJson(one: Json | undefined, other: Json | undefined, references: Set<string>): boolean {
    if (typeof one !== "object" || one === null) {
      // References are not only in `$ref`, but also in discriminator mappings.
      if (typeof one === "string" && one.startsWith("#/")) references.add(targetPointer(one));
      return one === other;
    }
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      return one.every((item: Json, index) => isSameJson(item, other[index] as Json, references));
    }
    if (!isObject(other)) return false;
    let more = 0;
    for (const key in one) {
      more++;
      if (!Object.hasOwn(other, key) || !isSameJson((one as JsonObject)[key], other[key], references)) return false;
    }
    for (const _ in other) more--;
    return more === 0 && haveSameSubtypes(one as JsonObject, other, references);
  }

  /**
   * Compares the subtypes of two schemas. A subtype refers to its schema by `allOf`, but the schema does not refer to it.
   */
  function haveSameSubtypes(one: JsonObject, other: JsonObject, references: Set<string>): boolean {
    const fromBase = listSubtypes(base, one);
    const fromRevision = listSubtypes(revision, other);
    if (fromBase.length === 0 && fromRevision.length === 0) return true;
    for (const { pointer } of fromBase) references.add(pointer);
    return (
      fromBase.length === fromRevision.length &&
      fromBase.every(
        ({ pointer, value }, index) => pointer === fromRevision[index]?.pointer && value === fromRevision[index]?.value,
      )
    );
  }
}
