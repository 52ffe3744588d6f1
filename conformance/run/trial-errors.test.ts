import type { ConformOptions } from "./conform-options.ts";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { mergeReports } from "./merge.ts";
import type { Report } from "../findings/report.ts";
import { conformReports, renderConsole } from "../reports/index.ts";

const scratch = createScratch();
const responses = { 200: { description: "Fine.", content: { "application/json": { schema: { type: "object" } } } } };
const contract = await scratch.load(
  documentOf({
    info: { title: "shop", version: "1" },
    paths: { "/first": { get: { responses } }, "/second": { get: { responses } }, "/third": { get: { responses } } },
  } as JsonObject),
);

/** Report of a run in which every read of the operation under test throws an error. */
async function runWithPlanted(planted: string, answer = "{}"): Promise<Report> {
  await using served = await serve(
    createServer((_, response) => response.setHeader("content-type", "application/json").end(answer)),
  );
  let current = "";
  const operations = contract.operations.map((operation) =>
    operation.name === planted
      ? new Proxy(operation, {
          get(target, key) {
            if (current === planted && key === "body") throw new TypeError("Planted");
            return Reflect.get(target, key) as unknown;
          },
        })
      : operation,
  );
  const broken: Contract = { ...contract, operations };
  const options: ConformOptions = { contracts: [broken], target: served.url, seed: 1, runs: 2 };
  return await conform({ ...options, onProgress: ({ operation }) => void (current = operation) });
}

describe("an unexpected error while an operation is tried", () => {
  it("is reported with the operation, which does not count as a pass; the others are judged", async () => {
    const report = await runWithPlanted("GET /second");

    expect(report.errors).toMatchObject([
      {
        api: contract.api,
        operation: "GET /second",
        message: "The operation was not judged, because of a bug in Concord: TypeError: Planted",
        stack: expect.stringContaining("trial-errors.test.ts"),
      },
    ]);
    expect(report.failures).toEqual([]);
    expect(report.operations.filter(({ requests }) => requests > 0).map(({ operation }) => operation)).toEqual([
      "GET /first",
      "GET /third",
    ]);
    expect(report.skipped.filter(({ operation }) => operation === "GET /second")).toEqual([]);
  });

  it("makes every report fail", async () => {
    const report = await runWithPlanted("GET /second");
    const judgement = judgementOf(report);
    const text = renderConsole(judgement, { colours: false });

    expect(text).toContain(`FAIL ${contract.api}: GET /second  not-judged`);
    expect(text).toContain("1 failure in 3 operations");
    expect(String(conformReports["junit"]?.({ report, judgement }))).toContain(
      '<failure message="The operation was not judged, because of a bug in Concord: TypeError: Planted">',
    );
  });

  it("stays in the merged report of shards", async () => {
    const report = await runWithPlanted("GET /second");
    const shards = [1, 2].map((part) => ({ ...report, shard: { of: 2, parts: [part] } }));

    expect(mergeReports(shards).errors).toEqual(report.errors);
  });

  it("is absent where there was none", async () => {
    expect(Object.keys(await runWithPlanted("none"))).not.toContain("errors");
  });
});
