import { omitUndefined } from "../../model/omit-undefined.ts";
import type { Json } from "../../model/json.ts";
import fc from "fast-check";
import type { Schema } from "../../model/contract.ts";
import { join } from "../../model/pointer.ts";
import type { Validate } from "../../schema/validator.ts";
import type { Builder } from "../builder.ts";
import type { Case } from "../case.ts";
import { type Fault, MAX_FAULTS, listSchemaFaults } from "../faults.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { Unsatisfiable } from "../guarded.ts";
import { failsOnlyAtPointer } from "../fails-only-at-pointer.ts";
import { type Site, edgeNaming, walkValueSites } from "../sites.ts";
import type { CaseType } from "../case-types.ts";
import { valuesNearListed, valuesOfOtherTypes } from "../wrong-values.ts";
import { arrayCandidates } from "./array.ts";
import {
  type Candidate,
  type CandidatesOf,
  type ChangedMembers,
  type ValueSource,
  candidate,
  sampleFirst,
  shrinkToSmallest,
} from "./candidate.ts";
import { numberCandidates } from "./number.ts";
import { objectCandidates } from "./object.ts";
import { stringCandidates } from "./string.ts";

/** Value at a bound of a schema, or just beyond it. */
export interface Boundary extends ChangedMembers {
  /** Description of the value: "longest", "one item too many". */
  readonly label: string;
  /** JSON pointer to the described part of the value. */
  readonly pointer: string;
  /** Keyword that sets the bound. For an invalid value: the keyword that fails. */
  readonly keyword: string;
  readonly value: Json;
  readonly fits: boolean;
  /** For an invalid value: true if no other keyword fails at the pointer. */
  readonly isSingle: boolean;
}

/** Boundary without a value, with the reason. */
export interface Missing {
  readonly pointer: string;
  /** Undefined if the pointer has no boundaries at all. */
  readonly keyword?: string;
  readonly reason: string;
}

export interface Boundaries {
  /** Valid values, then invalid values. Each group is sorted from the root of the schema down. */
  readonly found: readonly Boundary[];
  readonly missing: readonly Missing[];
}

/** Maximum number of boundaries. Deeper parts are reported as missing. */
const MAX_BOUNDARIES = 500;

const candidatesOf: Readonly<Record<CaseType, CandidatesOf>> = {
  null: () => candidate("null", "type", null),
  boolean: () => [true, false].flatMap((value) => candidate(String(value), "type", value)),
  number: numberCandidates,
  string: stringCandidates,
  array: arrayCandidates,
  object: objectCandidates,
};

const boundariesByBuilder = new WeakMap<Builder, Map<string, Boundaries>>();

/** Boundaries of a schema. They are deterministic, so they are cached. */
export function listBoundaries(builder: Builder, schema: Schema, validate: Validate): Boundaries {
  let boundariesByPointer = boundariesByBuilder.get(builder);
  if (!boundariesByPointer) boundariesByBuilder.set(builder, (boundariesByPointer = new Map()));
  let boundaries = boundariesByPointer.get(schema.pointer);
  if (!boundaries) boundariesByPointer.set(schema.pointer, (boundaries = findBoundaries(builder, schema, validate)));
  return boundaries;
}

