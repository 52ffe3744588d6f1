import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { planted, wordOf } from "../../test/support/contracts/lint.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { openInputs } from "../loading/inputs.ts";
import { loadContract } from "../loading/load.ts";
import { lintContract } from "./lint.ts";

const scratch = createScratch();

describe("faults of a document at a URL", () => {
  it("are those of the document that was loaded", async () => {
    const document = {
      openapi: "3.0.3",
      info: { title: "Pets", version: "1" },
      paths: { "/a": { get: { responses: { "200": { description: "" } }, anser: 1 } } },
    };
    const server = createServer((_, response) => void response.end(JSON.stringify(document))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`;
    const inputs = openInputs();
    const { contracts } = await inputs.load([url]);
    inputs.close();
    server.close();

    expect((await lintContract(contracts[0]!)).map(wordOf)).toEqual([
      'invalid-document: Not valid OpenAPI: "get" must not have the property "anser"',
    ]);
  });
});

describe("openApiFaults()", () => {
  it("reports a document without paths", async () => {
    const file = scratch.write({ "openapi.json": { openapi: "3.0.3", info: { title: "Pets", version: "1" } } });

    expect((await lintContract(await loadContract(file))).map(wordOf)).toEqual([
      'invalid-document: Not valid OpenAPI: the document must have the property "paths"',
    ]);
  });

  it("reports each fault of OpenAPI 3.0 once, without repetitions of the validator", async () => {
    const file = scratch.write({
      "openapi.json": {
        openapi: "3.0.3",
        info: { title: "Pets", version: "1" },
        paths: {
          "/a/{id}": {
            parameters: [{ name: "id", in: "path", schema: { type: "string" } }],
            get: { responses: { "200": { description: 1 } }, anser: 1 },
            put: { parameters: [{ name: "b", in: "file", schema: {} }], responses: { "204": {} } },
          },
        },
      },
    });
    const problems = await lintContract(await loadContract(file));

    expect(problems.map(({ message, at }) => [at.pointer.slice("/paths/~1a~1{id}/".length), message])).toEqual([
      ["get/responses/200/description", 'Cannot use "description": 1 is not a text'],
      ["put/parameters/0/in", "A parameter needs a name, and a place that is path, query, header or cookie"],
      ["parameters/0", 'Not valid OpenAPI: "0" must have the property "required"'],
      ["get/anser", 'Not valid OpenAPI: "get" must not have the property "anser"'],
      ["put/responses/204", 'Not valid OpenAPI: "204" must have the property "description"'],
    ]);
  });

  it("reports each fault of a document separately", async () => {
    const brokenDocument = planted("/paths/~1pets/get/anser", 1, planted("/info/title", undefined));
    const problems = await lintContract(await loadContract(scratch.write({ "openapi.json": brokenDocument })));

    expect(problems.map(({ code, at }) => [code, at.pointer])).toEqual([
      ["invalid-document", "/info"],
      ["invalid-document", "/paths/~1pets/get/anser"],
    ]);
  });

  it("reports the file and line of a fault in another file", async () => {
    const file = scratch.write({
      "openapi.yaml": "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths:\n  /pets: { $ref: more.yaml }\n",
      "more.yaml": "get:\n  responses:\n    '200': {}\n",
    });

    expect((await lintContract(await loadContract(file))).map(({ at }) => ({ ...at }))).toEqual([
      { file: file.replace("openapi", "more"), line: 3, pointer: "/get/responses/200" },
    ]);
  });

  it("replaces a $ref by its target where OpenAPI does not allow one, as the validator does", async () => {
    const file = scratch.write({
      "openapi.json": {
        openapi: "3.1.0",
        info: { $ref: "b.json#/info" },
        paths: { "/a": { get: { $ref: "b.json#/get" } } },
      },
      "b.json": {
        info: { title: "Pets", version: "1" },
        get: { responses: { "200": { description: "Fine.", content: { "text/plain": { $ref: "#/media" } } } } },
        media: { schema: { type: "string" }, unknown: 1 },
      },
    });

    expect((await lintContract(await loadContract(file))).map(({ at }) => at.pointer)).toEqual(["/media/unknown"]);
  });
});
