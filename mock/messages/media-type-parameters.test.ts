import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const first = { type: "object", required: ["name"], properties: { id: {}, name: { type: "string" } } };
const second = { type: "object", required: ["title"], properties: { id: {}, title: { type: "string" } } };

const content = {
  "application/json;version=1": { schema: { ...first, additionalProperties: false } },
  "application/json;version=2": { schema: { ...second, additionalProperties: false } },
};

const answers = { "201": { description: "", content }, "406": { description: "" } };

function shop(responses: object = answers) {
  return platformServing([
    compileInMemory({
      paths: { "/things": { post: { requestBody: { required: true, content }, responses } } },
    } as never),
  ]);
}

const create = (type: string, body: Record<string, string>, accept = "*/*", platform = shop()) =>
  ask(platform, "POST /things", { headers: { "content-type": type, accept }, body });

describe("media types that differ in a parameter", () => {
  it("select how the body of a request is read", async () => {
    const statuses = [];
    for (const type of ["application/json; version=1", 'Application/JSON; Version="2"', "application/json"])
      for (const body of [{ name: "a" }, { title: "a" }]) statuses.push((await create(type, body)).status);

    expect(statuses).toEqual([201, 400, 400, 201, 201, 400]);
  });

  it("are refused with 415 if none is documented", async () => {
    expect(await create("application/json; version=3", { name: "a" })).toMatchObject({
      status: 415,
      value: {
        detail:
          'The body is "application/json; version=3", but must be application/json; version=1, application/json; version=2',
      },
    });
  });

  it.each([
    ["*/*", "application/json; version=1", "name"],
    ["application/json;version=2", "application/json; version=2", "title"],
    ["application/json;version=1;q=0.2, application/json;version=2;q=0.3", "application/json; version=2", "title"],
  ])("select the response by Accept: %s", async (accept, type, member) => {
    const { status, headers, value } = await create("application/json;version=1", { name: "a" }, accept);

    expect([status, headers["content-type"]]).toEqual([201, type]);
    expect(value).toHaveProperty(member);
  });

  it("are refused with 406 if Accept names none and 406 is documented, and the first is sent otherwise", async () => {
    const refused = await create("application/json;version=1", { name: "a" }, "application/json;version=3");
    const plain = shop({ "201": { description: "", content } });
    const sent = await create("application/json;version=1", { name: "a" }, "application/json;version=3", plain);

    expect([refused.status, sent.status, sent.headers["content-type"]]).toEqual([
      406,
      201,
      "application/json; version=1",
    ]);
  });
});
