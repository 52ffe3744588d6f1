import type { Json, JsonObject } from "../../../contracts/index.ts";

/** Base and revision. */
type BaseAndRevision<T extends Json = Json> = readonly [base: T, revision: T];

/** A small pair of documents with the verdict by §9, judged by hand. "none" means no change. */
export interface VerdictProbe {
  readonly about: string;
  readonly verdict: string;
  /** Verdict by the literal text of §9, if it differs. */
  readonly strict?: string;
  /** Members of the documents. */
  readonly whole?: BaseAndRevision<JsonObject>;
  readonly paths?: BaseAndRevision;
  /** Schemas: of a request body, a response body, both, a webhook's payload, and a webhook's response. */
  readonly request?: BaseAndRevision;
  readonly response?: BaseAndRevision;
  readonly both?: BaseAndRevision;
  readonly payload?: BaseAndRevision;
  readonly answer?: BaseAndRevision;
  /** Parts of one operation. */
  readonly parameters?: BaseAndRevision;
  readonly headers?: BaseAndRevision;
  readonly security?: BaseAndRevision;
  /** Schemas by media type: of a request body, and of a response body. */
  readonly bodies?: BaseAndRevision<JsonObject>;
  readonly contents?: BaseAndRevision<JsonObject>;
  /** By status, types or values of the properties of a response body. */
  readonly answers?: BaseAndRevision<JsonObject>;
}

/** Builds the members of a document from one side of a probe's member. */
const memberBuilders: Readonly<Record<string, (given: never) => JsonObject>> = {
  whole: (members: JsonObject) => members,
  paths: (paths: Json) => ({ paths }),
  request: (schema: Json) => documentWithOperation({ requestBody: bodyOf(schema) }),
  response: (schema: Json) =>
    documentWithOperation({ responses: { "200": { description: "Fine", ...bodyOf(schema) } } }),
  both: (schema: Json) =>
    documentWithOperation({
      requestBody: bodyOf(schema),
      responses: { "200": { description: "Fine", ...bodyOf(schema) } },
    }),
  payload: (schema: Json) => ({ webhooks: { told: { post: { requestBody: bodyOf(schema), responses: {} } } } }),
  answer: (schema: Json) => ({
    webhooks: { told: { post: { responses: { "200": { description: "Fine", ...bodyOf(schema) } } } } },
  }),
  parameters: (parameters: readonly JsonObject[]) =>
    documentWithOperation({
      parameters: parameters.map((one) =>
        one["content"] === undefined ? { schema: { type: "string" }, ...one } : { ...one },
      ),
    }),
  headers: (headers: Json) => documentWithOperation({ responses: { "200": { description: "Fine", headers } } }),
  security: (security: Json) => ({
    ...documentWithOperation({ security }),
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        basic: { type: "http", scheme: "basic" },
        oauth: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "https://example.com", scopes: { read: "", write: "" } } },
        },
      },
    },
  }),
  bodies: (types: JsonObject) => documentWithOperation({ requestBody: { content: contentOf(types) } }),
  contents: (types: JsonObject) =>
    documentWithOperation({ responses: { "200": { description: "Fine", content: contentOf(types) } } }),
  answers: (statuses: JsonObject) =>
    documentWithOperation({
      responses: Object.fromEntries(
        Object.entries(statuses).map(([status, properties]) => [
          status,
          { description: status, ...bodyOf({ type: "object", properties: objectSchema(properties as JsonObject) }) },
        ]),
      ),
    }),
};

/** Builds both documents of a probe. */
export function probeDocuments(probe: VerdictProbe): readonly [base: JsonObject, revision: JsonObject] {
  const [kind, make] = Object.entries(memberBuilders).find(([name]) => name in probe) ?? [];
  if (kind === undefined || make === undefined) throw new Error(`"${probe.about}" has no documents`);
  const [base, revision] = probe[kind as keyof VerdictProbe] as unknown as BaseAndRevision;
  const documentWith = (given: Json): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "Probe", version: "1" },
    ...make(given as never),
  });
  return [documentWith(base), documentWith(revision)];
}

function documentWithOperation(parts: JsonObject): JsonObject {
  return { paths: { "/things": { post: { responses: { "200": { description: "Fine" } }, ...parts } } } };
}

function bodyOf(schema: Json): JsonObject {
  return { content: { "application/json": { schema } } };
}

function contentOf(types: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));
}

function objectSchema(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, said]) => [name, Array.isArray(said) ? { enum: said } : { type: said }]),
  );
}
