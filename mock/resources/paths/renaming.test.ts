import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
interface Form {
  readonly method?: string;
  readonly key?: JsonObject;
  readonly member?: string;
  readonly description?: string;
  readonly conflict?: string;
  /** True if the tasks of a project stand at a path of their own. */
  readonly areTasksApart?: boolean;
}

/** A mock of projects, which clients name, with tasks below them. */
async function projects({
  method = "patch",
  key = text,
  member = "name",
  description = "",
  conflict = "409",
  areTasksApart = false,
}: Form = {}) {
  const project = { type: "object", properties: { [member]: key, note: text } };
  const task = { type: "object", properties: { id: { ...text, readOnly: true }, title: text } };
  const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const shown = (status: string, schema: Json): JsonObject => ({ [status]: { description: "", ...content(schema) } });
  const refused = { [conflict]: { description: "Refused" } };
  const parameters = [{ name: member, in: "path", required: true, schema: text }];
  return platformServing([
    compileInMemory({
      paths: {
        "/projects": {
          get: { responses: shown("200", { type: "array", items: project }) },
          post: {
            requestBody: content({ ...project, required: [member] }),
            responses: { ...shown("201", project), ...refused },
          },
        },
        [`/projects/{${member}}`]: {
          parameters,
          get: { responses: shown("200", project) },
          [method]: {
            description,
            requestBody: content(project),
            responses: { ...shown("200", project), ...refused, "404": { description: "" } },
          },
          delete: { responses: { "204": { description: "" } } },
        },
        [`/projects/{${member}}/tasks`]: {
          parameters,
          get: { responses: shown("200", { type: "array", items: task }) },
          post: { requestBody: content(task), responses: shown("201", task) },
        },
        ...(areTasksApart && { "/tasks": { get: { responses: shown("200", { type: "array", items: task }) } } }),
        [areTasksApart ? "/tasks/{id}" : `/projects/{${member}}/tasks/{id}`]: {
          parameters: [...(areTasksApart ? [] : parameters), { name: "id", in: "path", required: true, schema: text }],
          get: { responses: shown("200", task) },
        },
      },
    }),
  ]);
}

describe("a change of the key of an item", () => {
  it.each(["patch", "put"])("moves it, with all below it: %s", async (method) => {
    const platform = await projects({ method });
    await ask(platform, "POST /projects", { body: { name: "one", note: "n" } });
    await ask(platform, "POST /projects", { body: { name: "other" } });
    const { value: task } = await ask(platform, "POST /projects/one/tasks", { body: { title: "t" } });
    const { status, value } = await ask(platform, `${method.toUpperCase()} /projects/one`, {
      body: { name: "two", note: "n" },
    });

    expect([status, value]).toEqual([200, { name: "two", note: "n" }]);
    expect((await ask(platform, "GET /projects/one")).status).toBe(404);
    expect((await ask(platform, "GET /projects/two")).value).toEqual(value);
    expect((await ask(platform, "GET /projects")).value.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "other",
      "two",
    ]);
    expect((await ask(platform, "GET /projects/two/tasks")).value).toEqual([task]);
    expect((await ask(platform, `GET /projects/two/tasks/${task.id}`)).value).toEqual(task);
    expect((await ask(platform, "GET /projects/one/tasks")).status).toBe(404);
  });

  it.each(["409", "422"])("is refused with %s if another item has the key, and changes nothing", async (conflict) => {
    const platform = await projects({ conflict });
    for (const name of ["one", "two"]) await ask(platform, "POST /projects", { body: { name, note: name } });
    const { status } = await ask(platform, "PATCH /projects/one", { body: { name: "two", note: "changed" } });

    expect(status).toBe(Number(conflict));
    expect((await ask(platform, "GET /projects")).value).toEqual([
      { name: "one", note: "one" },
      { name: "two", note: "two" },
    ]);
  });

  it.each<[string, Form]>([
    ["a key that is read-only", { key: { ...text, readOnly: true } }],
    ["a key that is said to be fixed", { key: { ...text, description: "The name. Cannot be changed." } }],
    ["a key that is immutable", { key: { ...text, description: "Immutable name of the project." } }],
    ["a key that is set on creation", { key: { ...text, description: "Set on creation." } }],
    ["an operation that says so", { description: "Updates a project. The name cannot be updated." }],
    ["an operation that must repeat it", { method: "put", description: "The name must match the path." }],
    ["an id", { member: "id" }],
    ["the id of something", { member: "projectId" }],
    ["a uuid", { member: "uuid" }],
    ...["Id", "ID", "_ID", "UUID", "Guid", "projectUUID"].map((member): [string, Form] => [member, { member }]),
  ])("does not move it: %s", async (_, form) => {
    const { member = "name", method = "patch" } = form;
    const platform = await projects(form);
    const { value: made } = await ask(platform, "POST /projects", { body: { [member]: "one", note: "n" } });
    const key = String(made[member]);
    await ask(platform, `${method.toUpperCase()} /projects/${key}`, { body: { [member]: "two", note: "n" } });

    expect((await ask(platform, "GET /projects/two")).status).toBe(404);
    expect((await ask(platform, `GET /projects/${key}`)).value).toEqual(made);
  });

  it("does not move an item whose parts stand elsewhere and would lose it", async () => {
    const platform = await projects({ areTasksApart: true });
    await ask(platform, "POST /projects", { body: { name: "one" } });
    const { value: task } = await ask(platform, "POST /projects/one/tasks", { body: { title: "t" } });
    await ask(platform, "PATCH /projects/one", { body: { name: "two", note: "n" } });

    expect((await ask(platform, "GET /projects")).value).toEqual([{ name: "one", note: "n" }]);
    expect((await ask(platform, "GET /projects/one/tasks")).value).toEqual([task]);
  });

  it("keeps an item that is changed with its own key", async () => {
    const platform = await projects();
    await ask(platform, "POST /projects", { body: { name: "one" } });
    const { status } = await ask(platform, "PATCH /projects/one", { body: { name: "one", note: "n" } });

    expect([status, (await ask(platform, "GET /projects/one")).value]).toEqual([200, { name: "one", note: "n" }]);
  });
});
