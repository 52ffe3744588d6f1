import {
  type Contract,
  type Json,
  type Operation,
  type Pairs,
  type Parameter,
  type Violation,
  getAcceptor,
  createParameterReader,
  decodeSegment,
  limitMatches,
  listJsonTypes,
} from "../../contracts/index.ts";
import { createJudge } from "../calls/assumed.ts";
import { readCookie } from "../model/cookie.ts";
import type { MockRequest } from "../model/exchange.ts";
import { MAX_BODY_VALUES, type ReadingBudget } from "../model/body-limits.ts";
import { type Refusal, type RequestViolation, findInvalidStatus, refuseViolations } from "../model/problem.ts";
import { type ParsedBody, createBodyReader, createUndocumentedBodyReader } from "./request-body.ts";
import { queryEncodingViolations } from "../semantics/query-encoding.ts";
import type { Input } from "../calls/input.ts";
import type { RestoreOriginal } from "../faults/index.ts";

/** Reader of the requests of one operation. */
export interface RequestReader {
  /**
   * Reads and validates all parts of a request. Returns a refusal that lists all violations. Asynchronous for multipart
   * bodies only. `restore` replaces values that a fault invented with the original ones.
   */
  read(
    request: MockRequest,
    path: Readonly<Record<string, string>>,
    query: () => Pairs,
    restore?: RestoreOriginal,
  ): Input | Refusal | Promise<Input | Refusal>;
}

type ReadParameter = (
  request: MockRequest,
  path: Readonly<Record<string, string>>,
  query: () => Pairs,
) => Json | undefined;

/** Limits of the reading of one request, and what is read. */
export interface ReadingLimits {
  /** Maximum number of members and items of a body. */
  readonly values: number;
  /** Steps of all pattern matches. Each character and byte of the request gives `STEPS_PER_BYTE` more. */
  readonly steps: number;
  /** True if a body is read that the operation does not document, because it is stored. */
  readonly takesAnyBody?: boolean;
}

/** The default takes about ten milliseconds. The client chooses the texts, and a match blocks all other requests. */
export const MATCH_STEPS = 300_000;
const STEPS_PER_BYTE = 2;

const defaultLimits: ReadingLimits = { values: MAX_BODY_VALUES, steps: MATCH_STEPS };

/** Compiles the reader of an operation's requests. With `strictAssumed`, violations of assumed constraints refuse, too. */
export function createRequestReader(
  contract: Contract,
  operation: Operation,
  strictAssumed = true,
  limits = defaultLimits,
): RequestReader {
  const parameters = operation.parameters.map((parameter) => ({
    parameter,
    ...compileParameter(contract, parameter),
    judge: createJudge(contract, parameter.schema, parameter.basis, strictAssumed),
    mayBeAbsent: !strictAssumed && parameter.basis === "assumed" && parameter.in !== "path",
    mayRepeat: !strictAssumed && [parameter.basis, parameter.schema.basis].includes("assumed"),
  }));
  const readDocumented = operation.body && createBodyReader(contract, operation.body, strictAssumed);
  const isDocumented = operation.body !== undefined && operation.body.content.length > 0;
  const readBody = limits.takesAnyBody && !isDocumented ? createUndocumentedBodyReader(contract) : readDocumented;
  const status = findInvalidStatus(operation);

  return {
    read(request, path, query, restore) {
      const size = request.url.length + (request.body?.length ?? 0);
      const budget: ReadingBudget = { left: limits.steps + STEPS_PER_BYTE * size, values: limits.values };
      return limitMatches(() => readWithin(budget, request, path, query, restore), budget);
    },
  };

  function readWithin(
    budget: ReadingBudget,
    ...[request, path, query, restore]: Parameters<RequestReader["read"]>
  ): ReturnType<RequestReader["read"]> {
    const values: Record<string, Json> = {};
    let violations: RequestViolation[] | undefined;
    let assumed: RequestViolation[] | undefined;
    if (request.url.includes("%"))
      for (const each of queryEncodingViolations(request.url)) (violations ??= []).push(each);
    for (const { parameter, readValue, isOnce, judge, mayBeAbsent, mayRepeat } of parameters) {
      const sent = readValue(request, path, query);
      const value = restore && sent !== undefined ? restore(parameter.schema.pointer, sent) : sent;
      if (isOnce && value !== undefined && query().length > 1)
        for (const each of repetitionViolations(parameter.name, query()))
          (mayRepeat ? (assumed ??= []) : (violations ??= [])).push(each);
      if (value === undefined) {
        for (const each of absenceViolations(parameter, path))
          (mayBeAbsent ? (assumed ??= []) : (violations ??= [])).push(each);
        continue;
      }
      const judged = judge(value);
      for (const each of judged.refusing) (violations ??= []).push(toParameterViolation(parameter, each));
      for (const each of judged.assumed) (assumed ??= []).push(toParameterViolation(parameter, each));
      // A path and a query may both have an "id". The one in the path identifies the resource.
      if (parameter.in === "path" || !Object.hasOwn(values, parameter.name)) values[parameter.name] = value;
    }
    const inParameters: ReadParameters = { values, violations, assumed };
    if (!readBody) return combineInput(inParameters, noBody);
    const body = readBody(request, { restore, budget });
    if (body instanceof Promise) return body.then((read) => combineInput(inParameters, read));
    return combineInput(inParameters, body);
  }

  function combineInput({ values, violations, assumed }: ReadParameters, body: ParsedBody | Refusal): Input | Refusal {
    if ("refused" in body) return body;
    if (violations || body.violations.length > 0)
      return refuseViolations(status, [...(violations ?? []), ...body.violations]);
    const { value, files } = body;
    const input: Input = value === undefined ? { parameters: values } : { parameters: values, body: value };
    const all = body.assumed ? [...(assumed ?? []), ...body.assumed] : assumed;
    if (files || all) return { ...input, ...(files && { files }), ...(all && { assumedViolations: all }) };
    return input;
  }
}

