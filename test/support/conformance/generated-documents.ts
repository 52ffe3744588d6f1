import fc from "fast-check";
import type { Json, JsonObject } from "../../../contracts/index.ts";

/** Choices of which an ordinary document is made. */
export interface DocumentPlan {
  readonly noun: string;
  readonly id: "string" | "integer" | "number" | "uuid";
  /** Name of the id property. */
  readonly idNamed: "id" | "own" | "camel";
  readonly members: readonly MemberName[];
  readonly required: readonly MemberName[];
  readonly list: "array" | "data" | "items";
  readonly hasTotal: boolean;
  readonly paging: "none" | "offset" | "page" | "cursor" | "nested" | "after-id" | "limit";
  readonly filters: readonly MemberName[];
  readonly isSorted: boolean;
  readonly changes: readonly ("patch" | "put")[];
  readonly isDeleted: boolean;
  readonly version: "none" | "body" | "query" | "etag";
  readonly unique: "none" | "description" | "summary" | "response";
  readonly hasActions: boolean;
  readonly hasChildren: boolean;
  readonly isLimited: boolean;
  readonly auth: "none" | "bearer" | "key";
  readonly error: "problem" | "json" | "none";
  readonly isWrapped: boolean;
}

const members = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  email: { type: "string", format: "email" },
  amount: { type: "number", minimum: 0, maximum: 1000 },
  due: { type: "string", format: "date-time" },
  day: { type: "string", format: "date" },
  urgent: { type: "boolean" },
  level: { type: "integer", minimum: 1, maximum: 9 },
  color: { type: "string", enum: ["red", "green", "blue"] },
  tags: { type: "array", items: { type: "string", maxLength: 12 }, maxItems: 4 },
  notes: { type: ["string", "null"], maxLength: 60 },
  address: {
    type: "object",
    required: ["city"],
    properties: { city: { type: "string", minLength: 1 }, zip: { type: "string", pattern: "^[0-9]{5}$" } },
  },
} satisfies Record<string, JsonObject>;

type MemberName = keyof typeof members;
const names = Object.keys(members) as MemberName[];
const plain: readonly MemberName[] = ["name", "email", "level", "color", "urgent", "day"];

/** Plans of ordinary documents, with features that are rare together in published ones. */
export const documentPlans: fc.Arbitrary<DocumentPlan> = fc
  .record({
    noun: fc.constantFrom("tickets", "invoices", "devices", "rooms", "boxes", "companies"),
    id: fc.constantFrom("string", "integer", "number", "uuid"),
    idNamed: fc.constantFrom("id", "own", "camel"),
    members: fc.subarray(names, { minLength: 2 }),
    list: fc.constantFrom("array", "data", "items"),
    hasTotal: fc.boolean(),
    paging: fc.constantFrom("none", "offset", "page", "cursor", "nested", "after-id", "limit"),
    isSorted: fc.boolean(),
    changes: fc.subarray(["patch", "put"] as const),
    isDeleted: fc.boolean(),
    version: fc.constantFrom("none", "body", "query", "etag"),
    unique: fc.constantFrom("none", "description", "summary", "response"),
    hasActions: fc.boolean(),
    hasChildren: fc.boolean(),
    isLimited: fc.boolean(),
    auth: fc.constantFrom("none", "bearer", "key"),
    error: fc.constantFrom("problem", "json", "none"),
    isWrapped: fc.boolean(),
  } as const)
  .chain((plan) =>
    fc
      .record({
        required: fc.subarray([...plan.members]),
        filters: fc.subarray(plain.filter((name) => plan.members.includes(name))),
      })
      .map((chosen): DocumentPlan => ({ ...plan, ...chosen })),
  );

