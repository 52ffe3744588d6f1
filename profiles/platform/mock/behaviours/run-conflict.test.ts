import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { explainRunConflict } from "./run-conflict.ts";

type Own = Awaited<ReturnType<typeof ownPlatform>>;

const executions = "/v2/flows/executions";
const later = "2026-02-01T08:00:00Z";
const tasks = [
  { id: "task_Manual", name: "Visit", type: "manual" },
  { id: "task_Auto", name: "Confirm", type: "automation" },
  { id: "task_Timed", name: "Remind", type: "automation", schedule: { run_at: later } },
  { id: "task_Next", name: "Invoice", type: "automation" },
];
const edges = [{ id: "edge_1", from_task_id: "task_Auto", to_task_id: "task_Next" }];

async function started(platform: Own): Promise<string> {
  const body = { flow_template_id: "flow_Offer", name: "Offer", tasks, edges };
  return `${executions}/${(await ask(platform, `POST ${executions}`, { body })).value.id}`;
}

describe("explainRunConflict()", () => {
  const statuses = ["pending", "open", "scheduled", "running", "completed", "skipped", "failed"];
  const states = fc.record({
    execution: fc.record({ id: fc.constant("exec_1"), status: fc.constantFrom("ongoing", "closed", "cancelled") }),
    task: fc.record({
      id: fc.constant("task_1"),
      type: fc.constantFrom("manual", "automation"),
      status: fc.constantFrom(...statuses),
    }),
  });
  type Law = (judges: typeof explainRunConflict) => void;
  const refusesWhatIsOver: Law = (judges) =>
    fc.assert(
      fc.property(states, ({ execution, task }) => {
        const isOver = ["running", "completed", "skipped"].includes(task.status) || execution.status !== "ongoing";
        if (isOver) expect(judges(execution, task)?.status).toBe(409);
      }),
    );
  const allowsWhatWaits: Law = (judges) =>
    fc.assert(
      fc.property(states, ({ execution, task }) => {
        const waits = ["pending", "open", "scheduled", "failed"];
        if (execution.status === "ongoing" && task.type === "automation" && waits.includes(task.status))
          expect(judges(execution, task)).toBeUndefined();
      }),
    );

  it.each<[string, Law]>([
    ["refuses a running, completed or skipped task, and every task of a closed execution", refusesWhatIsOver],
    ["allows the run of an open task", allowsWhatWaits],
  ])("%s", (_, law) => {
    expect(() => law(explainRunConflict)).not.toThrow();
  });

  it.each<[string, Law, typeof explainRunConflict]>([
    [
      "ignores the status of the execution",
      refusesWhatIsOver,
      (execution, task) => explainRunConflict({ ...execution, status: "ongoing" }, task),
    ],
    [
      "does not heed the task",
      refusesWhatIsOver,
      (execution, task) => explainRunConflict(execution, { ...task, status: "open" }),
    ],
    [
      "wants a schedule",
      allowsWhatWaits,
      (_, task) => (task["status"] === "scheduled" ? undefined : { refused: "It has no schedule", status: 409 }),
    ],
  ])("fails the law for an implementation that %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

describe("POST …/automation:run", () => {
  it("shows a running task in the task and in the execution, until it is completed", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const run = await ask(platform, `POST ${path}/tasks/task_Auto/automation:run`, { body: { note: "By phone" } });

    expect(run).toMatchObject({ status: 202, headers: { "concord-basis": "assumed" } });
    expect(run.value).toEqual({
      id: expect.stringMatching(/^run_[a-f0-9]{12}$/) as string,
      task_id: "task_Auto",
      started_at: "2026-01-05T12:00:00.000Z",
      note: "By phone",
    });
    platform.clock.advance(9999);
    expect((await ask(platform, `GET ${path}/tasks/task_Auto`)).value.status).toBe("running");
    expect((await ask(platform, `GET ${path}`)).value.tasks[1].status).toBe("running");
    platform.clock.advance(1);
    const { tasks: after } = (await ask(platform, `GET ${path}`)).value;

    expect(after[1]).toMatchObject({ status: "completed", completed_at: "2026-01-05T12:00:10.000Z" });
    expect(after[3].status).toBe("open");
    expect((await ask(platform, `GET ${path}/tasks/task_Auto`)).value).toEqual(after[1]);
  });

  it("completes a run although the execution changes during the run", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    await ask(platform, `POST ${path}/tasks/task_Auto/automation:run`);
    await ask(platform, `PATCH ${path}`, { body: { name: "Another" } });
    await ask(platform, `PATCH ${path}/tasks/task_Auto`, { body: { name: "Another" } });
    platform.clock.advance(10_000);

    expect((await ask(platform, `GET ${path}/tasks/task_Auto`)).value).toMatchObject({
      name: "Another",
      status: "completed",
    });
  });

  it('fails an automation with the id "fail…", does not open its successors, and can run again', async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const config = (id: string) => ({ body: { automation_config: { automation_id: id } } });
    const run = async () => {
      expect((await ask(platform, `POST ${path}/tasks/task_Auto/automation:run`)).status).toBe(202);
      platform.clock.advance(10_000);
      const now = (await ask(platform, `GET ${path}`)).value.tasks;
      return [now[1].status, now[3].status, now[1].completed_at];
    };
    await ask(platform, `PATCH ${path}/tasks/task_Auto`, config("auto_Fail1"));

    expect(await run()).toEqual(["failed", "pending", undefined]);
    expect(await run()).toEqual(["failed", "pending", undefined]);
    await ask(platform, `PATCH ${path}/tasks/task_Auto`, config("auto_Mended"));
    expect(await run()).toEqual(["completed", "open", "2026-01-05T12:00:30.000Z"]);
  });

  it("starts one run for many concurrent requests", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);
    const line = `POST ${path}/tasks/task_Auto/automation:run`;
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(platform, line)));

    expect(all.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(9).fill(409)]);
  });
});

