import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";
import { ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { createWorldSelection } from "./world-selection.ts";

const { worldIn, baggageOf } = createWorldSelection(undefined);
const withToken = createWorldSelection("s3cret");

describe("worldIn()", () => {
  it.each<[string, string | undefined]>([
    ["concord-world=w_1", "w_1"],
    ["userId=alice, concord-world = w_1 ,serverNode=DF%2028", "w_1"],
    ["concord-world=w%5F1", "w_1"],
    ["concord-world=w_1;ttl=5;flag", "w_1"],
    ["concord-world=w_1,concord-world=w_2", "w_2"],
    ["broken member,=,a b=c,concord-world=w_1", "w_1"],
    ["", undefined],
    ["concord-world", undefined],
    ["concord-world=", undefined],
    ["concord-world=w 1", undefined],
    ['concord-world="w_1"', undefined],
    ["concord-world=w%2", undefined],
    ["concord-world=%ff", undefined],
    ["concord-world=%2e%2e", undefined],
    ["x;concord-world=w_1", undefined],
    ["Concord-World=w_1", undefined],
  ])("of the baggage %j is %j", (baggage, expected) => {
    expect(worldIn({ headers: { baggage } })).toBe(expected);
  });

  it("prefers the header Concord-World", () => {
    expect(worldIn({ headers: { "concord-world": "w_1", baggage: "concord-world=w_2" } })).toBe("w_1");
    expect(worldIn({ headers: { "concord-world": "not a name", baggage: "concord-world=w_2" } })).toBe("w_2");
    expect(worldIn({ headers: { authorization: "Bearer mock-acme" } })).toBeUndefined();
  });
});

describe("createWorldSelection()", () => {
  it("makes the member of the baggage that selects a world", () => {
    expect(baggageOf("w_1")).toBe("concord-world=w_1");
    expect(withToken.baggageOf("w_1")).toMatch(/^concord-world=w_1\.[\w-]{22}$/);
    expect(withToken.worldIn({ headers: { baggage: `user=ann,${withToken.baggageOf("w_1")};ttl=5` } })).toBe("w_1");
    const named = withToken.baggageOf("w_1").replace("concord-world=", "");
    expect(withToken.worldIn({ headers: { "concord-world": named } })).toBe("w_1");
  });

  it("gives all mocks with the same control token the same key, and others another one", () => {
    expect(createWorldSelection("s3cret").baggageOf("w_1")).toBe(withToken.baggageOf("w_1"));
    expect(createWorldSelection("other").baggageOf("w_1")).not.toBe(withToken.baggageOf("w_1"));
  });

  it.each([
    "w_1",
    "w_1.",
    "w_1.wrong",
    `w_2.${withToken.baggageOf("w_1").split(".")[1]}`,
    `w_1.${createWorldSelection("other").baggageOf("w_1").split(".")[1]}`,
    `${withToken.baggageOf("w_1").slice("concord-world=".length)}x`,
  ])("selects nothing by %j with a control token", (value) => {
    expect(withToken.worldIn({ headers: { "concord-world": value } })).toBeUndefined();
    expect(withToken.worldIn({ headers: { baggage: `concord-world=${value}` } })).toBeUndefined();
  });
});

describe("a platform", () => {
  const headers = { baggage: "concord-world=w_1" };

  it("serves the world of the baggage, whatever the credential and the tenant", async () => {
    const platform = await platformOf("semantics", { tenantFrom: "header:X-Tenant" });
    const write = { body: { title: "A" }, headers };
    expect((await ask(platform, "PUT /articles/a", write)).status).toBe(200);

    expect((await ask(platform, "GET /articles/a", { token: "any-other", headers })).status).toBe(200);
    const both = { ...headers, "x-tenant": "other" };
    expect((await ask(platform, "GET /articles/a", { headers: both })).status).toBe(200);
    expect((await ask(platform, "GET /articles/a")).status).toBe(404);
    expect(platform.organization("w_1").journal.entries()).toHaveLength(3);
  });

  it("requires credentials nevertheless", async () => {
    const platform = await platformOf("semantics");
    expect((await ask(platform, "GET /articles/a", { token: "", headers })).status).toBe(401);
  });

  it("ignores malformed baggage", async () => {
    const platform = await platformOf("semantics");
    const malformed = { baggage: "concord-world=%ff, ,;" };
    expect((await ask(platform, "PUT /articles/a", { body: { title: "A" }, headers: malformed })).status).toBe(200);
    expect(await platform.organizations()).toEqual(["acme"]);
  });
});

describe("a service that forwards baggage alone", () => {
  it.each(["baggage", "traceparent"])("keeps worlds apart only if it forwards them: it forwards %s", async (kept) => {
    await using mock = await startMock({ contracts: [await fixture("semantics")] });
    // A service with a token of its own, which is the same for all of its users.
    const service = createServer(async (request, response) => {
      const value = request.headers[kept];
      const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
      const answer = await fetch(mock.url + request.url, {
        method: request.method ?? "GET",
        headers: {
          authorization: "Bearer mock-demo",
          "content-type": "application/json",
          ...(typeof value === "string" && { [kept]: value }),
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status).end(await answer.text());
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/articles/same`;
    const worlds = [await mock.fork(), await mock.fork()];
    try {
      const titles: string[] = [];
      for (const { name } of worlds) {
        const body = JSON.stringify({ title: name });
        await fetch(url, { method: "PUT", body, headers: { baggage: `user=ann,concord-world=${name}` } });
      }
      for (const { name } of worlds) {
        const read = await fetch(url, { headers: { baggage: `concord-world=${name};a=b` } });
        titles.push(((await read.json()) as { title: string }).title);
      }
      const [first, second] = worlds.map(({ name }) => name);
      expect(titles).toEqual(kept === "baggage" ? [first, second] : [second, second]);
    } finally {
      service.close();
    }
  });
});
