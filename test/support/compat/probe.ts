import type { Json, JsonObject } from "../../../contracts/index.ts";

/** Base and revision. */
type Sides<T extends Json = Json> = readonly [base: T, revision: T];

/** A small pair of documents, and §9's verdict on it, judged by hand: "none" where nothing changes at all. */
export interface Probe {
  readonly about: string;
  readonly verdict: string;
  /** The verdict by the words of §9, where it is another one. */
  readonly strict?: string;
  /** Members of the documents. */
  readonly whole?: Sides<JsonObject>;
  readonly paths?: Sides;
  /** Schemas: of a request's body, of an answer's, of both, of a webhook's payload, of what that is answered with. */
  readonly request?: Sides;
  readonly response?: Sides;
  readonly both?: Sides;
  readonly payload?: Sides;
  readonly answer?: Sides;
  /** Parts of one operation. */
  readonly parameters?: Sides;
  readonly headers?: Sides;
  readonly security?: Sides;
  /** Schemas by media type: of a request's body, and of an answer's. */
  readonly bodies?: Sides<JsonObject>;
  readonly contents?: Sides<JsonObject>;
  /** By status, the types or values of an answer's properties. */
  readonly answers?: Sides<JsonObject>;
}

/** How the members of a document are made of what a probe gives for one side. */
const makers: Readonly<Record<string, (given: never) => JsonObject>> = {
  whole: (members: JsonObject) => members,
  paths: (paths: Json) => ({ paths }),
  request: (schema: Json) => operation({ requestBody: bodyOf(schema) }),
  response: (schema: Json) => operation({ responses: { "200": { description: "Fine", ...bodyOf(schema) } } }),
  both: (schema: Json) =>
    operation({ requestBody: bodyOf(schema), responses: { "200": { description: "Fine", ...bodyOf(schema) } } }),
  payload: (schema: Json) => ({ webhooks: { told: { post: { requestBody: bodyOf(schema), responses: {} } } } }),
  answer: (schema: Json) => ({
    webhooks: { told: { post: { responses: { "200": { description: "Fine", ...bodyOf(schema) } } } } },
  }),
  parameters: (parameters: readonly JsonObject[]) =>
    operation({
      parameters: parameters.map((one) =>
        one["content"] === undefined ? { schema: { type: "string" }, ...one } : { ...one },
      ),
    }),
  headers: (headers: Json) => operation({ responses: { "200": { description: "Fine", headers } } }),
  security: (security: Json) => ({
    ...operation({ security }),
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
  bodies: (types: JsonObject) => operation({ requestBody: { content: contentOf(types) } }),
  contents: (types: JsonObject) =>
    operation({ responses: { "200": { description: "Fine", content: contentOf(types) } } }),
  answers: (statuses: JsonObject) =>
    operation({
      responses: Object.fromEntries(
        Object.entries(statuses).map(([status, properties]) => [
          status,
          { description: status, ...bodyOf({ type: "object", properties: typed(properties as JsonObject) }) },
        ]),
      ),
    }),
};

/** The documents of a probe. */
export function documentsOf(probe: Probe): readonly [base: JsonObject, revision: JsonObject] {
  const [kind, make] = Object.entries(makers).find(([name]) => name in probe) ?? [];
  if (kind === undefined || make === undefined) throw new Error(`"${probe.about}" has no documents`);
  const [base, revision] = probe[kind as keyof Probe] as unknown as Sides;
  const documentWith = (given: Json): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "Probe", version: "1" },
    ...make(given as never),
  });
  return [documentWith(base), documentWith(revision)];
}

function operation(parts: JsonObject): JsonObject {
  return { paths: { "/things": { post: { responses: { "200": { description: "Fine" } }, ...parts } } } };
}

function bodyOf(schema: Json): JsonObject {
  return { content: { "application/json": { schema } } };
}

function contentOf(types: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }]));
}

function typed(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, said]) => [name, Array.isArray(said) ? { enum: said } : { type: said }]),
  );
}
