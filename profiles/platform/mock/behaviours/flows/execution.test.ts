import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noon } from "../../../../../test/support/mock/ask.ts";
import type { JsonObject } from "../../../../../contracts/index.ts";
import { formatMoment } from "../../../../../mock/model/clock.ts";
import {
  type ProgressInputs,
  withSuccessorsDue,
  initialExecution,
  runningTask,
  advanceExecution,
  listTasks,
  withTask,
} from "./execution.ts";

const course: ProgressInputs = { runTime: 10_000, entityAt: () => undefined };
const ids = ["task_1", "task_2", "task_3", "task_4"];

// Executions with a few tasks, some scheduled within a minute. Their edges may form cycles.
const executions = fc
  .tuple(
    fc.array(fc.option(fc.nat(60_000), { nil: undefined }), { minLength: 1, maxLength: ids.length }),
    fc.array(fc.record({ from_task_id: fc.constantFrom(...ids), to_task_id: fc.constantFrom(...ids) }), {
      maxLength: 4,
    }),
  )
  .map(([schedules, edges]) => {
    const tasks = schedules.map((at, index) => ({
      id: ids[index] as string,
      type: "automation",
      ...(at !== undefined && { schedule: { run_at: formatMoment(noon + at) } }),
    }));
    return initialExecution({ tasks, edges }, undefined, noon);
  });

