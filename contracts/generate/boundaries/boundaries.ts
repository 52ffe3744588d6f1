import type { Json } from "../../model/json.ts";
import fc from "fast-check";
import type { Schema } from "../../model/contract.ts";
import { join } from "../../model/pointer.ts";
import type { Validate } from "../../schema/validator.ts";
import type { Builder } from "../build.ts";
import type { Case } from "../cases.ts";
import { type Fault, MAX_FAULTS, faultsOf } from "../faults.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { failsOnlyThere } from "../label.ts";
import { type Site, edgeNaming, sitesOf } from "../sites.ts";
import type { CaseType } from "../type-names.ts";
import { besideListed, ofWrongType } from "../wrong.ts";
import { arrayCandidates } from "./array.ts";
import { type Candidate, type CandidatesOf, type Maker, candidate, firstOf, smallestOf } from "./candidate.ts";
import { numberCandidates } from "./number.ts";
import { objectCandidates } from "./object.ts";
import { stringCandidates } from "./string.ts";

/** A value at an edge of a schema, or right beyond it. */
export interface Boundary {
  /** What is special about it: "longest", "one item too many". */
  readonly label: string;
  /** JSON pointer into the value: where it is so. */
  readonly pointer: string;
  /** The keyword that it is about; of one that does not fit, the keyword that fails. */
  readonly keyword: string;
  readonly value: Json;
  readonly fits: boolean;
  /** Of a value that does not fit: whether it breaks that keyword alone. */
  readonly isSingle: boolean;
}

/** What is not among the boundaries, and why. */
export interface Missing {
  readonly pointer: string;
  /** Absent where all of a place is missing. */
  readonly keyword?: string;
  readonly reason: string;
}

export interface Boundaries {
  /** Those that fit before the others, each from the top down. */
  readonly found: readonly Boundary[];
  readonly missing: readonly Missing[];
}

/** More than these are not made; what is further down is missing then. */
const MAX_BOUNDARIES = 500;

const candidatesOf: Readonly<Record<CaseType, CandidatesOf>> = {
  null: () => candidate("null", "type", null),
  boolean: () => [true, false].flatMap((value) => candidate(String(value), "type", value)),
  number: numberCandidates,
  string: stringCandidates,
  array: arrayCandidates,
  object: objectCandidates,
};

const known = new WeakMap<Builder, Map<string, Boundaries>>();

/** The boundaries of a schema: always the same, so they are made once. */
export function boundariesOf(builder: Builder, schema: Schema, validate: Validate): Boundaries {
  let made = known.get(builder);
  if (!made) known.set(builder, (made = new Map()));
  let boundaries = made.get(schema.pointer);
  if (!boundaries) made.set(schema.pointer, (boundaries = findBoundaries(builder, schema, validate)));
  return boundaries;
}

function findBoundaries(builder: Builder, schema: Schema, validate: Validate): Boundaries {
  const found = new Map<string, Boundary>();
  const missing: Missing[] = [];
  const maker = makerOf(builder);
  const passedOver = new Map<string, string>();
  for (const site of sitesOf(builder, schema.value, (pointer, reason) => passedOver.set(pointer, reason))) {
    const pointer = join("", ...site.path);
    if (isFull(pointer)) break;
    const candidates = candidatesIn(builder, site, maker);
    const wholes = candidates.map(({ value }) => wholeOf(site, value));
    if (candidates.length > 0 && wholes.every((value) => value === undefined))
      passedOver.set(pointer, "no value around this place is found");
    for (const [index, one] of candidates.entries()) {
      const value = wholes[index];
      if (value !== undefined) add(pointer, one, value);
    }
  }
  missing.push(...[...passedOver].map(([pointer, reason]) => ({ pointer, reason })));
  const faults = faultsOf(builder, schema, validate);
  addFaults(faults);
  if (faults.length >= MAX_FAULTS)
    missing.push({ pointer: faults.at(-1)?.pointer ?? "", reason: `more than ${MAX_FAULTS} keywords can be broken` });
  const all = [...found.values()];
  return { found: [...all.filter(({ fits }) => fits), ...all.filter(({ fits }) => !fits)], missing };

  function isFull(pointer: string): boolean {
    if (found.size < MAX_BOUNDARIES) return false;
    missing.push({
      pointer,
      reason: `there are ${MAX_BOUNDARIES} values already: neither this place nor any further down`,
    });
    return true;
  }

  function add(pointer: string, { label, keyword }: Omit<Candidate, "value">, value: Json): void {
    const key = canonicalJson(value);
    if (found.has(key)) return;
    const violations = validate(value);
    const there = [...new Set(violations.filter((each) => each.pointer === pointer).map((each) => each.keyword))];
    const failing = [keyword, ...there].find((each) => failsOnlyThere(violations, pointer, each));
    const fits = violations.length === 0;
    if (!fits && failing === undefined) return;
    const isSingle = fits || there.length === 1;
    found.set(key, { label, pointer, keyword: failing ?? keyword, value, fits, isSingle });
  }

  /** What has no value of its own yet is broken as the random faults are. */
  function addFaults(open: readonly Fault[]): void {
    const broken = new Set([...found.values()].filter(({ fits }) => !fits).map(labelOf));
    for (const fault of open) {
      const { pointer, keyword, arbitrary } = fault;
      if (broken.has(labelOf(fault))) continue;
      if (isFull(pointer)) return;
      try {
        const value = smallestOf(arbitrary);
        add(pointer, { label: `${keyword} broken`, keyword }, value);
        const there = found.get(canonicalJson(value));
        if (there && labelOf(there) === labelOf(fault)) continue;
        const reason = there ? "is there for another keyword" : "breaks something else, too";
        missing.push({ pointer, keyword, reason: `the smallest value that breaks it ${reason}` });
      } catch (error) {
        missing.push({ pointer, keyword, reason: (error as Error).message });
      }
    }
  }
}

function makerOf(builder: Builder): Maker {
  return {
    plain: (wanted, optional = false) => builder.plainOf(wanted, { ...edgeNaming, optional }),
    part: (schemas, name) => builder.plain(schemas, { ...edgeNaming, name: `boundary ${name}`, label: name }),
    drawn: (wanted: Case) => firstOf(builder.arbitraryOf(wanted, { minimal: true })),
  };
}

function candidatesIn(builder: Builder, { schemas }: Site, maker: Maker): Candidate[] {
  const cases = builder.cases(schemas);
  const { keyword, wrong } = besideListed(cases);
  return [
    ...cases.flatMap((wanted) =>
      wanted.values
        ? wanted.values.flatMap((value) =>
            candidate(`the value ${JSON.stringify(value)}`, wanted.valuesBy ?? "enum", value),
          )
        : candidatesOf[wanted.type](wanted, maker),
    ),
    ...wrong.flatMap((value) => candidate("next to a value of the list", keyword, value)),
    ...ofWrongType(cases).flatMap((value) => candidate(`${nameOf(value)} in its place`, "type", value)),
  ];
}

function wholeOf(site: Site, part: Json): Json | undefined {
  return site.plainWhole(part) ?? firstOf(site.whole(fc.constant(part)));
}

function labelOf({ pointer, keyword }: Pick<Boundary, "pointer" | "keyword">): string {
  return `${pointer} ${keyword}`;
}

function nameOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "a boolean" }[typeof value as string] ?? "an object";
}
