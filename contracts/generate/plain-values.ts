import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import type { Case } from "./case.ts";
import type { CaseHeights } from "./case-heights.ts";
import { type CaseType, toCaseType } from "./case-types.ts";
import type { MissingMembers } from "./fitting/missing-members.ts";
import { type Naming, type Owner, isIdentity, itemLabel, specificLabel, memberLabel } from "./naming.ts";
import { textCheckOf } from "./types/string.ts";
import type { NestedPlainValues, ValuesOfType } from "./types/type.ts";
import { usualValue } from "./usual-value.ts";

/** Depth below which values are minimal and as flat as possible. */
export const FREE_DEPTH = 4;

/** Maximum depth of a value. */
export const MAX_DEPTH = 50;

/**
 * Maximum number of objects per depth with optional members. Schemas that refer to each other multiply with each level.
 */
const MAX_FILLED = 1_000;

type Schemas = readonly JsonSchema[];

/** Nested values of scalars. */
const nothingNested: NestedPlainValues = { optional: false, items: 0, names: [], value: () => undefined };

export interface PlainOptions {
  /** Seed of the value. */
  readonly name: string;
  /** Word for the meaning of the value, such as "customer"; empty if unknown. */
  readonly label?: string;
  /** Object that contains the value. */
  readonly owner?: Owner | undefined;
  /** Seed of the array item that contains the value, or of the root value. */
  readonly rootSeed?: string | undefined;
  readonly optional: boolean;
  /** Use documented examples and defaults. */
  readonly examples: boolean;
  /** Value to imitate: generated arrays have its number of items, and unions use the branch that it matches best. */
  readonly like?: Json | undefined;
  /** Members to generate, where `like` has all others. The result has only these. */
  readonly missing?: MissingMembers | undefined;
  /** Index among several values with the same schema, which must differ. */
  readonly index?: number | undefined;
  /** Example of the media type or parameter, reduced to the location of this value. */
  readonly fallbackExample?: Json | undefined;
  /** Choose the usual one of several values: flags that are off, and a state in which things work. */
  readonly isUsual?: boolean;
  /** Current time, used in every date-time before any example. */
  readonly time?: string | undefined;
}

/** Options of a value inside another one, and its naming: one object for both, because there is one for each value. */
interface NestedOptions extends Naming, Omit<PlainOptions, "name" | "label" | "isUsual"> {
  readonly isUsual: boolean;
  /** Number of objects with optional members so far, by depth. */
  readonly filled: number[];
}

/** Input for plain values. */
interface PlainInput {
  readonly types: Readonly<Record<CaseType, ValuesOfType>>;
  cases(schemas: Schemas): readonly Case[];
  /** Cases in the order of their similarity to a value. */
  casesLike(schemas: Schemas, like: Json): readonly Case[];
  readonly heights: CaseHeights;
  /** Random value of a case. The name is the seed. */
  randomValueOf(targetCase: Case, name: string): Json | undefined;
}