function findBoundaries(builder: Builder, schema: Schema, validate: Validate): Boundaries {
  const found = new Map<string, Boundary>();
  const missing: Missing[] = [];
  const maker = createValueSource(builder);
  const skipped = new Map<string, string>();
  for (const site of walkValueSites(builder, schema.value, (pointer, reason) => skipped.set(pointer, reason))) {
    const pointer = join("", ...site.path);
    if (isFull(pointer)) break;
    const candidates = listBoundaryCandidates(builder, site, maker);
    const wholeValues = candidates.map(({ value }) => embedInWhole(site, value));
    if (candidates.length > 0 && wholeValues.every((value) => value === undefined))
      skipped.set(pointer, "no value around this place is found");
    for (const [index, one] of candidates.entries()) {
      const value = wholeValues[index];
      if (value !== undefined) addBoundary(pointer, one, value);
    }
  }
  missing.push(...[...skipped].map(([pointer, reason]) => ({ pointer, reason })));
  const faults = listSchemaFaults(builder, schema, validate);
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

  function addBoundary(
    pointer: string,
    { label, keyword, added, omitted }: Omit<Candidate, "value">,
    value: Json,
  ): void {
    const key = canonicalJson(value);
    if (found.has(key)) return;
    const violations = validate(value);
    const keywordsAtPointer = [
      ...new Set(violations.filter((each) => each.pointer === pointer).map((each) => each.keyword)),
    ];
    const failing = [keyword, ...keywordsAtPointer].find((each) => failsOnlyAtPointer(violations, pointer, each));
    const fits = violations.length === 0;
    if (!fits && failing === undefined) return;
    const isSingle = fits || keywordsAtPointer.length === 1;
    found.set(
      key,
      omitUndefined({
        label,
        pointer,
        keyword: failing ?? keyword,
        value,
        fits,
        isSingle,
        added,
        omitted,
      }),
    );
  }

  /** Adds an invalid value for each keyword that has none yet. The value comes from `faultsOf()`. */
  function addFaults(randomFaults: readonly Fault[]): void {
    const brokenKeys = new Set([...found.values()].filter(({ fits }) => !fits).map(faultKey));
    for (const fault of randomFaults) {
      const { pointer, keyword, arbitrary } = fault;
      if (brokenKeys.has(faultKey(fault))) continue;
      if (isFull(pointer)) return;
      try {
        const value = shrinkToSmallest(arbitrary);
        addBoundary(pointer, { label: `${keyword} broken`, keyword }, value);
        const existingBoundary = found.get(canonicalJson(value));
        if (existingBoundary && faultKey(existingBoundary) === faultKey(fault)) continue;
        const reason = existingBoundary ? "is there for another keyword" : "breaks something else, too";
        missing.push({ pointer, keyword, reason: `the smallest value that breaks it ${reason}` });
      } catch (error) {
        if (!(error instanceof Unsatisfiable)) throw error;
        missing.push({ pointer, keyword, reason: error.message });
      }
    }
  }
}

function createValueSource(builder: Builder): ValueSource {
  return {
    plain: (targetCase, optional = false) => builder.plainOf(targetCase, { ...edgeNaming, optional }),
    part: (schemas, name) => builder.plain(schemas, { ...edgeNaming, name: `boundary ${name}`, label: name }),
    random: (targetCase: Case) => sampleFirst(builder.arbitraryOf(targetCase, { minimal: true })),
  };
}

function listBoundaryCandidates(builder: Builder, { schemas }: Site, maker: ValueSource): Candidate[] {
  const cases = builder.cases(schemas);
  const { keyword, rejectedValues } = valuesNearListed(cases);
  return [
    ...cases.flatMap((targetCase) => {
      if (targetCase.values)
        return targetCase.values.flatMap((value) =>
          candidate(`the value ${JSON.stringify(value)}`, targetCase.valuesBy ?? "enum", value),
        );
      return candidatesOf[targetCase.type](targetCase, maker);
    }),
    ...rejectedValues.flatMap((value) => candidate("next to a value of the list", keyword, value)),
    ...valuesOfOtherTypes(cases).flatMap((value) => candidate(`${describeKind(value)} in its place`, "type", value)),
  ];
}

function embedInWhole(site: Site, part: Json): Json | undefined {
  return site.embedPlain(part) ?? sampleFirst(site.embedRandom(fc.constant(part)));
}

function faultKey({ pointer, keyword }: Pick<Boundary, "pointer" | "keyword">): string {
  return `${pointer} ${keyword}`;
}

function describeKind(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return { string: "a text", number: "a number", boolean: "a boolean" }[typeof value as string] ?? "an object";
}
