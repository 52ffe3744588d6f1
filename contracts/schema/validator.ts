import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from "ajv/dist/2020.js";
import { OverBudget, withinBudget } from "../patterns/work.ts";
import { absentIn } from "./absent.ts";
import { beginEvaluated, countReferences, judgeDiscriminated, judgeMultiples, judgeUnique, loadAjv } from "./ajv.ts";
import type { Contract } from "../model/contract.ts";
import { closedMark } from "../model/enum.ts";
import { keywords } from "./keywords.ts";
import { meantErrors } from "./restore-errors.ts";
import { type Pattern, decidedPatternOf, guardedPattern, patternOf } from "./pattern.ts";
import { referenceTo, valueAt } from "../model/pointer.ts";
import { type Texts, settledBy } from "./quick-validate.ts";
import { sliceFor, withProto } from "./slice.ts";
import { onlyNodes, rewriteTree, visitTree } from "../model/shapes.ts";
import { type Direction, type Violation, uncheckedBecause, violationsOf } from "./violation.ts";

export type { Direction, Violation } from "./violation.ts";

/** Kept beside the keywords of JSON Schema: what is said of a violation depends on these, and how `oneOf` is read. */
const annotations = new Set([closedMark, "discriminator"]);

/** Says in what a value violates a schema; nothing where it fits. */
export type Validate = (value: unknown) => readonly Violation[];

interface Scope {
  readonly ajv: Ajv2020;
  readonly id: string;
  readonly compiled: Map<string, Compiled>;
  /** Where a schema stands in the document, by itself. */
  readonly pointerOf: (schema: object) => string | undefined;
}

/** Answers yes or no; `errors` are those of the last value. */
export interface Accepts {
  (value: unknown): boolean;
  errors: readonly ErrorObject[];
  /** Why the last value could not be checked: it is refused then. */
  unchecked?: OverBudget | undefined;
}

interface Compiled {
  readonly accepts: Accepts;
  readonly validate: Validate;
}

const scopes = new WeakMap<Contract, Partial<Record<Direction, Scope>>>();

/**
 * The validator of the schema at a pointer of `contract.document`, compiled when it is first asked
 * for and then kept: once per schema and direction.
 */
export function validatorOf(contract: Contract, pointer: string, direction: Direction): Validate {
  return compiledOf(contract, pointer, direction).validate;
}

/** Like `validatorOf`, but answers only yes or no, and no where validating takes too many steps. */
export function acceptorOf(contract: Contract, pointer: string, direction: Direction): Accepts {
  return compiledOf(contract, pointer, direction).accepts;
}

let alone: Ajv2020 | undefined;

/** Compiled slices by their text, the latest at the end: values that touch the same are judged by the same one. */
const slices = new Map<string, ValidateFunction | undefined>();
const MOST_SLICES = 500;

/** How many texts passed that no pattern could be tried on. */
let undecided = 0;

/**
 * Whether a value fits some schemas of a contract at once: those of its own, wherever they stand in it. Compiles only what
 * the value touches, so that a single value costs little in the largest of documents; undefined where even that is too much,
 * where a pattern cannot be tried in any bounded way, and where a schema is none. `onTouched` is told the text of what is
 * compiled: that is most of the work where it is another one for each value.
 */
export function fitsAll(
  contract: Contract,
  whole: readonly JsonSchema[],
  direction: Direction,
  value: Json,
  onTouched?: (text: string) => void,
): boolean | undefined {
  const isAbsent = absentIn(contract, direction);
  const before = undecided;
  const fits = settledBy(whole, value, { contract, isAbsent, ...texts }) ?? compiledAnswer();
  return undecided === before ? fits : undefined;

  function compiledAnswer(): boolean | undefined {
    const slice = sliceFor(contract, whole, value, isAbsent);
    if (slice === undefined) return undefined;
    const text = JSON.stringify(slice);
    onTouched?.(text);
    return judgement(compiledSlice(slice, text), value);
  }
}

/** Texts are tried as by a compiled slice. */
const texts: Texts = {
  fitsPattern: (pattern, text) => decidedPattern(pattern).test(text),
  fitsFormat(name, text) {
    const { formats } = aloneAjv();
    const format = Object.hasOwn(formats, name) ? formats[name] : true;
    if (format === undefined || format === true) return true;
    const test = typeof format === "object" && "validate" in format ? format.validate : format;
    return test instanceof RegExp ? test.test(text) : (test as (text: string) => boolean)(text);
  },
};

/** Ajv nests a union of thousands of branches deeper than the stack goes. */
function judgement(accepts: ValidateFunction | undefined, value: Json): boolean | undefined {
  try {
    return accepts && withinBudget(() => accepts(value));
  } catch (error) {
    if (error instanceof RangeError || error instanceof OverBudget) return undefined;
    throw error;
  }
}

function compiledSlice(slice: JsonSchema, text: string): ValidateFunction | undefined {
  if (slices.has(text)) return slices.get(text);
  const accepts = compiledAlone(slice);
  const [oldest] = slices.keys();
  if (slices.size >= MOST_SLICES && oldest !== undefined) slices.delete(oldest);
  slices.set(text, accepts);
  return accepts;
}

/** Undefined where Ajv makes nothing of it: `type: text`, say. */
function compiledAlone(slice: JsonSchema): ValidateFunction | undefined {
  const ajv = aloneAjv();
  try {
    return ajv.compile(slice);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(slice as never);
  }
}

