import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import type { JsonObject } from "../../../../contracts/index.ts";
import { createSearchPage } from "./portal-search.ts";

type Own = Awaited<ReturnType<typeof ownPlatform>>;

const executions = "/v2/flows/executions";
const order = { entity_id: "c04b1d4e-58a7-4e0d-b2a6-7d35f18f0c92", schema: "order" };
const other = { entity_id: "0d6e53b8-2f7a-4c19-a0c4-64be7f3a9e15", schema: "order" };
const time = "2026-01-05T12:00:00.000Z";

describe("createSearchPage()", () => {
  const statuses = fc.constantFrom("ongoing", "closed", "cancelled");
  const contexts = fc.array(fc.constantFrom(order, other, { ...order, schema: "contact" }), { maxLength: 2 });
  const stored = fc
    .array(fc.record({ status: statuses, contexts }), { maxLength: 12 })
    .map((all) => all.map((execution, index): JsonObject => ({ ...execution, id: `exec_${index}`, name: "Flow" })));
  const isFound = ({ contexts: own }: JsonObject) =>
    (own as JsonObject[]).some((each) => each["entity_id"] === order.entity_id && each["schema"] === "order");
  type Law = (searches: typeof createSearchPage) => void;
  const idsOf = (page: JsonObject) => (page["results"] as JsonObject[]).map(({ id }) => id);

  const findsAll: Law = (searches) =>
    fc.assert(
      fc.property(stored, fc.integer({ min: 1, max: 5 }), (all, size) => {
        const pages = Array.from({ length: 12 }, (_, index) => searches(all, { ...order, from: index * size, size }));
        const wanted = all.filter(isFound);
        expect(pages.flatMap(idsOf).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
        expect(pages.map(({ hits }) => hits)).toEqual(pages.map(() => wanted.length));
      }),
    );
  const ongoingFirst: Law = (searches) =>
    fc.assert(
      fc.property(stored, (all) => {
        const results = searches(all, { ...order, size: 100 })["results"] as JsonObject[];
        const marks = results.map(({ status }) => (status === "ongoing" ? 0 : 1));
        expect(marks).toEqual(marks.toSorted());
      }),
    );

  it.each<[string, Law]>([
    ["finds each execution of the entity once, page by page", findsAll],
    ["shows the ongoing ones first", ongoingFirst],
  ])("%s", (_, law) => {
    expect(() => law(createSearchPage)).not.toThrow();
  });

  it.each<[string, Law, typeof createSearchPage]>([
    ["ignores the schema", findsAll, (all, search) => createSearchPage(all.map(anyOrder), search)],
    ["ignores the page", findsAll, (all, search) => createSearchPage(all, { ...search, from: 0 })],
    [
      "keeps the order of creation",
      ongoingFirst,
      (all, search) => ({ ...createSearchPage(all, search), results: all.filter(isFound) }),
    ],
  ])("fails the law for an implementation that %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

const phases = ["Offer", "Permit", "Work"].map((name) => ({ id: `phase_${name}`, name }));
const tasks = phases.map(({ id, name }) => ({ id: `task_${name}`, name, type: "manual", phase_id: id }));
const edges = [
  { id: "edge_1", from_task_id: "task_Offer", to_task_id: "task_Work" },
  { id: "edge_2", from_task_id: "task_Offer", to_task_id: "task_Permit", condition_id: "cond_Listed" },
];

async function started(platform: Own, context = order, token?: string): Promise<string> {
  const body = { flow_template_id: "flow_Pump", name: "Heat pump", contexts: [context], phases, tasks, edges };
  return (await ask(platform, `POST ${executions}`, { body, token })).value.id;
}

const search = async (platform: Own): Promise<ParsedResponse["value"]> =>
  (await ask(platform, `POST ${executions}:portal-search`, { body: order })).value;

describe("POST /v2/flows/executions:portal-search", () => {
  it("returns the status of each stage, and NOT_REACHED for stages that never started", async () => {
    const platform = await ownPlatform();
    const id = await started(platform);
    await started(platform, other);
    await started(platform, order, "org_globex");
    const statuses = async () => (await search(platform)).results[0].stages.map(({ status }: JsonObject) => status);

    expect(await search(platform)).toEqual({
      hits: 1,
      results: [
        {
          id,
          title: "Heat pump",
          status: "ongoing",
          stages: [
            { id: "phase_Offer", title: "Offer", status: "IN_PROGRESS", reached_at: time },
            { id: "phase_Permit", title: "Permit", status: "NOT_REACHED" },
            { id: "phase_Work", title: "Work", status: "NOT_REACHED" },
          ],
        },
      ],
    });
    platform.clock.advance(60_000);
    await ask(platform, `PATCH ${executions}/${id}/tasks/task_Offer`, { body: { status: "completed" } });
    expect(await statuses()).toEqual(["COMPLETED", "NOT_REACHED", "IN_PROGRESS"]);
    expect((await search(platform)).results[0].stages[2].reached_at).toBe("2026-01-05T12:01:00.000Z");
    await ask(platform, `PATCH ${executions}/${id}/tasks/task_Work`, { body: { status: "skipped" } });
    await ask(platform, `PATCH ${executions}/${id}/tasks/task_Permit`, { body: { status: "skipped" } });
    await ask(platform, `PATCH ${executions}/${id}`, { body: { status: "closed" } });
    expect(await statuses()).toEqual(["COMPLETED", "NOT_REACHED", "SKIPPED"]);
  });

  it("returns no results without executions", async () => {
    expect(await search(await ownPlatform())).toEqual({ hits: 0, results: [] });
  });
});

describe("POST /v2/flows/executions:portal-search-batch", () => {
  it("returns the result of each search as if sent alone, in order", async () => {
    const platform = await ownPlatform();
    await started(platform);
    await started(platform);
    const searches = [other, order, { ...order, size: 1, from: 1 }];
    const alone = [];
    for (const body of searches) alone.push((await ask(platform, `POST ${executions}:portal-search`, { body })).value);
    const { value } = await ask(platform, `POST ${executions}:portal-search-batch`, { body: { searches } });

    expect(value).toEqual({ pages: alone });
    expect(alone.map(({ hits, results }) => [hits, results.length])).toEqual([
      [0, 0],
      [2, 2],
      [2, 1],
    ]);
  });
});

function anyOrder(execution: JsonObject): JsonObject {
  return {
    ...execution,
    contexts: (execution["contexts"] as JsonObject[]).map((context) => ({ ...context, schema: "order" })),
  };
}
