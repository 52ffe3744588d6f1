import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../index.ts";

const author = {
  type: "object",
  required: ["ID", "name"],
  properties: { ID: { type: "integer" }, name: { type: "string", maxLength: 40 }, place: { type: "string" } },
};
const json = { content: { "application/json": { schema: author } } };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/authors": {
        get: { responses: { 200: { description: "All." } } },
        post: { requestBody: { required: true, ...json }, responses: { 201: { description: "Made.", ...json } } },
      },
      "/authors/{ID}": {
        get: {
          parameters: [{ name: "ID", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "It.", ...json } },
        },
      },
    },
  }),
))!;

it("sends an unused key with each tested value, so that a taken key is not blamed on the value", async () => {
  const taken = new Set<unknown>();
  const failed: unknown[] = [];
  await using server = await serve(
    createServer(async (request, response) => {
      const body = JSON.parse((await text(request)) || "{}") as JsonObject;
      if (request.method !== "POST") return void response.writeHead(404).end();
      const isTaken = taken.has(body["ID"]);
      taken.add(body["ID"]);
      if (isTaken) failed.push(body);
      response.writeHead(isTaken ? 500 : 201, { "content-type": "application/json" }).end(JSON.stringify(body));
    }),
  );
  const { coverage } = await conform({
    contracts: [contract],
    target: server.url,
    mode: "sandbox",
    seed: 1,
    operation: "POST /authors",
    property: "boundaries-accepted",
  });

  expect(coverage.operations[0]?.requests).toBeGreaterThan(5);
  expect(failed).toEqual([]);
});
