import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const named = object({ id: text, name: text });
const filter = object({
  id: text,
  label: text,
  type: text,
  tags: { type: "array", items: named },
  members: { type: "array", items: object({ id: text }) },
  project: named,
  home: object({ depotId: text }),
  complete: flag,
  hidden: flag,
});

/** Labels and note of a list of custom filters that a query selects. */
async function labelsAt(parameter: JsonObject, query: string) {
  const paths = {
    "/custom_filters": {
      post: { requestBody: content(filter), responses: { "201": { description: "It.", ...content(filter) } } },
      get: {
        parameters: [{ in: "query", schema: text, ...parameter }],
        responses: { "200": { description: "They.", ...content({ type: "array", items: filter }) } },
      },
    },
  };
  const platform = platformServing([compileInMemory({ paths })]);
  const finance = { id: "t1", name: "finance" };
  const report = { label: "a", type: "report", tags: [finance], members: [{ id: "u1" }], complete: true };
  const chart = { label: "b", type: "chart", tags: [], members: [], complete: false };
  for (const body of [
    { ...report, project: { id: "p1", name: "One" }, home: { depotId: "d1" }, hidden: true },
    { ...chart, project: { id: "p2", name: "Two" }, home: { depotId: "d2" }, hidden: true },
  ])
    await ask(platform, "POST /custom_filters", { body });
  const { value, headers } = await ask(platform, `GET /custom_filters?${query}`);
  const isUnderstood = headers["concord-note"] === undefined;
  return { labels: value.map(({ label }: { label: string }) => label).join(""), isUnderstood };
}

const states = (...values: string[]): JsonObject => ({ schema: { ...text, enum: values } });

describe("a filter by a related member", () => {
  it.each<[JsonObject, string, string]>([
    [{ name: "tags" }, "tags=t1", "a"],
    [{ name: "tagId" }, "tagId=t1", "a"],
    [{ name: "projectId" }, "projectId=p2", "b"],
    [{ name: "depotId" }, "depotId=d1", "a"],
    [{ name: "filter_type" }, "filter_type=report", "a"],
    [{ name: "customFilterType" }, "customFilterType=report", "a"],
    [{ name: "filterByType" }, "filterByType=chart", "b"],
  ])("%j selects by %s: %s", async (parameter, query, labels) => {
    expect(await labelsAt(parameter, query)).toEqual({ labels, isUnderstood: true });
  });

  it.each<[JsonObject, string]>([
    [{ name: "state", ...states("active", "late", "complete") }, "state=active"],
    [{ name: "state", ...states("active", "late") }, "state=late"],
    [{ name: "filter_mode" }, "filter_mode=x"],
    [{ name: "without_boss" }, "without_boss=u1"],
    [{ name: "without_members", schema: flag, description: "Makes the answer shorter." }, "without_members=true"],
    [{ name: "notify" }, "notify=x"],
  ])("%j is none: %s", async (parameter, query) => {
    expect(await labelsAt(parameter, query)).toEqual({ labels: "ab", isUnderstood: false });
  });

  it.each([
    [{ name: "tagId" }, "tagId=finance"],
    [{ name: "projectId" }, "projectId=One"],
  ])("%j is no name: %s", async (parameter, query) => {
    expect((await labelsAt(parameter, query)).labels).toBe("");
  });
});
