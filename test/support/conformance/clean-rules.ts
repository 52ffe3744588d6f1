import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { CleanAnswer, CleanCall, CleanServer } from "./clean-servers.ts";

const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const said = (description: string, schema?: JsonObject): JsonObject => ({
  description,
  ...(schema && content(schema)),
});
const bodyOf = (schema: JsonObject): JsonObject => ({ required: true, ...content(schema) });
const objectOf = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: [...required],
  properties,
});
const text = { type: "string", minLength: 1, maxLength: 40 };
const readOnlyText = { type: "string", readOnly: true };
const idParameter = { name: "id", in: "path", required: true, schema: { type: "string", minLength: 1 } };
const missing: CleanAnswer = { status: 404, body: { error: "unknown" } };
const errors = { "400": said("Not valid"), "404": said("There is none") };

type Stored = JsonObject & { readonly id: string };

/** Items by id. */
class Items {
  readonly all = new Map<string, Stored>();

  add(members: JsonObject): Stored {
    const item: Stored = { ...members, id: `i-${randomUUID().slice(0, 12)}` };
    this.all.set(item.id, item);
    return item;
  }

  answer(id: string, status = 200): CleanAnswer {
    const item = this.all.get(id);
    return item ? { status, body: item } : missing;
  }

  remove(id: string): CleanAnswer {
    return this.all.delete(id) ? { status: 204 } : missing;
  }
}

const payment = objectOf(["id", "amount"], { id: readOnlyText, amount: { type: "integer", minimum: 1 }, note: text });

/** Payments that need an idempotency key, in a header or in the body. */
function keyedServer(name: string, place: "header" | "member", reused: number): CleanServer {
  const input = objectOf(["amount"], { amount: { type: "integer", minimum: 1 }, note: text });
  const key = { type: "string", minLength: 1, maxLength: 45 };
  const keyed = objectOf(["amount", "idempotency_key"], {
    ...(input["properties"] as JsonObject),
    idempotency_key: key,
  });
  return {
    name,
    paths: {
      "/payments": {
        post: {
          operationId: "pay",
          parameters:
            place === "header" ? [{ name: "Idempotency-Key", in: "header", required: true, schema: key }] : [],
          requestBody: bodyOf(place === "header" ? input : keyed),
          responses: {
            "201": said("Paid", payment),
            "400": said("Not valid"),
            [reused]: said("Not valid, or the key was used for another request"),
          },
        },
      },
      "/payments/{id}": {
        parameters: [idParameter],
        get: { operationId: "payment", responses: { "200": said("It", payment), ...errors } },
        delete: { operationId: "cancel", responses: { "204": said("Gone"), ...errors } },
      },
    },
    create() {
      const items = new Items();
      const answered = new Map<string, { readonly request: string; readonly answer: CleanAnswer }>();
      return {
        pay({ body: { idempotency_key: member, ...body }, headers }) {
          const used = String(member ?? headers["idempotency-key"]);
          const request = JSON.stringify(body);
          const earlier = answered.get(used);
          if (earlier)
            return earlier.request === request ? earlier.answer : { status: reused, body: { error: "not this key" } };
          const answer = { status: 201, body: items.add(body) };
          answered.set(used, { request, answer });
          return answer;
        },
        payment: ({ id }) => items.answer(id),
        cancel: ({ id }) => items.remove(id),
      };
    },
  };
}

type Rule = (call: CleanCall, version: number) => boolean;

interface Versioned {
  readonly parameters?: Json[];
  /** Members that a change has beside the title. */
  readonly members?: JsonObject;
  /** True if the version of a request is the current one. */
  readonly isCurrent: Rule;
  readonly headers?: (version: number) => Readonly<Record<string, string>>;
  readonly hides?: true;
  /** True if a change to the same content leaves the version as it is. */
  readonly keepsEqual?: true;
}

/** Start of the times of changes, a second for each version. */
const START = Date.UTC(2026, 0, 5);
const timeOf = (version: number): Date => new Date(START + version * 1000);

