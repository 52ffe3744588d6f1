import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPacts } from "./read-pacts.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-pacts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const parties = { consumer: { name: "c" }, provider: { name: "p" } };

function read(content: unknown) {
  const file = join(folder, "pact.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return readPacts([file])[0];
}

/** The same interaction in the format of each version. */
const versions = {
  1: {
    metadata: { pactSpecificationVersion: "1.0.0" },
    interactions: [
      {
        description: "a call",
        provider_state: "a state",
        request: { method: "get", path: "/a", query: "b=1&b=2", headers: { Accept: "text/plain" } },
        response: { status: 200, body: { c: 1 } },
      },
    ],
  },
  2: {
    metadata: { "pact-specification": { version: "2.0.0" } },
    interactions: [
      {
        description: "a call",
        providerState: "a state",
        request: { method: "GET", path: "/a", query: "b=1&b=2", headers: { Accept: "text/plain" } },
        response: { status: 200, body: { c: 1 } },
      },
    ],
  },
  3: {
    metadata: { pactSpecification: { version: "3.0.0" } },
    interactions: [
      {
        description: "a call",
        providerStates: [{ name: "a state" }],
        request: { method: "GET", path: "/a", query: { b: ["1", "2"] }, headers: { Accept: "text/plain" } },
        response: { status: 200, body: { c: 1 } },
      },
    ],
  },
  4: {
    metadata: { pactSpecification: { version: "4.0" } },
    interactions: [
      {
        type: "Synchronous/HTTP",
        description: "a call",
        providerStates: [{ name: "a state" }],
        request: { method: "GET", path: "/a", query: { b: ["1", "2"] }, headers: { Accept: ["text/plain"] } },
        response: { status: 200, body: { content: { c: 1 }, contentType: "application/json", encoded: false } },
      },
    ],
  },
};

describe("readPacts()", () => {
  it.each(Object.entries(versions))("reads version %s like the other versions", (version, pact) => {
    const found = read({ ...parties, ...pact });

    expect(found).toMatchObject({ consumer: "c", provider: "p", version: Number(version) });
    expect(found?.interactions).toEqual([
      expect.objectContaining({
        kind: "http",
        states: [{ name: "a state", params: {} }],
        request: { method: "GET", path: "/a", query: "b=1&b=2", headers: { accept: "text/plain" } },
        response: { status: 200, headers: {}, body: { c: 1 } },
      }),
    ]);
  });

  it("reads messages of versions 3 and 4", () => {
    const third = { description: "news", contents: { a: 1 }, metaData: { contentType: "application/json" } };
    const fourth = {
      type: "Asynchronous/Messages",
      description: "news",
      contents: { content: Buffer.from('{"a":1}').toString("base64"), encoded: "base64", contentType: "text/plain" },
      metadata: { contentType: "application/json" },
    };
    const same = { kind: "message", description: "news", metadata: { contenttype: "application/json" } };

    expect(read({ ...parties, ...versions[3], interactions: undefined, messages: [third] })?.interactions).toEqual([
      expect.objectContaining({ ...same, content: { a: 1 }, pointer: "/messages/0" }),
    ]);
    expect(read({ ...parties, ...versions[4], interactions: [fourth] })?.interactions).toEqual([
      expect.objectContaining({ ...same, content: '{"a":1}' }),
    ]);
  });

  it.each([
    ["{", "it is not JSON"],
    [[], "a pact is a JSON object"],
    [{ openapi: "3.1.0" }, "it is not a pact: a pact names its consumer and its provider"],
    [parties, 'it is not a pact: it has neither "interactions" nor "messages"'],
    [{ ...parties, interactions: {} }, '"interactions" is not a list'],
    [
      { ...parties, interactions: [{ description: "a", request: { method: "GET" } }] },
      "/interactions/0 has no request with a method and a path",
    ],
    [
      { ...parties, interactions: [], metadata: { pactSpecification: { version: "5.0" } } },
      "version 5 of the Pact specification is not known",
    ],
  ])("rejects %j with the reason", (content, reason) => {
    expect(() => read(content)).toThrow(
      expect.objectContaining({ code: "unreadable-pact", message: expect.stringContaining(reason) as string }),
    );
  });

  it("reads the JSON files of a folder, and rejects a folder without any", () => {
    const empty = mkdtempSync(join(folder, "empty-"));

    expect(() => readPacts([empty])).toThrow("the folder contains no JSON file");
    expect(() => readPacts([join(empty, "none.json")])).toThrow("there is no such file or folder");
  });

  it("skips other files in a folder with a note, and rejects them as named files", () => {
    const dir = mkdtempSync(join(folder, "mixed-"));
    const [pact, other] = [join(dir, "a.json"), join(dir, "package.json")];
    writeFileSync(pact, JSON.stringify({ ...parties, ...versions[3] }));
    writeFileSync(other, '{"name":"mine"}');
    const passedOver: string[] = [];

    expect(readPacts([dir], (file) => passedOver.push(file)).map(({ file }) => file)).toEqual([pact]);
    expect(passedOver).toEqual([other]);
    expect(() => readPacts([other])).toThrow("it is not a pact");
    rmSync(pact);
    expect(() => readPacts([dir])).toThrow("none of the JSON files in the folder is a pact");
  });

  it("throws an error if no pact has an interaction", () => {
    expect(() => read({ ...parties, interactions: [] })).toThrow(expect.objectContaining({ code: "nothing-to-try" }));
  });

  it("keeps the spelling of an interaction, including numbers", () => {
    const body = '{"a":9007199254740993,"b":1.0,"c":1e3,"d":-0,"e":[0.10]}';
    const given = `{"description":"a","request":{"method":"POST","path":"/a?b=1","body":${body}},"response":{}}`;
    const found = read(`{"consumer":{"name":"c"},"provider":{"name":"p"},"interactions":[${given}]}`);
    const [interaction] = found?.interactions ?? [];

    expect(JSON.stringify(interaction?.raw)).toBe(given);
    expect(interaction).toMatchObject({ request: { path: "/a", query: "b=1", body: { b: 1, c: 1000, e: [0.1] } } });
  });
});
