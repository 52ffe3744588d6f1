import { expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { conform } from "../index.ts";

const places = ["startAfter", "endBefore", "startingAfter", "ending_before", "sinceId", "page[after]"];
const contract = compileInMemory({
  servers: [{ url: "/" }],
  paths: {
    "/pets": {
      get: {
        parameters: ["color", ...places].map((name) => ({ name, in: "query", schema: { type: "string" } })),
        responses: { 200: { description: "", content: { "application/json": { schema: { type: "array" } } } } },
      },
    },
  },
});

it("reports a refused value, but not the name of a place in a list, which the contract does not show", async () => {
  await using provider = await startReceiver(({ url }) => {
    const isNamed = [...new URL(url, "http://localhost").searchParams.values()].some((value) => value !== "");
    return { status: isNamed ? 400 : 200, headers: { "content-type": "application/json" }, body: "[]" };
  });
  const { failures } = await conform({ contracts: [contract], target: provider.url, seed: 1, runs: 5 });

  const refused = failures.filter(({ check }) => check === "boundaries-accepted").map(({ message }) => message);
  expect(refused).toContainEqual(expect.stringContaining("query /color"));
  expect(refused.filter((message) => !message.includes("/color"))).toEqual([]);
});

it("reports a listed or bounded value that is refused with every value, in a query and in a body", async () => {
  const schemas: JsonObject = {
    color: { type: "string", enum: ["red", "blue"] },
    limit: { type: "integer", maximum: 9 },
    level: { type: "integer", minimum: 1, maximum: 5 },
    archived: { type: "boolean" },
    owner: { type: "string" },
    count: { type: "integer" },
  };
  const described = { 200: { description: "" }, 400: { description: "" } };
  const content = { "application/json": { schema: { type: "object", properties: schemas } } };
  const document = compileInMemory({
    servers: [{ url: "/" }],
    paths: {
      "/search": {
        get: {
          parameters: Object.entries(schemas).map(([name, schema]) => ({ name, in: "query", schema })),
          responses: described,
        },
      },
      "/lookup": { put: { requestBody: { required: true, content }, responses: described } },
    },
  });
  await using provider = await startReceiver(({ url, body }) => {
    const isPlain = url === "/search" || String(body) === "{}";
    return { status: isPlain ? 200 : 400 };
  });
  const { failures } = await conform({
    contracts: [document],
    target: provider.url,
    mode: "sandbox",
    seed: 1,
    runs: 5,
    property: "boundaries-accepted",
  });

  const refused = failures.map(({ operation, message }) => `${operation} ${/"(\w+)"/.exec(message)?.[1]}`).toSorted();
  expect(refused).toEqual(
    ["GET /search", "PUT /lookup"].flatMap((each) =>
      ["archived", "color", "level", "limit"].map((name) => `${each} ${name}`),
    ),
  );
});

it("reports a refused empty query parameter only if the contract allows empty values", async () => {
  const tags = { in: "query", schema: { type: "array", items: { type: "string" } }, explode: false };
  const document = compileInMemory({
    servers: [{ url: "/" }],
    paths: {
      "/pets": {
        get: {
          parameters: [
            { name: "tags", ...tags },
            { name: "marks", allowEmptyValue: true, ...tags },
          ],
          responses: { 200: { description: "" }, 400: { description: "" } },
        },
      },
    },
  });
  await using provider = await startReceiver(({ url }) => ({ status: /=(&|$)/.test(url) ? 400 : 200 }));
  const { failures } = await conform({ contracts: [document], target: provider.url, seed: 1, runs: 5 });

  const refused = failures.filter(({ check }) => check === "boundaries-accepted").map(({ message }) => message);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((message) => !message.includes("query /marks"))).toEqual([]);
});

/** Report on a provider that refuses some years, and the bodies that it got. */
async function bookBodies(isRefused: (year: number) => boolean): Promise<{ messages: string[]; bodies: JsonObject[] }> {
  const properties = {
    year: { type: "integer", minimum: 1450, maximum: 2100 },
    pages: { type: "integer", minimum: 1, maximum: 9000 },
    copies: { type: "integer", minimum: 1, maximum: 50 },
  };
  const schema = { type: "object", required: Object.keys(properties), properties };
  const document = compileInMemory({
    servers: [{ url: "/" }],
    paths: {
      "/books": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 204: { description: "" }, 400: { description: "" } },
        },
      },
    },
  });
  const bodies: JsonObject[] = [];
  await using provider = await startReceiver(({ method, body }) => {
    if (method !== "POST") return { status: 404 };
    const sent = JSON.parse(String(body)) as JsonObject;
    bodies.push(sent);
    return { status: isRefused(Number(sent["year"])) ? 400 : 204 };
  });
  const { failures } = await conform({
    contracts: [document],
    target: provider.url,
    mode: "sandbox",
    seed: 1,
    property: "boundaries-accepted",
  });
  return { messages: failures.map(({ message }) => message), bodies };
}

it("sends bounds of several members in one request, and each alone only if it is refused", async () => {
  const right = await bookBodies(() => false);
  const wrong = await bookBodies((year) => year === 2100);

  expect(right.messages).toEqual([]);
  expect(right.bodies).toContainEqual({ year: 2100, pages: 9000, copies: 50 });
  expect(wrong.messages).toEqual([expect.stringContaining("body/year maximum")]);
  expect(wrong.bodies.length).toBeGreaterThan(right.bodies.length);
});
