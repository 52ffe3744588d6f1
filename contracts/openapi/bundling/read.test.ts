import type { Json } from "../../model/json.ts";
import { symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { loadContract } from "../../index.ts";
import { ToolError } from "../../model/error.ts";
import { readSources } from "./read.ts";

const scratch = createScratch();

describe("readSources()", () => {
  it("reads a document and every referenced file once", async () => {
    const file = scratch.write({
      "openapi.yaml": 'openapi: 3.1.0\npaths: { /a: { $ref: "a b.yaml" }, /b: { $ref: "./sub/../a%20b.yaml#/x" } }\n',
      "a b.yaml": "x: { $ref: sub/c.json }\n",
      "sub/c.json": { back: { $ref: "../openapi.yaml" } },
      "unrelated.yaml": "a: 1\n",
    });
    const { values, failures } = await readSources(file);

    expect([...values.keys()].map((name) => basename(name)).toSorted()).toEqual(["a b.yaml", "c.json", "openapi.yaml"]);
    expect(failures.size).toBe(0);
  });

  it.each<[string, Json]>([
    ["an unknown patch version", { openapi: "3.1.9" }],
    ["a version of the API that is a number", { info: { title: "Pets", version: 1 } }],
    ["no paths", { paths: undefined as never }],
  ])("reads the referenced files of a document with %s", async (_, parts) => {
    const components = { schemas: { A: { $ref: "a.json" } } };
    const file = scratch.write({
      "openapi.json": documentOf({ ...(parts as object), components }),
      "a.json": { type: "string" },
    });

    expect((await readSources(file)).values.size).toBe(2);
  });

  it("reads files and folders with characters that URLs escape", async () => {
    const file = scratch.write({
      "C# 100% ä?/openapi.json": documentOf({ components: { schemas: { A: { $ref: "x%23 y%.json" } } } }),
      "C# 100% ä?/x# y%.json": { type: "string" },
    });
    const { values, failures } = await readSources(file);

    expect([...failures]).toEqual([]);
    expect(values.get(join(dirname(file), "x# y%.json"))).toEqual({ type: "string" });
  });

  it("follows a document that is a reference to a file", async () => {
    const file = scratch.write({
      "openapi.yaml": "$ref: v1/link.yaml\n",
      "v1/link.yaml": "$ref: api.json\n",
      "v1/api.json": documentOf({}),
    });

    expect((await readSources(file)).file).toBe(join(dirname(file), "v1/api.json"));
  });

  it.each([
    ["of a file that does not exist", "$ref: no.yaml\n", "there is no such file", "no.yaml"],
    ["of itself", "$ref: openapi.yaml\n", "it names no openapi version", "openapi.yaml"],
    ["of a part of a file", "$ref: openapi.yaml#/x\n", "it names no openapi version", "openapi.yaml"],
    ["with siblings", "$ref: no.yaml\ninfo: {}\n", "it names no openapi version", "openapi.yaml"],
  ])("rejects a reference %s", async (_, text, reason, name) => {
    const file = scratch.write({ "openapi.yaml": text });

    const { message } = await faultOf(file);
    expect(message).toContain(reason);
    expect(message).toContain(join(dirname(file), name));
  });

  it("rejects exponential expansion of YAML aliases", async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `x${n + 1}: &x${n + 1} [${`*x${n},`.repeat(10)}]\n`);
    const file = scratch.write({ "openapi.yaml": `openapi: 3.1.0\nx0: &x0 a\n${levels.join("")}` });

    expect(await faultOf(file)).toMatchObject({
      code: "unreadable-document",
      message: `Cannot read "${file}": it holds more than 5 million values`,
    });
  });
});

