import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { readActionName } from "./action-name.ts";

const scratch = createScratch();

const text = { type: "string" };
const flag = { type: "boolean" };
const oneOf = (...values: string[]): JsonObject => ({ type: "string", enum: values });
const idParameter = { name: "id", in: "path", required: true, schema: text };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });

/** Where an action answers: with the item, with a record of the action, with something else, or with nothing. */
type Answers = "item" | "record" | "other" | "nothing";

/** Creates an item with a member, carries out an action on it, and returns the item. */
async function after(
  action: string,
  [name, schema, before]: readonly [string, JsonObject, Json?],
  { body, answers = "item" }: { readonly body?: JsonObject; readonly answers?: Answers } = {},
): Promise<JsonObject> {
  const job = { type: "object", properties: { id: text, name: text, [name]: schema } };
  const other = { type: "object", properties: { job_id: text, done: flag } };
  const record = {
    type: "object",
    properties: { action: { type: "object", properties: { id: text, command: text } } },
  };
  const shown = { item: fine(job), record: fine(record), other: fine(other), nothing: { "204": { description: "" } } };
  const path = answers === "record" ? `/jobs/{id}/actions/${action}` : `/jobs/{id}/${action}`;
  const request = body
    ? { requestBody: jsonBody({ type: "object", properties: { size: {}, name: {}, cidr: {}, lock: {} } }) }
    : {};
  const missing = answers === "nothing" ? { "404": { description: "" } } : {};
  const list = { type: "object", properties: { actions: { type: "array", items: record.properties.action } } };
  const paths = {
    "/jobs": { post: { requestBody: jsonBody(job), responses: fine(job) } },
    "/jobs/{id}": { parameters: [idParameter], get: { responses: fine(job) }, put: { responses: fine(job) } },
    ...(answers === "record" && {
      "/jobs/{id}/actions": { parameters: [idParameter], get: { responses: fine(list) } },
    }),
    [path]: { parameters: [idParameter], post: { ...request, responses: { ...shown[answers], ...missing } } },
  };
  const platform = platformServing([await scratch.load({ paths })]);
  const members = before === undefined ? {} : { [name]: before };
  const { id, ...made } = (await ask(platform, "POST /jobs", { body: { name: "A", ...members } })).value;
  const answered = await ask(platform, `POST ${path.replace("{id}", id)}`, body ? { body } : {});
  expect(answered.status).toBeLessThan(300);
  const { id: _, ...item } = (await ask(platform, `GET /jobs/${id}`)).value;
  // Only an action that changed nothing says that its effect is not known.
  const isChanged = JSON.stringify(item) !== JSON.stringify(made);
  if (answers === "other") expect(answered.headers["concord-note"] === undefined).toBe(isChanged);
  return item;
}

describe("the state after an action", () => {
  it.each<[string, string, JsonObject, Json]>([
    ["close", "status", oneOf("open", "closed"), "closed"],
    ["cancel", "status", oneOf("open", "canceled"), "canceled"],
    ["cancel", "state", oneOf("open", "CANCELLED"), "CANCELLED"],
    ["activate", "status", oneOf("active", "inactive"), "active"],
    ["deactivate", "status", oneOf("active", "inactive"), "inactive"],
    ["archive", "lifecycle_state", oneOf("draft", "archived"), "archived"],
    ["resolve", "status", oneOf("new", "resolved"), "resolved"],
    ["power_off", "status", oneOf("running", "off"), "off"],
    ["poweron", "status", oneOf("running", "off"), "running"],
    ["launch", "status", oneOf("pending", "started"), "started"],
    ["pause", "phase", oneOf("running", "paused"), "paused"],
    ["resume", "status", oneOf("active", "paused"), "active"],
    ["publish", "status", oneOf("draft", "published"), "published"],
    ["unpublish", "status", oneOf("draft", "published"), "draft"],
    ["reopen", "status", oneOf("open", "closed"), "open"],
    ["mark_as_paid", "status", oneOf("open", "paid"), "paid"],
    ["enable", "enabled", flag, true],
    ["disable", "enabled", flag, false],
    ["archive", "archived", flag, true],
    ["unarchive", "is_archived", flag, false],
    ["lock", "locked", flag, true],
    ["activate", "active", { type: "integer", enum: [0, 1] }, 1],
    ["disable_backup", "backup_enabled", flag, false],
    ["close", "closed_at", { ...text, format: "date-time" }, "2026-01-05T12:00:00.000Z"],
  ])("%s is shown by %s", async (action, name, schema, value) => {
    for (const answers of ["item", "record", "other", "nothing"] as const)
      expect(await after(action, [name, schema], { answers })).toMatchObject({ [name]: value });
  });

  it.each<[string, string, JsonObject, Json]>([
    ["close", "status", oneOf("open", "done"), "open"],
    ["refresh", "status", oneOf("open", "closed"), "open"],
    ["close", "kind", oneOf("open", "closed"), "open"],
    ["disable_backup", "enabled", flag, true],
    ["create_image", "status", oneOf("open", "created"), "open"],
  ])("%s leaves %s as it is", async (action, name, schema, value) => {
    expect(await after(action, [name, schema, value])).toMatchObject({ [name]: value });
  });
});

