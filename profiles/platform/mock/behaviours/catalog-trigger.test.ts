import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import type { Json, JsonObject } from "../../../../contracts/index.ts";
import type { Platform } from "../../../../mock/index.ts";

const events = "/v1/event-catalog/events";
const exchanged = { name: "meter.exchanged", title: "A meter was exchanged", payload_schema: { type: "object" } };
const onExchange = { type: "event_catalog", configuration: { event_name: "meter.exchanged" } };
const send = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  type: "send-email",
  config: { email_template_id: "et_1" },
  ...more,
});

async function withEvent(): Promise<Platform> {
  const platform = await ownPlatform();
  await ask(platform, `POST ${events}`, { body: exchanged });
  return platform;
}

async function createFlow(platform: Platform, body: JsonObject = {}): Promise<ParsedResponse["value"]> {
  const flow = { name: "A flow", triggers: [onExchange], ...body };
  return (await ask(platform, "POST /v1/automation/flows", { body: flow })).value;
}

function raise(platform: Platform, body: Json = { payload: {} }): Promise<ParsedResponse> {
  return ask(platform, `POST ${events}/meter.exchanged:raise`, { body });
}

async function executions(platform: Platform): Promise<ParsedResponse["value"][]> {
  return (await ask(platform, "GET /v1/automation/executions")).value.results;
}

describe("POST …:raise of an event", () => {
  const by = { type: "string", minLength: 2 };

  it.each<[string, JsonObject]>([
    ["written inline", { type: "object", required: ["by"], properties: { by } }],
    [
      "written with a reference",
      { type: "object", required: ["by"], properties: { by: { $ref: "#/$defs/by" } }, $defs: { by } },
    ],
  ])("refuses a payload that violates the schema of the event definition, %s", async (_, payload_schema) => {
    const platform = await ownPlatform();
    await ask(platform, `POST ${events}`, { body: { ...exchanged, payload_schema } });
    const refused = await raise(platform, { payload: { by: 3 } });

    expect([refused.status, refused.value.violations]).toEqual([
      400,
      [{ in: "body", pointer: "/payload/by", expected: "a string", got: "3" }],
    ]);
    expect((await raise(platform)).status).toBe(400);
    expect((await raise(platform, { payload: { by: "me" } })).status).toBe(202);
  });

  it.each([{ $ref: "#/$defs/none" }, { type: "nothing" }, { $ref: "#" }])(
    "accepts any payload if the event definition has no valid schema: %j",
    async (payload_schema) => {
      const platform = await ownPlatform();
      await ask(platform, `POST ${events}`, { body: { ...exchanged, payload_schema } });

      expect((await raise(platform, { payload: { by: 3 } })).status).toBe(202);
    },
  );

  it.each<[string, JsonObject]>([
    ["its id", send("fail_mail")],
    ["the template that it uses", send("mail", { config: { email_template_id: "et_Fail" } })],
    ["the webhook that it uses", { id: "hook", type: "trigger-webhook", config: { webhook_id: "failing" } }],
  ])("starts an execution that fails at an action because of %s", async (_, action) => {
    const platform = await withEvent();
    await createFlow(platform, { actions: [send("before"), action, send("after")] });
    await raise(platform);
    const [execution] = await executions(platform);

    expect(execution.status).toBe("failed");
    expect(execution.actions).toMatchObject([
      { action_id: "before", status: "succeeded" },
      { action_id: action["id"], status: "failed", error: { code: "action_failed" } },
      { action_id: "after", status: "cancelled" },
    ]);
  });

  it("starts the flow with this trigger, whose execution has the event as trigger_event", async () => {
    const platform = await withEvent();
    const flow = await createFlow(platform, { actions: [send("mail")] });
    const body = { payload: { meter_number: "1EMH1" }, occurred_at: "2026-01-05T11:00:00Z" };
    const raised = await raise(platform, body);
    const [execution] = await executions(platform);

    expect(raised).toMatchObject({ status: 202, value: { ...body, event_name: "meter.exchanged", event_version: 1 } });
    expect(execution).toEqual({
      id: expect.stringMatching(/^aex_[0-9a-f]{12}$/),
      flow_id: flow.id,
      status: "succeeded",
      trigger_event: {
        type: "event_catalog",
        event_id: raised.value.id,
        event_name: "meter.exchanged",
        occurred_at: "2026-01-05T11:00:00Z",
        payload: { meter_number: "1EMH1" },
      },
      actions: [
        {
          action_id: "mail",
          status: "succeeded",
          started_at: "2026-01-05T12:00:00.000Z",
          finished_at: "2026-01-05T12:00:00.000Z",
        },
      ],
      created_at: "2026-01-05T12:00:00.000Z",
      finished_at: "2026-01-05T12:00:00.000Z",
    });
    expect((await ask(platform, `GET /v1/automation/executions/${execution.id}`)).value).toEqual(execution);
  });

  it("starts no disabled flow, no flow with another trigger and no flow of another organization", async () => {
    const platform = await withEvent();
    await createFlow(platform, { enabled: false });
    await createFlow(platform, { triggers: [{ type: "event_catalog", configuration: { event_name: "a.b" } }] });
    await createFlow(platform, { triggers: [{ type: "manual" }] });
    await ask(platform, "POST /v1/automation/flows", {
      token: "org_globex",
      body: { name: "A", triggers: [onExchange] },
    });
    await raise(platform);

    expect(await executions(platform)).toEqual([]);
    expect((await ask(platform, "GET /v1/automation/executions", { token: "org_globex" })).value.total).toBe(0);
  });

  it("starts each flow with this trigger once, even if several of its triggers match", async () => {
    const platform = await withEvent();
    const made = [await createFlow(platform, { triggers: [onExchange, onExchange] }), await createFlow(platform)];
    await raise(platform);

    expect((await executions(platform)).map(({ flow_id }) => flow_id)).toEqual(made.map(({ id }) => id).toReversed());
  });

  it("skips actions whose condition is false, and actions in a loop", async () => {
    const platform = await withEvent();
    const statement = (operator: string) => ({
      source: { originType: "event", attribute: "payload.meter_number" },
      operator,
    });
    await createFlow(platform, {
      conditions: [
        { id: "known", statements: [statement("is_not_empty")] },
        { id: "unknown", statements: [statement("is_empty")] },
      ],
      actions: [
        send("always"),
        send("if_known", { condition_id: "known" }),
        send("if_unknown", { condition_id: "unknown" }),
        send("if_lost", { condition_id: "nobody" }),
        send("each", { loop_id: "files" }),
      ],
    });
    await raise(platform, { payload: { meter_number: "1EMH1" } });
    const [{ actions }] = await executions(platform);

    expect(actions.map(({ action_id, status }: JsonObject) => `${action_id} ${status}`)).toEqual([
      "always succeeded",
      "if_known succeeded",
      "if_unknown skipped",
      "if_lost skipped",
    ]);
  });

  it("publishes an event once for one idempotency key within a day", async () => {
    const platform = await withEvent();
    await createFlow(platform);
    const body = (n: number) => ({ payload: { n }, idempotency_key: "job-1" });
    const first = await raise(platform, body(1));
    const again = await raise(platform, body(2));
    platform.clock.advance(24 * 60 * 60 * 1000);
    const nextDay = await raise(platform, body(3));

    expect(again).toEqual(first);
    expect(nextDay.value.id).not.toBe(first.value.id);
    expect(await executions(platform)).toHaveLength(2);
  });

  it("refuses an unknown event", async () => {
    const told = await ask(await ownPlatform(), `POST ${events}/meter.exchanged:raise`, { body: { payload: {} } });

    expect(told).toMatchObject({ status: 404, value: { detail: 'There is no event "meter.exchanged"' } });
  });

  it("stores the occurrence of a disabled event without starting a flow", async () => {
    const platform = await withEvent();
    await createFlow(platform);
    await ask(platform, `PATCH ${events}/meter.exchanged`, { body: { enabled: false } });
    const { value } = await raise(platform);

    expect((await ask(platform, `GET ${events}/meter.exchanged/occurrences`)).value).toEqual({ data: [value] });
    expect(await executions(platform)).toEqual([]);
  });
});

