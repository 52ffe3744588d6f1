import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { Contract } from "../model/contract.ts";
import type { Json, JsonSchema } from "../model/json.ts";
import { OverBudget, chargeShared, isSharedUsedUp, withinBudget } from "../patterns/work.ts";
import { createAbsentCheck } from "./absent-check.ts";
import { createAjv } from "./create-ajv.ts";
import type { TextChecks } from "./keywords/keyword.ts";
import { type Pattern, compileDecided } from "./pattern.ts";
import { quickVerdict } from "./quick-validate.ts";
import { sliceSchema } from "./slice-schema.ts";
import type { Direction } from "./violations/violation.ts";

let sliceAjv: Ajv2020 | undefined;

/** Compiled slices by their text, most recent last. Values with the same structure share a slice. */
const slices = new Map<string, ValidateFunction | undefined>();
const MAX_SLICES = 500;

/** Steps of the shared budget that the compilation of a slice takes for each character of its text. */
const STEPS_OF_CHARACTER = 10;

/** Number of texts that passed because a pattern exceeded its budget. */
let undecided = 0;

/**
 * Validates a value against several schemas of a contract at once. Compiles only the parts that apply to the value, so
 * that one value costs little even in a large document. Returns undefined if even that is too large, if a pattern
 * exceeds its budget, if the shared budget is used up, or if a schema is malformed. `onTouched` receives the text of the compiled parts, whose
 * compilation is most of the work.
 */
export function acceptedByAll(
  contract: Contract,
  whole: readonly JsonSchema[],
  direction: Direction,
  value: Json,
  onTouched?: (text: string) => void,
): boolean | undefined {
  if (isSharedUsedUp()) return undefined;
  const isAbsent = createAbsentCheck(contract, direction);
  const before = undecided;
  const fits = quickVerdict(whole, value, { contract, isAbsent, ...textChecks }) ?? compiledAnswer();
  return undecided === before ? fits : undefined;

  function compiledAnswer(): boolean | undefined {
    const slice = sliceSchema(contract, whole, value, isAbsent);
    if (slice === undefined) return undefined;
    const text = JSON.stringify(slice);
    onTouched?.(text);
    return runSlice(compiledSlice(slice, text), value);
  }
}

/** Checks a text against a format. Undefined for a format that validators do not check. */
export function fitsFormat(name: string, text: string): boolean | undefined {
  const { formats } = ajvForSlices();
  const format = Object.hasOwn(formats, name) ? formats[name] : true;
  if (format === undefined || format === true) return undefined;
  const test = typeof format === "object" && "validate" in format ? format.validate : format;
  if (test instanceof RegExp) return test.test(text);
  return (test as (text: string) => boolean)(text);
}

/** Checks of texts, the same as in a compiled slice. */
export const textChecks: TextChecks = {
  fitsPattern: (pattern, text) => decidedPattern(pattern).test(text),
  fitsFormat: (name, text) => fitsFormat(name, text) ?? true,
};

/** Runs a compiled slice. Undefined if that exceeds the budget. */
function runSlice(accepts: ValidateFunction | undefined, value: Json): boolean | undefined {
  try {
    return accepts && withinBudget(() => accepts(value));
  } catch (error) {
    if (error instanceof OverBudget) return undefined;
    throw error;
  }
}

function compiledSlice(slice: JsonSchema, text: string): ValidateFunction | undefined {
  if (slices.has(text)) return slices.get(text);
  chargeShared(STEPS_OF_CHARACTER * text.length);
  const accepts = compileSlice(slice);
  const [oldest] = slices.keys();
  if (slices.size >= MAX_SLICES && oldest !== undefined) slices.delete(oldest);
  slices.set(text, accepts);
  return accepts;
}

/** Compiles a slice; undefined if Ajv rejects it, for example because of `type: text`. */
function compileSlice(slice: JsonSchema): ValidateFunction | undefined {
  const ajv = ajvForSlices();
  try {
    return ajv.compile(slice);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(slice as never);
  }
}

function ajvForSlices(): Ajv2020 {
  return (sliceAjv ??= createAjv({
    allErrors: false,
    verbose: false,
    code: { regExp: decidedPattern },
  }));
}

function decidedPattern(pattern: string): Pattern {
  return compileDecided(pattern, () => (undecided += 1)) ?? /(?:)/;
}
decidedPattern.code = "decidedPattern";