/** Values of the parameters, with their violations. */
interface ReadParameters {
  readonly values: Record<string, Json>;
  readonly violations: readonly RequestViolation[] | undefined;
  readonly assumed: readonly RequestViolation[] | undefined;
}

const noBody: ParsedBody = { violations: [] };

function toParameterViolation(
  { in: place, name }: Parameter,
  { pointer, expected, got, member, isFirst }: Violation,
): RequestViolation {
  const at = { in: place, pointer: `/${name}${pointer}`, expected, got, ...(isFirst && { isFirst }) };
  if (member === undefined) return at;
  return { ...at, member };
}

const nothing = [] as const;

/** Violation by a query parameter that is sent twice but has a single value. */
function repetitionViolations(name: string, pairs: Pairs): readonly RequestViolation[] {
  let count = 0;
  for (const [each] of pairs) if (each === name) count++;
  if (count < 2) return nothing;
  const values = pairs.filter(([each]) => each === name).map(([, value]) => value);
  return [{ in: "query", pointer: `/${name}`, expected: "one value", got: JSON.stringify(values) }];
}

function absenceViolations(
  { in: place, required, name }: Parameter,
  path: Readonly<Record<string, string>>,
): readonly RequestViolation[] {
  const at = { in: place, pointer: `/${name}` };
  if (place === "path")
    return [{ ...at, expected: "text whose percent-encoding can be read", got: JSON.stringify(path[name]) }];
  if (required) return [{ ...at, expected: `the parameter "${name}"`, got: "nothing" }];
  return nothing;
}

/**
 * Value of a required parameter whose members are parameters of their own, if a request has none of them. Undefined for
 * another parameter, and where its members are required.
 */
function findEmptyValue(
  contract: Contract,
  { style, explode, required, schema, mediaType }: Parameter,
): Json | undefined {
  if (!required || !explode || style !== "form" || mediaType !== undefined) return undefined;
  const isObjectOnly = listJsonTypes(contract, schema.value).every((type) => type === "object" || type === "null");
  if (isObjectOnly && getAcceptor(contract, schema.pointer, "request")({})) return {};
  return undefined;
}

/** Reader of a parameter. `isOnce` is true for a query parameter that must not repeat. */
function compileParameter(
  contract: Contract,
  parameter: Parameter,
): { readonly readValue: ReadParameter; readonly isOnce: boolean } {
  const reader = createParameterReader(contract, parameter);
  const { name } = parameter;
  const none = findEmptyValue(contract, parameter);
  const isOnce = parameter.in === "query" && reader.times === "once";
  return { readValue: createValueReader(), isOnce };

  function createValueReader(): ReadParameter {
    switch (parameter.in) {
      case "path":
        return (_request, path) => {
          const text = decodeSegment(path[name] ?? "");
          if (text === undefined) return undefined;
          return reader.fromText(text);
        };
      case "query":
        return (_request, _path, query) => reader.fromPairs(query()) ?? none;
      case "header": {
        const key = name.toLowerCase();
        return ({ headers }) => readIfPresent(headers[key], reader.fromText);
      }
      case "cookie":
        return ({ headers }) => readIfPresent(readCookie(headers["cookie"], name), reader.fromText);
    }
  }
}

function readIfPresent(text: string | undefined, read: (text: string) => Json): Json | undefined {
  if (text === undefined) return undefined;
  return read(text);
}
