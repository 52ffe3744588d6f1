import type { Sides } from "./sides.ts";
import type { Both } from "../model/pair.ts";
import {
  type Json,
  type JsonSchema,
  type MatchBudget,
  acceptedByAll,
  isObject,
  limitMatches,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { shapeSchema } from "../schema/equality/shape-schema.ts";
import { costOf, plainer } from "./plainer.ts";
import type { Travel } from "./travel.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";

/** How many random values are tried where the plain one shows nothing. */
const RANDOM = 300;

/** How many of each way to break what the refusing side says. */
const BROKEN = 20;

/**
 * How much text of values, and of what of the schemas these touch, is looked at for one witness, and for all of a
 * comparison: counted, never timed.
 */
const EFFORT = { each: 80_000, all: 3_000_000 };

/** Steps of the patterns for one search, those of values that are only made for it included. */
const STEPS = 6_000_000;

/** Of these, most steps for one match. */
const STEPS_OF_ONE = 2_000_000;

/** A value that cannot be judged counts as this much text: its validation used up all of its steps. */
const UNDECIDED = 30_000;

/** What is left of the effort of a comparison. */
export interface Effort {
  left: number;
}

export function fullEffort(): Effort {
  return { left: EFFORT.all };
}

/**
 * The result of a search. none: values that the one side accepts are known, and the other accepts all of them.
 * unfinished: the same of the values that were tried, but the effort ended before all were.
 * unknown: no value is known that the one accepts, or a validator cannot tell.
 */
export type Search = { readonly value: Json } | "none" | "unfinished" | "unknown";

interface Searching {
  readonly within?: JsonSchema | undefined;
  readonly effort?: Effort;
  /** How values travel, where the other side does not read them as they were. */
  readonly travel?: Travel | undefined;
  /** What is looked for first. */
  readonly telling?: readonly JsonSchema[];
}

/**
 * Looks for a value that one side accepts and the other refuses: of what the provider takes, one of the base; of what it
 * sends, one of the revision. `within` narrows where to look. Checked by the validators of both.
 */
export function findWitness(sides: Sides, polarity: Polarity, searching: Searching = {}): Search {
  const steps: MatchBudget = { left: STEPS, each: STEPS_OF_ONE };
  const search = limitMatches(() => searchWithin(sides, polarity, searching), steps);
  // What came after the last step was not judged.
  return search === "none" && steps.left <= 0 ? "unknown" : search;
}

function searchWithin(
  { base, revision }: Sides,
  polarity: Polarity,
  { within, effort = fullEffort(), travel, telling = [] }: Searching,
): Search {
  const [accepting, refusing] = polarity === "in" ? [base, revision] : [revision, base];
  const direction = polarity === "in" ? "request" : "response";
  const values = createValues(accepting.contract, direction);
  const broken = createValues(refusing.contract, direction);
  const isTaken = travel ?? ((value: Json) => fits(refusing, value));
  let accepted = 0;
  let isUndecided = false;
  let isUnfinished = false;
  let spent = 0;
  const seen = new Set<string>();
  const touched = new Set<string>();
  const fits = ({ contract, schemas: own }: Sides["base"], value: Json): boolean | undefined =>
    acceptedByAll(contract, own, direction, value, (text) => {
      if (!touched.has(text)) spent += text.length;
      touched.add(text);
    });
  const isWitness = (value: Json, text: string): boolean => {
    if (seen.has(text)) return false;
    seen.add(text);
    spent += text.length;
    const isMet = fits(accepting, value);
    const taken = isMet === true ? isTaken(value) : undefined;
    if (taken === "unsent") return false;
    if (isMet) accepted += 1;
    if (isMet === undefined || (isMet && taken === undefined)) {
      isUndecided = true;
      spent += UNDECIDED;
    }
    return taken === false || taken === "misread";
  };

  const schemas = [shapeSchema(accepting.schemas)];
  const aroundPatterns = () => values.around(schemas, broken.patterns(refusing.schemas));
  const narrowed = within === undefined ? schemas : [...schemas, within];
  const looks: readonly (() => Iterable<Json>)[] = [
    ...(within === undefined ? [] : [() => values.meeting(narrowed, 0)]),
    ...telling.map((most) => () => values.meeting([...narrowed, most], 0)),
    ...(within === undefined ? [] : [() => values.meeting(narrowed, RANDOM)]),
    () => values.meeting(schemas, 0),
    () => values.meeting(schemas, RANDOM),
    () => broken.breaking(refusing.schemas, BROKEN),
    aroundPatterns,
  ];
  for (const look of looks) {
    const wasUndecided: boolean = isUndecided;
    if (spent >= Math.min(EFFORT.each, effort.left) && spent > 0) {
      isUnfinished = true;
      break;
    }
    let smallest: Json | undefined;
    let least = Infinity;
    for (const value of look()) {
      if (spent > EFFORT.each) {
        isUnfinished = true;
        break;
      }
      const text = JSON.stringify(value);
      const cost = costOf(text);
      if (cost >= least || !isWitness(value, text)) continue;
      smallest = value;
      least = cost;
    }
    if (smallest !== undefined) {
      const taken = isTaken(smallest);
      const value = plainer(smallest, (one) => fits(accepting, one) === true && isTaken(one) === taken);
      effort.left -= spent;
      return { value };
    }
    // A pattern that only backtracking tells is no less known for the long texts that are tried beside the others.
    if (look === aroundPatterns) isUndecided = wasUndecided;
  }
  // Of what was not looked at for want of effort, nothing is known.
  if (effort.left <= 0) return "unknown";
  effort.left -= spent;
  if (accepted === 0 || isUndecided || isTooLarge(within)) return "unknown";
  return isUnfinished ? "unfinished" : "none";
}

/**
 * The same where what refuses is one shape of a union: a value that neither it nor another one takes, where there is one.
 * `whole` is what fits the union, on either side.
 */
export function findBesideShapes(
  sides: Sides,
  polarity: Polarity,
  { whole, ...searching }: Searching & { readonly whole: Both<readonly JsonSchema[]> | undefined },
): Search {
  const found = findWitness(sides, polarity, searching);
  if (!whole || typeof found !== "object") return found;
  const refusing = polarity === "in" ? "revision" : "base";
  const around = { contract: sides[refusing].contract, schemas: whole[refusing] };
  const direction = polarity === "in" ? "request" : "response";
  const { contract, schemas } = around;
  if (acceptedByAll(contract, schemas, direction, found.value) === false) return found;
  // What the shape itself takes shows nothing of it, whatever else refuses it.
  const own = sides[refusing].schemas.filter((schema) => !schemas.includes(schema));
  const travel = (value: Json): boolean | undefined =>
    (own.length > 0 && acceptedByAll(contract, own, direction, value)) ||
    acceptedByAll(contract, schemas, direction, value);
  const beside = findWitness({ ...sides, [refusing]: around }, polarity, { ...searching, travel });
  return typeof beside === "object" ? beside : found;
}

/** Whether a value would have to have more items or members than are ever made. */
function isTooLarge(within: JsonSchema | undefined): boolean {
  return isObject(within) && (Number(within["minItems"] ?? 0) > 2_000 || Number(within["minProperties"] ?? 0) > 200);
}