describe("the part of an item that an action names", () => {
  const lock = { type: "object", properties: { lock: flag, mode: text } };

  it("is changed by the members of the body", async () => {
    for (const answers of ["item", "record", "other", "nothing"] as const) {
      const options = { body: { lock: true }, answers };
      expect(await after("change_protection", ["protection", lock, { lock: false, mode: "a" }], options)).toMatchObject(
        {
          protection: { lock: true, mode: "a" },
        },
      );
    }
  });

  it("gains and loses entries", async () => {
    const subnets = { type: "array", items: { type: "object", properties: { cidr: text } } };
    const options = { body: { cidr: "b" } };

    expect(await after("add_subnet", ["subnets", subnets, [{ cidr: "a" }]], options)).toMatchObject({
      subnets: [{ cidr: "a" }, { cidr: "b" }],
    });
    expect(await after("delete_subnet", ["subnets", subnets, [{ cidr: "b" }, { cidr: "a" }]], options)).toMatchObject({
      subnets: [{ cidr: "a" }],
    });
  });

  it("has the members of the body with the same names", async () => {
    for (const answers of ["item", "record", "other", "nothing"] as const)
      expect(await after("rename", ["size", { type: "integer" }, 1], { body: { name: "B" }, answers })).toMatchObject({
        name: "B",
        size: 1,
      });
  });

  it("is not changed by an action that makes another thing", async () => {
    const options = { body: { name: "Copy" }, answers: "record" } as const;
    expect(await after("create_image", ["size", { type: "integer" }, 1], options)).toMatchObject({ name: "A" });
  });
});