describe("advanceExecution()", () => {
  it.each<[string, Law]>([
    ["returns the same execution, with or without an earlier read", looksInBetween],
    ["does not change a closed execution", leavesClosed],
  ])("%s", (_, law) => {
    expect(() => law(advanceExecution)).not.toThrow();
  });

  it.each<[string, Law, typeof advanceExecution]>([
    ["starts a run at the time of the read", looksInBetween, lateBy],
    ["never ends the run of a scheduled task", looksInBetween, oneStep],
    ["changes a closed execution", leavesClosed, (execution, ...rest) => advanceExecution(ongoing(execution), ...rest)],
  ])("fails the law for an implementation that %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });

  it("starts a scheduled task at its time, ends its run, and opens the next task", () => {
    const schedule = { run_at: formatMoment(noon + 1000) };
    const execution = initialExecution(
      {
        tasks: [{ id: "task_1", schedule }, { id: "task_2" }, { id: "task_3" }],
        edges: [
          { id: "edge_1", from_task_id: "task_1", to_task_id: "task_2" },
          { id: "edge_2", from_task_id: "task_1", to_task_id: "task_3", condition_id: "cond_1" },
        ],
      },
      undefined,
      noon,
    );
    const statuses = (after: number) =>
      listTasks(advanceExecution(execution, noon + after, course)).map((task) => task["status"]);

    expect(statuses(999)).toEqual(["scheduled", "pending", "pending"]);
    expect(statuses(1000)).toEqual(["running", "pending", "pending"]);
    expect(statuses(10_999)).toEqual(["running", "pending", "pending"]);
    expect(statuses(11_000)).toEqual(["completed", "open", "pending"]);
    expect(listTasks(advanceExecution(execution, noon + 99_000, course))[0]).toMatchObject({
      completed_at: formatMoment(noon + 11_000),
      updated_at: formatMoment(noon + 11_000),
    });
  });
});

describe("a decision", () => {
  const [yes, no] = [{ id: "task_Yes" }, { id: "task_No" }];
  const contexts = [{ entity_id: "e1", schema: "order" }];
  const source = { origin_type: "main_context", schema: "order", attribute: "is_dry" };
  const dry = { id: "cond_Dry", statements: [{ source, operator: "equals", values: [true] }] };
  const wet = { id: "cond_Wet", statements: [{ source, operator: "equals", values: [false] }] };
  const deciding = (conditions: JsonObject[], edges: JsonObject[]): JsonObject =>
    initialExecution(
      {
        contexts,
        tasks: [{ id: "task_1" }, { id: "task_2", type: "decision", conditions }, yes, no],
        edges: [{ from_task_id: "task_1", to_task_id: "task_2" }, ...edges],
      },
      undefined,
      noon,
    );
  const ways = [
    { from_task_id: "task_2", to_task_id: "task_Yes", condition_id: "cond_Dry" },
    { from_task_id: "task_2", to_task_id: "task_No", otherwise: true },
  ];
  const after = (execution: JsonObject, order: JsonObject | undefined): unknown[] => {
    const its = { ...course, entityAt: () => order };
    const first = listTasks(execution)[0] as JsonObject;
    const done = withTask(execution, { ...first, status: "completed" }, noon);
    return listTasks(advanceExecution(withSuccessorsDue(done, execution, { now: noon, ...its }), noon, its)).map(
      ({ status }) => status,
    );
  };

  it.each<[string, JsonObject | undefined, JsonObject[], JsonObject[], string[]]>([
    ["opens the task whose condition is true", { is_dry: true }, [dry], ways, ["open", "pending"]],
    ["opens the other task if no condition is true", { is_dry: false }, [dry], ways, ["pending", "open"]],
    ["opens the other task if there is no entity", undefined, [dry], ways, ["pending", "open"]],
    [
      "follows only the first true condition",
      { is_dry: true },
      [{ id: "cond_Any" }, dry],
      ways,
      ["pending", "pending"],
    ],
    [
      "opens no task for a false condition",
      { is_dry: true },
      [wet, dry],
      ways.map((way) => ({ ...way, condition_id: "cond_Wet", otherwise: false })),
      ["pending", "pending"],
    ],
  ])("%s", (_, order, conditions, edges, expected) => {
    expect(after(deciding(conditions, edges), order)).toEqual(["completed", "completed", ...expected]);
  });

  it("stays open without conditions, until a person decides", () => {
    expect(after(deciding([], ways), { is_dry: true })).toEqual(["completed", "open", "pending", "pending"]);
  });
});

describe("withSuccessorsDue()", () => {
  /** Effects on an execution when one of its tasks changes. */
  const changedBy: typeof withTask = (execution, task, now) =>
    withSuccessorsDue(withTask(execution, task, now), execution, { now, ...course });

  const changesOne = (changes: typeof withTask): void => {
    const statuses = fc.constantFrom("open", "completed", "skipped", "running");
    const law = fc.property(executions, statuses, (execution, status) => {
      const [first, ...others] = listTasks(execution) as [JsonObject, ...JsonObject[]];
      const [changed, ...after] = listTasks(changes(execution, { ...first, status }, noon));
      const isOver = status === "completed" || status === "skipped";
      expect(changed).toEqual({ ...first, status });
      expect(after.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
      for (const [index, task] of after.entries()) {
        const follows = (execution["edges"] as JsonObject[]).some(
          ({ from_task_id: from, to_task_id: to }) => from === first["id"] && to === task["id"],
        );
        const was = others[index] as JsonObject;
        if (isOver && follows && was["status"] === "pending") expect(["open", "scheduled"]).toContain(task["status"]);
        else expect(task).toEqual(was);
      }
    });
    fc.assert(law);
  };

  it("changes one task, opens only its successors, and keeps the order of tasks", () => {
    expect(() => changesOne(changedBy)).not.toThrow();
  });

  it.each<[string, typeof withTask]>([
    ["opens no successors", (execution, ...rest) => ({ ...changedBy({ ...execution, edges: [] }, ...rest) })],
    ["opens every pending task", (execution, ...rest) => opened(changedBy(execution, ...rest))],
    ["reverses the order of tasks", (execution, ...rest) => turned(changedBy(execution, ...rest))],
  ])("fails the law for an implementation that %s", (_, planted) => {
    expect(() => changesOne(planted)).toThrow("Property failed");
  });
});

/** Throws if the law is violated. */
type Law = (settles: typeof advanceExecution) => void;

function looksInBetween(settles: typeof advanceExecution): void {
  const law = fc.property(executions, fc.nat(90_000), fc.nat(90_000), (execution, first, later) => {
    const once = settles(execution, noon + first + later, course);
    const twice = settles(settles(execution, noon + first, course), noon + first + later, course);
    expect(twice).toEqual(once);
  });
  fc.assert(law, { numRuns: 300 });
}

function leavesClosed(settles: typeof advanceExecution): void {
  const law = fc.property(executions, fc.nat(90_000), (execution, later) => {
    const closed = { ...execution, status: "closed" };
    expect(settles(closed, noon + later, course)).toBe(closed);
  });
  fc.assert(law);
}

function ongoing(execution: JsonObject): JsonObject {
  return { ...execution, status: "ongoing" };
}

function lateBy(execution: JsonObject, now: number, { runTime }: ProgressInputs): JsonObject {
  const due = listTasks(execution).find((task) => task["status"] === "scheduled");
  return due ? withTask(execution, runningTask(due, now, runTime), now) : execution;
}

function oneStep(execution: JsonObject, now: number, its: ProgressInputs): JsonObject {
  const due = listTasks(execution).find(({ status, run_ends_at: end }) => status === "running" && Number(end) <= now);
  return due ? advanceExecution(execution, now, its) : lateBy(execution, noon + 60_000, its);
}

function opened(execution: JsonObject): JsonObject {
  const tasks = listTasks(execution).map((task) => (task["status"] === "pending" ? { ...task, status: "open" } : task));
  return { ...execution, tasks };
}

function turned(execution: JsonObject): JsonObject {
  return { ...execution, tasks: listTasks(execution).toReversed() };
}