/** The document of a plan. */
export function documentOfPlan(plan: DocumentPlan): JsonObject {
  const { noun, isWrapped, hasActions } = plan;
  const one = singularOf(noun);
  const idName = plan.idNamed === "id" ? "id" : plan.idNamed === "own" ? `${one}_id` : `${one}Id`;
  const idSchema: JsonObject =
    plan.id === "uuid"
      ? { type: "string", format: "uuid" }
      : plan.id === "string"
        ? { type: "string" }
        : { type: plan.id };
  const isUnique = plan.unique !== "none" && plan.members.includes("email");
  const hasVersion = plan.version === "body" || plan.version === "query";
  const own = Object.fromEntries(plan.members.map((name) => [name, members[name] as Json]));
  const schema: JsonObject = {
    type: "object",
    required: [idName, ...plan.required, ...(hasVersion ? ["version"] : []), ...(hasActions ? ["state"] : [])],
    properties: {
      [idName]: { ...idSchema, readOnly: true },
      ...own,
      ...(hasVersion && { version: { type: "integer", minimum: 1, readOnly: true } }),
      ...(hasActions && { state: { type: "string", enum: ["open", "closed", "cancelled"], readOnly: true } }),
    },
  };
  const change: JsonObject = { type: "object", properties: own };
  const input: JsonObject = { ...change, required: [...plan.required] };
  const shown = { $ref: "#/components/schemas/Item" };
  const single: JsonObject = isWrapped ? { type: "object", required: ["data"], properties: { data: shown } } : shown;
  const failures = (...statuses: number[]): JsonObject =>
    Object.fromEntries(
      [...statuses, ...(plan.auth === "none" ? [] : [401])].map((status) => [status, failureOf(plan)]),
    );
  const etag = plan.version === "etag" ? { headers: { ETag: { schema: { type: "string" } } } } : {};
  const found = (status: number): JsonObject => ({ [status]: { ...answer(single), ...etag } });
  const isConflicting = plan.version !== "none" && plan.version !== "etag";
  const based = (body: JsonObject): JsonObject =>
    plan.version === "body"
      ? {
          ...body,
          required: [...((body["required"] as Json[] | undefined) ?? []), "base_version"],
          properties: { ...(body["properties"] as JsonObject), base_version: { type: "integer", minimum: 1 } },
        }
      : body;
  const baseParameters: Json[] = [
    ...(plan.version === "query"
      ? [{ name: "base_version", in: "query", schema: { type: "integer", minimum: 1 } }]
      : []),
    ...(plan.version === "etag" ? [{ name: "If-Match", in: "header", schema: { type: "string" } }] : []),
  ];
  const changing = (body: JsonObject): JsonObject => ({
    parameters: baseParameters,
    requestBody: bodyOf(based(body)),
    responses: {
      ...found(200),
      ...failures(400, 404, ...(isConflicting ? [409] : plan.version === "etag" ? [412] : [])),
    },
  });
  const place = `/${noun}/{${idName}}`;
  const parameters: Json[] = [{ name: idName, in: "path", required: true, schema: idSchema }];
  const action = (words: string): JsonObject => ({
    post: { parameters, description: words, responses: { ...found(200), ...failures(404, 409) } },
  });
  return {
    openapi: "3.1.0",
    info: { title: noun, version: "1.0.0" },
    servers: [{ url: "/" }],
    ...(plan.auth !== "none" && { security: [{ access: [] }] }),
    paths: {
      [`/${noun}`]: {
        get: {
          parameters: listParameters(plan),
          responses: { 200: answer(listOf(plan, shown)), ...failures(400) },
        },
        post: {
          ...(plan.unique === "summary" && isUnique && { summary: "Create one, with an email that no other one has" }),
          requestBody: bodyOf(input),
          responses: {
            201: answer(single),
            ...failures(400),
            ...(isUnique && {
              409: { ...failureOf(plan), ...(plan.unique === "response" && { description: "The email is taken" }) },
            }),
            ...(plan.isLimited && {
              429: { ...failureOf(plan), headers: { "Retry-After": { schema: { type: "integer" } } } },
            }),
          },
        },
      },
      [place]: {
        parameters,
        get: { responses: { ...found(200), ...failures(404) } },
        ...(plan.changes.includes("patch") && { patch: changing(change) }),
        ...(plan.changes.includes("put") && { put: changing(input) }),
        ...(plan.isDeleted && { delete: { responses: { 204: { description: "Gone" }, ...failures(404) } } }),
      },
      ...(hasActions && {
        [`${place}/close`]: action("Only what is open can be closed."),
        [`${place}/cancel`]: action("Only what is open can be cancelled."),
      }),
      ...(plan.hasChildren && childrenOf(place, parameters, failures)),
    },
    components: {
      schemas: {
        Item: isUnique && plan.unique === "description" ? { ...schema, description: "The email is unique." } : schema,
        Failure: {
          type: "object",
          required: ["title"],
          properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
        },
      },
      ...(plan.auth !== "none" && {
        securitySchemes: {
          access:
            plan.auth === "bearer"
              ? { type: "http", scheme: "bearer" }
              : { type: "apiKey", in: "header", name: "X-Api-Key" },
        },
      }),
    },
  };
}

