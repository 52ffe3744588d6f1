import type { JsonSchema } from "../model/json.ts";
import { MAX_ITEMS, neededItems } from "./types/array.ts";
import type { Case } from "./case.ts";
import { hasNumbers } from "./types/number.ts";
import { hasObjects } from "./types/object.ts";
import { hasTexts } from "./types/string.ts";
import { caseTypes } from "./case-types.ts";

/** Maximum number of nesting levels. Values that need more are not generated. */
const MAX_HEIGHT = 24;

/** Maximum number of parts. Values that need more would take too long. */
const MAX_SIZE = 20_000;

type Schemas = readonly JsonSchema[];

interface HeightsInput {
  readonly cases: (schemas: Schemas) => readonly Case[];
  /** Key that is equal for equal schemas. */
  readonly keyOf: (schemas: Schemas) => string;
  /** Names of undocumented members, one of each kind. */
  readonly freeNames: (wanted: Case) => readonly string[];
}

/** Cases of schemas, by the nesting levels that their values need. */
export interface CaseHeights {
  /** Cases with a finite value. */
  finite(schemas: Schemas): readonly Case[];
  /** Cases with a finite value, flattest first. */
  flattestFirst(schemas: Schemas): readonly Case[];
  /** Cases with the fewest nesting levels. Empty if no value is finite. */
  flattest(schemas: Schemas): readonly Case[];
  /** Number of nesting levels of the flattest value; Infinity if there is none. */
  heightOf(schemas: Schemas | undefined): number;
}

interface MeasuredCases {
  readonly height: number;
  readonly ending: readonly Case[];
  readonly flattestFirst: readonly Case[];
  readonly flattest: readonly Case[];
}

export function createHeights({ cases, keyOf, freeNames }: HeightsInput): CaseHeights {
  const sizes = new Map<string, number>();
  const cache = new Map<string, MeasuredCases>();
  return {
    finite: (schemas) => cachedMeasure(schemas).ending,
    flattestFirst: (schemas) => cachedMeasure(schemas).flattestFirst,
    flattest: (schemas) => cachedMeasure(schemas).flattest,
    heightOf: (schemas) => (schemas ? cachedMeasure(schemas).height : Infinity),
  };

  function cachedMeasure(schemas: Schemas): MeasuredCases {
    const key = keyOf(schemas);
    let result = cache.get(key);
    if (!result) cache.set(key, (result = measure(schemas)));
    return result;
  }

  function measure(schemas: Schemas): MeasuredCases {
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

  /** Number of parts of the smallest value within a number of levels; Infinity if there is none. */
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
    return hasValues(wanted) ? 1 : Infinity;
  }

  function sizeOfList(wanted: Case, levels: number): number {
    if (wanted.minItems > Math.min(wanted.maxItems, MAX_ITEMS)) return Infinity;
    return sum(neededItems(wanted), ({ schemas, count }) => count * sizeOf(schemas, levels - 1));
  }

  function sizeOfObject(wanted: Case, levels: number): number {
    const { members, required, minProperties } = wanted;
    if (!hasObjects(wanted)) return Infinity;
    const sizeAt = (name: string): number => sizeOf(members.schemasAt(name), levels - 1);
    const requiredSize = sum(required, sizeAt);
    const missingCount = minProperties - required.length;
    if (missingCount <= 0 || requiredSize === Infinity) return requiredSize;
    const optionalSizes = members.names.filter((name) => !required.includes(name)).map(sizeAt);
    // Each kind of undocumented member can occur any number of times.
    const undocumentedSizes = freeNames(wanted).flatMap((name) =>
      Array.from({ length: missingCount }, () => sizeAt(name)),
    );
    const smallest = [...optionalSizes, ...undocumentedSizes]
      .toSorted((one, other) => one - other)
      .slice(0, missingCount);
    return smallest.length < missingCount ? Infinity : sum(smallest, (size) => size) + requiredSize;
  }
}

function hasValues(wanted: Case): boolean {
  return wanted.type === "number" ? hasNumbers(wanted) : wanted.type !== "string" || hasTexts(wanted);
}

function rank({ type }: Case): number {
  return caseTypes.indexOf(type);
}

/** One plus the sum of the sizes. Stops at Infinity. */
function sum<T>(parts: readonly T[], sizeOf: (part: T) => number): number {
  let total = 1;
  for (const part of parts) if ((total += sizeOf(part)) === Infinity) break;
  return total;
}
