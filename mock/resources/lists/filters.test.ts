import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { compileInMemory, contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { compileMatcher } from "./matching.ts";

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
    labels: { type: "object", additionalProperties: text },
    owner: { type: "object", properties: { id: { type: "integer" }, name: text } },
    projectId: text,
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
  for (const [index, [name, status, due_at, city, labels]] of (
    [
      ["A", "open", "2026-03-01T12:00:00+02:00", "Bonn", { env: "prod" }],
      ["B", "done", "2026-03-01T11:00:00Z", "Kiel", { env: "test", old: "yes" }],
      ["C", "late", "2026-03-02T00:00:00Z", "Kiel", {}],
    ] as const
  ).entries()) {
    const related = { owner: { id: index + 7, name: `Owner ${index}` }, projectId: `p${index + 1}` };
    const own = { title: `Job of ${name}`, tags: ["new", name.toLowerCase()] };
    await ask(platform, "POST /jobs", {
      body: { name, status, due_at, address: { city }, labels, ...related, ...own },
    });
  }
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
    [{ name: "filter" }, "filter=status%20eq%20%22done%22%20and%20address.city%20eq%20%22Kiel%22", "B"],
    [{ name: "filter" }, "filter=any(status,[%22open%22,%22late%22])", "AC"],
    [{ name: "filter" }, "filter=or(equals(status,'open'),equals(name,'B'))", "AB"],
    [{ name: "filter" }, "filter=status:late", "C"],
    [{ name: "filter" }, "filter=status:open,done", "AB"],
    [{ name: "filter" }, "filter=status:open,name:A", "A"],
    [{ name: "filter" }, "filter=status%20in%20(open,late)", "AC"],
    [{ name: "filter" }, "filter=(status:open%20or%20status:done)%20and%20title%20co%20%22of%20B%22", "B"],
    [{ name: "filter" }, "filter=title%20pr%20and%20not%20(status%20eq%20%22open%22)", "BC"],
    [{ name: "textSearch" }, "textSearch=kiel", "BC"],
    [{ name: "title", description: "Jobs whose title contains this text." }, "title=of%20b", "B"],
    [{ name: "title", description: "Returns jobs by a part of their title." }, "title=JOB", "ABC"],
    [{ name: "title", description: "The title." }, "title=job", ""],
    [{ name: "tags", schema: texts, description: "Jobs with one of the tags." }, "tags=b&tags=c", "BC"],
    [{ name: "filter" }, "filter=greater-than(due_at,2026-03-01T10:30:00Z)", "BC"],
    [{ name: "due_after", schema: { ...text, format: "date-time" } }, "due_after=2026-03-01T10:30:00Z", "BC"],
    [{ name: "filter" }, "filter=status%20eq%20%22open%22%20or%20name%20eq%20%22B%22", "AB"],
    [{ name: "filter" }, "filter=not(status:open)", "BC"],
    [{ name: "filter", schema: { type: "object" }, style: "deepObject", explode: true }, "filter[status]=done", "B"],
    [{ name: "filter[status]" }, "filter[status]=done", "B"],
    [{ name: "Status" }, "Status=open", "A"],
    [{ name: "jobStatus" }, "jobStatus=open", "A"],
    [{ name: "STATUS", schema: { ...text, enum: ["DONE"] } }, "STATUS=DONE", "B"],
    [{ name: "titleContains" }, "titleContains=OF%20B", "B"],
    [{ name: "title__startswith" }, "title__startswith=job%20of%20c", "C"],
    [{ name: "status__is_not" }, "status__is_not=open", "BC"],
    [{ name: "status[ne]" }, "status[ne]=open", "BC"],
    [{ name: "nameEquals" }, "nameEquals=A", "A"],
    [{ name: "owner" }, "owner=7", "A"],
    [{ name: "ownerId" }, "ownerId=7", "A"],
    [{ name: "project" }, "project=p1", "A"],
    [{ name: "project_id" }, "project_id=p1", "A"],
    [{ name: "city" }, "city=Bonn", "A"],
    [{ name: "City" }, "City=Bonn", "A"],
    [{ name: "search_string" }, "search_string=kie*", "BC"],
    [{ name: "$filter" }, "$filter=status%20eq%20'late'%20or%20contains(name,'B')", "BC"],
    [{ name: "$filter" }, "$filter=not%20startswith(title,'Job%20of%20A')", "BC"],
    [{ name: "$search" }, "$search=kiel", "BC"],
    [{ name: "q" }, "q=*", "ABC"],
    [{ name: "$select" }, "$select=name", "ABC"],
  ])("%j selects by %s: %s", async (parameter, query, names) => {
    expect(await filtered(parameter, query)).toEqual({ names, note: undefined });
  });

  it.each<[JsonObject, string]>([
    [{ name: "filter" }, "filter=equals(boss,%22x%22)"],
    [{ name: "filters" }, "filters=[{%22boss%22:%22me%22}]"],
    [{ name: "scope", description: "Filters the jobs by their scope." }, "scope=mine"],
    [{ name: "scope" }, "scope=mine"],
    [{ name: "filter", schema: { type: "object" }, style: "deepObject", explode: true }, "filter[boss]=me"],
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
    const items = {
      contract: contractOfSchema({}),
      item: { type: "object", properties },
      noun: "job",
      listed: new Set(names),
    };
    const matcher = compileMatcher(items, { name: "q", schema: text });

    expect(matcher !== undefined).toBe(isKnown);
  });

  it.each<[string, JsonObject, string, string]>([
    ["keys and links", { id: text, uri: text }, "title=Job%20of%20B", "2"],
    ["keys and links", { id: text, uri: text }, "q=of%20c", "3"],
    ["names", { id: text, name: text }, "title=Job%20of%20B", "2"],
    ["names, which alone are searched", { id: text, name: text }, "q=job", ""],
  ])("sees what the item shows in a list of %s", async (_, properties, query, ids) => {
    const platform = platformServing([await scratch.load(documentOfSummaries(properties))]);
    for (const [id, name] of ["A", "B", "C"].entries())
      await ask(platform, "POST /jobs", { body: { id: String(id + 1), name, title: `Job of ${name}` } });

    const { value } = await ask(platform, `GET /jobs?${query}`);

    expect(value.map(({ id }: { id: string }) => id).join("")).toBe(ids);
  });
});

