import { type Contract, type Route, isObject, findResponse } from "../../contracts/index.ts";
import type { AudiencePolicy } from "../model/audience-policy.ts";
import type { Answer, Call } from "../calls/call.ts";
import { type Refusal, graphqlType } from "../model/problem.ts";
import { createObjectModel } from "./object-model.ts";
import { createHandler, graphql } from "./library.ts";
import { type GraphqlLimits, MAX_TOKENS, limitRules } from "./limits.ts";
import { limitVariables, shortenVariables } from "./limit-variables.ts";
import type { QueryContext } from "./relations.ts";
import { resolveField } from "./resolve.ts";
import { type GraphqlObject, createQueryObjects } from "./query-objects.ts";

const { execute, parse, specifiedRules } = graphql;

/** Maximum number of comparisons of an object with a filter in one query. A filter of related objects compares each of them. */
const MAX_FILTERED = 200_000;

/** Maximum number of notes in a response: each names a part of the query. */
const MAX_NOTES = 5;

/** Media type for a client that accepts any: JSON, unless only the GraphQL type is documented. */
function defaultType({ operation }: Call): string {
  const types = findResponse(operation, 200)?.content.map(({ mediaType }) => mediaType) ?? [];
  if (types.includes(graphqlType) && !types.includes("application/json")) return graphqlType;
  return "application/json";
}

/** Compiles the handler of queries to a schema, by the GraphQL over HTTP specification. */
export function createQueryHandler(
  schema: Contract,
  routes: readonly Route[],
  { limits, audience }: { readonly limits: GraphqlLimits; readonly audience: AudiencePolicy | undefined },
): (call: Call) => Promise<Answer | Refusal> {
  const model = createObjectModel(schema, routes);
  const notesByCall = new WeakMap<Call, Set<string>>();
  const handler = createHandler<Call, undefined, QueryContext & Record<PropertyKey, unknown>>({
    schema: model.schema,
    context: ({ raw }) => {
      const notes = new Set<string>();
      notesByCall.set(raw, notes);
      const objects = createQueryObjects(model, raw);
      return {
        model,
        objects,
        policy: audience,
        viewer: audience?.viewerOf(raw.request),
        notes,
        filtering: { left: MAX_FILTERED },
      };
    },
    parse: (source, options) => parse(source, { ...options, maxTokens: MAX_TOKENS }),
    validationRules: (_, query) => [
      ...specifiedRules,
      ...limitRules(limits, { ...query, variableValues: shortenVariables(query) }),
    ],
    execute: (args) =>
      execute({
        ...limitVariables(args),
        fieldResolver: resolveField,
        typeResolver: ({ type }: GraphqlObject) => type,
      }),
  });

  return async (call) => {
    const { method, url, headers } = call.request;
    const body = isObject(call.input.body) ? { ...call.input.body } : null;
    const [text, { status, statusText, headers: responseHeaders = {} }] = await handler({
      method: method === "HEAD" ? "GET" : method,
      url,
      headers: { accept: defaultType(call), ...headers, ...(body && { "content-type": "application/json" }) },
      body,
      raw: call,
      context: undefined,
    });
    const { "content-type": type = "", ...others } = responseHeaders;
    // Errors of the query have a GraphQL response. Errors of HTTP have no body here and become a refusal.
    if (text === null || type === "")
      return { refused: `The query cannot be answered: ${statusText}`, status, headers: others };
    // Contracts name media types without a charset, which is always UTF-8 for JSON.
    const mediaType = type.split(";", 1)[0] as string;
    const notes = [...(notesByCall.get(call) ?? [])].slice(0, MAX_NOTES).join(". ");
    if (notes !== "") others["concord-note"] = notes;
    return { whole: { status, headers: { ...others, "content-type": mediaType }, body: Buffer.from(text) } };
  };
}
