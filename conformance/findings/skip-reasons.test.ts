import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import { distinctReasons } from "../run/try-operation.ts";

const scratch = createScratch();

describe("reasons to skip an operation", () => {
  it("are reported once if they differ only in a count", () => {
    const reasons = ["a text of 23 characters", "a text of 24 characters", "answered 404", "answered 401"];

    expect(distinctReasons(reasons)).toEqual(["a text of 23 characters", "answered 404", "answered 401"]);
    expect(distinctReasons(["at /0 a text of 2 characters", "at /1 a text of 2 characters"])).toHaveLength(2);
  });

  it("are reported once for generated values of different lengths that cannot be checked", async () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { a: { type: "string", pattern: "^(?=(a+)+$)(a|a)*\\1$" } },
    };
    const post = {
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: { 204: { description: "Fine." } },
    };
    const contract = await scratch.load(documentOf({ paths: { "/things": { post } } }));
    await using served = await serve(createServer((_, response) => void response.writeHead(204).end()));
    const report = await conform({ contracts: [contract], target: served.url, seed: 1, mode: "sandbox" });
    const reasons = report.skipped.map(({ reason }) => reason).filter((reason) => reason.includes("characters"));

    expect(reasons).toEqual([expect.stringMatching(/a text of \d+ characters and the pattern .* take too many steps/)]);
  });
});
