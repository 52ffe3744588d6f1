import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import type { Case } from "./cases.ts";
import type { Heights } from "./height.ts";
import { type CaseType, caseTypeOf } from "./type-names.ts";
import { type Owner, isIdentity, itemLabel, meantLabel, memberLabel } from "./naming.ts";
import { fitterOf } from "./types/string.ts";
import type { ValuesOfType } from "./types/type.ts";

/** Below this depth only what must be there is made, and that as flat as can be. */
export const FREE_DEPTH = 4;

/** Deeper than any value has to be. */
export const MAX_DEPTH = 50;

/** How many objects of one depth are filled up: where schemas name each other, there are more with each level. */
const MOST_FILLED = 1_000;

type Schemas = readonly JsonSchema[];

export interface PlainOptions {
  /** Names the value: other names, other values. */
  readonly name: string;
  /** What it stands for, in a word: nothing where that is not known. */
  readonly label?: string;
  /** The object that it is made for. */
  readonly owner?: Owner;
  /** The item of a list that it is part of, by its name; the whole where there is none. */
  readonly around?: string;
  readonly optional: boolean;
  /** Take documented examples and defaults where there are some. */
  readonly examples: boolean;
  /** A value to complete: the plain one has as many items, and takes the same of each alternative. */
  readonly like?: Json | undefined;
  /** Its place among several that are completed: it must differ from the others. */
  readonly index?: number;
  /** A value that shows what texts look like, each in its place. */
  readonly shown?: Json | undefined;
  /** What time it is: it stands in every date-time, before any example. */
  readonly time?: string;
}

/** The options of a value within the whole that is made. */
interface Making extends PlainOptions {
  /** By depth, how many objects were filled up. */
  readonly filled: number[];
}

/** What plain values are made of. */
interface Source {
  readonly types: Readonly<Record<CaseType, ValuesOfType>>;
  cases(schemas: Schemas): readonly Case[];
  /** The cases, those first that a value is nearest to. */
  casesLike(schemas: Schemas, like: Json): readonly Case[];
  readonly heights: Heights;
  /** A random value of a case, always the same for the same name. */
  drawn(wanted: Case, name: string): Json | undefined;
}

/** Makes plain values, as a document would show them. */
export function createPlain({ types, cases, casesLike, heights, drawn }: Source) {
  return {
    plain: (schemas: Schemas, options: PlainOptions) => plain(schemas, { ...options, filled: [] }, 0),
    plainOf: (wanted: Case, options: PlainOptions) => ofCase(wanted, { ...options, filled: [] }, 0),
  };

  function plain(schemas: Schemas, options: Making, depth: number): Json | undefined {
    if (depth > MAX_DEPTH) return undefined;
    for (const wanted of openCases(schemas, options, depth)) {
      const value = ofCase(wanted, options, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  function ofCase(wanted: Case, options: Making, depth: number): Json | undefined {
    const shown = options.examples ? shownFor(wanted, options) : undefined;
    const isCompleted = options.like !== undefined && isNested(shown);
    return (
      takenFrom(options.like, wanted) ??
      (isCompleted ? undefined : shown) ??
      wanted.values?.[0] ??
      plainOf(wanted, options, depth, shown)
    );
  }

  function openCases(schemas: Schemas, { like, optional }: PlainOptions, depth: number): readonly Case[] {
    if (like !== undefined) return alike(schemas, like);
    const open = depth < FREE_DEPTH ? heights.ending(schemas) : heights.flattest(schemas);
    // Null is what stands for a value that is left out.
    return optional ? [...open.filter(isSome), ...open.filter(isNone)] : open;
  }

  /** The cases of some schemas, those first that a value could be. */
  function alike(schemas: Schemas, like: Json): readonly Case[] {
    const known = cases(schemas);
    const hasAlternatives = new Set(known.map(({ type }) => type)).size < known.length;
    const ordered = hasAlternatives ? casesLike(schemas, like) : known;
    const type = caseTypeOf(like);
    return [...ordered.filter((wanted) => wanted.type === type), ...ordered.filter((wanted) => wanted.type !== type)];
  }

  function plainOf(wanted: Case, options: Making, depth: number, shown: Json | undefined): Json | undefined {
    const { name, label = "", like, index, time, owner, around = name } = options;
    const context = shown ?? options.shown;
    const kind = meantLabel(label, owner?.label ?? "");
    const nested = {
      optional: options.optional && depth < FREE_DEPTH && hasRoom(wanted, options, depth),
      ...(depth >= FREE_DEPTH && { height: heights.heightOf }),
      items: Array.isArray(like) ? like.length : 0,
      names: isObject(like) ? Object.keys(like).filter((key) => isNested(like[key])) : [],
      value: (inner: Schemas, key: string | number, made?: JsonObject) =>
        plain(
          inner,
          {
            ...options,
            name: `${name} ${key}`.trim(),
            label: typeof key === "string" ? memberLabel(kind, key) : kind === label ? itemLabel(kind) : kind,
            around: typeof key === "string" ? around : `${name} ${key}`,
            ...(made && {
              owner: { seed: name, label: kind, around, members: isObject(like) ? [like, made] : [made] },
            }),
            like: partOf(like, key),
            ...(Array.isArray(like) && typeof key === "number" && { index: key }),
            // A list that is too short shows its first item once more.
            shown: partOf(context, key) ?? (typeof key === "number" ? partOf(context, 0) : undefined),
          },
          depth + 1,
        ),
    };
    const naming = {
      seed: name,
      label,
      ...(time !== undefined && { time }),
      ...(index !== undefined && { index }),
      ...(owner && { owner }),
      isGiven: like !== undefined,
    };
    const value = types[wanted.type].plain(wanted, nested, naming);
    return value === undefined && wanted.type === "string" ? drawn(wanted, name) : value;
  }
}

/** Whether another object of a depth is filled up; what is completed is so in any case. */
function hasRoom({ type }: Case, { filled, like }: Making, depth: number): boolean {
  if (type !== "object" || like !== undefined) return true;
  filled[depth] = (filled[depth] ?? 0) + 1;
  return filled[depth] <= MOST_FILLED;
}

/** What can be taken as it is from a value that is completed: one of those allowed, or a text that surely fits. */
function takenFrom(like: Json | undefined, wanted: Case): Json | undefined {
  if (wanted.values) return wanted.values.find((allowed) => allowed === like);
  const isText = wanted.type === "string" && typeof like === "string" && wanted.formats.length === 0;
  return isText && fitterOf(wanted)(like) ? like : undefined;
}

/** A documented value for a case: the schema's own, else what is shown in its place. */
function shownFor(wanted: Case, { shown, time, label = "", index }: PlainOptions): Json | undefined {
  const isNow = (format: string): boolean => time !== undefined && wanted.formats.includes(format);
  if (isNow("date-time") || (index !== undefined && isIdentity(label))) return undefined;
  const own = wanted.examples.find((value) => caseTypeOf(value) === wanted.type);
  if (own !== undefined || typeof shown !== "string" || isIdentity(label)) return own;
  const isText = wanted.type === "string" && wanted.values === undefined && !isNow("date");
  return isText && fitterOf(wanted)(shown) ? shown : undefined;
}

function isNested(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null;
}

/** What a value holds under a name or at an index. */
function partOf(value: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof key === "number" ? (value[key] as Json | undefined) : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isNone({ type }: Case): boolean {
  return type === "null";
}

function isSome({ type }: Case): boolean {
  return type !== "null";
}
