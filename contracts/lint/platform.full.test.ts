import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { type JsonObject, isObject, loadPlatform, valueAt } from "../index.ts";
import { findInvalidExamples } from "./invalid-examples.ts";
import { lintContract } from "./lint.ts";
import { findHouseProblems } from "../../test/support/contracts/house-rules/index.ts";
import { platformPeriods } from "../../profiles/platform/periods.ts";
import { hasMarkers } from "../schema/standing.ts";

const platform = await loadPlatform();
const contracts = platform.map((contract) => ({ api: contract.api, contract }));
const documents = contracts.filter(({ contract }) => contract.kind === "openapi");

describe.each(contracts)("the contract of the $api API", ({ contract }) => {
  it("loads without a problem, and passes the linter", async () => {
    expect(contract.problems).toEqual([]);
    expect(await lintContract(contract)).toEqual([]);
    expect(findHouseProblems(contract, { contracts: platform, periods: platformPeriods })).toEqual([]);
  });

  it("has markers", () => {
    expect(hasMarkers(contract.document)).toBe(true);
  });

  it("cites existing sections, and gives a reason for each assumption", () => {
    const sections = [...JSON.stringify(contract.document).matchAll(/"x-spec":"([^"]*)"/g)].map((found) => found[1]);

    const reasons = [...readFileSync(contract.file, "utf8").matchAll(/x-assumed: *(.*)/g)].map((found) => found[1]);

    expect(sections.length).toBeGreaterThan(0);
    expect(sections.filter((section) => !/^[1-9](\.\d+)?$/.test(section as string))).toEqual([]);
    expect(reasons.filter((reason) => (reason as string).length < 10)).toEqual([]);
  });
});

/** GraphQL schemas are excluded from these: graphql-js has parsed them, and they have no examples. */
describe.each(documents)("the document of the $api API", ({ contract }) => {
  it("is valid OpenAPI 3.1", async () => {
    await expect(SwaggerParser.validate(contract.file)).resolves.toMatchObject({ openapi: "3.1.0" });
  });

  it("has only valid examples", () => {
    expect(JSON.stringify(contract.document)).toContain('"example":');
    expect(findInvalidExamples(contract)).toEqual([]);
  });
});

describe("the platform", () => {
  it("has a document for each of 47 APIs, and one GraphQL schema", () => {
    expect(documents).toHaveLength(47);
    expect(contracts.filter((one) => !documents.includes(one)).map(({ api }) => api)).toEqual(["portal-graphql"]);
  });

  it("requires a bearer token for every request, except for six operations with x-public (§5.1)", () => {
    const operations = documents.flatMap(({ contract: { document, operations: all } }) =>
      all.map(({ name, pointer, security }) => {
        const node = valueAt(document, pointer) as JsonObject;
        return { name, security, isPublic: isObject(node) && typeof node["x-public"] === "string" };
      }),
    );
    const [open, guarded] = [operations.filter(({ isPublic }) => isPublic), operations.filter((one) => !one.isPublic)];

    expect(open.map(({ name }) => name)).toEqual([
      "GET /v1/files/public/{id}/preview",
      "POST /v1/public/product-recommendations",
      "POST /v1/public/cart:checkout",
      "POST /v1/public/integration/{integrationId}/compute-price",
      "POST /v2/users/public/signup",
      "GET /v2/users/public/checkToken",
    ]);
    expect(open.flatMap(({ security }) => security)).toEqual([]);
    expect(guarded.length).toBeGreaterThan(300);
    for (const { security } of guarded) expect(security).toMatchObject([[{ type: "http", scheme: "bearer" }]]);
  });
});
