import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";
import { connect } from "./target.ts";

const HOUR_MS = 3_600_000;

describe("pass()", () => {
  it("advances the clock of a mock only for the organization of the run", async () => {
    await using mock = await startMock();
    const target = await connect(mock.url, { dispatcher: mock.dispatcher });
    for (const name of ["conformance", "demo"]) mock.org(name).clock.freeze(0);

    expect(await target.pass(HOUR_MS)).toBe(true);
    expect([mock.org("conformance").clock.now(), mock.org("demo").clock.now()]).toEqual([HOUR_MS, 0]);
    expect(target.requests()).toBe(0);
  });

  it("does not advance the clock of an organization that the user's token selects", async () => {
    await using mock = await startMock();
    const target = await connect(mock.url, { dispatcher: mock.dispatcher, token: "org_conformance" });
    mock.org("conformance").clock.freeze(0);

    expect(await target.pass(HOUR_MS)).toBe(false);
    expect(mock.org("conformance").clock.now()).toBe(0);
  });

  it.each([
    ["is not a mock", "{}"],
    ["is a mock that refuses control requests", '{"concord":"mock"}'],
  ])("returns false if the target %s", async (_, named) => {
    const server = createServer(({ method }, response) => response.writeHead(method === "GET" ? 200 : 403).end(named));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const target = await connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

    expect(await target.pass(HOUR_MS)).toBe(false);
    await target.close();
    server.close();
  });
});

describe("send()", () => {
  it("keeps every value of a repeated response header", async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { "set-cookie": ["a=1", "b=2"], link: ["<1>", "<2>"], "x-one": "1" }).end("é"),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const target = await connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const response = await target.send({ method: "GET", path: "/", headers: {} });

    expect(response.headers).toMatchObject({ "set-cookie": "a=1, b=2", link: "<1>, <2>", "x-one": "1" });
    expect(response.body).toBe("é");
    await target.close();
    server.close();
  });
});