describe("the answer of an action on a stored item", () => {
  it("has the members of the item", async () => {
    const job = { type: "object", properties: { id: text, archived: flag } };
    const brief = { type: "object", properties: { id: { ...text, example: "j0" }, archived: flag } };
    const paths = {
      "/jobs": { post: { responses: fine(job) } },
      "/jobs/{id}": { parameters: [idParameter], get: { responses: fine(job) } },
      "/jobs/{id}/archive": { parameters: [idParameter], post: { responses: fine(brief) } },
      "/jobs/{id}/archived": {
        parameters: [idParameter],
        get: { responses: fine({ type: "object", properties: { job } }) },
      },
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const { id } = (await ask(platform, "POST /jobs")).value;

    expect((await ask(platform, `POST /jobs/${id}/archive`)).value).toEqual({ id, archived: true });
    expect((await ask(platform, `GET /jobs/${id}/archived`)).value).toEqual({ job: { id, archived: true } });
  });
});

describe("an action that others undo", () => {
  const paths = (description: string): JsonObject => {
    const version = { type: "object", properties: { id: text, active: flag, owner: { type: ["string", "null"] } } };
    const change = { responses: fine(version) };
    return {
      "/versions": { post: { requestBody: jsonBody(version), responses: fine(version) } },
      "/versions/{id}": { parameters: [idParameter], get: { responses: fine(version) } },
      "/versions/{id}/activate": { parameters: [idParameter], post: { description, ...change } },
      "/versions/{id}/assign": { parameters: [idParameter], post: { requestBody: jsonBody(version), ...change } },
      "/versions/{id}/unassign": { parameters: [idParameter], post: change },
    };
  };
  const serving = async (description = "") => platformServing([await scratch.load({ paths: paths(description) })]);

  it.each([
    ["Only one version can be active.", false],
    ["Activates a version. The others become inactive.", false],
    ["Activates a version.", true],
  ])("sets a flag of the other items as the text says: %s", async (description, isKept) => {
    const platform = await serving(description);
    const [one, other] = [await ask(platform, "POST /versions"), await ask(platform, "POST /versions")];
    for (const { value } of [one, other]) await ask(platform, `POST /versions/${value.id}/activate`);

    expect((await ask(platform, `GET /versions/${one.value.id}`)).value.active).toBe(isKept);
    expect((await ask(platform, `GET /versions/${other.value.id}`)).value.active).toBe(true);
  });

  it("removes what the opposite action sets", async () => {
    const platform = await serving();
    const { id } = (await ask(platform, "POST /versions")).value;
    await ask(platform, `POST /versions/${id}/assign`, { body: { owner: "ada" } });
    expect((await ask(platform, `GET /versions/${id}`)).value.owner).toBe("ada");
    await ask(platform, `POST /versions/${id}/unassign`);

    expect((await ask(platform, `GET /versions/${id}`)).value.owner).toBeNull();
  });
});

describe("an action that gives an item to a person", () => {
  it.each<[string, string, JsonObject, string | undefined]>([
    ["claim", "assignee", { userId: "ada" }, "ada"],
    ["assign", "assigned_to", { user: "ada" }, "ada"],
    ["reassign", "assigneeId", { agent_id: "ada" }, "ada"],
    ["delegate", "assigned_user_id", { to: "ada" }, "ada"],
    ["assign", "assignee", { user: "ada", note: "soon" }, undefined],
    ["assign", "assignee", { user: 7 }, undefined],
    ["assign", "assignee", { comment: "please" }, undefined],
    ["claim", "assignee", { reason: "mine" }, undefined],
    ["assign", "designer", { user: "ada" }, undefined],
    ["assign-label", "assignee", { user: "ada" }, undefined],
  ])("%s, with the member %s and %j, leads to %j", async (action, member, body, expected) => {
    const task = { type: "object", properties: { id: text, [member]: { type: ["string", "null"] } } };
    const sent = { type: "object", properties: Object.fromEntries(Object.keys(body).map((name) => [name, {}])) };
    const nothing = { "204": { description: "" } };
    const at = (operation: JsonObject) => ({ parameters: [idParameter], post: operation });
    const paths = {
      "/tasks": { post: { requestBody: jsonBody(task), responses: fine(task) } },
      "/tasks/{id}": { parameters: [idParameter], get: { responses: fine(task) } },
      [`/tasks/{id}/${action}`]: at({ requestBody: jsonBody(sent), responses: nothing }),
      [`/tasks/{id}/un${action}`]: at({ responses: nothing }),
    };
    const platform = platformServing([await scratch.load({ paths })]);
    const { id } = (await ask(platform, "POST /tasks", { body: {} })).value;
    const shown = async () => (await ask(platform, `GET /tasks/${id}`)).value[member] ?? undefined;
    await ask(platform, `POST /tasks/${id}/${action}`, { body });
    expect(await shown()).toBe(expected);
    await ask(platform, `POST /tasks/${id}/un${action}`);

    expect(await shown()).toBeUndefined();
  });
});

describe("readActionName()", () => {
  it("splits a name", () => {
    expect(readActionName("changeProtection").at(-1)).toEqual({ verb: "change", object: "protection" });
  });
});
