import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import { effectReason } from "./effects.ts";

const scratch = createScratch();
const flag = { type: "object", properties: { id: { type: "string" }, active: { type: "boolean" } } };
const content = { content: { "application/json": { schema: flag } } };
const all = { content: { "application/json": { schema: { type: "array", items: flag } } } };
const id = [{ name: "flag_id", in: "path", required: true, schema: { type: "string" } }];

/** Findings and leftovers of a run on a provider with one flag, which only actions change. */
async function runWith(isActive: boolean, separator: string, actions: readonly [string, boolean][]) {
  const action: JsonObject = {
    parameters: id,
    post: { responses: { 204: { description: "" }, 404: { description: "" } } },
  };
  const contract = await scratch.load(
    documentOf({
      paths: {
        "/flags": { get: { responses: { 200: { description: "", ...all } } } },
        "/flags/{flag_id}": {
          parameters: id,
          get: { responses: { 200: { description: "", ...content }, 404: { description: "" } } },
        },
        ...Object.fromEntries(actions.map(([word]) => [`/flags/{flag_id}${separator}${word}`, action])),
      },
    }),
  );
  const shown = { id: "f1", active: isActive };
  const server = createServer((request, response) => {
    const [, own, word] = /^\/flags(\/f1)?(?:[/:](\w+))?$/.exec(request.url ?? "") ?? [];
    const sets = actions.find(([each]) => each === word)?.[1];
    const isAction = own !== undefined && sets !== undefined && request.method === "POST";
    const isRead = request.method === "GET" && word === undefined && request.url?.startsWith("/flags");
    if (isAction) shown.active = sets;
    const isKnown = isRead && (own !== undefined || request.url === "/flags");
    response.writeHead(isAction ? 204 : isKnown ? 200 : 404, { "content-type": "application/json" });
    response.end(isKnown ? JSON.stringify(own ? shown : [shown]) : undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = await conform({ contracts: [contract], target, mode: "sandbox", seed: 1, runs: 3 });
  server.close();
  server.closeAllConnections();
  return { active: shown.active, leftovers: report.leftovers };
}

it.each<[string, JsonObject]>([
  ["its response has an id, but no operation is known that removes the item", { id: 19 }],
  ["its response has an id, but no operation is known that removes the item", { data: { uuid: "u" } }],
  ["its response does not show what it made or changed", { size: 3 }],
  ["its response has a token or another secret, which stays valid", { id: 19, access_token: "t" }],
])("the reason of an effect that stays is: %s (%j)", (reason, body) => {
  const response = { status: 201, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };

  expect(effectReason({ request: { method: "POST", path: "/flags", headers: {} }, response })).toBe(reason);
});

describe("an item of others that only actions change", () => {
  it.each([
    [true, "/", "on", "off"],
    [false, "/", "on", "off"],
    [true, ":", "enable", "disable"],
    [false, "/", "lock", "unlock"],
    [true, "/", "unarchive", "archive"],
  ])("is changed back by the opposite action (%s, %s%s)", async (isActive, separator, one, other) => {
    const { active, leftovers } = await runWith(isActive, separator, [
      [one, true],
      [other, false],
    ]);

    expect([active, leftovers]).toEqual([isActive, []]);
  });

  it("is listed where the contract has no opposite action", async () => {
    const { active, leftovers } = await runWith(true, "/", [["retire", false]]);

    expect(active).toBe(false);
    expect(leftovers).toEqual(["POST /flags/{flag_id}/retire changed /flags/f1: it differs from before at /active"]);
  });
});
