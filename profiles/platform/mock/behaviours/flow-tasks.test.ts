import { createPlatformMock } from "../../mock.ts";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

type Own = Awaited<ReturnType<typeof ownPlatform>>;

const executions = "/v2/flows/executions";
const time = "2026-01-05T12:00:00.000Z";
const minuteLater = "2026-01-05T12:01:00.000Z";

const repair = {
  flow_template_id: "flow_RoofRepair",
  name: "Roof repair",
  phases: [{ id: "phase_Repair", name: "Repair" }],
  tasks: [
    { id: "task_Order", name: "Order", type: "manual", phase_id: "phase_Repair" },
    { id: "task_Invoice", name: "Invoice", type: "automation", phase_id: "phase_Repair" },
  ],
  edges: [{ id: "edge_1", from_task_id: "task_Order", to_task_id: "task_Invoice" }],
};

async function started(platform: Own, body: Record<string, unknown> = repair): Promise<string> {
  const { status, value } = await ask(platform, `POST ${executions}`, { body: body as typeof repair });
  expect(status).toBe(201);
  return `${executions}/${value.id}`;
}

/** The tasks as the execution, the list, the list of executions and each task itself show them, if they all agree. */
async function agreed(platform: Own, path: string): Promise<ParsedResponse["value"]> {
  const { value } = await ask(platform, `GET ${path}`);
  const listed = (await ask(platform, `GET ${path}/tasks`)).value;
  const each = await Promise.all(listed.map(({ id }: { id: string }) => ask(platform, `GET ${path}/tasks/${id}`)));
  expect(listed).toEqual(value.tasks ?? []);
  expect(each.map((task) => task.value)).toEqual(value.tasks ?? []);
  expect((await ask(platform, `GET ${executions}`)).value.results).toContainEqual(value);
  return value.tasks;
}

describe("POST /v2/flows/executions", () => {
  it("creates an ongoing execution, in which tasks without an incoming edge are open", async () => {
    const platform = await ownPlatform();
    const { value } = await ask(platform, `POST ${executions}`, { body: { ...repair, status: "closed" } });

    expect(value).toEqual({
      ...repair,
      id: expect.stringMatching(/^exec_/) as string,
      status: "ongoing",
      tasks: [
        { ...repair.tasks[0], status: "open", created_at: time, updated_at: time },
        { ...repair.tasks[1], status: "pending", created_at: time, updated_at: time },
      ],
      created_at: time,
      updated_at: time,
    });
    expect((await ask(platform, `GET ${executions}/${value.id}`)).value).toEqual(value);
  });

  it("copies members that the request lacks from the template", async () => {
    const platform = await ownPlatform();
    const { flow_template_id: _, ...template } = repair;
    const { value } = await ask(platform, "POST /v2/flows/templates", { body: template });
    const path = await started(platform, { flow_template_id: value.id, edges: [] });

    expect((await ask(platform, `GET ${path}`)).value).toMatchObject({ name: "Roof repair", phases: repair.phases });
    expect((await agreed(platform, path)).map((task: ParsedResponse["value"]) => task.status)).toEqual([
      "open",
      "open",
    ]);
  });
});