describe("POST …/schedule/run-now", () => {
  it("runs a scheduled task before its time, and does not run it again at that time", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);

    expect((await ask(platform, `POST ${path}/tasks/task_Timed/schedule/run-now`)).status).toBe(202);
    expect((await ask(platform, `GET ${path}/tasks/task_Timed`)).value.status).toBe("running");
    platform.clock.advance(90 * 86_400_000);
    expect((await ask(platform, `GET ${path}/tasks/task_Timed`)).value).toMatchObject({
      status: "completed",
      completed_at: "2026-01-05T12:00:10.000Z",
    });
  });
});

describe("a request for a run", () => {
  it.each<[string, string, (platform: Own, path: string) => Promise<unknown>, string]>([
    ["is running", "task_Auto/automation:run", ran, 'The automation of task "task_Auto" is running already'],
    ["is done", "task_Auto/automation:run", done, 'Task "task_Auto" is done already, since 2026-01-05T12:00:00.000Z'],
    ["was skipped", "task_Auto/automation:run", skipped, 'Task "task_Auto" was skipped'],
    [
      "has no automation",
      "task_Manual/automation:run",
      nothing,
      'Task "task_Manual" is manual: it has no automation to run',
    ],
    [
      "is done by people",
      "task_Manual/schedule/run-now",
      begun,
      'Task "task_Manual" is manual: it has no automation to run',
    ],
    [
      "has run by itself",
      "task_Timed/schedule/run-now",
      waited,
      'Task "task_Timed" is done already, since 2026-02-01T08:00:10.000Z',
    ],
    ["is in a closed execution", "task_Timed/schedule/run-now", closed, "is closed: its tasks do not run any more"],
  ])("is refused with 409 and changes nothing if the task %s", async (_, action, prepare, reason) => {
    const platform = await ownPlatform();
    const path = await started(platform);
    await prepare(platform, path);
    const before = await ask(platform, `GET ${path}`);
    const refused = await ask(platform, `POST ${path}/tasks/${action}`);

    expect(refused).toMatchObject({ status: 409, headers: { "concord-basis": "stated" } });
    expect(refused.value.detail).toContain(reason);
    expect(await ask(platform, `GET ${path}`)).toEqual(before);
  });

  it("accepts run-now for a task without a schedule", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);

    expect(await ask(platform, `POST ${path}/tasks/task_Auto/schedule/run-now`)).toMatchObject({ status: 202 });
    expect(await ask(platform, `POST ${path}/tasks/task_Auto/schedule/run-now`)).toMatchObject({ status: 409 });
  });

  it("gets 404 for a missing task or execution, and for another organization", async () => {
    const platform = await ownPlatform();
    const path = await started(platform);

    for (const action of ["automation:run", "schedule/run-now"]) {
      expect((await ask(platform, `POST ${path}/tasks/task_None/${action}`)).status).toBe(404);
      expect((await ask(platform, `POST ${executions}/exec_None/tasks/task_Auto/${action}`)).status).toBe(404);
      expect((await ask(platform, `POST ${path}/tasks/task_Auto/${action}`, { token: "org_globex" })).status).toBe(404);
    }
  });
});

const ran = (platform: Own, path: string) => ask(platform, `POST ${path}/tasks/task_Auto/automation:run`);
const done = (platform: Own, path: string) =>
  ask(platform, `PATCH ${path}/tasks/task_Auto`, { body: { status: "completed" } });
const begun = async (platform: Own, path: string): Promise<void> => {
  const schedule = { run_at: "2026-02-01T08:00:00Z" };
  await ask(platform, `PATCH ${path}/tasks/task_Manual`, { body: { schedule } });
  await ask(platform, `POST ${path}/tasks/task_Manual/schedule/run-now`);
};
const skipped = (platform: Own, path: string) =>
  ask(platform, `PATCH ${path}/tasks/task_Auto`, { body: { status: "skipped" } });
const closed = (platform: Own, path: string) => ask(platform, `PATCH ${path}`, { body: { status: "closed" } });
const nothing = async (): Promise<void> => {};
const waited = async (platform: Own): Promise<void> => platform.clock.advance(60 * 86_400_000);
