import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock } from "../../mock/index.ts";
import { startMock } from "../../api/mock.ts";
import { type PlainClient, createPlainClient } from "../support/mock/plain-client.ts";

/* The client of test/specification.test.ts, for workflows and automation. */

let mock: Mock;
let send: PlainClient["send"];
let assertSuccess: PlainClient["assertSuccess"];

beforeAll(async () => {
  mock = await startMock();
  ({ send, assertSuccess } = createPlainClient(mock));
});
afterAll(() => mock.close());

describe("Workflows Definition API (§4.5)", () => {
  const template = {
    title: "Boiler change",
    phases: [{ loop_config: {} }],
    tasks: [
      {
        automation_config: {
          allow_execution_note: true,
          eligible_closing_reason_ids: ["done"],
          email_review: {},
          input_context: { trigger_id: "first-trigger" },
        },
        conditions: [{ statements: [{ source: { origin_type: "main_context" } }] }],
      },
    ],
    edges: [{ from: "a", to: "b" }],
  };

  it("creates and replaces flow templates", async () => {
    const made = await assertSuccess("workflow-definition", "POST /v2/flows/templates", template);
    const sent = template.tasks[0]?.automation_config;
    expect(made.tasks[0].automation_config).toMatchObject(sent ?? {});

    await assertSuccess("workflow-definition", `PUT /v2/flows/templates/${made.id}`, template);
  });

  it("refuses the end type of an edge, which was removed (§2.6)", async () => {
    const removed = { ...template, edges: [{ end_type: "final" }] };
    expect((await send("workflow-definition", "POST /v2/flows/templates", removed)).status).toBe(400);
  });

  it("returns where a journey context is used", async () => {
    const line = "POST /v1/workflows-definition/journey-context:usages";
    await assertSuccess("workflow-definition", line, { journey_context: "address" });
  });

  it("creates a definition, and responds with 409 to a conflicting one", async () => {
    const definition = { id: "meter-change", steps: ["read", "change"] };
    const made = await assertSuccess("workflow-definition", "POST /v1/workflows/definitions", definition);
    expect(made.id).toBe("meter-change");

    expect((await send("workflow-definition", "POST /v1/workflows/definitions", definition)).status).toBe(409);
  });
});

describe("Workflows Execution API (§4.4)", () => {
  const task = {
    automation_config: {
      output_context: {},
      input_context: { trigger_id: "first-trigger" },
      allow_execution_note: true,
      eligible_closing_reason_ids: ["done"],
      email_review: {},
    },
    conditions: [{ statements: [{ source: { origin_type: "trigger_source" } }] }],
  };
  const promoted = { added_by_task_id: "task-1", promoted_at: "2026-01-05T12:00:00Z" };
  const contexts = [{ entity: "boiler-1", ...promoted }];
  let execution: string;
  let added: string;

  it("starts an execution with contexts, triggers and automation settings", async () => {
    const body = { contexts, configured_triggers: [{}], trigger: { trigger_id: "first-trigger" }, tasks: [task] };
    const made = await assertSuccess("workflow-execution", "POST /v2/flows/executions", body);
    expect(made).toMatchObject({ contexts: [promoted], trigger: { trigger_id: "first-trigger" } });
    execution = made.id;
  });

  it("changes its contexts", async () => {
    const demoted = { promoted_by_task_id: "task-2", demoted_by_task_id: "task-3" };
    const line = `PATCH /v2/flows/executions/${execution}`;
    const body = { contexts: [{ entity: "boiler-1", ...demoted }] };
    expect(await assertSuccess("workflow-execution", line, body)).toMatchObject({ contexts: [demoted] });
  });

  it("adds a task and changes it", async () => {
    const made = await assertSuccess("workflow-execution", `POST /v2/flows/executions/${execution}/tasks`, task);
    expect(made).toMatchObject(task);
    added = made.id;

    const note = { automation_config: { allow_execution_note: false } };
    const line = `PATCH /v2/flows/executions/${execution}/tasks/${added}`;
    expect(await assertSuccess("workflow-execution", line, note)).toMatchObject(note);
  });

  it("previews the email of a task", () =>
    assertSuccess("workflow-execution", `GET /v2/flows/executions/${execution}/tasks/${added}/email-preview`));

  it("runs the automation of a task without a body, and responds with 409 while it runs", async () => {
    const line = `POST /v2/flows/executions/${execution}/tasks/${added}/automation:run`;
    await assertSuccess("workflow-execution", line);

    expect((await send("workflow-execution", line)).status).toBe(409);
    const now = `POST /v2/flows/executions/${execution}/tasks/${added}/schedule/run-now`;
    expect((await send("workflow-execution", now)).status).toBe(409);
  });

  it("runs a task now", async () => {
    const made = await assertSuccess("workflow-execution", `POST /v2/flows/executions/${execution}/tasks`, task);
    await assertSuccess(
      "workflow-execution",
      `POST /v2/flows/executions/${execution}/tasks/${made.id}/schedule/run-now`,
    );
  });

  it.each(["portal-search", "portal-search-batch"])("finds stages by :%s", async (search) => {
    await assertSuccess("workflow-execution", `POST /v2/flows/executions:${search}`, { contact: "ada" });
  });
});

describe("Automation API (§4.6)", () => {
  const flow = {
    title: "Welcome",
    triggers: [{ event_name: "customer.moved" }],
    actions: [{ config: { attachments: [{ source_filter: { filename: "a.pdf", filename_pattern: ".*[.]pdf" } }] } }],
    loops: [{ source_type: "journey-file-upload", filter_tags: ["photo"] }],
    conditions: [{ statements: [{ source: { originType: "event" } }] }],
  };
  let id: string;

  it("creates and replaces flows", async () => {
    const made = await assertSuccess("automation", "POST /v1/automation/flows", flow);
    expect(made).toMatchObject({ loops: flow.loops, actions: flow.actions });
    id = made.id;
    await assertSuccess("automation", `PUT /v1/automation/flows/${id}`, flow);
  });

  it("finds flows by the event that triggers them", async () => {
    await assertSuccess("automation", "GET /v1/automation/flows");
    await assertSuccess("automation", "GET /v1/automation/flows?trigger_event_name=customer.moved");
  });

  it("starts an execution with action inputs", async () => {
    const action_inputs = { greeting: "Hello" };
    const made = await assertSuccess("automation", "POST /v1/automation/executions", { flow_id: id, action_inputs });
    expect(made).toMatchObject({ action_inputs });
  });

  it("returns where a journey context is used", () =>
    assertSuccess("automation", "POST /v1/automation/journey-context:usages", { journey_context: "address" }));
});