describe("the tasks of an execution", () => {
  it("are equal in all responses after each change", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    await agreed(platform, path);
    platform.clock.advance(60_000);
    const added = await ask(platform, `POST ${path}/tasks`, { body: { name: "Call", type: "manual" } });
    const task = { id: added.value.id, name: "Call", type: "manual", status: "open" };

    expect(added.status).toBe(201);
    expect(added.headers["location"]).toBe(`${path}/tasks/${added.value.id}`);
    expect(added.value).toEqual({ ...task, created_at: minuteLater, updated_at: minuteLater });
    expect(await agreed(platform, path)).toHaveLength(3);

    const done = await ask(platform, `PATCH ${path}/tasks/task_Order`, { body: { status: "completed" } });
    const [order, invoice] = await agreed(platform, path);

    expect(done.value).toMatchObject({ status: "completed", completed_at: minuteLater, created_at: time });
    expect(order).toEqual(done.value);
    expect(invoice).toMatchObject({ status: "open", updated_at: minuteLater });
    expect((await ask(platform, `GET ${path}`)).value.updated_at).toBe(minuteLater);

    await ask(platform, `PATCH ${path}/tasks/task_Order`, { body: { status: "open" } });
    expect((await agreed(platform, path))[0]).not.toHaveProperty("completed_at");
  });

  it("do not change when a PATCH of the execution contains tasks", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const before = await agreed(platform, path);
    const { value } = await ask(platform, `PATCH ${path}`, { body: { name: "Storm damage", tasks: [], edges: [] } });

    expect(value).toMatchObject({ name: "Storm damage", edges: repair.edges });
    expect(await agreed(platform, path)).toEqual(before);
  });

  it("run at their scheduled time, and not before", async () => {
    const platform = await ownPlatform({ profile: createPlatformMock({ runSeconds: 5 }) });
    const path = await started(platform);
    const body = { name: "Remind", type: "automation", schedule: { run_at: minuteLater } };
    const { value } = await ask(platform, `POST ${path}/tasks`, { body });
    const status = async () => (await agreed(platform, path)).at(-1).status;

    expect(value.status).toBe("scheduled");
    platform.clock.advance(59_999);
    expect(await status()).toBe("scheduled");
    platform.clock.advance(1);
    expect(await status()).toBe("running");
    platform.clock.advance(5000);
    expect(await status()).toBe("completed");
  });

  it("follow the edge that the entity of the main context selects", async () => {
    const platform = await ownPlatform();
    const order = (await ask(platform, "POST /v1/entity/order", { body: { is_dry: false } })).value;
    const source = { origin_type: "main_context", schema: "order", attribute: "is_dry" };
    const dry = { id: "cond_Dry", statements: [{ source, operator: "equals", values: [true] }] };
    const body = {
      ...repair,
      contexts: [{ entity_id: order.id, schema: "order" }],
      tasks: [
        { id: "task_Wait", name: "Wait", type: "manual" },
        { id: "task_Dry", name: "Is it dry?", type: "decision", conditions: [dry] },
        { id: "task_Invoice", name: "Invoice", type: "manual" },
        { id: "task_Again", name: "Repair again", type: "manual" },
      ],
      edges: [
        { id: "edge_1", from_task_id: "task_Wait", to_task_id: "task_Dry" },
        { id: "edge_2", from_task_id: "task_Dry", to_task_id: "task_Invoice", condition_id: "cond_Dry" },
        { id: "edge_3", from_task_id: "task_Dry", to_task_id: "task_Again", otherwise: true },
      ],
    };
    const statuses = async (path: string) => {
      await ask(platform, `PATCH ${path}/tasks/task_Wait`, { body: { status: "completed" } });
      return (await agreed(platform, path)).map(({ status }: { status: string }) => status);
    };

    expect(await statuses(await started(platform, body))).toEqual(["completed", "completed", "pending", "open"]);
    await ask(platform, `PATCH /v1/entity/order/${order.id}`, { body: { is_dry: true } });
    expect(await statuses(await started(platform, body))).toEqual(["completed", "completed", "open", "pending"]);
    const atOnce = await started(platform, { ...body, edges: body.edges.slice(1), tasks: body.tasks.slice(1) });
    expect((await agreed(platform, atOnce)).map(({ status }: { status: string }) => status)).toEqual([
      "completed",
      "open",
      "pending",
    ]);
  });

  it("get 404 for a missing execution or task, and for another organization", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const calls: [string, string?][] = [
      [`GET ${executions}/exec_None/tasks`],
      [`POST ${executions}/exec_None/tasks`],
      [`GET ${path}/tasks/task_None`],
      [`PATCH ${path}/tasks/task_None`],
      [`GET ${path}/tasks/task_None/email-preview`],
      [`GET ${path}/tasks/task_Order`, "org_globex"],
    ];
    for (const [line, token] of calls) {
      const body = line.startsWith("GET") ? {} : { body: { name: "Call", type: "manual" } };
      expect((await ask(platform, line, { ...body, token })).status, line).toBe(404);
    }
    expect((await ask(platform, `GET ${path}/tasks/task_Order/email-preview`)).status).toBe(200);
  });

  it("can be added by many concurrent requests", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const body = { name: "Call", type: "manual" };
    await Promise.all(Array.from({ length: 20 }, () => ask(platform, `POST ${path}/tasks`, { body })));

    expect(new Set((await agreed(platform, path)).map(({ id }: { id: string }) => id)).size).toBe(22);
  });
});

describe("PATCH /v2/flows/executions/{execution_id}", () => {
  it("stores the time of closing until the execution is reopened", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const closed = await ask(platform, `PATCH ${path}`, {
      body: { status: "closed", closing_reason_id: "reason_Dry" },
    });
    platform.clock.advance(60_000);
    const later = await ask(platform, `PATCH ${path}`, { body: { name: "Roof" } });
    const again = await ask(platform, `PATCH ${path}`, { body: { status: "ongoing" } });

    expect(closed.value).toMatchObject({ status: "closed", closed_at: time, closing_reason_id: "reason_Dry" });
    expect(later.value).toMatchObject({ status: "closed", closed_at: time, updated_at: minuteLater });
    expect(again.value).not.toHaveProperty("closed_at");
  });
});