/** Pages that change only with their current version. */
function versionedServer(
  name: string,
  { parameters = [], members = {}, isCurrent, headers, hides, keepsEqual }: Versioned,
): CleanServer {
  const shown = hides
    ? objectOf(["id", "title"], { id: readOnlyText, title: text })
    : objectOf(["id", "title", "version"], {
        id: readOnlyText,
        title: text,
        version: { type: "integer", readOnly: true },
      });
  const changeSchema = objectOf(["title", ...Object.keys(members)], { title: text, ...members });
  const refused = { "409": said("The version is not the current one"), "412": said("The precondition failed") };
  const changing = (operationId: string): JsonObject => ({
    operationId,
    parameters,
    requestBody: bodyOf(changeSchema),
    responses: { "200": said("It", shown), ...errors, ...refused },
  });
  return {
    name,
    paths: {
      "/pages": {
        post: {
          operationId: "make",
          requestBody: bodyOf(objectOf(["title"], { title: text })),
          responses: { "201": said("Made", shown), "400": said("Not valid") },
        },
      },
      "/pages/{id}": {
        parameters: [idParameter],
        get: { operationId: "page", responses: { "200": said("It", shown), ...errors } },
        put: changing("replace"),
        patch: changing("change"),
        delete: { operationId: "remove", responses: { "204": said("Gone"), ...errors } },
      },
    },
    create() {
      const items = new Items();
      const answer = (status: number, item: Stored): CleanAnswer => {
        const { version, ...rest } = item;
        return { status, body: hides ? rest : item, headers: headers?.(Number(version)) ?? {} };
      };
      const change = (call: CleanCall): CleanAnswer => {
        const item = items.all.get(call.id);
        if (!item) return missing;
        const version = Number(item["version"]);
        if (!isCurrent(call, version)) return { status: parameters.length > 0 ? 412 : 409, body: { error: "stale" } };
        const title = call.body["title"] ?? null;
        const isKept = keepsEqual === true && title === item["title"];
        const changed: Stored = { id: item.id, title, version: isKept ? version : version + 1 };
        items.all.set(item.id, changed);
        return answer(200, changed);
      };
      return {
        make: ({ body }) => answer(201, items.add({ title: body["title"] ?? null, version: 1 })),
        page({ id }) {
          const item = items.all.get(id);
          return item ? answer(200, item) : missing;
        },
        replace: change,
        change,
        remove: ({ id }) => items.remove(id),
      };
    },
  };
}

const header = (name: string): Json => ({
  name,
  in: "header",
  required: true,
  schema: { type: "string", minLength: 1 },
});
const integer = { type: "integer", minimum: 1 };
const tagOf = (version: number): string => `"v${version}"`;

const user = (changed: readonly string[]): JsonObject =>
  objectOf([...changed], {
    email: { type: "string", format: "email" },
    name: text,
    plan: { type: "string", enum: ["free", "paid"] },
  });
const shownUser = objectOf(["id", "email"], { ...(user([])["properties"] as JsonObject), id: readOnlyText });

/** Users with a unique e-mail and a unique name, which is refused as a wrong value. */
function uniqueServer(name: string, status: number, isSilent = false): CleanServer {
  const refused = { [status]: said("Not valid") };
  return {
    name,
    paths: {
      "/users": {
        get: { operationId: "users", responses: { "200": said("All", { type: "array", items: shownUser }) } },
        post: {
          operationId: "addUser",
          requestBody: bodyOf(user(["email"])),
          responses: { "201": said("Made", shownUser), "400": said("Not valid"), ...refused },
        },
      },
      "/users/{id}": {
        parameters: [idParameter],
        get: { operationId: "user", responses: { "200": said("It", shownUser), ...errors } },
        // Without a word, only an earlier success of the operation shows that a value is taken.
        ...(!isSilent && {
          patch: {
            operationId: "changeUser",
            requestBody: bodyOf(user([])),
            responses: { "200": said("It", shownUser), ...errors, ...refused },
          },
        }),
        delete: { operationId: "removeUser", responses: { "204": said("Gone"), ...errors } },
      },
    },
    create() {
      const items = new Items();
      const takenIn = (body: JsonObject, own?: string): string | undefined =>
        ["email", "name"].find((field) =>
          items.all
            .values()
            .some((each) => each.id !== own && body[field] !== undefined && each[field] === body[field]),
        );
      const refusal = (field: string): CleanAnswer => ({
        status,
        body: isSilent
          ? {}
          : { errors: [{ message: `Value for field "${field}" has to be unique.`, code: "RECORD_NOT_UNIQUE" }] },
      });
      return {
        users: () => ({ status: 200, body: [...items.all.values()] }),
        addUser({ body }) {
          const field = takenIn(body);
          return field === undefined ? { status: 201, body: items.add(body) } : refusal(field);
        },
        user: ({ id }) => items.answer(id),
        changeUser({ id, body }) {
          const item = items.all.get(id);
          if (!item) return missing;
          const field = takenIn(body, id);
          if (field !== undefined) return refusal(field);
          items.all.set(id, { ...item, ...body, id });
          return items.answer(id);
        },
        removeUser: ({ id }) => items.remove(id),
      };
    },
  };
}

const bookingInput = objectOf(["roomId"], { roomId: text, startsAt: { type: "string", format: "date-time" } });
const booking = objectOf(["id", "roomId"], { ...(bookingInput["properties"] as JsonObject), id: readOnlyText });

/** Bookings until a plan is used up. */
function quotaServer(
  name: string,
  { status, words, most }: { readonly status: number; readonly words: string; readonly most: number },
): CleanServer {
  return {
    name,
    paths: {
      "/bookings": {
        post: {
          operationId: "book",
          requestBody: bodyOf(bookingInput),
          responses: { "201": said("Made", booking), "400": said("Not valid"), [status]: said(words) },
        },
      },
      "/bookings/{id}": {
        parameters: [idParameter],
        get: { operationId: "booking", responses: { "200": said("It", booking), ...errors } },
      },
    },
    create() {
      const items = new Items();
      return {
        book({ body }) {
          if (items.all.size >= most) return { status, body: { error: words } };
          return { status: 201, body: items.add(body) };
        },
        booking: ({ id }) => items.answer(id),
      };
    },
  };
}

