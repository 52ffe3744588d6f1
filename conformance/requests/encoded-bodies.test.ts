import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type JsonObject, type Operation, createRouter } from "../../contracts/index.ts";
import type { WireRequest } from "../model/exchange.ts";
import { createRequests } from "./requests.ts";
import { createCoverage } from "./coverage.ts";

const upload: JsonObject = {
  type: "object",
  required: ["title"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 20 },
    file: { type: "string", format: "binary" },
    copies: { type: "integer", minimum: 1, maximum: 9 },
    shade: { type: "string", enum: ["light", "dark"] },
    tags: { type: "array", items: { type: "string" }, maxItems: 3 },
    place: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
  },
};

describe.each(["multipart/form-data", "application/x-www-form-urlencoded"])("requests with a body of %s", (type) => {
  const contract = compileInMemory({
    paths: {
      "/uploads": {
        post: {
          requestBody: { required: true, content: { [type]: { schema: upload } } },
          responses: { "201": { description: "Made" } },
        },
      },
    },
  });
  const operation = contract.operations[0] as Operation;
  const router = createRouter(contract.operations);
  const requests = createRequests(contract, operation, router, {});

  it("are accepted by a mock if they are valid", async () => {
    await using mock = await startMock({ contracts: [contract] });
    await fc.assert(
      fc.asyncProperty(requests.valid, async (request) => {
        expect(await statusOf(mock, request)).toBe(201);
      }),
      { numRuns: 60 },
    );
    for (const { request } of createCoverage(contract, operation, router, {})?.valid ?? [])
      expect([request.body, await statusOf(mock, request)]).toEqual([request.body, 201]);
  });

  it("are refused by a mock if they are invalid", async () => {
    await using mock = await startMock({ contracts: [contract] });
    const faults = requests.invalid.map(({ fault }) => fault);

    expect(faults).toEqual(
      expect.arrayContaining([
        "body /shade enum",
        "body /copies minimum",
        "body /copies type",
        "body /title maxLength",
        "body  required",
        "body required",
      ]),
    );
    for (const { fault, requests: broken } of requests.invalid)
      for (const request of sample(broken)) expect([fault, await statusOf(mock, request)]).toEqual([fault, 400]);
    for (const { label, request } of createCoverage(contract, operation, router, {})?.invalid ?? [])
      expect([label, await statusOf(mock, request)]).toEqual([label, 400]);
  });
});

function sample(requests: fc.Arbitrary<WireRequest>): readonly WireRequest[] {
  try {
    return fc.sample(requests, { seed: 3, numRuns: 4 });
  } catch {
    // A form cannot show the fault.
    return [];
  }
}

async function statusOf(
  mock: Awaited<ReturnType<typeof startMock>>,
  { method, path, headers, body }: WireRequest,
): Promise<number> {
  const response = await mock.fetch(path, { method, headers, ...(body !== undefined && { body }) });
  return response.status;
}
