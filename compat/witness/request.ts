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
  memberSchemaOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
  writeText,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import type { WitnessRequest } from "../model/change.ts";
import { apartFor, apartInForm } from "./apart.ts";
import { withReserved } from "./reserved-text.ts";
import type { Effort } from "./search.ts";
import { typeWithin } from "./sent-type.ts";
import { type Along, type Step, around, stepsIn } from "./steps.ts";
import { type BodyWriting, writtenBody } from "./written-body.ts";

/** What a request is to show: nothing more than that it is taken, where nothing is said. */
export interface Showing {
  /** Where the value stands: "body.items[].name", "query.limit". */
  readonly path?: string;
  /** What stands there; anything that fits where it is not said. */
  readonly value?: Json;
  /** What fits there, where no value is said. */
  readonly like?: JsonSchema;
  /** The shapes on the way there: by their paths, the schemas of each. */
  readonly shapes?: readonly { readonly path: string; readonly schemas: readonly JsonSchema[] }[];
  /** The items on the way there that stand behind others, by the paths of their lists. */
  readonly items?: readonly { readonly path: string; readonly after: number }[];
  /** Whether a parameter is sent by its bare name. */
  readonly isTypeOnly?: boolean;
  /** Where the media type stands that the body is of. */
  readonly media?: string | undefined;
  /** Types that are not to be sent where a range stands for them and others. */
  readonly without?: readonly string[];
  /** The type that the part is of where the path leads, in a body that is sent in parts. */
  readonly partType?: string;
  /** What the request asks to be answered with. */
  readonly accept?: string;
  /** Whether a body shows it: one that does not is taken only where none does. */
  readonly isProof?: (body: Json) => boolean;
  /** Whether the body of a request that needs none is shown. */
  readonly withBody?: boolean;
  /** The parameter, or "body", that is not there. */
  readonly missing?: string;
  /** What asks for more: all of that is there but what is missing. */
  readonly beside?: Pick<Operation | Webhook, "parameters" | "body"> | undefined;
  /** What is left of the random values that may be tried in vain. */
  readonly effort?: Effort;
}

/** How many random values of all requests of a comparison may not fit: counted, never timed. */
const MOST_IN_VAIN = 500;

export function fullRequestEffort(): Effort {
  return { left: MOST_IN_VAIN };
}

/** Headers that say nothing of the exchange itself, or carry credentials: they are no parameters (OpenAPI 3.1, 4.8.12.1). */
const unsaid = new Set(["accept", "authorization", "content-type", "cookie"]);

/**
 * The smallest request of an operation that carries a value, or what the provider sends for a webhook, which has no path
 * but its name. It holds no credentials. Undefined where none is found that the contract accepts.
 */
