import { textChecks } from "./accepted-by-all.ts";
import type { Json, JsonSchema } from "../model/json.ts";
import type { AnySchema, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { OverBudget, withinBudget } from "../patterns/work.ts";
import { createAbsentCheck } from "./absent-check.ts";
import type { SchemaSource } from "./ajv.ts";
import { failingPart } from "./violations/failing-part.ts";
import { createAjv } from "./create-ajv.ts";
import type { Contract } from "../model/contract.ts";
import { countErrors, unlessTooMany } from "./violations/limit-errors.ts";
import { meantErrors } from "./violations/meant-errors.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { oncePer } from "../model/once-per.ts";
import { someObject } from "../model/shapes.ts";
import { quickVerdict } from "./quick-validate.ts";
import { schemaAdapter } from "./schema-adapter.ts";
import { visitTree } from "./document-tree.ts";
import {
  type Direction,
  type Violation,
  firstViolation,
  uncheckedViolation,
  listViolations,
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
  readonly registerCopy: (copy: object, original: object) => void;
  readonly compile: (schema: JsonSchema) => ValidateFunction;
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
  return getCompiled(contract, pointer, direction).validate;
}

/** Violations of a value that is validated once. Compiles only the part of the schema that rejects it. */
export function violationsOnce(
  contract: Contract,
  pointer: string,
  direction: Direction,
  value: Json,
): readonly Violation[] {
  const scope = getCompiledScope(contract, direction);
  const known = scope.compiled.get(pointer);
  if (known) return known.validate(value);
  const isAbsent = createAbsentCheck(contract, direction);
  const part = failingPart(scope.schemaAt(pointer) ?? true, value, {
    fits: (schema, each) => quickVerdict([schema], each, { contract, isAbsent, ...textChecks }) === true,
    schemaAt: scope.schemaAt,
    onCopy: scope.registerCopy,
    prunesBranches: !usesUnevaluated(contract),
  });
  const firstCheck = (): ValidateFunction => getCompiledScope(contract, direction, true).validatorAt(pointer);
  return createValidate(contract, direction, scope.compile(part), firstCheck)(value);
}

/** Like `validatorOf`, but returns only a boolean. It is false if validating exceeds the budget. */
export function getAcceptor(contract: Contract, pointer: string, direction: Direction): Accepts {
  return getCompiled(contract, pointer, direction).accepts;
}

/**
 * Compiles a schema and everything that it refers to, which otherwise happens when a value first reaches it.
 * @throws Error for a schema that cannot be compiled.
 */
export function compileWhole(contract: Contract, pointer: string, direction: Direction): void {
  const { schemaAt, validatorAt } = getCompiledScope(contract, direction);
  const pointers = new Set([pointer]);
  for (const each of pointers) {
    validatorAt(each);
    visitTree(schemaAt(each) ?? true, "schema", ({ $ref }) => {
      if (typeof $ref === "string") pointers.add(targetPointer($ref));
    });
  }
}

/** Number of schemas of a contract that have been compiled. */
export function compiledCount(contract: Contract): number {
  return Object.values(scopes.get(contract) ?? {}).reduce((sum, { validators }) => sum + validators.size, 0);
}

function getCompiled(contract: Contract, pointer: string, direction: Direction): Compiled {
  const scope = getCompiledScope(contract, direction);
  let compiled = scope.compiled.get(pointer);
  if (!compiled) {
    const checks = scope.validatorAt(pointer);
    const firstCheck = (): ValidateFunction => getCompiledScope(contract, direction, true).validatorAt(pointer);
    const acceptsValue = createAcceptor(checks, firstCheck);
    const validate = createValidate(contract, direction, checks, firstCheck);
    scope.compiled.set(pointer, (compiled = { accepts: acceptsValue, validate }));
  }
  return compiled;
}

function createValidate(
  contract: Contract,
  direction: Direction,
  checks: ValidateFunction,
  firstCheck: () => ValidateFunction,
): Validate {
  const schemas = createErrorSchemas(contract, direction);
  return (value) => {
    const violations = (): readonly Violation[] =>
      checks(value) ? none : listViolations(meantErrors(checks.errors ?? [], schemas), direction);
    try {
      return withinBudget(() => unlessTooMany(violations, () => findFirstViolation(firstCheck(), value, direction)));
    } catch (error) {
      if (error instanceof OverBudget) return [uncheckedViolation(error, value)];
      throw error;
    }
  };
}

function findFirstViolation(firstCheck: ValidateFunction, value: unknown, direction: Direction): readonly Violation[] {
  if (firstCheck(value)) return none;
  return firstViolation(firstCheck.errors ?? [], direction);
}

function createAcceptor(checks: ValidateFunction, firstCheck: () => ValidateFunction): Accepts {
  const acceptsValue: Accepts = (value) => {
    acceptsValue.errors = [];
    acceptsValue.unchecked = undefined;
    try {
      const runCheck = (check: ValidateFunction): boolean => {
        const fits = check(value);
        acceptsValue.errors = check.errors ?? [];
        return fits;
      };
      return withinBudget(() =>
        unlessTooMany(
          () => runCheck(checks),
          () => runCheck(firstCheck()),
        ),
      );
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      acceptsValue.unchecked = error;
      return false;
    }
  };
  acceptsValue.errors = [];
  return acceptsValue;
}

function createErrorSchemas(contract: Contract, direction: Direction): Parameters<typeof meantErrors>[1] {
  return {
    contract,
    pointerOf: getCompiledScope(contract, direction).pointerOf,
    countErrors(pointer, value) {
      const { accepts } = getCompiled(contract, pointer, direction);
      return accepts(value) ? 0 : accepts.errors.length;
    },
  };
}

const none: readonly Violation[] = [];

function getCompiledScope(contract: Contract, direction: Direction, isFirst = false): CompiledScope {
  let scopesByName = scopes.get(contract);
  if (!scopesByName) scopes.set(contract, (scopesByName = {}));
  const name = isFirst ? (`${direction} first` as const) : direction;
  return (scopesByName[name] ??= createCompiledScope(contract, direction, isFirst));
}

function createCompiledScope(contract: Contract, direction: Direction, isFirst: boolean): CompiledScope {
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
        validate = compileWithAjv(source.schemaAt(pointer) ?? true);
        validators.set(pointer, validate);
      }
      return validate;
    },
  };
  const ajv = createAjv({ allErrors: !isFirst }, source);
  if (!isFirst) countErrors(ajv);
  return {
    ...source,
    validators,
    compiled: new Map(),
    pointerOf: (schema) => pointers.get(schema),
    registerCopy(copy, original) {
      const pointer = pointers.get(original);
      if (pointer !== undefined) pointers.set(copy, pointer);
    },
    compile: compileWithAjv,
  };

  function compileWithAjv(schema: JsonSchema): ValidateFunction {
    return compileOrDecline(() => ajv.compile(schema as AnySchema));
  }
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

/** True if a document has `unevaluated…` keywords, which depend on what other schemas evaluate. */
const usesUnevaluated = oncePer(({ document }: Contract) =>
  someObject(document, (node) => node["unevaluatedProperties"] !== undefined || node["unevaluatedItems"] !== undefined),
);
