import type { Both } from "../model/pair.ts";
import { type Contract, type Json, type JsonObject, isObject, targetPointer, valueAt } from "../../contracts/index.ts";
import { circlesFrom } from "../schema/equality/circles.ts";
import { heirsOf } from "../schema/subtypes.ts";
import type { Place } from "../schema/place.ts";

type Marked = Pick<Place, "pointer" | "basis">;

/**
 * Whether two parts are written alike, and so is all that they lead to: no rule finds anything there. Texts count as well,
 * as do members that nobody reads: most parts of a large document are what they were to the letter.
 */
export type Unchanged = (base: Marked, revision: Marked) => boolean;

/** What stands at one place of each document. */
interface Twin {
  readonly isAlike: boolean;
  /** Pointers to what it leads to on both sides, where it is alike. */
  readonly references: ReadonlySet<string>;
  /** Whether all that it leads to is alike as well, however many steps away; not known yet. */
  isUnchanged: boolean | undefined;
}

/** Looks at each part of two contracts once, and only at what is asked for. */
export function createUnchanged({ base, revision }: Both<Contract>): Unchanged {
  const twins = new Map<string, Twin>();
  return (one, other) => {
    if (one.basis !== other.basis) return false;
    return isSettled(one.pointer === other.pointer ? twinAt(one.pointer) : twinOf(one.pointer, other.pointer));
  };

  function twinAt(pointer: string): Twin {
    let twin = twins.get(pointer);
    if (!twin) twins.set(pointer, (twin = twinOf(pointer, pointer)));
    return twin;
  }

  function twinOf(ours: string, theirs: string): Twin {
    const references = new Set<string>();
    const isAlike = alike(valueAt(base.document, ours), valueAt(revision.document, theirs), references);
    return { isAlike, references, isUnchanged: isAlike && references.size > 0 ? undefined : isAlike };
  }

  function isSettled(twin: Twin): boolean {
    if (twin.isUnchanged === undefined) {
      const unsettled = ({ references }: Twin): Twin[] =>
        [...references].map(twinAt).filter(({ isUnchanged }) => isUnchanged === undefined);
      for (const circle of circlesFrom(twin, unsettled)) {
        const leadsOn = circle.flatMap(({ references }) => [...references]);
        const isUnchanged = leadsOn.every((pointer) => twinAt(pointer).isUnchanged !== false);
        for (const each of circle) each.isUnchanged = isUnchanged;
      }
    }
    return twin.isUnchanged === true;
  }

  /** Whether two values are the same, whatever the order of members; notes what they lead to. */
  function alike(one: Json | undefined, other: Json | undefined, references: Set<string>): boolean {
    if (typeof one !== "object" || one === null) {
      // Not only `$ref` leads somewhere, but what is in a mapping, too.
      if (typeof one === "string" && one.startsWith("#/")) references.add(targetPointer(one));
      return one === other;
    }
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      return one.every((item: Json, index) => alike(item, other[index] as Json, references));
    }
    if (!isObject(other)) return false;
    let more = 0;
    for (const key in one) {
      more++;
      if (!Object.hasOwn(other, key) || !alike((one as JsonObject)[key], other[key], references)) return false;
    }
    for (const _ in other) more--;
    return more === 0 && haveSameHeirs(one as JsonObject, other, references);
  }

  /** What builds on a schema is a shape of its values, and no reference leads there. */
  function haveSameHeirs(one: JsonObject, other: JsonObject, references: Set<string>): boolean {
    const ours = heirsOf(base, one);
    const theirs = heirsOf(revision, other);
    if (ours.length === 0 && theirs.length === 0) return true;
    for (const { pointer } of ours) references.add(pointer);
    return (
      ours.length === theirs.length &&
      ours.every(({ pointer, value }, index) => pointer === theirs[index]?.pointer && value === theirs[index]?.value)
    );
  }
}