export function requestFor(
  contract: Contract,
  exchange: Operation | Webhook,
  showing: Showing = {},
): WitnessRequest | undefined {
  const direction = "path" in exchange ? "request" : "response";
  const values = createValues(contract, direction);
  const { path = "", effort = fullRequestEffort() } = showing;
  const wanted: JsonSchema = showing.value === undefined ? (showing.like ?? true) : { const: showing.value };
  const shown = exchange.parameters.find((parameter) => restOf(path, parameterStep(parameter)) !== undefined);
  if (exchange.parameters.filter(({ required }) => required).length > MOST_PARAMETERS) return undefined;
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  let filled = "path" in exchange ? exchange.path : exchange.name;
  for (const parameter of exchange.parameters) {
    const isShown = parameter === shown;
    if (!(isShown || isAsked(parameter)) || unsaid.has(parameter.name.toLowerCase())) continue;
    if (isShown && showing.isTypeOnly) {
      query.push(writeQuery([[parameter.name, ""]]));
      continue;
    }
    const { value: schema } = parameter.schema;
    const whole = parameter.in === "path" ? { allOf: [segment, schema] } : schema;
    const [step, naming] = [parameterStep(parameter), { label: parameter.name }];
    const value = fitting({ allOf: [whole, apartFor(parameter)] }, step, naming) ?? fitting(whole, step, naming);
    if (value === undefined) return undefined;
    place(parameter, value);
  }
  const body = bodyOf();
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

  function isAsked(parameter: Parameter): boolean {
    const step = parameterStep(parameter);
    const others = showing.beside?.parameters.filter((one) => parameterStep(one) === step) ?? [];
    return step !== showing.missing && [parameter, ...others].some(({ required }) => required);
  }

  function place(parameter: Parameter, value: Json): void {
    const { name, in: where } = parameter;
    if (where === "query") {
      const pairs = writeParameterPairs(parameter, value);
      const text = writeQuery(pairs);
      if (pairs.length > 0) query.push(allowsReserved(contract, parameter) ? withReserved(text) : text);
      return;
    }
    const text = writeParameterText(parameter, value);
    if (where === "header") headers[name.toLowerCase()] = text;
    else if (where === "cookie") cookies.push(`${name}=${text}`);
    else
      filled = filled.replaceAll(`{${name}}`, () =>
        parameter.mediaType === undefined ? segmentText(parameter, value) : percentEncode(text),
      );
  }

  /** The body and how it is sent, nothing where there is none, "none" where there should be one. */
  function bodyOf(): { readonly sent: BodyWriting; readonly value: Json } | "none" | undefined {
    const rest = restOf(path, "body");
    const { body: said } = exchange;
    if (!said || showing.missing === "body") return undefined;
    if (!said.required && rest === undefined && !showing.withBody && !showing.beside?.body?.required) return undefined;
    const type = typeAmong(said.content, showing.media);
    if (!type) return rest === undefined ? undefined : "none";
    const whole = type.schema?.value ?? true;
    const isProof = (one: Json): boolean => showing.isProof?.(one) ?? true;
    const apart = apartInForm(type);
    const value =
      (apart && fitting({ allOf: [whole, apart] }, "body", { isProof })) ?? fitting(whole, "body", { isProof });
    if (value === undefined) return "none";
    const mediaType = sentAs(type, said.content, showing.without);
    const [step] = stepsIn(rest ?? "") ?? [];
    const partType =
      showing.partType !== undefined && step && "name" in step
        ? { name: step.name, type: typeWithin(showing.partType, showing.without ?? []) }
        : undefined;
    return { sent: { mediaType, encodings: type.encodings, partType }, value };
  }

  /** A value of the schema of a parameter or a body, which has what is shown where the path leads, if it leads there. */
  function fitting(
    schema: JsonSchema,
    at: string,
    { label = "", isProof = () => true }: { readonly label?: string; readonly isProof?: (value: Json) => boolean },
  ): Json | undefined {
    const rest = restOf(path, at);
    const steps = rest === undefined ? [] : behindOthers(called(stepsIn(rest), schema), at);
    const inner: JsonSchema = rest === undefined ? true : wanted;
    const shape = steps && around(steps, inner, { nameOf, along: along(at) });
    if (shape === undefined) return undefined;
    const all = [schema, shape];
    let first: Json | undefined;
    for (const isRandom of [false, true]) {
      if (isRandom && effort.left <= 0) break;
      const tries = first === undefined ? TRIES : FEW;
      for (const value of values.meeting(all, isRandom ? tries : 0, label)) {
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

  /** Where the names of members are told, a member that is not spoken of has one of them. */
  function called(steps: readonly Step[] | undefined, schema: JsonSchema): readonly Step[] | undefined {
    if (!steps?.some((step) => "name" in step && step.isAny)) return steps;
    let inner = schema;
    return steps.map((step) => {
      if (!("name" in step)) {
        inner = "index" in step ? { allOf: membersOf(contract, inner, "items") } : true;
        return step;
      }
      const kinds = partsOf(contract, inner).flatMap(({ propertyNames }) => propertyNames ?? []) as JsonSchema[];
      const known = propertyNamesOf(contract, inner);
      const names = step.isAny && kinds.length > 0 ? [...values.meeting([text, ...kinds], TRIES)] : [];
      const name = (names as string[]).find((one) => !known.has(one)) ?? step.name;
      inner = memberSchemaOf(contract, inner, name);
      return { ...step, name };
    });
  }

  function behindOthers(steps: readonly Step[] | undefined, at: string): readonly Step[] | undefined {
    const indices = new Map(showing.items?.map(({ path: list, after }) => [countOf(list, at), after]));
    return steps?.map((step, count) => ({
      ...step,
      ...("index" in step && { index: indices.get(count) ?? step.index }),
    }));
  }

  function along(at: string): Along {
    const all = new Map<number, readonly JsonSchema[]>();
    for (const { path: whole, schemas } of showing.shapes ?? []) {
      const count = countOf(whole, at);
      if (count !== undefined) all.set(count, [...(all.get(count) ?? []), ...schemas]);
    }
    return all;
  }

  function nameOf(pattern: string): string | undefined {
    for (const name of values.meeting([{ type: "string", pattern }], TRIES)) return name as string;
    return undefined;
  }
}

const text: JsonSchema = { type: "string" };

/** What leaves something behind in a path: a segment without a text is none. */
const segment: JsonSchema = { minLength: 1, minItems: 1, minProperties: 1 };

/** A value in a path, where only what stands between its parts is as it is (RFC 6570). */
function segmentText(parameter: Parameter, value: Json): string {
  const escaped = (part: Json): string => percentEncode(writeText(part));
  if (Array.isArray(value)) return writeParameterText(parameter, (value as readonly Json[]).map(escaped));
  if (!isObject(value)) return writeParameterText(parameter, escaped(value));
  const members = Object.entries(value).map(([name, member]) => [percentEncode(name), escaped(member)]);
  return writeParameterText(parameter, Object.fromEntries(members) as Json);
}

/** A request that needs more parameters than these nobody reads. */
const MOST_PARAMETERS = 100;

/** How many random values are tried where the plain one does not fit. */
const TRIES = 10;

/** How many where that one fits, and is no proof. */
const FEW = 2;

/** What follows in a path that begins with a step; undefined where it does not. */
export function restOf(path: string, step: string): string | undefined {
  if (!path.startsWith(step)) return undefined;
  const rest = path.slice(step.length);
  return rest === "" || rest.startsWith(".") || rest.startsWith("[") ? rest : undefined;
}

/** How many steps of a path follow its first. */
function countOf(path: string, step: string): number | undefined {
  const rest = restOf(path, step);
  return rest === undefined ? undefined : stepsIn(rest)?.length;
}

function sentAs(
  { mediaType, parameters = [] }: MediaType,
  content: readonly MediaType[],
  without: readonly string[] = [],
): string {
  if (!mediaType.includes("*")) {
    const isOne = content.filter((one) => one.mediaType === mediaType).length === 1;
    return isOne ? mediaType : [mediaType, ...parameters].join(";");
  }
  const others = content
    .map((one) => one.mediaType)
    .filter((one) => one !== mediaType && mediaTypeCovers(mediaType, one));
  return typeWithin(mediaType, [...others, ...without]);
}

function typeAmong(content: readonly MediaType[], wanted: string | undefined): MediaType | undefined {
  return (
    content.find(({ pointer }) => pointer === wanted) ??
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content[0]
  );
}