describe("occurrences of an event", () => {
  it("are listed in pages with a cursor, the latest first", async () => {
    const platform = await withEvent();
    const times = ["2026-01-02T00:00:00Z", "2026-01-04T00:00:00Z", "2026-01-03T00:00:00Z", "2026-01-03T00:00:00Z"];
    for (const [n, occurred_at] of times.entries()) await raise(platform, { payload: { n }, occurred_at });
    const list = (query: string) => ask(platform, `GET ${events}/meter.exchanged/occurrences?${query}`);
    const numbers = ({ value }: ParsedResponse): number[] =>
      value.data.map((each: { payload: { n: number } }) => each.payload.n);
    const first = await list("limit=3");
    const second = await list(`limit=3&cursor=${first.value.next_cursor}`);

    expect([numbers(first), numbers(second)]).toEqual([[1, 3, 2], [0]]);
    expect(second.value).not.toHaveProperty("next_cursor");
    expect(numbers(await list("since=2026-01-03T00:00:00Z&until=2026-01-04T00:00:00Z"))).toEqual([3, 2]);
    expect(numbers(await list("cursor=odd"))).toEqual([1, 3, 2, 0]);
  });

  it("can be read at the location in the response", async () => {
    const platform = await withEvent();
    const { headers, value } = await raise(platform);

    expect(await ask(platform, `GET ${headers["location"]}`)).toMatchObject({ status: 200, value });
    expect((await ask(platform, `GET ${events}/meter.exchanged/occurrences/evt_none`)).status).toBe(404);
  });
});

describe("an event definition", () => {
  it("is custom, enabled and has version 1 when it is created", async () => {
    const { value } = await ask(await withEvent(), `GET ${events}/meter.exchanged`);

    expect(value).toMatchObject({ ...exchanged, origin: "custom", version: 1, enabled: true });
  });

  it("cannot be retired while a flow has it as trigger, and cannot be raised once it is retired", async () => {
    const platform = await withEvent();
    const flow = await createFlow(platform);
    const retire = () => ask(platform, `POST ${events}/meter.exchanged:retire`);
    const refused = await retire();
    await ask(platform, `DELETE /v1/automation/flows/${flow.id}`);

    expect(refused).toMatchObject({
      status: 409,
      value: { detail: `Event "meter.exchanged" cannot be retired: flow "${flow.id}" waits for it` },
    });
    expect((await retire()).value).toMatchObject({ enabled: false, retired_at: "2026-01-05T12:00:00.000Z" });
    expect((await raise(platform)).status).toBe(409);
  });
});
