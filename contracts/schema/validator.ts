import type { Json, JsonSchema } from "../model/json.ts";
import type { Ajv2020, AnySchema, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { OverBudget, withinBudget } from "../patterns/work.ts";
import { absentIn } from "./absent-in.ts";
import { type SchemaSource, protectEvaluated } from "./ajv.ts";
import { createAjv } from "./create-ajv.ts";
import type { Contract } from "../model/contract.ts";
import type { TextChecks } from "./keywords/keyword.ts";
import { countErrors, unlessTooMany } from "./violations/limit-errors.ts";
import { meantErrors } from "./violations/meant-errors.ts";
import { type Pattern, decidedPatternOf } from "./pattern.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { oncePer } from "../model/once-per.ts";
import { someObject } from "../model/shapes.ts";
import { quickVerdict } from "./quick-validate.ts";
import { schemaAdapter } from "./schema-adapter.ts";
import { sliceFor } from "./slice-for.ts";
import { visitTree } from "./document-tree.ts";
import {
  type Direction,
  type Violation,
  firstViolation,
  uncheckedViolation,
  violationsOf,
} from "./violations/violation.ts";

export type { Direction, Violation } from "./violations/violation.ts";

/** Returns the violations of a value; empty if it is valid. */
export type Validate = (value: unknown) => readonly Violation[];

interface CompiledScope extends SchemaSource {
  readonly compiled: Map<string, Compiled>;
  /** Compiled schemas by their pointers, those that only references reach included. */
  readonly validators: ReadonlyMap<string, ValidateFunction>;
  /** Pointer of a schema object in the document. */
  readonly pointerOf: (schema: object) => string | undefined;
}

/** Returns whether a value is valid. `errors` are those of the last value. */
export interface Accepts {
  (value: unknown): boolean;
  errors: readonly ErrorObject[];
  /** Reason why the last value could not be validated. It was rejected then. */
  unchecked?: OverBudget | undefined;
}

interface Compiled {
  readonly accepts: Accepts;
  readonly validate: Validate;
}

/** Scopes by direction, and by the end of a validation: after all errors, or after the first. */
const scopes = new WeakMap<Contract, Partial<Record<Direction | `${Direction} first`, CompiledScope>>>();

/**
 * Validator of the schema at a pointer of `contract.document`. It is compiled on first use, once for each schema and
 * direction.
 */
export function validatorOf(contract: Contract, pointer: string, direction: Direction): Validate {
  return compiledOf(contract, pointer, direction).validate;
}

/** Like `validatorOf`, but returns only a boolean. It is false if validating exceeds the budget. */
export function acceptorOf(contract: Contract, pointer: string, direction: Direction): Accepts {
  return compiledOf(contract, pointer, direction).accepts;
}

/**
 * Compiles a schema and everything that it refers to, which otherwise happens when a value first reaches it.
 * @throws Error for a schema that cannot be compiled.
 */
export function compileWhole(contract: Contract, pointer: string, direction: Direction): void {
  const { schemaAt, validatorAt } = scopeOf(contract, direction);
  const pointers = new Set([pointer]);
  for (const each of pointers) {
    validatorAt(each);
    visitTree(schemaAt(each) ?? true, "schema", ({ $ref }) => {
      if (typeof $ref === "string") pointers.add(targetPointer($ref));
    });
  }
}

let sliceAjv: Ajv2020 | undefined;

/** Compiled slices by their text, most recent last. Values with the same structure share a slice. */
const slices = new Map<string, ValidateFunction | undefined>();
const MOST_SLICES = 500;

/** Number of texts that passed because a pattern exceeded its budget. */
let undecided = 0;

/**
 * Validates a value against several schemas of a contract at once. Compiles only the parts that apply to the value, so
 * that one value costs little even in a large document. Returns undefined if even that is too large, if a pattern
 * exceeds its budget, or if a schema is malformed. `onTouched` receives the text of the compiled parts, whose
 * compilation is most of the work.
 */
export function acceptedByAll(
  contract: Contract,
  whole: readonly JsonSchema[],
  direction: Direction,
  value: Json,
  onTouched?: (text: string) => void,
): boolean | undefined {
  const isAbsent = absentIn(contract, direction);
  const before = undecided;
  const fits = quickVerdict(whole, value, { contract, isAbsent, ...textChecks }) ?? compiledAnswer();
  return undecided === before ? fits : undefined;

  function compiledAnswer(): boolean | undefined {
    const slice = sliceFor(contract, whole, value, isAbsent);
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
  return test instanceof RegExp ? test.test(text) : (test as (text: string) => boolean)(text);
}

/** Checks of texts, the same as in a compiled slice. */
const textChecks: TextChecks = {
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
  const accepts = compileSlice(slice);
  const [oldest] = slices.keys();
  if (slices.size >= MOST_SLICES && oldest !== undefined) slices.delete(oldest);
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

/** Number of schemas of a contract that have been compiled. */
export function compiledCount(contract: Contract): number {
  return Object.values(scopes.get(contract) ?? {}).reduce((sum, { validators }) => sum + validators.size, 0);
}

function compiledOf(contract: Contract, pointer: string, direction: Direction): Compiled {
  const scope = scopeOf(contract, direction);
  let compiled = scope.compiled.get(pointer);
  if (!compiled) {
    const checks = scope.validatorAt(pointer);
    const schemas = schemasOf(contract, direction);
    const firstCheck = (): ValidateFunction => scopeOf(contract, direction, true).validatorAt(pointer);
    const accepts = createAcceptor(checks, firstCheck);
    const validate: Validate = (value) => {
      const violations = (): readonly Violation[] =>
        checks(value) ? none : violationsOf(meantErrors(checks.errors ?? [], schemas), direction);
      try {
        return withinBudget(() => unlessTooMany(violations, () => firstViolationOf(firstCheck(), value, direction)));
      } catch (error) {
        if (error instanceof OverBudget) return [uncheckedViolation(error, value)];
        throw error;
      }
    };
    scope.compiled.set(pointer, (compiled = { accepts, validate }));
  }
  return compiled;
}

function firstViolationOf(firstCheck: ValidateFunction, value: unknown, direction: Direction): readonly Violation[] {
  return firstCheck(value) ? none : firstViolation(firstCheck.errors ?? [], direction);
}

function createAcceptor(checks: ValidateFunction, firstCheck: () => ValidateFunction): Accepts {
  const accepts: Accepts = (value) => {
    accepts.errors = [];
    accepts.unchecked = undefined;
    try {
      const run = (check: ValidateFunction): boolean => {
        const fits = check(value);
        accepts.errors = check.errors ?? [];
        return fits;
      };
      return withinBudget(() =>
        unlessTooMany(
          () => run(checks),
          () => run(firstCheck()),
        ),
      );
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

function scopeOf(contract: Contract, direction: Direction, isFirst = false): CompiledScope {
  let scopesByName = scopes.get(contract);
  if (!scopesByName) scopes.set(contract, (scopesByName = {}));
  const name = isFirst ? (`${direction} first` as const) : direction;
  return (scopesByName[name] ??= createScope(contract, direction, isFirst));
}

function createScope(contract: Contract, direction: Direction, isFirst: boolean): CompiledScope {
  const schemas = new Map<string, JsonSchema | undefined>();
  const validators = new Map<string, ValidateFunction>();
  const pointers = new WeakMap<object, string>();
  const adapt = schemaAdapter(contract, direction, (schema, pointer) => pointers.set(schema, pointer));
  const source: SchemaSource = {
    schemaAt(pointer) {
      if (!schemas.has(pointer)) schemas.set(pointer, adapt(valueAt(contract.document, pointer), pointer));
      return schemas.get(pointer);
    },
    validatorAt(pointer) {
      let validate = validators.get(pointer);
      if (!validate) {
        validate = compileOrDecline(() => ajv.compile((source.schemaAt(pointer) ?? true) as AnySchema));
        protectEvaluated(validate);
        validators.set(pointer, validate);
      }
      return validate;
    },
  };
  const ajv = createAjv({ allErrors: !isFirst }, source);
  if (!isFirst) countErrors(ajv);
  ajv.opts.unevaluated = usesUnevaluated(contract);
  return { ...source, validators, compiled: new Map(), pointerOf: (schema) => pointers.get(schema) };
}

/** Compiles a schema. The validator of one that cannot be compiled within the call stack decides nothing. */
function compileOrDecline(compile: () => ValidateFunction): ValidateFunction {
  try {
    return withinBudget(compile);
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    const decline = (): never => {
      throw error;
    };
    return decline as unknown as ValidateFunction;
  }
}

/** True if a document has `unevaluated…` keywords. Without them, Ajv stops at the first accepting branch of `anyOf`. */
const usesUnevaluated = oncePer(({ document }: Contract) =>
  someObject(document, (node) => node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined),
);

function decidedPattern(pattern: string): Pattern {
  return decidedPatternOf(pattern, () => (undecided += 1)) ?? /(?:)/;
}
decidedPattern.code = "decidedPattern";