/** A list of summaries of jobs, filtered by a member that only the job itself shows. */
function documentOfSummaries(properties: JsonObject): JsonObject {
  const job = { type: "object", properties: { id: text, name: text, title: text } };
  const query = ["title", "q"].map((name) => ({ name, in: "query", schema: text }));
  const answer = (schema: JsonObject) => ({ description: "", ...jsonBody(schema) });
  return {
    paths: {
      "/jobs": {
        post: { requestBody: jsonBody(job), responses: { "201": answer(job) } },
        get: {
          parameters: query,
          responses: { "200": answer({ type: "array", items: { type: "object", properties } }) },
        },
      },
      "/jobs/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          responses: { "200": answer(job) },
        },
      },
    },
  };
}

describe("a member that only a create sends", () => {
  const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const crate = { type: "object", properties: { id: text, label: text } };
  const parameter = (name: string): JsonObject => ({ name, in: "query", schema: text });

  async function labelsAt(query: string): Promise<readonly unknown[]> {
    const sent = {
      type: "object",
      properties: { label: text, depot: text, password: text, note: { ...text, writeOnly: true } },
    };
    const paths = {
      "/crates": {
        get: {
          parameters: ["depot", "depotId", "password", "note", "rack"].map(parameter),
          responses: { "200": { description: "", ...content({ type: "array", items: crate }) } },
        },
        post: { requestBody: content(sent), responses: { "201": { description: "", ...content(crate) } } },
      },
    };
    const platform = platformServing([compileInMemory({ paths })]);
    for (const depot of ["north", "south"])
      await ask(platform, "POST /crates", { body: { label: depot, depot, password: depot, note: depot } });
    const { value } = await ask(platform, `GET /crates?${query}`);
    return value.map(({ label }: JsonObject) => label);
  }

  it.each(["depot=north", "depotId=north"])("filters its list: %s", async (query) => {
    expect(await labelsAt(query)).toEqual(["north"]);
  });

  it.each(["password=north", "note=north", "rack=north"])("is no secret and no other member: %s", async (query) => {
    expect(await labelsAt(query)).toEqual(["north", "south"]);
  });
});
