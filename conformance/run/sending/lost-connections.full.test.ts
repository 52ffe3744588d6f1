import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { conform } from "../../index.ts";

const scratch = createScratch();
const names = ["first", "second", "third"];
const contract = await scratch.load({
  paths: Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          parameters: [{ name: "q", in: "query", required: true, schema: { type: "string", minLength: 1 } }],
          responses: { 200: { description: "" }, 400: { description: "" } },
        },
      },
    ]),
  ),
});

/** Findings at a server that stops for good at the request after the one to a path. */
async function lastFailures(path: string) {
  let isStopping = false;
  const server = createServer((request, response) => {
    if (isStopping) {
      server.close();
      server.closeAllConnections();
      return;
    }
    isStopping = request.url?.startsWith(path) === true;
    response.writeHead(request.url === "/_concord" ? 404 : 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let time = 0;
  const clock = { now: () => time, wait: async (milliseconds: number) => void (time += milliseconds) };
  const { failures } = await conform({ contracts: [contract], target, seed: 1, runs: 3, clock });
  return failures;
}

/** Starts a server that loses its next connections after it has answered, or instead of an answer to, a path. */
async function startServer({ path, answers }: { readonly path: string; readonly answers: boolean }): Promise<Server> {
  let isStopping = false;
  const server = createServer((request, response) => {
    const isTheOne = request.url?.startsWith(path) === true;
    if (isStopping || (isTheOne && !answers)) {
      isStopping = false;
      return void request.socket.destroy();
    }
    isStopping = isTheOne;
    response.writeHead(request.url === "/_concord" ? 404 : 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function findingsWith(stop: { readonly path: string; readonly answers: boolean }) {
  const server = await startServer(stop);
  try {
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { failures } = await conform({
      contracts: [contract],
      target,
      seed: 1,
      runs: 3,
      property: "valid-requests-conform",
    });
    return failures.map(({ check, operation }) => `${operation} ${check}`);
  } finally {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
}

/** Findings at a server of notes that loses the connection of each request with a method. */
async function findingsOfNotes(method: string) {
  const note = {
    type: "object",
    required: ["id", "title"],
    properties: { id: { type: "integer" }, title: { type: "string" } },
  };
  const json = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
  const missing = { 404: { description: "" } };
  const notes = await scratch.load({
    paths: {
      "/notes": {
        post: {
          requestBody: { required: true, ...json({ type: "object", properties: { title: { type: "string" } } }) },
          responses: { 201: { description: "", ...json(note) }, 400: { description: "" } },
        },
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { 200: { description: "", ...json(note) }, ...missing } },
        delete: { responses: { 204: { description: "" }, ...missing } },
      },
    },
  });
  let made = 0;
  const server = createServer((request, response) => {
    if (request.method === method) return void request.socket.destroy();
    if (request.method === "POST") made++;
    const id = request.method === "POST" ? made : Number(request.url?.split("/")[2]);
    const isKnown = id >= 1 && id <= made;
    response.writeHead(isKnown ? (request.method === "POST" ? 201 : 200) : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? { id, title: "a" } : {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { failures } = await conform({ contracts: [notes], target, seed: 1, runs: 3, mode: "sandbox" });
  server.close();
  server.closeAllConnections();
  return failures.filter(({ check }) => check === "no-answer");
}

describe("a connection that is lost", () => {
  it.each([
    ["DELETE", "DELETE /notes/{id}"],
    ["PATCH", "GET /notes/{id}"],
  ])("is blamed on the %s that lost it, whatever request a property began with", async (method, operation) => {
    const failures = await findingsOfNotes(method);

    expect(failures.map((each) => each.operation)).toContain(operation);
    expect(new Set(failures.map(({ request }) => request.method))).toEqual(new Set([method]));
  });

  it("is blamed on the earlier request after which the target stops", async () => {
    expect(new Set(await findingsWith({ path: "/first", answers: true }))).toEqual(new Set(["GET /first no-answer"]));
  });

  it("is blamed on a request that loses it each time", async () => {
    expect(new Set(await findingsWith({ path: "/second", answers: false }))).toEqual(
      new Set(["GET /second no-answer"]),
    );
  });

  it("is blamed on no single request if the target stops for good: the requests before it are steps", async () => {
    const [failure, ...others] = await lastFailures("/first");

    expect(others).toEqual([]);
    expect(failure?.check).toBe("no-answer");
    expect(failure?.message).toContain("The cause is this request or one of the answered requests before it");
    expect(failure?.steps.at(-1)).toMatch(/^GET \/first\?q=.* -> 200$/);
  });
});
