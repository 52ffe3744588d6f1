import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contracts/index.ts";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";
import { defaultConformance } from "./profile/default-profile.ts";

const listed = ["desk", "phone_booth"];

/** Report of a server that answers a value outside of its enum, a misspelt one in two operations. */
async function reportOf(kind: JsonObject, enums?: "open" | "closed") {
  const Room = { type: "object", required: ["kind"], properties: { kind } };
  const schema = { $ref: "#/components/schemas/Room" };
  const get = { responses: { 200: { description: "", content: { "application/json": { schema } } } } };
  const contract = await createScratch().load(
    documentOf({ paths: { "/room": { get }, "/other": { get } }, components: { schemas: { Room } } }),
  );
  await using server = await serve(
    createServer(({ method, url = "" }, response) => {
      const isKnown = method === "GET" && /^\/(room|other)$/.test(url);
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
      response.end(isKnown ? '{"kind":"phone-booth"}' : "{}");
    }),
  );
  const profile = { ...defaultConformance, ...(enums && { enums }) };
  const {
    failures,
    causes = [],
    drift,
  } = await conform({ contracts: [contract!], target: server.url, profile, seed: 1 });
  return { failures: failures.map(({ check, operation }) => `${check} ${operation}`), causes, drift };
}

describe("a response value outside of its enum", () => {
  it("is a failure with one cause for the property, with closed enums", async () => {
    const { failures, causes, drift } = await reportOf({ type: "string", enum: listed });

    expect(failures).toEqual(["body-conforms GET /room", "body-conforms GET /other"]);
    expect(causes).toHaveLength(1);
    expect(drift).toEqual([]);
  });

  it.each<[string, JsonObject, "open" | undefined]>([
    ["the profile has open enums", {}, "open"],
    ["the description says that values may be added", { description: "More values may be added." }, undefined],
    ["the document marks the enum as extensible", { "x-extensible-enum": true }, undefined],
  ])("is drift, if %s", async (_, more, enums) => {
    const { failures, drift } = await reportOf({ type: "string", enum: listed, ...more }, enums);

    expect(failures).toEqual([]);
    expect(drift.map(({ kind }) => kind)).toEqual(["enum-value"]);
  });

  it("is a failure, if the mark says that the enum is closed, and the profile has open enums", async () => {
    expect((await reportOf({ type: "string", enum: listed, "x-closed": true }, "open")).failures).toHaveLength(2);
  });
});