/** A login that refuses every password, and drafts that a rule outside of the schema refuses with 403. */
const loginServer: CleanServer = {
  name: "login and 403 for content",
  schemes: { bearer: { type: "http", scheme: "bearer" } },
  paths: {
    "/users/login": {
      post: {
        operationId: "login",
        security: [],
        requestBody: bodyOf(
          objectOf(["user"], { user: objectOf(["email", "password"], { email: text, password: text }) }),
        ),
        responses: { "200": said("In", objectOf(["token"], { token: text })), "400": said("Not valid") },
      },
    },
    "/transfers": {
      get: {
        operationId: "transfers",
        security: [{ bearer: [] }],
        responses: { "200": said("All", { type: "array", items: { type: "object" } }), "401": said("No credentials") },
      },
      post: {
        operationId: "transfer",
        security: [{ bearer: [] }],
        requestBody: bodyOf(objectOf(["iban"], { iban: text })),
        responses: {
          "201": said("Made"),
          "400": said("Not valid"),
          "401": said("No credentials"),
          "403": said("Refused"),
        },
      },
    },
  },
  create() {
    const isKnown = ({ headers }: CleanCall): boolean => headers["authorization"] === "Bearer org_acme";
    const unknown: CleanAnswer = {
      status: 401,
      headers: { "www-authenticate": "Bearer" },
      body: { error: "credentials" },
    };
    return {
      login: () => ({ status: 401, body: { errors: { body: ["email or password is invalid"] } } }),
      transfers: (call) => (isKnown(call) ? { status: 200, body: [] } : unknown),
      transfer: (call) =>
        isKnown(call) ? { status: 403, body: { message: "Validation failed", errors: [{ field: "iban" }] } } : unknown,
    };
  },
};

export const cleanServers: readonly CleanServer[] = [
  keyedServer("idempotency key in a header, 422", "header", 422),
  keyedServer("idempotency key in a header, 400", "header", 400),
  keyedServer("idempotency key in the body", "member", 400),
  versionedServer("If-Match", {
    parameters: [header("If-Match")],
    isCurrent: ({ headers }, version) => ["*", tagOf(version)].includes(String(headers["if-match"])),
    headers: (version) => ({ etag: tagOf(version) }),
  }),
  versionedServer("If-Match with a tag of the content", {
    parameters: [header("If-Match")],
    isCurrent: ({ headers }, version) => tagOf(version) === headers["if-match"],
    headers: (version) => ({ etag: tagOf(version) }),
    hides: true,
    keepsEqual: true,
  }),
  versionedServer("If-Match with a weak tag", {
    parameters: [header("If-Match")],
    isCurrent: ({ headers }, version) => `W/${tagOf(version)}` === headers["if-match"],
    headers: (version) => ({ etag: `W/${tagOf(version)}` }),
  }),
  versionedServer("If-Match with the version member", {
    parameters: [header("If-Match")],
    isCurrent: ({ headers }, version) => headers["if-match"] === `"${version}"`,
  }),
  versionedServer("If-Match without any version", {
    parameters: [header("If-Match")],
    isCurrent: ({ headers }) => headers["if-match"] === "*",
    hides: true,
  }),
  versionedServer("If-Unmodified-Since", {
    parameters: [header("If-Unmodified-Since")],
    isCurrent: ({ headers }, version) =>
      Date.parse(String(headers["if-unmodified-since"])) >= timeOf(version).getTime(),
    headers: (version) => ({ "last-modified": timeOf(version).toUTCString() }),
  }),
  versionedServer("If-None-Match", {
    parameters: [header("If-None-Match")],
    isCurrent: ({ headers }, version) =>
      /^"\S+"$/.test(String(headers["if-none-match"])) && headers["if-none-match"] !== tagOf(version),
    headers: (version) => ({ etag: tagOf(version) }),
  }),
  versionedServer("version in the query", {
    parameters: [{ name: "version", in: "query", required: true, schema: integer }],
    isCurrent: ({ query }, version) => query.get("version") === String(version),
  }),
  versionedServer("version in the body", {
    members: { version: integer },
    isCurrent: ({ body }, version) => body["version"] === version,
  }),
  uniqueServer("unique values refused with 400", 400),
  uniqueServer("unique values refused with 422", 422),
  uniqueServer("unique values refused without a word", 400, true),
  quotaServer("a plan that ends with 409", { status: 409, words: "Your plan is already exhausted", most: 15 }),
  quotaServer("a plan that ends with 403", { status: 403, words: "Quota exceeded: upgrade your plan", most: 1 }),
  quotaServer("a plan that ends with 402", { status: 402, words: "The credits of this account are used up", most: 12 }),
  quotaServer("a bill that exists", {
    status: 409,
    words: "The member has already been billed this month",
    most: 1000,
  }),
  loginServer,
];
