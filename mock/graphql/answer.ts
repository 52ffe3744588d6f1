import { type Contract, type Route, isObject, responseFor } from "../../contracts/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import { type Refusal, graphqlType } from "../model/problem.ts";
import { designOf } from "./design.ts";
import { createHandler, graphql } from "./library.ts";
import { type GraphqlLimits, MAX_TOKENS, limitRules } from "./limits.ts";
import type { Asking } from "./objects.ts";
import { resolveField } from "./resolve.ts";
import { type Thing, createThings } from "./things.ts";
import { viewerOf } from "./viewer.ts";

const { execute, parse, specifiedRules } = graphql;

/** The type of an answer to who accepts any: JSON, unless another one alone is documented. */
function typeOf({ operation }: Call): string {
  const types = responseFor(operation, 200)?.content.map(({ mediaType }) => mediaType) ?? [];
  return types.includes(graphqlType) && !types.includes("application/json") ? graphqlType : "application/json";
}

/** Compiles how queries to a schema are answered, over HTTP as the GraphQL Foundation has it. */
export function createAnswerer(
  schema: Contract,
  routes: readonly Route[],
  limits: GraphqlLimits,
): (call: Call) => Promise<Answer | Refusal> {
  const design = designOf(schema, routes);
  const handler = createHandler<Call, undefined, Asking & Record<PropertyKey, unknown>>({
    schema: design.schema,
    context: ({ raw }) => ({ design, things: createThings(design, raw), viewer: viewerOf(raw.request) }),
    parse: (source, options) => parse(source, { ...options, maxTokens: MAX_TOKENS }),
    validationRules: (_, asked) => [...specifiedRules, ...limitRules(limits, asked)],
    execute: (args) => execute({ ...args, fieldResolver: resolveField, typeResolver: (thing: Thing) => thing.type }),
  });

  return async (call) => {
    const { method, url, headers } = call.request;
    const body = isObject(call.input.body) ? { ...call.input.body } : null;
    const [text, { status, statusText, headers: told = {} }] = await handler({
      method: method === "HEAD" ? "GET" : method,
      url,
      headers: { accept: typeOf(call), ...headers, ...(body && { "content-type": "application/json" }) },
      body,
      raw: call,
      context: undefined,
    });
    const { "content-type": type = "", ...others } = told;
    // Whether there is a query, and whether it can be run, is told as GraphQL has it; the rest is about HTTP alone.
    if (text === null || type === "")
      return { refused: `The query cannot be answered: ${statusText}`, status, headers: others };
    // JSON has but one encoding, and contracts name media types without it.
    const mediaType = type.split(";", 1)[0] as string;
    return { whole: { status, headers: { ...others, "content-type": mediaType }, body: Buffer.from(text) } };
  };
}
