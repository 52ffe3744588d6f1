import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const user = object({ id: text, name: text, email: text, externalId: text, manager: object({ id: text, name: text }) });
const ann = { name: "Ann", email: "ann@example.com", externalId: "x1" };

interface Read {
  readonly query?: string;
  readonly summary?: string;
  readonly shows?: JsonObject;
}

describe("a read of an item by another member than its key", () => {
  it.each<[path: string, read: Read, found: string, missing: string]>([
    ["/users/by-email/{email}", {}, "/users/by-email/ann@example.com", "/users/by-email/none"],
    ["/users/email/{value}", {}, "/users/email/ann@example.com", "/users/email/none"],
    ["/users/name/{name}", {}, "/users/name/Ann", "/users/name/none"],
    ["/users/getByName/{name}", {}, "/users/getByName/Ann", "/users/getByName/none"],
    ["/users/external/{externalId}", {}, "/users/external/x1", "/users/external/none"],
    ["/userByEmail/{email}", {}, "/userByEmail/ann@example.com", "/userByEmail/none"],
    ["/users/lookup", { query: "email" }, "/users/lookup?email=ann@example.com", "/users/lookup?email=none"],
    ["/user", { query: "email" }, "/user?email=ann@example.com", "/user?email=none"],
    ["/extuser", { query: "ref", summary: "Gets a user by external id." }, "/extuser?ref=x1", "/extuser?ref=none"],
  ])("finds it: %s %j", async (path, read, found, missing) => {
    const platform = await serving(path, read);
    await ask(platform, "POST /users", { body: { name: "Bob", email: "bob@example.com" } });
    const { value } = await ask(platform, "POST /users", { body: ann });

    expect((await ask(platform, `GET ${found}`)).value).toEqual(value);
    expect((await ask(platform, `GET ${missing}`)).status).toBe(404);
    await ask(platform, `DELETE /users/${value.id}`);
    expect((await ask(platform, `GET ${found}`)).status).toBe(404);
  });

  it("finds it, though another item has the value as its key", async () => {
    const platform = await serving("/users/name/{name}", {});
    const { value: other } = await ask(platform, "POST /users", { body: { ...ann, name: "Bob" } });
    const { value } = await ask(platform, "POST /users", { body: { ...ann, name: other.id } });

    expect((await ask(platform, `GET /users/name/${other.id}`)).value).toEqual(value);
  });

  it.each<[path: string, read: Read, sent: string]>([
    ["/users/{id}/manager", {}, "/users/ID/manager"],
    [
      "/users/me",
      { query: "fields", summary: "The user that is logged in, with external ids." },
      "/users/me?fields=name",
    ],
    ["/teams/by-email/{email}", { shows: object({ id: text, email: text, size: text }) }, "/teams/by-email/none"],
  ])("is no read of something else: %s", async (path, read, sent) => {
    const platform = await serving(path, read);
    const { value } = await ask(platform, "POST /users", { body: ann });

    expect((await ask(platform, `GET ${sent.replace("ID", value.id)}`)).status).toBe(200);
  });
});

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** A platform with users, and another read. */
async function serving(path: string, { query, summary = "", shows = user }: Read): Promise<Platform> {
  const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const responses = { "200": { description: "", ...content(user) } };
  const inPath = (template: string): Json[] =>
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ name, in: "path", required: true, schema: text }));
  const inQuery = query === undefined ? [] : [{ name: query, in: "query", required: true, schema: text }];
  return platformServing([
    await scratch.load({
      paths: {
        "/users": {
          get: { responses: { "200": { description: "", ...content({ type: "array", items: user }) } } },
          post: { requestBody: content(user), responses },
        },
        "/users/{id}": {
          parameters: inPath("{id}"),
          get: { responses },
          delete: { responses: { "204": { description: "" } } },
        },
        [path]: {
          get: {
            summary,
            parameters: [...inPath(path), ...inQuery],
            responses: { "200": { description: "", ...content(shows) } },
          },
        },
      },
    }),
  ]);
}
