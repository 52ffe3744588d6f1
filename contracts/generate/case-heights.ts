import { oncePer } from "../model/once-per.ts";
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
  readonly freeNames: (targetCase: Case) => readonly string[];
}

/** Cases of schemas, by the nesting levels that their values need. */
export interface CaseHeights {
  /** Cases with a finite value. */
  finite(schemas: Schemas): readonly Case[];
  /** Cases with a finite value, flattest first. */
  flattestFirst(schemas: Schemas): readonly Case[];
  /** Cases with the fewest nesting levels. Empty if no value is finite. */
  flattest(schemas: Schemas): readonly Case[];
  /** Number of nesting levels of the flattest value; Infinity if no value is finite. */
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
  const cachedMeasure = oncePer((schemas: Schemas): MeasuredCases => {
    const key = keyOf(schemas);
    let result = cache.get(key);
    if (!result) cache.set(key, (result = measure(schemas)));
    return result;
  });
  return {
    finite: (schemas) => cachedMeasure(schemas).ending,
    flattestFirst: (schemas) => cachedMeasure(schemas).flattestFirst,
    flattest: (schemas) => cachedMeasure(schemas).flattest,
    heightOf: (schemas) => (schemas ? cachedMeasure(schemas).height : Infinity),
  };

  function measure(schemas: Schemas): MeasuredCases {
    const heights = new Map(cases(schemas).map((targetCase) => [targetCase, heightOfCase(targetCase)]));
    const getHeight = (targetCase: Case): number => heights.get(targetCase) as number;
    const ending = [...heights.keys()].filter((targetCase) => getHeight(targetCase) <= MAX_HEIGHT);
    const height = Math.min(Infinity, ...ending.map(getHeight));
    return {
      height,
      ending,
      flattestFirst: ending.toSorted(
        (one, other) => getHeight(one) - getHeight(other) || rankCase(one) - rankCase(other),
      ),
      flattest: ending.filter((targetCase) => getHeight(targetCase) === height),
    };
  }

  function heightOfCase(targetCase: Case): number {
    let levels = 0;
    while (levels <= MAX_HEIGHT && sizeOfCase(targetCase, levels) > MAX_SIZE) levels++;
    return levels;
  }

  /** Number of parts of the smallest value within a number of levels; Infinity if there is none. */
  function measureSize(schemas: Schemas | undefined, levels: number): number {
    if (!schemas || levels < 0) return Infinity;
    const key = `${keyOf(schemas)} ${levels}`;
    let size = sizes.get(key);
    if (size === undefined) {
      size = Math.min(Infinity, ...cases(schemas).map((targetCase) => sizeOfCase(targetCase, levels)));
      sizes.set(key, size);
    }
    return size;
  }

  function sizeOfCase(targetCase: Case, levels: number): number {
    if (targetCase.values) return 1;
    if (targetCase.type === "array") return sizeOfList(targetCase, levels);
    if (targetCase.type === "object") return sizeOfObject(targetCase, levels);
    return hasValues(targetCase) ? 1 : Infinity;
  }

  function sizeOfList(targetCase: Case, levels: number): number {
    if (targetCase.minItems > Math.min(targetCase.maxItems, MAX_ITEMS)) return Infinity;
    return sumSizes(neededItems(targetCase), ({ schemas, count }) => count * measureSize(schemas, levels - 1));
  }

  function sizeOfObject(targetCase: Case, levels: number): number {
    const { members, required, minProperties } = targetCase;
    if (!hasObjects(targetCase)) return Infinity;
    const measureMember = (name: string): number => measureSize(members.schemasAt(name), levels - 1);
    const requiredSize = sumSizes(required, measureMember);
    const missingCount = minProperties - required.length;
    if (missingCount <= 0 || requiredSize === Infinity) return requiredSize;
    const optionalSizes = members.names.filter((name) => !required.includes(name)).map(measureMember);
    // Each kind of undocumented member can occur any number of times.
    const undocumentedSizes = freeNames(targetCase).flatMap((name) =>
      Array.from({ length: missingCount }, () => measureMember(name)),
    );
    const smallest = [...optionalSizes, ...undocumentedSizes]
      .toSorted((one, other) => one - other)
      .slice(0, missingCount);
    if (smallest.length < missingCount) return Infinity;
    return sumSizes(smallest, (size) => size) + requiredSize;
  }
}

function hasValues(targetCase: Case): boolean {
  if (targetCase.type === "number") return hasNumbers(targetCase);
  return targetCase.type !== "string" || hasTexts(targetCase);
}

function rankCase({ type }: Case): number {
  return caseTypes.indexOf(type);
}

/** One plus the sum of the sizes. Stops at Infinity. */
function sumSizes<T>(parts: readonly T[], sizeOf: (part: T) => number): number {
  let total = 1;
  for (const part of parts) if ((total += sizeOf(part)) === Infinity) break;
  return total;
}
