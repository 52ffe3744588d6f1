import { createServer } from "node:http";
import { expect, it } from "vitest";
import { serve } from "../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { conform, newFailuresIn } from "./conformance.ts";
import { loadContracts } from "./contracts.ts";

const scratch = createScratch();

it("conform() compares its report with a baseline, as a list or a file", async () => {
  const get = {
    responses: { 200: { description: "It.", content: { "application/json": { schema: { type: "string" } } } } },
  };
  const document = scratch.write({
    "openapi.json": documentOf({ info: { title: "Shop", version: "1" }, paths: { "/a": { get }, "/b": { get } } }),
  });
  await using server = await serve(
    createServer((_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("1")),
  );
  const options = { contracts: await loadContracts([document]), target: server.url, seed: 1, runs: 2 };
  const { causes = [], failures, baseline } = await conform(options);
  const [first] = causes;
  const entry = { cause: first?.cause ?? "", reason: "Ticket 7", expires: "2999-01-01" };
  const file = scratch.write({ "known.json": [entry] });

  expect([failures.length, causes.length, baseline]).toEqual([2, 2, undefined]);
  for (const known of [[entry], file]) {
    const report = await conform({ ...options, baseline: known });
    expect(report.baseline?.known).toMatchObject([{ reason: "Ticket 7" }]);
    expect(newFailuresIn(report).map(({ operation }) => operation)).toEqual(["GET /b"]);
  }
});