function aloneAjv(): Ajv2020 {
  return (alone ??= createAjv({
    allErrors: false,
    verbose: false,
    code: { optimize: false, regExp: decidedPattern },
  }));
}

/** How many schemas of a contract have been compiled so far. */
export function compiledCount(contract: Contract): number {
  return Object.values(scopes.get(contract) ?? {}).reduce((sum, scope) => sum + scope.compiled.size, 0);
}

function compiledOf(contract: Contract, pointer: string, direction: Direction): Compiled {
  const scope = scopeOf(contract, direction);
  let compiled = scope.compiled.get(pointer);
  if (!compiled) {
    const isThere = valueAt(contract.document, pointer) !== undefined;
    const checks = scope.ajv.compile(isThere ? { $ref: scope.id + referenceTo(pointer) } : true);
    const schemas = schemasOf(contract, direction);
    const accepts = acceptorBy(checks);
    const validate: Validate = (value) => {
      try {
        return withinBudget(() =>
          checks(value) ? none : violationsOf(meantErrors(checks.errors ?? [], schemas), direction),
        );
      } catch (error) {
        if (error instanceof OverBudget) return [uncheckedBecause(error, value)];
        throw error;
      }
    };
    scope.compiled.set(pointer, (compiled = { accepts, validate }));
  }
  return compiled;
}

function acceptorBy(checks: ValidateFunction): Accepts {
  const accepts: Accepts = (value) => {
    accepts.errors = [];
    accepts.unchecked = undefined;
    try {
      const fits = withinBudget(() => checks(value));
      accepts.errors = checks.errors ?? [];
      return fits;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      accepts.unchecked = error;
      return false;
    }
  };
  accepts.errors = [];
  return accepts;
}

function schemasOf(contract: Contract, direction: Direction): Parameters<typeof meantErrors>[1] {
  return {
    contract,
    pointerOf: scopeOf(contract, direction).pointerOf,
    countErrors(pointer, value) {
      const { accepts } = compiledOf(contract, pointer, direction);
      return accepts(value) ? 0 : accepts.errors.length;
    },
  };
}

const none: readonly Violation[] = [];

function scopeOf(contract: Contract, direction: Direction): Scope {
  let directions = scopes.get(contract);
  if (!directions) scopes.set(contract, (directions = {}));
  return (directions[direction] ??= createScope(contract, direction));
}

function createScope(contract: Contract, direction: Direction): Scope {
  const ajv = createAjv();
  const id = "contract:/";
  const document = schemasOnly(contract, direction);
  // Where nothing asks what was evaluated, a branch of `anyOf` that accepts a value is the last one looked at.
  ajv.opts.unevaluated = asksForEvaluated(document);
  ajv.addSchema(document, id);
  let pointers: ReadonlyMap<object, string> | undefined;
  const pointerOf = (schema: object): string | undefined => (pointers ??= pointersIn(document)).get(schema);
  return { ajv, id, compiled: new Map(), pointerOf };
}

/** With what suits those who ask once, and only whether it fits: code that is short, and not worth making faster. */
function createAjv({ code, ...others }: Options = {}): Ajv2020 {
  const { Ajv2020, formats } = loadAjv();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    code: { regExp: lenientPattern, ...code },
    ...others,
  });
  beginEvaluated(ajv);
  judgeMultiples(ajv);
  judgeUnique(ajv);
  judgeDiscriminated(ajv);
  countReferences(ajv);
  formats(ajv, { keywords: false });
  const { url } = ajv.formats;
  if (url instanceof RegExp) {
    const pattern = guardedPattern(url);
    ajv.addFormat("url", (text) => pattern.test(text));
  }
  // How wide a number is says nothing about JSON, and a consumer reads "1.0" as it likes.
  for (const width of ["int32", "int64", "float", "double"]) ajv.addFormat(width, true);
  return ajv;
}

function asksForEvaluated(document: JsonObject): boolean {
  let asks = false;
  visitTree(document, "document", (node) => {
    asks ||= node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined;
  });
  return asks;
}

function pointersIn(document: JsonObject): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>();
  visitTree(document, "document", (node, _, pointer) => pointers.set(node, pointer));
  return pointers;
}

/**
 * The document with nothing in it that could be taken for a schema and is none, with no keyword that
 * gives a schema a name of its own (every reference is a pointer into the document), and with
 * `required` for one direction.
 */
function schemasOnly(contract: Contract, direction: Direction): JsonObject {
  const isAbsent = absentIn(contract, direction);
  return rewriteTree(contract.document, "document", (node, kind) => {
    if (kind !== "schema") return onlyNodes(node, kind);
    const isKept = (key: string): boolean => Object.hasOwn(keywords, key) || annotations.has(key);
    const schema = withProto(Object.fromEntries(Object.entries(node).filter(([key]) => isKept(key))));
    if (!Array.isArray(schema["required"])) return schema;
    return { ...schema, required: (schema["required"] as string[]).filter((name) => !isAbsent(node, name)) };
  }) as JsonObject;
}

function lenientPattern(pattern: string): Pattern {
  return patternOf(pattern) ?? /(?:)/;
}
lenientPattern.code = "lenientPattern";

function decidedPattern(pattern: string): Pattern {
  return decidedPatternOf(pattern, () => (undecided += 1)) ?? /(?:)/;
}
decidedPattern.code = "decidedPattern";
