import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { conform } from "../../conform.ts";

const scratch = createScratch();
const note = { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } };
const content = { "application/json": { schema: note } };
const contract = await scratch.load(
  documentOf({
    paths: {
      "/notes": {
        post: { requestBody: { content }, responses: { 201: { description: "Made.", content } } },
      },
      "/notes/{note_id}": {
        parameters: [{ name: "note_id", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { 200: { description: "One.", content }, 404: { description: "None." } } },
        delete: { responses: { 204: { description: "Deleted." }, 404: { description: "None." } } },
      },
    },
  }),
);

it("a creation in flight at the end of a run is awaited, and its item is removed", async () => {
  const ending = new AbortController();
  const notes = new Set<string>();
  let made = 0;
  const server = createServer().listen(0, "127.0.0.1");
  server.on("request", async (request, response) => {
    const path = request.url ?? "";
    if (path === "/notes" && request.method === "POST") {
      const id = `n${++made}`;
      notes.add(`/notes/${id}`);
      if (made === 3) {
        ending.abort();
        for (let turns = 0; turns < 20; turns++) await nextTurn();
      }
      return response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ id }));
    }
    const isKnown = request.method === "DELETE" ? notes.delete(path) : notes.has(path);
    response.writeHead(isKnown ? (request.method === "DELETE" ? 204 : 200) : 404, {
      "content-type": "application/json",
    });
    return response.end(isKnown && request.method === "GET" ? JSON.stringify({ id: path.slice(7) }) : undefined);
  });
  await once(server, "listening");
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = await conform({ contracts: [contract], target, mode: "sandbox", seed: 1, signal: ending.signal });
  server.close();
  server.closeAllConnections();

  expect(made).toBeGreaterThanOrEqual(3);
  expect(report.endedBy).toBe("interruption");
  expect([...notes]).toEqual([]);
  expect(report.leftovers).toEqual([]);
});