function singularOf(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  return noun.endsWith("xes") ? noun.slice(0, -2) : noun.slice(0, -1);
}

function answer(schema: Json): JsonObject {
  return { description: "Fine", content: { "application/json": { schema } } };
}

function bodyOf(schema: Json): JsonObject {
  return { required: true, content: { "application/json": { schema } } };
}

function failureOf({ error }: DocumentPlan): JsonObject {
  const schema = { $ref: "#/components/schemas/Failure" };
  if (error === "none") return { description: "Refused" };
  const type = error === "problem" ? "application/problem+json" : "application/json";
  return { description: "Refused", content: { [type]: { schema } } };
}

function listOf({ list, hasTotal, paging }: DocumentPlan, item: Json): JsonObject {
  const items = { type: "array", items: item };
  const next = { type: "object", required: ["after"], properties: { after: { type: "string" } } };
  if (list === "array") return items;
  return {
    type: "object",
    required: [list, ...(hasTotal ? ["total"] : [])],
    properties: {
      [list]: items,
      ...(hasTotal && { total: { type: "integer", minimum: 0 } }),
      ...(paging === "cursor" && { next_cursor: { type: ["string", "null"] } }),
      ...(paging === "after-id" && { has_more: { type: "boolean" } }),
      ...(paging === "nested" && { paging: { type: "object", properties: { next } } }),
    },
  };
}

function listParameters({ filters, isSorted, paging, members: own, list }: DocumentPlan): Json[] {
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 20 } };
  const pages: Readonly<Record<DocumentPlan["paging"], readonly Json[]>> = {
    none: [],
    limit: [limit],
    offset: [limit, { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } }],
    page: [limit, { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } }],
    // A cursor needs an envelope that shows it.
    cursor: list === "array" ? [] : [limit, { name: "cursor", in: "query", schema: { type: "string" } }],
    "after-id": list === "array" ? [] : [limit, { name: "starting_after", in: "query", schema: { type: "string" } }],
    nested: list === "array" ? [] : [limit, { name: "after", in: "query", schema: { type: "string" } }],
  };
  const sortable = own.filter((name) => plain.includes(name) && name !== "urgent");
  return [
    ...filters.map((name): Json => ({ name, in: "query", schema: members[name] })),
    ...pages[paging],
    ...(isSorted && sortable.length > 0
      ? [
          {
            name: "sort",
            in: "query",
            schema: { type: "string", enum: sortable.flatMap((name) => [name, `-${name}`]) },
          },
        ]
      : []),
  ];
}

/** Comments below an item. */
function childrenOf(
  place: string,
  parameters: readonly Json[],
  failures: (...statuses: number[]) => JsonObject,
): JsonObject {
  const text = { type: "string", minLength: 1, maxLength: 80 };
  const comment = {
    type: "object",
    required: ["id", "text"],
    properties: { id: { type: "integer", readOnly: true }, text },
  };
  const id = { name: "comment_id", in: "path", required: true, schema: { type: "integer" } };
  return {
    [`${place}/comments`]: {
      parameters: [...parameters],
      get: { responses: { 200: answer({ type: "array", items: comment }), ...failures(404) } },
      post: { requestBody: bodyOf(comment), responses: { 201: answer(comment), ...failures(400, 404) } },
    },
    [`${place}/comments/{comment_id}`]: {
      parameters: [...parameters, id],
      get: { responses: { 200: answer(comment), ...failures(404) } },
      delete: { responses: { 204: { description: "Gone" }, ...failures(404) } },
    },
  };
}
