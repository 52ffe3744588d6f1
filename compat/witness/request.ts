import { allowsReserved, parameterStep } from "../pairing/nodes/parameter-node.ts";
import {
  type Contract,
  type Json,
  type JsonSchema,
  type MediaType,
  type Operation,
  type Parameter,
  type Webhook,
  mediaTypeCovers,
  percentEncode,
  joinQuery,
  acceptedByAll,
  isJson,
  isObject,
  resolveMemberSchema,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
  writeText,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import type { WitnessRequest } from "../model/change.ts";
import { unambiguousText, unambiguousForm } from "./unambiguous-values.ts";
import { decodeReserved } from "./reserved-text.ts";
import type { Effort } from "./search.ts";
import { mediaTypeToSend } from "./media-type-to-send.ts";
import { type SchemasAlongPath, type Step, containerSchema, parsePathSteps } from "./steps.ts";
import { type BodyWriting, writtenBody } from "./written-body.ts";

/** Content that an example request must have. An empty object asks for any valid request. */
export interface RequestContent {
  /** Path of the value: "body.items[].name", "query.limit". */
  readonly path?: string;
  /** Value at the path; any valid value if undefined. */
  readonly value?: Json;
  /** Schema of the value at the path, if `value` is undefined. */
  readonly like?: JsonSchema;
  /** Union shapes on the path, each with its own path and schemas. */
  readonly shapes?: readonly { readonly path: string; readonly schemas: readonly JsonSchema[] }[];
  /** Minimum positions of list items on the path, by the path of the list. */
  readonly items?: readonly { readonly path: string; readonly after: number }[];
  /** True to send a parameter as its name only, without a value. */
  readonly isTypeOnly?: boolean;
  /** Pointer of the media type of the body. */
  readonly media?: string | undefined;
  /** Media types to avoid when a type is chosen for a range. */
  readonly without?: readonly string[];
  /** Media type of the part at the path, in a multipart body. */
  readonly partType?: string;
  /** Value of the Accept header. */
  readonly accept?: string;
  /** Checks that a body is a proof. A body that is not is used only if no other is found. */
  readonly isProof?: (body: Json) => boolean;
  /** True to send a body even if it is optional. */
  readonly withBody?: boolean;
  /** Parameter, or "body", to leave out. */
  readonly missing?: string;
  /** Exchange whose required parts must be present too, except the missing one. */
  readonly beside?: Pick<Operation | Webhook, "parameters" | "body"> | undefined;
  /** Remaining number of random values that may fail to validate. */
  readonly effort?: Effort;
}

/** Maximum number of invalid random values, for all requests of a comparison. */
const MAX_INVALID = 500;

export function fullRequestEffort(): Effort {
  return { left: MAX_INVALID };
}

/** Headers that OpenAPI ignores as parameters (3.1, 4.8.12.1), and cookies, which can contain credentials. */
const skippedHeaders = new Set(["accept", "authorization", "content-type", "cookie"]);

/**
 * Builds the smallest valid request of an operation with the given content, or the delivery of a webhook, whose path is its
 * name. It contains no credentials. Undefined if no request is found that the contract accepts.
 */
export function buildSmallestRequest(
  contract: Contract,
  exchange: Operation | Webhook,
  showing: RequestContent = {},
): WitnessRequest | undefined {
  const direction = "path" in exchange ? "request" : "response";
  const values = createValues(contract, direction);
  const { path = "", effort = fullRequestEffort() } = showing;
  const wanted: JsonSchema = showing.value === undefined ? (showing.like ?? true) : { const: showing.value };
  const shown = exchange.parameters.find((parameter) => cutFirstStep(path, parameterStep(parameter)) !== undefined);
  if (exchange.parameters.filter(({ required }) => required).length > MAX_PARAMETERS) return undefined;
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  let filled = "path" in exchange ? exchange.path : exchange.name;
  for (const parameter of exchange.parameters) {
    const isShown = parameter === shown;
    if (!(isShown || isNeeded(parameter)) || skippedHeaders.has(parameter.name.toLowerCase())) continue;
    if (isShown && showing.isTypeOnly) {
      query.push(writeQuery([[parameter.name, ""]]));
      continue;
    }
    const { value: schema } = parameter.schema;
    const whole = parameter.in === "path" ? { allOf: [segment, schema] } : schema;
    const [step, naming] = [parameterStep(parameter), { label: parameter.name }];
    const value =
      validValue({ allOf: [whole, unambiguousText(parameter)] }, step, naming) ?? validValue(whole, step, naming);
    if (value === undefined) return undefined;
    place(parameter, value);
  }
  const body = createWitnessBody();
  if (body === "none") return undefined;
  return {
    method: exchange.method,
    path: joinQuery(filled, query.join("&")),
    headers: {
      ...headers,
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
      ...(showing.accept !== undefined && { accept: showing.accept }),
      ...(body && { "content-type": body.sent.mediaType }),
    },
    ...(body && { body: body.value, ...writtenBody(body.sent, body.value) }),
  };

  function isNeeded(parameter: Parameter): boolean {
    const step = parameterStep(parameter);
    const others = showing.beside?.parameters.filter((one) => parameterStep(one) === step) ?? [];
    return step !== showing.missing && [parameter, ...others].some(({ required }) => required);
  }

  function place(parameter: Parameter, value: Json): void {
    const { name, in: location } = parameter;
    if (location === "query") {
      const pairs = writeParameterPairs(parameter, value);
      const text = writeQuery(pairs);
      if (pairs.length > 0) query.push(allowsReserved(contract, parameter) ? decodeReserved(text) : text);
      return;
    }
    const text = writeParameterText(parameter, value);
    if (location === "header") headers[name.toLowerCase()] = text;
    else if (location === "cookie") cookies.push(`${name}=${text}`);
    else
      filled = filled.replaceAll(`{${name}}`, () =>
        parameter.mediaType === undefined ? segmentText(parameter, value) : percentEncode(text),
      );
  }

  /** Body with its writing; undefined if the request has no body, "none" if it needs one and none was found. */
  function createWitnessBody(): { readonly sent: BodyWriting; readonly value: Json } | "none" | undefined {
    const rest = cutFirstStep(path, "body");
    const { body: declared } = exchange;
    if (!declared || showing.missing === "body") return undefined;
    if (!declared.required && rest === undefined && !showing.withBody && !showing.beside?.body?.required)
      return undefined;
    const type = typeAmong(declared.content, showing.media);
    if (!type) return rest === undefined ? undefined : "none";
    const whole = type.schema?.value ?? true;
    const isProof = (one: Json): boolean => showing.isProof?.(one) ?? true;
    const apart = unambiguousForm(type);
    const value =
      (apart && validValue({ allOf: [whole, apart] }, "body", { isProof })) ?? validValue(whole, "body", { isProof });
    if (value === undefined) return "none";
    const mediaType = chooseBodyType(type, declared.content, showing.without);
    const [step] = parsePathSteps(rest ?? "") ?? [];
    const partType =
      showing.partType !== undefined && step && "name" in step
        ? { name: step.name, type: mediaTypeToSend(showing.partType, showing.without ?? []) }
        : undefined;
    return { sent: { mediaType, encodings: type.encodings, partType }, value };
  }

  /** Valid value of a parameter or body. It contains the wanted value if the path leads into it. */
  function validValue(
    schema: JsonSchema,
    valuePath: string,
    { label = "", isProof = () => true }: { readonly label?: string; readonly isProof?: (value: Json) => boolean },
  ): Json | undefined {
    const rest = cutFirstStep(path, valuePath);
    const steps = rest === undefined ? [] : withIndices(withAllowedNames(parsePathSteps(rest), schema), valuePath);
    const inner: JsonSchema = rest === undefined ? true : wanted;
    const shape = steps && containerSchema(steps, inner, { nameOf: sampleMatchingName, along: along(valuePath) });
    if (shape === undefined) return undefined;
    const all = [schema, shape];
    let first: Json | undefined;
    for (const isRandom of [false, true]) {
      if (isRandom && effort.left <= 0) break;
      const tries = first === undefined ? TRIES : FEW;
      for (const value of values.valuesForAll(all, isRandom ? tries : 0, label)) {
        if (!acceptedByAll(contract, all, direction, value)) {
          effort.left -= isRandom ? 1 : 0;
          continue;
        }
        if (isProof(value)) return value;
        first ??= value;
      }
    }
    return first;
  }

  /** Gives a member without a declared name a name that `propertyNames` allows. */
  function withAllowedNames(steps: readonly Step[] | undefined, schema: JsonSchema): readonly Step[] | undefined {
    if (!steps?.some((step) => "name" in step && step.isAny)) return steps;
    let inner = schema;
    return steps.map((step) => {
      if (!("name" in step)) {
        inner = "index" in step ? { allOf: listMemberSchemas(contract, inner, "items") } : true;
        return step;
      }
      const nameSchemas = listSchemaParts(contract, inner).flatMap(
        ({ propertyNames }) => propertyNames ?? [],
      ) as JsonSchema[];
      const known = listPropertyNames(contract, inner);
      const names = step.isAny && nameSchemas.length > 0 ? [...values.valuesForAll([text, ...nameSchemas], TRIES)] : [];
      const name = (names as string[]).find((one) => !known.has(one)) ?? step.name;
      inner = resolveMemberSchema(contract, inner, name);
      return { ...step, name };
    });
  }

  function withIndices(steps: readonly Step[] | undefined, valuePath: string): readonly Step[] | undefined {
    const indices = new Map(showing.items?.map(({ path: list, after }) => [countLaterSteps(list, valuePath), after]));
    return steps?.map((step, count) => ({
      ...step,
      ...("index" in step && { index: indices.get(count) ?? step.index }),
    }));
  }

  function along(valuePath: string): SchemasAlongPath {
    const all = new Map<number, readonly JsonSchema[]>();
    for (const { path: whole, schemas } of showing.shapes ?? []) {
      const count = countLaterSteps(whole, valuePath);
      if (count !== undefined) all.set(count, [...(all.get(count) ?? []), ...schemas]);
    }
    return all;
  }

  function sampleMatchingName(pattern: string): string | undefined {
    for (const name of values.valuesForAll([{ type: "string", pattern }], TRIES)) return name as string;
    return undefined;
  }
}

const text: JsonSchema = { type: "string" };

/** Values with a non-empty text, because a path segment cannot be empty. */
const segment: JsonSchema = { minLength: 1, minItems: 1, minProperties: 1 };

/** Text of a value in a path. Its parts are percent-encoded, the delimiters are not (RFC 6570). */
function segmentText(parameter: Parameter, value: Json): string {
  const escapePathPart = (part: Json): string => percentEncode(writeText(part));
  if (Array.isArray(value)) return writeParameterText(parameter, (value as readonly Json[]).map(escapePathPart));
  if (!isObject(value)) return writeParameterText(parameter, escapePathPart(value));
  const members = Object.entries(value).map(([name, member]) => [percentEncode(name), escapePathPart(member)]);
  return writeParameterText(parameter, Object.fromEntries(members) as Json);
}

/** Maximum number of required parameters in an example request. */
const MAX_PARAMETERS = 100;

/** Number of random values if the plain one is invalid. */
const TRIES = 10;

/** Number of random values if the plain one is valid but not a proof. */
const FEW = 2;

/** Rest of a path after its first step; undefined if it starts with another step. */
export function cutFirstStep(path: string, step: string): string | undefined {
  if (!path.startsWith(step)) return undefined;
  const rest = path.slice(step.length);
  if (rest === "" || rest.startsWith(".") || rest.startsWith("[")) return rest;
  return undefined;
}

/** Number of steps in a path after its first. */
function countLaterSteps(path: string, step: string): number | undefined {
  const rest = cutFirstStep(path, step);
  if (rest === undefined) return undefined;
  return parsePathSteps(rest)?.length;
}

function chooseBodyType(
  { mediaType, parameters = [] }: MediaType,
  content: readonly MediaType[],
  without: readonly string[] = [],
): string {
  if (!mediaType.includes("*")) {
    const isOne = content.filter((one) => one.mediaType === mediaType).length === 1;
    if (isOne) return mediaType;
    return [mediaType, ...parameters].join(";");
  }
  const others = content
    .map((one) => one.mediaType)
    .filter((one) => one !== mediaType && mediaTypeCovers(mediaType, one));
  return mediaTypeToSend(mediaType, [...others, ...without]);
}

function typeAmong(content: readonly MediaType[], wanted: string | undefined): MediaType | undefined {
  return (
    content.find(({ pointer }) => pointer === wanted) ??
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content[0]
  );
}
