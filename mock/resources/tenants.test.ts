import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Contract, Json } from "../../contracts/index.ts";
import { findTenants } from "./tenants.ts";

const item = { type: "object", required: ["sid"], properties: { sid: { type: "string" }, name: { type: "string" } } };
const answer = (schema: Json) => ({ description: "It.", content: { "application/json": { schema } } });
const kinds = ["calls", "keys", "messages", "queues", "recordings", "tokens", "usage", "domains", "lists", "numbers"];

/** A contract with accounts that can be created, read and deleted, and `count` collections below each account. */
function accountsWith(count: number) {
  const parameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  const below = kinds.slice(0, count).map((kind) => [
    `/accounts/{account_sid}/${kind}`,
    {
      parameters: [parameter("account_sid")],
      get: { responses: { "200": answer({ type: "array", items: item }) } },
      post: { responses: { "201": answer(item) } },
    },
  ]);
  return platformServing([
    compileInMemory({
      paths: {
        "/accounts": { post: { responses: { "201": answer(item) } } },
        "/accounts/{sid}": {
          parameters: [parameter("sid")],
          get: { responses: { "200": answer(item) } },
          delete: { responses: { "204": { description: "Gone." } } },
        },
        ...(Object.fromEntries(below) as object),
      },
    }),
  ]);
}

describe("an account whose items have almost all paths of a document below them", () => {
  it("exists before the first request, and other accounts can be created and deleted", async () => {
    const platform = accountsWith(10);
    const made = (await ask(platform, "POST /accounts")).value.sid as string;
    const statuses = async (account: string) =>
      Promise.all(
        [`GET /accounts/${account}`, `POST /accounts/${account}/calls`, `GET /accounts/${account}/calls`].map(
          async (line) => (await ask(platform, line)).status,
        ),
      );

    expect([await statuses("AC1"), await statuses(made)]).toEqual([
      [200, 201, 200],
      [200, 201, 200],
    ]);
    for (const account of ["AC1", made]) await ask(platform, `DELETE /accounts/${account}`);
    expect([await statuses("AC1"), await statuses(made)]).toEqual([
      [404, 404, 404],
      [404, 404, 404],
    ]);
  });

  it("does not exist before its creation if fewer paths are below it", async () => {
    expect((await ask(accountsWith(9), "POST /accounts/AC1/calls")).status).toBe(404);
  });

  it.each([
    ["almost all paths", 20, 2, { existing: true, parents: true }],
    ["most paths", 20, 12, { existing: false, parents: true }],
    ["fewer paths", 20, 14, { existing: false, parents: false }],
    ["fewer kinds", 19, 12, { existing: false, parents: false }],
  ])("can be named by two segments, with %s below it: %s, and %s others", (_, below, beside, expected) => {
    const path = (text: string) => ({ path: text });
    const operations = [
      path("/repositories/{owner}/{name}"),
      ...Array.from({ length: below }, (_each, index) => path(`/repositories/{owner}/{name}/kind${index}`)),
      ...Array.from({ length: beside }, (_each, index) => path(`/beside${index}`)),
    ] as unknown as Contract["operations"];

    const { existing, parents } = findTenants({ operations });
    expect({ existing: existing.has("/repositories/{}"), parents: parents.has("/repositories/{}") }).toEqual(expected);
  });
});