/** Creates functions that generate plain values, as documentation would show them. */
export function createPlain({ types, cases, casesLike, heights, randomValueOf }: PlainInput) {
  return {
    plain: (schemas: Schemas, options: PlainOptions) => generatePlain(schemas, outermost(options), 0),
    plainOf: (targetCase: Case, options: PlainOptions) => valueOfCase(targetCase, outermost(options), 0),
  };

  function generatePlain(schemas: Schemas, options: NestedOptions, depth: number): Json | undefined {
    if (depth > MAX_DEPTH) return undefined;
    for (const targetCase of openCases(schemas, options, depth)) {
      const value = valueOfCase(targetCase, options, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function valueOfCase(targetCase: Case, options: NestedOptions, depth: number): Json | undefined {
    const documented = options.examples ? documentedValue(targetCase, options) : undefined;
    if (options.missing) return generateCasePlain(targetCase, options, depth, documented);
    const isCompleted = options.like !== undefined && isObjectOrArray(documented);
    return (
      keptFrom(options.like, targetCase) ??
      (isCompleted ? undefined : documented) ??
      usualValue(targetCase.values, options.isUsual) ??
      generateCasePlain(targetCase, options, depth, documented)
    );
  }

  function openCases(schemas: Schemas, { like, optional }: NestedOptions, depth: number): readonly Case[] {
    if (like !== undefined) return similarCases(schemas, like);
    const finiteCases = depth < FREE_DEPTH ? heights.finite(schemas) : heights.flattest(schemas);
    if (finiteCases.length === 1) return finiteCases;
    // Null represents an omitted value, so it comes last.
    if (optional) return [...finiteCases.filter(isNotNullCase), ...finiteCases.filter(isNullCase)];
    return finiteCases;
  }

  /** Cases of schemas, with those of a value's type first. */
  function similarCases(schemas: Schemas, like: Json): readonly Case[] {
    const ownCases = cases(schemas);
    if (ownCases.length === 1) return ownCases;
    const hasAlternatives = new Set(ownCases.map(({ type }) => type)).size < ownCases.length;
    const ordered = hasAlternatives ? casesLike(schemas, like) : ownCases;
    const type = toCaseType(like);
    return [
      ...ordered.filter((targetCase) => targetCase.type === type),
      ...ordered.filter((targetCase) => targetCase.type !== type),
    ];
  }

  function generateCasePlain(
    targetCase: Case,
    options: NestedOptions,
    depth: number,
    fallbackExample: Json | undefined,
  ): Json | undefined {
    const isScalar = targetCase.type !== "object" && targetCase.type !== "array";
    const nested = isScalar
      ? nothingNested
      : nestedValues(targetCase, options, depth, fallbackExample ?? options.fallbackExample);
    const value = types[targetCase.type].plain(targetCase, nested, options);
    if (value === undefined && targetCase.type === "string") return randomValueOf(targetCase, options.seed);
    return value;
  }

  function nestedValues(
    targetCase: Case,
    options: NestedOptions,
    depth: number,
    context: Json | undefined,
  ): NestedPlainValues {
    const { seed, label, like, index, time, owner, rootSeed = seed, isUsual } = options;
    const kind = specificLabel(label, owner?.label ?? "");
    const isNamed = isObject(like) && !options.missing;
    // The same for all members of an object.
    let own: Owner | undefined;
    return {
      optional: options.optional && depth < FREE_DEPTH && mayFill(targetCase, options, depth),
      height: depth >= FREE_DEPTH ? heights.heightOf : undefined,
      items: Array.isArray(like) ? like.length : 0,
      missing: options.missing,
      names: isNamed ? Object.keys(like).filter((key) => isObjectOrArray(like[key])) : [],
      value: (inner, key, made) => generatePlain(inner, within(key, made), depth + 1),
    };

    /** Options for a member or an item. Written out, because copying them is a large part of the work. */
    function within(key: string | number, made: JsonObject | undefined): NestedOptions {
      const isMember = typeof key === "string";
      if (made) own ??= { seed, label: kind, rootSeed, members: isObject(like) ? [like, made] : [made] };
      const inner = memberOrItem(like, key);
      return {
        seed: `${seed} ${key}`.trim(),
        label: isMember ? memberLabel(kind, key) : kind === label ? itemLabel(kind) : kind,
        owner: own ?? owner,
        rootSeed: isMember ? rootSeed : `${seed} ${key}`,
        optional: options.optional,
        examples: options.examples,
        like: inner,
        isGiven: inner !== undefined,
        missing: options.missing?.get(String(key)),
        index: Array.isArray(like) && !isMember ? key : index,
        // A shorter example array shows its first item again.
        fallbackExample: memberOrItem(context, key) ?? (isMember ? undefined : memberOrItem(context, 0)),
        isUsual,
        time,
        filled: options.filled,
      };
    }
  }
}

/** Options of the whole value, with the same members in the same order as those of values inside it. */
function outermost(options: PlainOptions): NestedOptions {
  return {
    seed: options.name,
    label: options.label ?? "",
    owner: options.owner,
    rootSeed: options.rootSeed,
    optional: options.optional,
    examples: options.examples,
    like: options.like,
    isGiven: options.like !== undefined,
    missing: options.missing,
    index: options.index,
    fallbackExample: options.fallbackExample,
    isUsual: options.isUsual ?? false,
    time: options.time,
    filled: [],
  };
}

/**
 * Counts an object, and returns whether the limit of its depth allows optional members. Objects that imitate a value
 * have no limit.
 */
function mayFill({ type }: Case, { filled, like }: NestedOptions, depth: number): boolean {
  if (type !== "object" || like !== undefined) return true;
  filled[depth] = (filled[depth] ?? 0) + 1;
  return filled[depth] <= MAX_FILLED;
}

/** Returns the imitated value itself if it is an allowed value or a text that is certainly valid. */
function keptFrom(like: Json | undefined, targetCase: Case): Json | undefined {
  if (targetCase.values) return targetCase.values.find((allowed) => allowed === like);
  const isText = targetCase.type === "string" && typeof like === "string" && targetCase.formats.length === 0;
  if (isText && textCheckOf(targetCase)(like)) return like;
  return undefined;
}

/** Documented value for a case: of the schema itself, else the example at the same location. */
function documentedValue(targetCase: Case, { fallbackExample, time, label, index }: NestedOptions): Json | undefined {
  const isNow = (format: string): boolean => time !== undefined && targetCase.formats.includes(format);
  if (isNow("date-time") || (index !== undefined && isIdentity(label))) return undefined;
  const ownExample = targetCase.examples.find((value) => toCaseType(value) === targetCase.type);
  if (ownExample !== undefined || typeof fallbackExample !== "string" || isIdentity(label)) return ownExample;
  const isText = targetCase.type === "string" && targetCase.values === undefined && !isNow("date");
  if (isText && textCheckOf(targetCase)(fallbackExample)) return fallbackExample;
  return undefined;
}

function isObjectOrArray(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

/** Member or item of a value. */
function memberOrItem(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) {
    if (typeof key === "number") return value[key] as Json | undefined;
    return undefined;
  }
  if (isObject(value) && Object.hasOwn(value, key)) return value[key];
  return undefined;
}

function isNullCase({ type }: Case): boolean {
  return type === "null";
}

function isNotNullCase({ type }: Case): boolean {
  return type !== "null";
}
