import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { judgeFindings } from "./judge.ts";
import { growth, listSizes } from "./list-sizes.ts";
import { type JudgedFinding, judgedFindings, serverNames, startServer } from "./server.ts";
import { startWriteCounter } from "./write-counter.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-servers-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verdicts: readonly JudgedFinding[] = [
  { operation: "GET /a", check: "body-conforms", message: "lacks .* name", verdict: true, why: "It does." },
  { operation: "*", check: "body-conforms", message: "lacks", verdict: false, why: "It need not have it." },
];

function write(name: string, start: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "start.mjs"), start);
}

describe("judgeFindings()", () => {
  it("takes the first verdict that applies, and keeps findings without one", () => {
    const [own, other, unknown] = [
      { operation: "GET /a", check: "body-conforms", message: "The body lacks a name" },
      { operation: "GET /b", check: "body-conforms", message: "The body lacks a name" },
      { operation: "GET /b", check: "echo", message: "The body lacks a name" },
    ] as const;

    expect(judgeFindings([own, other, unknown], verdicts)).toEqual({
      right: [own],
      wrong: [other],
      unjudged: [unknown],
    });
  });
});

describe("the servers of the repository", () => {
  it("have verdicts with a reason, and for true ones the difference to the document", () => {
    const all = serverNames().flatMap((name) => judgedFindings(name).map((judged) => ({ name, ...judged })));

    expect(all.length).toBeGreaterThan(0);
    expect(
      all.filter(({ why, verdict, against }) => !why.endsWith(".") || (verdict && !against?.endsWith("."))),
    ).toEqual([]);
    expect(() => all.map(({ message }) => new RegExp(message))).not.toThrow();
  });
});

describe("startServer()", () => {
  it("reads the line of JSON, and ends the server", async () => {
    write(
      "good",
      `import { createServer } from "node:http";
      const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1", () => {
        console.log("a framework says hello");
        const url = "http://127.0.0.1:" + server.address().port;
        console.log(JSON.stringify({ url, document: url + "/openapi.json", handlers: [] }));
      });`,
    );
    const server = await startServer("good", folder);
    const { url } = server.started;

    expect(await (await fetch(url)).text()).toBe("here");
    await server[Symbol.asyncDispose]();
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  it("starts a server again that crashes, but not one that ends by itself", async () => {
    const marker = (name: string): string => JSON.stringify(join(folder, `${name}-started`));
    const start = (name: string, end: string): string => `
      import { existsSync, writeFileSync } from "node:fs";
      if (!existsSync(${marker(name)})) { writeFileSync(${marker(name)}, ""); ${end} }
      console.log(JSON.stringify({ url: "http://127.0.0.1:1", document: "", handlers: [] }));
      setInterval(() => {}, 1000);`;
    write("crashes", start("crashes", 'process.kill(process.pid, "SIGABRT"); await new Promise(() => {});'));
    write("ends", start("ends", 'throw new Error("no port")'));
    await using server = await startServer("crashes", folder);

    expect(server.started.url).toBe("http://127.0.0.1:1");
    await expect(startServer("ends", folder)).rejects.toThrow("no port");
  });

  it("fails with the last line of the errors of a server that ends", async () => {
    write("bad", 'console.error("no such database"); process.exit(3);');

    await expect(startServer("bad", folder)).rejects.toThrow("no such database");
  });
});

describe("listSizes()", () => {
  it("counts the items of lists, by which growth() sees what a run left behind", async () => {
    const document = JSON.stringify({
      paths: { "/pets": { get: {}, post: {} }, "/pets/{id}": { get: {} }, "/kinds": { get: {} }, "/now": { get: {} } },
    });
    const lists: Record<string, unknown> = { "/pets": [], "/kinds": { items: [1, 2], total: 2 }, "/now": { time: 1 } };
    await using endpoint = await startReceiver(({ url }) => ({
      status: 200,
      body: url === "/openapi.json" ? document : JSON.stringify(lists[url]),
    }));
    const started = { url: endpoint.url, document: `${endpoint.url}/openapi.json`, handlers: [] };
    const before = await listSizes(started);
    lists["/pets"] = [{}, {}, {}];

    expect([...before]).toEqual([
      ["/pets", 0],
      ["/kinds", 2],
    ]);
    expect(growth(before, await listSizes(started))).toBe(3);
    expect(growth(before, before)).toBe(0);
  });
});

describe("startWriteCounter()", () => {
  it("passes requests on, and counts those that may change something", async () => {
    await using endpoint = await startReceiver(({ body }) => ({ status: 201, body: body.toString() }));
    await using counter = await startWriteCounter(endpoint.url);

    expect((await fetch(counter.url)).status).toBe(201);
    expect(counter.writes()).toBe(0);
    expect(await (await fetch(`${counter.url}/a`, { method: "POST", body: "text" })).text()).toBe("text");
    expect(counter.writes()).toBe(1);
    expect(endpoint.received.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /", "POST /a"]);
  });
});
