import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { matcherOf } from "./matching.ts";

const scratch = createScratch();

const text = { type: "string" };
const texts = { type: "array", items: text };
const states = { type: "string", enum: ["open", "done", "late"] };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const item = {
  type: "object",
  properties: {
    id: text,
    name: text,
    title: text,
    tags: texts,
    status: states,
    due_at: { ...text, format: "date-time" },
    address: { type: "object", properties: { city: text } },
  },
};

/** Names and note of a list that a query filters. Three items: A is open, B is done, C is late. */
async function filtered(parameter: JsonObject, query: string) {
  const paths = {
    "/jobs": {
      post: { requestBody: jsonBody(item), responses: { "201": { description: "", ...jsonBody(item) } } },
      get: {
        parameters: [{ in: "query", schema: text, ...parameter }],
        responses: { "200": { description: "", ...jsonBody({ type: "array", items: item }) } },
      },
    },
    "/jobs/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        responses: { "200": { description: "", ...jsonBody(item) } },
      },
    },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  for (const [name, status, due_at, city] of [
    ["A", "open", "2026-03-01T12:00:00+02:00", "Bonn"],
    ["B", "done", "2026-03-01T11:00:00Z", "Kiel"],
    ["C", "late", "2026-03-02T00:00:00Z", "Kiel"],
  ] as const)
    await ask(platform, "POST /jobs", {
      body: { name, status, due_at, address: { city }, title: `Job of ${name}`, tags: ["new", name.toLowerCase()] },
    });
  const { value, headers } = await ask(platform, `GET /jobs?${query}`);
  return { names: value.map(({ name }: { name: string }) => name).join(""), note: headers["concord-note"] };
}

describe("a filter", () => {
  const list = { type: "array", items: states };
  it.each<[JsonObject, string, string]>([
    [{ name: "status" }, "status=open", "A"],
    [{ name: "status" }, "status=open,done", "AB"],
    [{ name: "status[]", schema: list }, "status[]=open&status[]=late", "AC"],
    [{ name: "status.in" }, "status.in=done,late", "BC"],
    [{ name: "status_in" }, "status_in=done", "B"],
    [{ name: "statuses", schema: { ...text, enum: ["open", "done", "open,done"] } }, "statuses=open,done", "AB"],
    [{ name: "address.city" }, "address.city=Kiel", "BC"],
    [{ name: "filter" }, "filter=equals(status,%22open%22)", "A"],
    [{ name: "filter" }, "filter=any(status,[%22open%22,%22late%22])", "AC"],
    [{ name: "filter" }, "filter=status%20eq%20%22done%22%20and%20address.city%20eq%20%22Kiel%22", "B"],
    [{ name: "filter" }, "filter=status:late", "C"],
    [{ name: "filters" }, "filters=[{%22status%22:%22done%22}]", "B"],
    [{ name: "filter" }, "filter={%22status%22:[%22done%22,%22late%22],%22name%22:%22C%22}", "C"],
    [{ name: "textSearch" }, "textSearch=kiel", "BC"],
    [{ name: "title", description: "Jobs whose title contains this text." }, "title=of%20b", "B"],
    [{ name: "title", description: "Returns jobs by a part of their title." }, "title=JOB", "ABC"],
    [{ name: "title", description: "The title." }, "title=job", ""],
    [{ name: "tags", schema: texts, description: "Only jobs that have all the tags." }, "tags=new&tags=c", "C"],
    [{ name: "tags", schema: texts, description: "Jobs with one of the tags." }, "tags=b&tags=c", "BC"],
    [{ name: "filter" }, "filter=greater-than(due_at,2026-03-01T10:30:00Z)", "BC"],
    [{ name: "due_after", schema: { ...text, format: "date-time" } }, "due_after=2026-03-01T10:30:00Z", "BC"],
  ])("%j selects by %s: %s", async (parameter, query, names) => {
    expect(await filtered(parameter, query)).toEqual({ names, note: undefined });
  });

  it.each<[JsonObject, string]>([
    [{ name: "filter" }, "filter=status%20eq%20%22open%22%20or%20name%20eq%20%22B%22"],
    [{ name: "filter" }, "filter=equals(owner,%22x%22)"],
    [{ name: "filters" }, "filters=[{%22status%22:%22done%22},{%22name%22:%22A%22}]"],
    [{ name: "filters" }, "filters=[{%22owner%22:%22me%22}]"],
    [{ name: "scope", description: "Filters the jobs by their scope." }, "scope=mine"],
  ])("that is not understood is named in a note: %j, %s", async (parameter, query) => {
    expect(await filtered(parameter, query)).toEqual({
      names: "ABC",
      note: `the list is not filtered by ${String(parameter["name"])}, which the mock does not understand`,
    });
  });

  it("by a text with a comma is one value", async () => {
    expect(await filtered({ name: "name" }, "name=A,B")).toEqual({ names: "", note: undefined });
  });

  it.each<[readonly string[], boolean]>([
    [["id", "uri"], false],
    [["href"], false],
    [["id", "name"], true],
  ])("by words needs items with texts: %j", (names, isKnown) => {
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const matcher = matcherOf(contractOfSchema({}), { type: "object", properties }, { name: "q", schema: text });

    expect(matcher !== undefined).toBe(isKnown);
  });
});
