import type { WireRequest } from "../model/exchange.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import {
  type Contract,
  type Json,
  type Operation,
  createParameterReader,
  createRouter,
  decodeSegment,
  loadContract,
  readQuery,
  rolesOf,
  validatorOf,
} from "../../contracts/index.ts";
import { contractsToTry } from "../../test/support/contracts/platform.ts";
import { Unsatisfiable } from "../../contracts/generate/index.ts";
import { createRequests } from "./requests.ts";

const notes = await loadContract("fixtures/conformance/notes.yaml");
const contracts = [...(await contractsToTry()), notes];
const all = contracts.flatMap((contract) =>
  contract.operations.map((operation) => ({ contract, operation, name: `${contract.api} ${operation.name}` })),
);

describe.each(all)("requests of $name", ({ contract, operation }) => {
  const router = createRouter(contract.operations);
  const requests = createRequests(contract, operation, router, {});

  it("match the contract as the server reads them, and reach their operation, if they are valid", () => {
    fc.assert(
      fc.property(requests.valid, (request) => void expect(faultsIn(contract, operation, request)).toEqual([])),
      { numRuns: 25 },
    );
    fc.assert(
      fc.property(requests.bare, (request) => void expect(faultsIn(contract, operation, request)).toEqual([])),
      { numRuns: 5 },
    );
  });

  it("violate the contract only in the location that the fault names, if they are invalid", () => {
    for (const { fault, requests: broken } of requests.invalid) {
      const made = sample(broken);
      for (const request of made) {
        const places = new Set(faultsIn(contract, operation, request));
        expect([fault, ...places]).toEqual([
          fault,
          fault.split(" ")[0] === "body" ? "body" : fault.split(/[ /]/).slice(0, 3).join(" ").replace("  ", " "),
        ]);
      }
    }
  });

  it("are the same for the same seed", () => {
    expect(fc.sample(requests.valid, { seed: 7, numRuns: 5 })).toEqual(
      fc.sample(requests.valid, { seed: 7, numRuns: 5 }),
    );
  });
});

describe("createRequests()", () => {
  it("uses known ids most of the time", () => {
    const operation = notes.operations.find(({ id }) => id === "getNote") as Operation;
    const { valid } = createRequests(notes, operation, createRouter(notes.operations), { note_id: "n/1" });
    const paths = fc.sample(valid, { numRuns: 100 }).map(({ path }) => path);

    expect(paths.filter((path) => path === "/notes/n%2F1").length).toBeGreaterThan(60);
    expect(new Set(paths).size).toBeGreaterThan(1);
  });

  it("sends the documented examples of parameters, and names an item by one where none is known", () => {
    const at = (place: string, name: string, example: Json, type = "string") => ({
      in: place,
      name,
      required: place === "path",
      example,
      schema: { type },
    });
    const contract = compileInMemory({
      paths: {
        "/users/{name}": {
          get: {
            parameters: [at("path", "name", "me"), at("query", "view", "short"), at("query", "size", "big", "integer")],
            responses: { "200": { description: "A user" } },
          },
        },
      },
    });
    const { valid } = createRequests(
      contract,
      contract.operations[0] as Operation,
      createRouter(contract.operations),
      {},
    );
    const paths = fc.sample(valid, { numRuns: 100 }).map(({ path }) => path);

    expect(paths.filter((path) => /^\/users\/me(\?|$)/.test(path)).length).toBeGreaterThan(60);
    expect(paths.filter((path) => path.includes("view=short")).length).toBeGreaterThan(10);
    // The example of "size" is no number.
    expect(paths.filter((path) => path.includes("size=big"))).toEqual([]);
  });

  it("generates violations for every part of a request", () => {
    const operation = notes.operations.find(({ id }) => id === "createNote") as Operation;
    const { invalid } = createRequests(notes, operation, createRouter(notes.operations), {});

    expect(invalid.map(({ fault }) => fault)).toEqual(
      expect.arrayContaining([
        "query /page minimum",
        "query /page maximum",
        "query /page required",
        "header /x-trace maxLength",
        "body  required",
        "body /text minLength",
        "body /state enum",
        "body malformed JSON",
        "body required",
      ]),
    );
  });

  it("gives every operation a role", () => {
    expect(rolesOf(notes).size).toBe(notes.operations.length);
  });
});

/** Values of an arbitrary. Empty if a fault cannot be sent. */
function sample(requests: fc.Arbitrary<WireRequest>): readonly WireRequest[] {
  try {
    return fc.sample(requests, { numRuns: 3 });
  } catch (error) {
    expect(error).toBeInstanceOf(Unsatisfiable);
    return [];
  }
}

/** Parts of a request that violate the contract, read independently of the code that wrote them. */
function faultsIn(contract: Contract, operation: Operation, request: WireRequest): string[] {
  const match = createRouter(contract.operations).match(request.method, request.path.split("?", 1)[0] as string);
  if (!match || !("operation" in match) || match.operation !== operation) return ["path"];
  const query = readQuery(request.path.split("?")[1] ?? "");
  const broken = operation.parameters.flatMap((parameter) => {
    const reader = createParameterReader(contract, parameter);
    const text =
      parameter.in === "path"
        ? decodeSegment(match.parameters[parameter.name] as string)
        : request.headers[parameter.name.toLowerCase()];
    const value =
      parameter.in === "query" ? reader.fromPairs(query) : text === undefined ? undefined : reader.fromText(text);
    const isWrong =
      value === undefined
        ? parameter.required
        : validatorOf(contract, parameter.schema.pointer, "request")(value).length > 0;
    return isWrong ? [`${parameter.in} ${parameter.name}`] : [];
  });
  return [...broken, ...bodyFaults(contract, operation, request)];
}

function bodyFaults(contract: Contract, { body }: Operation, request: WireRequest): string[] {
  if (request.body === undefined) return body?.required ? ["body"] : [];
  const schema = body?.content[0]?.schema;
  try {
    const value: unknown = JSON.parse(request.body);
    return schema && validatorOf(contract, schema.pointer, "request")(value).length > 0 ? ["body"] : [];
  } catch {
    return ["body"];
  }
}
