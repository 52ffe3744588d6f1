import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const invoice: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { type: "string", enum: ["draft", "open", "paid"] },
    note: { type: "string" },
  },
};

/** A mock of invoices whose edit says something of the states. */
async function invoices(method: string, description: string, status: string) {
  const content = { "application/json": { schema: invoice } };
  const done = { "200": { description: "Done", content } };
  const edit = { description, responses: { ...done, ...(status !== "" && { [status]: { description: "Refused" } }) } };
  const requestBody = { content };
  const list = { type: "array", items: invoice };
  return platformServing([
    compileInMemory({
      paths: {
        "/invoices": {
          post: { requestBody, responses: { "201": { description: "Made", content } } },
          ...(method === "patch" && {
            patch: {
              description,
              requestBody: { content: { "application/json": { schema: list } } },
              responses: {
                ...edit.responses,
                "200": { description: "Done", content: { "application/json": { schema: list } } },
              },
            },
          }),
        },
        "/invoices/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          get: { responses: done },
          [method]: method === "delete" ? edit : { ...edit, requestBody },
        },
      },
    }),
  ]);
}

describe("an edit that a description refuses in a state", () => {
  it.each([
    ["patch", "Only drafts can be updated.", "409", [200, 409, 409]],
    ["put", "A paid invoice cannot be replaced.", "422", [200, 200, 422]],
    ["delete", "Cannot be deleted once paid.", "409", [200, 200, 409]],
    ["patch", "Returns 403 if the invoice is paid.", "403", [200, 200, 403]],
    ["patch", "Only drafts can be updated.", "", [200, 200, 200]],
    ["patch", "The status must be draft or open.", "409", [200, 200, 200]],
    ["patch", "The note of a paid invoice cannot be changed.", "409", [200, 200, 200]],
  ] as const)("%s: %s %s", async (method, description, status, expected) => {
    const platform = await invoices(method, description, status);
    const seen: number[] = [];
    for (const state of ["draft", "open", "paid"]) {
      const { value } = await ask(platform, "POST /invoices", { body: { status: state, note: "a" } });
      const body = method === "delete" ? {} : { body: { status: state, note: "b" } };
      const answer = await ask(platform, `${method.toUpperCase()} /invoices/${value.id}`, body);
      seen.push(answer.status);
      const after = await ask(platform, `GET /invoices/${value.id}`);
      if (answer.status >= 400) expect(after.value).toEqual(value);
    }

    expect(seen).toEqual(expected);
  });

  it("refuses a batch with one such item, and changes none", async () => {
    const platform = await invoices("patch", "Only drafts can be updated.", "409");
    const made = [];
    for (const state of ["draft", "draft", "paid"])
      made.push((await ask(platform, "POST /invoices", { body: { status: state, note: "a" } })).value);
    const [one, two, paid] = made;
    const body = [one, two, one, paid].map(({ id }, index) => ({ id, note: String(index) }));
    const { status } = await ask(platform, "PATCH /invoices", { body });

    expect(status).toBe(409);
    for (const each of made) expect((await ask(platform, `GET /invoices/${each.id}`)).value).toEqual(each);
    expect((await ask(platform, "PATCH /invoices", { body: body.slice(0, 2) })).value).toMatchObject(body.slice(0, 2));
  });
});
