import {
  type Contract,
  type Json,
  type JsonSchema,
  type MediaType,
  type Operation,
  type Parameter,
  type Webhook,
  encode,
  fitsAll,
  isJson,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/values/index.ts";
import type { WitnessRequest } from "../change.ts";
import { parameterStep } from "../nodes.ts";
import { around, stepsIn } from "./steps.ts";

/** What a request is to show: nothing more than that it is taken, where nothing is said. */
export interface Showing {
  /** Where the value stands: "body.items[].name", "query.limit". */
  readonly path?: string;
  /** What stands there; anything that fits where it is not said. */
  readonly value?: Json;
  /** Of which media type the body is. */
  readonly mediaType?: string;
  /** What the request asks to be answered with. */
  readonly accept?: string;
  /** Whether the body of a request that needs none is shown. */
  readonly withBody?: boolean;
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
  const path = showing.path ?? "";
  const shown = exchange.parameters.find((parameter) => restOf(path, parameterStep(parameter)) !== undefined);
  const headers: Record<string, string> = {};
  const pairs: (readonly [string, string])[] = [];
  const cookies: string[] = [];
  let filled = "path" in exchange ? exchange.path : exchange.name;
  for (const parameter of exchange.parameters) {
    const isShown = parameter === shown;
    if ((!parameter.required && !isShown) || unsaid.has(parameter.name.toLowerCase())) continue;
    const value = fitting(
      parameter.schema.value,
      isShown ? restOf(path, parameterStep(parameter)) : undefined,
      parameter.name,
    );
    if (value === undefined) return undefined;
    place(parameter, value);
  }
  const body = bodyOf();
  if (body === "none") return undefined;
  const query = writeQuery(pairs);
  return {
    method: exchange.method,
    path: query === "" ? filled : `${filled}?${query}`,
    headers: {
      ...headers,
      ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
      ...(showing.accept !== undefined && { accept: showing.accept }),
      ...(body && { "content-type": body.mediaType }),
    },
    ...(body?.value !== undefined && { body: body.value }),
  };

  function place(parameter: Parameter, value: Json): void {
    const { name, in: where } = parameter;
    if (where === "query") {
      pairs.push(...writeParameterPairs(parameter, value));
      return;
    }
    const text = writeParameterText(parameter, value);
    if (where === "header") headers[name.toLowerCase()] = text;
    else if (where === "cookie") cookies.push(`${name}=${text}`);
    else filled = filled.replaceAll(`{${name}}`, () => encode(text));
  }

  /** The body with its type, nothing where there is none, "none" where there should be one. */
  function bodyOf(): { readonly mediaType: string; readonly value?: Json } | "none" | undefined {
    const rest = restOf(path, "body");
    const { body: said } = exchange;
    if (!said || (!said.required && rest === undefined && !showing.withBody)) return undefined;
    const type = typeAmong(said.content, showing.mediaType);
    if (!type) return rest === undefined ? undefined : "none";
    const { mediaType, schema } = type;
    const value = fitting(schema?.value ?? true, rest);
    return value === undefined ? "none" : { mediaType, value };
  }

  /** A value of a schema, which has what is shown where a path leads; an empty path is that of the whole. */
  function fitting(schema: JsonSchema, rest: string | undefined, label = ""): Json | undefined {
    const steps = rest === undefined ? [] : stepsIn(rest);
    const inner: JsonSchema = showing.value === undefined || rest === undefined ? true : { const: showing.value };
    const shape = steps && around(steps, inner, nameOf);
    if (shape === undefined) return undefined;
    const all = [schema, shape];
    for (const tries of [0, TRIES])
      for (const value of values.meeting(all, tries, label)) if (fitsAll(contract, all, direction, value)) return value;
    return undefined;
  }

  function nameOf(pattern: string): string | undefined {
    for (const name of values.meeting([{ type: "string", pattern }], TRIES)) return name as string;
    return undefined;
  }
}

/** How many random values are tried where the plain one does not fit. */
const TRIES = 10;

/** What follows in a path that begins with a step; undefined where it does not. */
function restOf(path: string, step: string): string | undefined {
  if (!path.startsWith(step)) return undefined;
  const rest = path.slice(step.length);
  return rest === "" || rest.startsWith(".") || rest.startsWith("[") ? rest : undefined;
}

function typeAmong(content: readonly MediaType[], wanted: string | undefined): MediaType | undefined {
  return (
    content.find(({ mediaType }) => mediaType === wanted) ??
    content.find(({ mediaType }) => isJson(mediaType)) ??
    content[0]
  );
}
