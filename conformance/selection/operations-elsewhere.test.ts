import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationsElsewhere } from "./operations-elsewhere.ts";

const responses = { 200: { description: "" } };
const contract = compileInMemory({
  servers: [{ url: "https://api.example.com/v1" }, { url: "{local}/v1", variables: { local: { default: "" } } }],
  paths: {
    "/users": { get: { responses } },
    "/files": {
      servers: [{ url: "https://uploads.example.com/v1" }],
      get: { responses },
      post: { servers: [{ url: "https://api.example.com/v1" }], responses },
    },
    "/token": { post: { servers: [{ url: "https://api.example.com/login" }], responses } },
  },
});

describe("operationsElsewhere()", () => {
  it.each([
    ["https://api.example.com/v1", ["GET /files", "POST /token"]],
    ["https://uploads.example.com/v1", []],
    // The path tells a local server of the document from others.
    ["http://127.0.0.1:4010/v1", ["POST /token"]],
    ["http://127.0.0.1:4010", []],
    [undefined, []],
  ])("finds of the target %s %j", (target, expected) => {
    const found = operationsElsewhere([contract], () => target);

    expect([...found.keys()].map(({ name }) => name)).toEqual(expected);
  });

  it("names the server", () => {
    const [reason] = operationsElsewhere([contract], () => "https://api.example.com/v1").values();

    expect(reason).toContain("https://uploads.example.com/v1");
  });
});
