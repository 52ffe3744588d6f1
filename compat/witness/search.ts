import type { Sides } from "./sides.ts";
import type { Both } from "../model/pair.ts";
import {
  type Json,
  type JsonSchema,
  type MatchBudget,
  type TextLanguage,
  acceptedByAll,
  isObject,
  limitMatches,
  textBeyondPattern,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { shapeSchema } from "../schema/equality/shape-schema.ts";
import { computeReadingCost, simplifyTexts } from "./simplify-texts.ts";
import type { RoundTrip } from "./round-trip.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";

/** Number of random values if the plain one is not a proof. */
const RANDOM = 300;

/** Number of values for each way to break the schema of the refusing side. */
const BROKEN = 20;

/**
 * Budget of one search and of a whole comparison, in characters: JSON of the values, and text of the schemas that they
 * reach.
 */
const EFFORT = { each: 80_000, all: 3_000_000 };

/** Budget of pattern steps for one search, generation of values included. */
const STEPS = 6_000_000;

/** Maximum number of pattern steps for one match. */
const STEPS_OF_ONE = 2_000_000;

/** Maximum number of compared alternatives, and of patterns that each is compared with. */
const MAX_LANGUAGES = 12;

/** Cost of a value whose validation used up its pattern steps, in characters. */
const UNDECIDED = 30_000;

/** Characters of the schemas of a pair that cost nothing. Each value costs half of the others, because it takes longer. */
const PLAIN_SCHEMAS = 800;

/** Remaining budget of a comparison. */
export interface Effort {
  left: number;
}

export function fullEffort(): Effort {
  return { left: EFFORT.all };
}

/**
 * Result of a search. none: the other side accepts every value that was found.
 * unfinished: the same, but the budget ended before all values were tried.
 * unknown: no value was found that the accepting side accepts, or a validator cannot decide.
 */
export type Search = { readonly value: Json } | "none" | "unfinished" | "unknown";

interface SearchOptions {
  readonly within?: JsonSchema | undefined;
  readonly effort?: Effort;
  /** Result of writing and reading a value, if the other side can read a different value. */
  readonly travel?: RoundTrip | undefined;
  /** Schemas of the values to try first. */
  readonly firstTries?: readonly JsonSchema[];
}

/**
 * Looks for a value that one side accepts and the other refuses. In requests the base accepts it, in responses the
 * revision. `within` narrows the search. The validators of both sides check the value.
 */
export function findWitness(sides: Sides, polarity: Polarity, searching: SearchOptions = {}): Search {
  const steps: MatchBudget = { left: STEPS, each: STEPS_OF_ONE };
  const search = limitMatches(() => searchWithin(sides, polarity, searching), steps);
  // After the last step, patterns are not decided and values are not generated.
  if (typeof search !== "object" && steps.left <= 0) return "unfinished";
  return search;
}

function searchWithin(
  { base, revision }: Sides,
  polarity: Polarity,
  { within, effort = fullEffort(), travel, firstTries = [] }: SearchOptions,
): Search {
  const [accepting, refusing] = polarity === "in" ? [base, revision] : [revision, base];
  const direction = polarity === "in" ? "request" : "response";
  const values = createValues(accepting.contract, direction);
  const broken = createValues(refusing.contract, direction);
  const resultOf = travel ?? ((value: Json) => fitsOwnSchemas(refusing, value));
  const sizeOfSchemas = JSON.stringify([accepting.schemas, refusing.schemas]).length;
  const costOfValue = Math.max(0, sizeOfSchemas - PLAIN_SCHEMAS) / 2;
  let accepted = 0;
  let isUndecided = false;
  let isUnfinished = false;
  let spent = 0;
  const seen = new Set<string>();
  const touched = new Set<string>();
  const fitsOwnSchemas = ({ contract, schemas: own }: Sides["base"], value: Json): boolean | undefined =>
    acceptedByAll(contract, own, direction, value, (text) => {
      if (!touched.has(text)) spent += text.length;
      touched.add(text);
    });
  const isWitness = (value: Json, text: string): boolean => {
    if (seen.has(text)) return false;
    seen.add(text);
    spent += text.length + costOfValue;
    const isMet = fitsOwnSchemas(accepting, value);
    const result = isMet === true ? resultOf(value) : undefined;
    if (result === "unsent") return false;
    if (isMet) accepted += 1;
    if (isMet === undefined || (isMet && result === undefined)) {
      isUndecided = true;
      spent += UNDECIDED;
    }
    return result === false || result === "misread";
  };

  const schemas = [shapeSchema(accepting.schemas)];
  const narrowed = within === undefined ? schemas : [...schemas, within];
  const sources: readonly (() => Iterable<Json>)[] = [
    ...(within === undefined ? [] : [() => values.valuesForAll(narrowed, 0)]),
    ...firstTries.map((most) => () => values.valuesForAll([...narrowed, most], 0)),
    ...(within === undefined ? [] : [() => values.valuesForAll(narrowed, RANDOM)]),
    () => values.valuesForAll(schemas, 0),
    () => values.valuesForAll(schemas, RANDOM),
    () => broken.invalidValues(refusing.schemas, BROKEN),
    () => textsBeyond(values.textLanguages(schemas), broken.textLanguages(refusing.schemas)),
  ];
  for (const source of sources) {
    if (spent >= Math.min(EFFORT.each, effort.left) && spent > 0) {
      isUnfinished = true;
      break;
    }
    let smallest: Json | undefined;
    let least = Infinity;
    for (const value of source()) {
      if (spent > EFFORT.each) {
        isUnfinished = true;
        break;
      }
      const text = JSON.stringify(value);
      const cost = computeReadingCost(text);
      if (cost >= least || !isWitness(value, text)) continue;
      smallest = value;
      least = cost;
    }
    if (smallest !== undefined) {
      const result = resultOf(smallest);
      const value = simplifyTexts(
        smallest,
        (one) => fitsOwnSchemas(accepting, one) === true && resultOf(one) === result,
      );
      effort.left -= spent;
      return { value };
    }
  }
  // Without budget left, the search proves nothing.
  if (effort.left <= 0) return "unfinished";
  effort.left -= spent;
  if (accepted === 0 || isUndecided || isTooLarge(within)) return "unknown";
  return isUnfinished ? "unfinished" : "none";
}

/** Shortest texts of languages that patterns of others refuse. */
function* textsBeyond(languages: readonly TextLanguage[], others: readonly TextLanguage[]): Generator<string> {
  const refusing = new Set(others.flatMap(({ patterns }) => patterns));
  for (const language of languages.slice(0, MAX_LANGUAGES))
    for (const pattern of [...refusing].slice(0, MAX_LANGUAGES)) {
      const beyond = textBeyondPattern(language, pattern);
      if (typeof beyond === "object") yield beyond.text;
    }
}

/**
 * Looks for a value that a shape of a union refuses, and prefers one that the whole union refuses. `whole` has the schemas
 * of the union on each side.
 */
export function findBesideShapes(
  sides: Sides,
  polarity: Polarity,
  { whole, ...searching }: SearchOptions & { readonly whole: Both<readonly JsonSchema[]> | undefined },
): Search {
  const found = findWitness(sides, polarity, searching);
  if (!whole || typeof found !== "object") return found;
  const refusing = polarity === "in" ? "revision" : "base";
  const around = { contract: sides[refusing].contract, schemas: whole[refusing] };
  const direction = polarity === "in" ? "request" : "response";
  const { contract, schemas } = around;
  if (acceptedByAll(contract, schemas, direction, found.value) === false) return found;
  // A value that the shape itself accepts is no proof, even if another schema refuses it.
  const own = sides[refusing].schemas.filter((schema) => !schemas.includes(schema));
  const travel = (value: Json): boolean | undefined =>
    (own.length > 0 && acceptedByAll(contract, own, direction, value)) ||
    acceptedByAll(contract, schemas, direction, value);
  const besideShapes = findWitness({ ...sides, [refusing]: around }, polarity, { ...searching, travel });
  if (typeof besideShapes === "object") return besideShapes;
  return found;
}

/** Checks that a value would need more items or members than generated values have. */
function isTooLarge(within: JsonSchema | undefined): boolean {
  return isObject(within) && (Number(within["minItems"] ?? 0) > 2_000 || Number(within["minProperties"] ?? 0) > 200);
}
