import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, createRouter } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createCoverage } from "./coverage.ts";

describe("unusualNumbers()", () => {
  it.each<[string, JsonObject]>([
    ["an amount of cents", { type: "number", minimum: 0.01, maximum: 50_000, multipleOf: 0.01 }],
    ["any number", { type: "number" }],
    ["a number of at least 1", { type: "number", minimum: 1 }],
    ["a large amount", { type: "number", minimum: 10_000, multipleOf: 0.01 }],
  ])("finds an amount that loses a cent for %s", (_, amount) => {
    const [sent, ...others] = amountsOf(amount);

    expect(others).toEqual([]);
    expect(Math.trunc(Number(sent) * 100) / 100).toBeCloseTo(Number(sent) - 0.01, 6);
  });

  it.each<[string, JsonObject]>([
    ["a whole number", { type: "integer" }],
    ["tenths", { type: "number", multipleOf: 0.1 }],
    ["no number", { type: "string" }],
  ])("finds none for %s", (_, amount) => {
    expect(amountsOf(amount)).toEqual([]);
  });
});

describe("unusual values", () => {
  const names = ["one", "two", "three", "four", "five"];
  const schema = {
    type: "object",
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  };

  it("are sent in every text of a body, all of them in the first", () => {
    const labels = labelsOf(schema);
    const textsAt = (name: string) => labels.filter((label) => label.startsWith(`body/${name} `));

    for (const name of names)
      expect(textsAt(name).filter((label) => label.includes("text ")).length, name).toBeGreaterThan(0);
    expect(textsAt("one").join()).toMatch(/Latin-1.*one space.*of spaces/);
  });

  it("are numbers with three decimals in each place that allows them", () => {
    const numbers = {
      type: "object",
      required: ["price", "rate", "count"],
      properties: {
        price: { type: "number" },
        rate: { type: "number", multipleOf: 0.01 },
        count: { type: "integer" },
      },
    };

    expect(labelsOf(numbers).filter((label) => label.includes("more than two decimals"))).toEqual([
      "body/price type, with more than two decimals",
    ]);
  });
});

/** Amounts in the coverage requests that test binary rounding. */
function amountsOf(amount: Json): readonly Json[] {
  const schema = { type: "object", required: ["amount"], properties: { amount } };
  const about = coverageFor(schema).filter(({ label }) => label.includes("less in binary"));
  return about.map(({ request }) => (JSON.parse(request.body ?? "{}") as JsonObject)["amount"] as Json);
}

function labelsOf(schema: JsonObject): readonly string[] {
  return coverageFor(schema).map(({ label }) => label);
}

/** Valid requests of a creation with a body. */
function coverageFor(schema: JsonObject) {
  const contract = compileInMemory({
    paths: {
      "/payments": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 201: { description: "" } },
        },
      },
    },
  });
  const [operation] = contract.operations;
  return (operation && createCoverage(contract, operation, createRouter(contract.operations), {})?.valid) ?? [];
}
