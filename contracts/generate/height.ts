import type { JsonSchema } from "../model/json.ts";
import { MAX_ITEMS, neededItems } from "./types/array.ts";
import type { Case } from "./cases.ts";
import { hasNumbers } from "./types/number.ts";
import { hasObjects } from "./types/object.ts";
import { hasTexts } from "./types/string.ts";
import { caseTypes } from "./type-names.ts";

/** Values that need more levels than this are not made: what is still open cannot end. */
const MAX_HEIGHT = 24;

/** Values that need more parts than this are not made: they would take too long. */
const MAX_SIZE = 20_000;

type Schemas = readonly JsonSchema[];

interface Source {
  readonly cases: (schemas: Schemas) => readonly Case[];
  /** Equal for equal schemas. */
  readonly keyOf: (schemas: Schemas) => string;
  /** Names of members that are not spoken of, one of each kind. */
  readonly freeNames: (wanted: Case) => readonly string[];
}

/** The cases of some schemas by the levels of nesting that their values need. */
export interface Heights {
  /** The cases that come to an end. */
  ending(schemas: Schemas): readonly Case[];
  /** The cases that come to an end, the simplest first. */
  flattestFirst(schemas: Schemas): readonly Case[];
  /** The cases that come to an end soonest; none where no value can. */
  flattest(schemas: Schemas): readonly Case[];
  /** How many levels of nesting their flattest value has; Infinity where there is none. */
  heightOf(schemas: Schemas | undefined): number;
}

interface Measured {
  readonly height: number;
  readonly ending: readonly Case[];
  readonly flattestFirst: readonly Case[];
  readonly flattest: readonly Case[];
}

export function createHeights({ cases, keyOf, freeNames }: Source): Heights {
  const sizes = new Map<string, number>();
  const known = new Map<string, Measured>();
  return {
    ending: (schemas) => measured(schemas).ending,
    flattestFirst: (schemas) => measured(schemas).flattestFirst,
    flattest: (schemas) => measured(schemas).flattest,
    heightOf: (schemas) => (schemas ? measured(schemas).height : Infinity),
  };

  function measured(schemas: Schemas): Measured {
    const key = keyOf(schemas);
    let result = known.get(key);
    if (!result) known.set(key, (result = measuredAnew(schemas)));
    return result;
  }

  function measuredAnew(schemas: Schemas): Measured {
    const heights = new Map(cases(schemas).map((wanted) => [wanted, heightOfCase(wanted)]));
    const heightAt = (wanted: Case): number => heights.get(wanted) as number;
    const ending = [...heights.keys()].filter((wanted) => heightAt(wanted) <= MAX_HEIGHT);
    const height = Math.min(Infinity, ...ending.map(heightAt));
    return {
      height,
      ending,
      flattestFirst: ending.toSorted((one, other) => heightAt(one) - heightAt(other) || rank(one) - rank(other)),
      flattest: ending.filter((wanted) => heightAt(wanted) === height),
    };
  }

  function heightOfCase(wanted: Case): number {
    let levels = 0;
    while (levels <= MAX_HEIGHT && sizeOfCase(wanted, levels) > MAX_SIZE) levels++;
    return levels;
  }

  /** How many parts the smallest value has that nests no deeper; Infinity where there is none. */
  function sizeOf(schemas: Schemas | undefined, levels: number): number {
    if (!schemas || levels < 0) return Infinity;
    const key = `${keyOf(schemas)} ${levels}`;
    let size = sizes.get(key);
    if (size === undefined) {
      size = Math.min(Infinity, ...cases(schemas).map((wanted) => sizeOfCase(wanted, levels)));
      sizes.set(key, size);
    }
    return size;
  }

  function sizeOfCase(wanted: Case, levels: number): number {
    if (wanted.values) return 1;
    if (wanted.type === "array") return sizeOfList(wanted, levels);
    if (wanted.type === "object") return sizeOfObject(wanted, levels);
    return isPossible(wanted) ? 1 : Infinity;
  }

  function sizeOfList(wanted: Case, levels: number): number {
    if (wanted.minItems > Math.min(wanted.maxItems, MAX_ITEMS)) return Infinity;
    return sum(neededItems(wanted), ({ schemas, count }) => count * sizeOf(schemas, levels - 1));
  }

  function sizeOfObject(wanted: Case, levels: number): number {
    const { members, required, minProperties } = wanted;
    if (!hasObjects(wanted)) return Infinity;
    const sizeAt = (name: string): number => sizeOf(members.schemasAt(name), levels - 1);
    const least = sum(required, sizeAt);
    const lacking = minProperties - required.length;
    if (lacking <= 0 || least === Infinity) return least;
    const spoken = members.names.filter((name) => !required.includes(name)).map(sizeAt);
    // Of the others there can be as many as there must be.
    const others = freeNames(wanted).flatMap((name) => Array.from({ length: lacking }, () => sizeAt(name)));
    const smallest = [...spoken, ...others].toSorted((one, other) => one - other).slice(0, lacking);
    return smallest.length < lacking ? Infinity : sum(smallest, (size) => size) + least;
  }
}

function isPossible(wanted: Case): boolean {
  return wanted.type === "number" ? hasNumbers(wanted) : wanted.type !== "string" || hasTexts(wanted);
}

function rank({ type }: Case): number {
  return caseTypes.indexOf(type);
}

/** With one for the whole; no further than to what has no end. */
function sum<T>(parts: readonly T[], sizeOf: (part: T) => number): number {
  let total = 1;
  for (const part of parts) if ((total += sizeOf(part)) === Infinity) break;
  return total;
}