describe("readSources() rejects a document", () => {
  it.each<[string, string, string, object]>([
    ["that does not exist", "", "there is no such file", { code: "unreadable-document", hint: /working directory/ }],
    ["that is empty", "", "it is empty", { code: "unreadable-document", hint: /YAML or JSON/ }],
    ["that contains only a comment", "# soon\n", "it is empty", { code: "unreadable-document" }],
    ["that is malformed", "openapi: 3.1.0\npaths: [\n", "deficient indentation", { at: { line: 3 } }],
    ["with an alias without an anchor", "openapi: 3.1.0\na: *b\n", "b", { at: { line: 2 } }],
    ["that is binary", "\u0000\u0001", "it is binary, and no text", { code: "unreadable-document" }],
    ["that is a list", "- openapi\n", "it names no openapi version", { code: "not-openapi-3", hint: /openapi: "3/ }],
    ["that is prose", "Hello\n", "it names no openapi version", { code: "not-openapi-3" }],
    ["of Swagger 1", 'swagger: "1.2"\n', 'its version is "1.2"', { code: "not-openapi-3", hint: /swagger: "2.0"/ }],
    ["of an unknown major version", 'openapi: "4.0.0"\n', 'its version is "4.0.0"', { code: "not-openapi-3" }],
  ])(
    "%s, with one error",
    async (title, text, reason, { code, hint, at }: { code?: string; hint?: RegExp; at?: object }) => {
      const file = join(
        dirname(scratch.write({ "openapi.yaml": text })),
        title === "that does not exist" ? "no.yaml" : "openapi.yaml",
      );
      const fault = await faultOf(file);

      expect(fault).toBeInstanceOf(ToolError);
      expect(fault.message).toMatch(/^Cannot read ".*openapi.yaml|no.yaml".*: .*[^.]$/);
      expect(fault.message).toContain(reason);
      expect(fault.at).toMatchObject({ file, ...at });
      if (code) expect(fault.code).toBe(code);
      if (hint) expect(fault.hint).toMatch(hint);
    },
  );

  it("that is a folder, or is in a missing folder, with one error", async () => {
    expect(await faultOf(scratch.folder)).toMatchObject({ code: "unreadable-document", message: /it is a folder$/ });
    expect(await faultOf("/no/such/folder/openapi.yaml")).toMatchObject({ message: /there is no such file$/ });
  });

  it("outside of the root, with one error", async () => {
    const file = scratch.write({ "openapi.json": documentOf({}), "other/a.json": {} });

    expect(await faultOf(file, join(dirname(file), "other"))).toMatchObject({
      code: "unreadable-document",
      message: expect.stringContaining("it lies outside of the folder") as string,
    });
  });
});

describe("readSources() with a $ref", () => {
  it.each([
    ["above the root", "../secret.json", "outside"],
    ["above the root, to a missing file", "../nothing.json", "outside"],
    ["to an absolute path", "/etc/hostname", "outside"],
    ["to a file URL", "file:///etc/hostname", "outside"],
    ["through a symbolic link to a file", "link.json", "outside"],
    ["through a symbolic link to a folder", "linked/secret.json", "outside"],
    ["to a folder", "folder", "it is a folder"],
    ["to a missing file", "nothing.json", "there is no such file"],
    ["to a malformed file", "malformed.json", "unexpected end"],
    ["to an empty file", "empty.json", "empty"],
  ])("rejects it %s and loads the rest of the document", async (_, reference, reason) => {
    const secret = { type: "string", description: "A secret." };
    const file = scratch.write({
      "api/openapi.json": documentOf({
        paths: { "/a": { get: operationAnswering({ $ref: reference }), put: operationAnswering(true) } },
      }),
      "secret.json": secret,
      "api/malformed.json": "{",
      "api/empty.json": "",
      "api/folder/a.json": {},
    });
    symlinkSync("../secret.json", join(dirname(file), "link.json"));
    symlinkSync("..", join(dirname(file), "linked"));
    const { operations, problems, document } = await loadContract(file);

    expect(operations).toHaveLength(2);
    expect(problems).toMatchObject([
      {
        code: "unresolved-ref",
        at: { line: 15, pointer: "/paths/~1a/get/responses/200/content/application~1json/schema" },
      },
    ]);
    expect(problems[0]?.message).toContain(`Cannot resolve "${reference}": `);
    expect(problems[0]?.message).toContain(reason);
    expect(JSON.stringify(document)).not.toContain("A secret.");
  });

  it("follows symbolic links inside the root", async () => {
    const file = scratch.write({
      "openapi.json": documentOf({ paths: { "/a": { get: operationAnswering({ $ref: "link.json" }) } } }),
      "a.json": { type: "string" },
    });
    symlinkSync("a.json", join(dirname(file), "link.json"));

    expect((await loadContract(file)).problems).toEqual([]);
  });

  it("fetches no URLs", async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end('{"type": "string"}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/a.json`;
    await fetch(url);
    const { problems } = await scratch.load({ paths: { "/a": { get: operationAnswering({ $ref: url }) } } });
    server.close();

    expect(requests).toBe(1);
    expect(problems).toMatchObject([
      { code: "unresolved-ref", message: `Cannot resolve "${url}": it is not a file, and URLs are not fetched` },
    ]);
  });
});

async function faultOf(file: string, root?: string): Promise<ToolError> {
  try {
    await readSources(file, root === undefined ? {} : { root });
  } catch (error) {
    return error as ToolError;
  }
  throw new Error(`"${file}" was read`);
}
