import { counted } from "../../text/counted.ts";
import type { Json, JsonSchema } from "../../model/json.ts";
import { type ConstrainedType, type Keyword, keyword } from "./keyword.ts";
import { isCount, isFiniteNumber } from "./well-formed.ts";

type Measure = "Length" | "Items" | "Properties";

/** Name of a keyword with a limit. */
export type LimitName = `${"min" | "max"}${Measure}` | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";

interface CountOptions {
  readonly name: LimitName;
  readonly type: ConstrainedType;
  readonly sign: 1 | -1;
  readonly opposite: LimitName;
  /** Noun for one part, and for several. */
  readonly unit: string;
  readonly units: string;
  /** Counts the parts of a value. */
  readonly countOf: (value: never) => number;
}

/** Declares a limit of a number of parts: of characters, items or members. */
export function countLimit({ name, type, sign, opposite, unit, units, countOf }: CountOptions): Keyword {
  const isLower = sign === 1;
  return keyword<number, never>({
    name,
    type,
    limit: { sign, isOpen: false, opposite, widest: isLower ? 0 : Infinity, unit: units },
    isWellFormed: isCount,
    accepts: (limit, value) => (countOf(value) - limit) * sign >= 0,
    merge: isLower ? Math.max : Math.min,
    isNarrower: (one, other) => (one - other) * sign >= 0,
    hasNoEffect: (limit) => isLower && limit === 0,
    expected: (limit) => `at ${isLower ? "least" : "most"} ${counted(limit, unit, units)}`,
    rejected: (limit): JsonSchema[] => (isLower && limit === 0 ? [] : [{ type, [opposite]: limit - sign }]),
  });
}

interface NumberOptions {
  readonly name: LimitName;
  readonly sign: 1 | -1;
  readonly isOpen: boolean;
  readonly opposite: LimitName;
  /** Text before the limit. */
  readonly words: string;
}

/** Declares a limit of numbers. */
export function numberLimit({ name, sign, isOpen, opposite, words }: NumberOptions): Keyword {
  return keyword<number, number>({
    name,
    type: "number",
    limit: { sign, isOpen, opposite, widest: -Infinity * sign },
    isWellFormed: isFiniteNumber,
    accepts: (limit, value) => (sign === 1 ? value > limit : value < limit) || (!isOpen && value === limit),
    merge: sign === 1 ? Math.max : Math.min,
    isNarrower: (one, other) => (sign === 1 ? one >= other : one <= other),
    expected: (limit) => `a number ${words} ${limit}`,
    rejected: (limit: Json) => [{ type: "number", [opposite]: limit }],
  });
}
