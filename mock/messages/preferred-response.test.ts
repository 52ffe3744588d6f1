import { readdirSync } from "node:fs";
import { basename } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { contractsToTry } from "../../test/support/contracts/platform.ts";
import { ask, fixture, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { type Step, stepsOf } from "../../test/support/mock/exchanges.ts";
import { type Contract, type Operation, findResponse, withLikelyBodies } from "../../contracts/index.ts";
import { type MockRequest } from "../index.ts";
import { responseProblems } from "../engine/self-check.ts";
import { writePreference } from "../semantics/prefer.ts";

const fixtures = readdirSync(new URL("../../fixtures/mock/", import.meta.url))
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => basename(name, ".yaml"));
const contracts = [...(await contractsToTry()), ...(await Promise.all(fixtures.map(fixture)))]
  .filter(({ operations }) => operations.length > 0)
  .map(withLikelyBodies);

describe.each(contracts.map((contract) => [contract.api, contract] as const))("preferences of %s", (_, contract) => {
  it("select each documented response, valid and the same each time, and change nothing", async () => {
    const platform = platformServing([contract]);
    for (const operation of contract.operations) {
      const request = requestTo(contract, operation);
      for (const { status, header } of preferencesOf(operation)) {
        const prefer = { ...request, headers: { ...request.headers, prefer: header } };
        const response = await platform.handle(prefer);
        const documented = findResponse(operation, status);
        const misfits = [
          ...responseProblems(contract, operation, response),
          ...(documented?.headers ?? [])
            .map(({ name }) => name)
            .filter((name) => !(name in response.headers) && name !== "content-length"),
        ];

        expect(misfits, `${operation.name}, Prefer: ${header}`).toEqual([]);
        expect(response.status, `${operation.name}, Prefer: ${header}`).toBe(status);
        expect(response.headers["preference-applied"]).toBe(header);
        expect(await platform.handle(prefer)).toEqual(response);
      }
    }

    expect(await platform.organization("acme").state()).toEqual(
      await platformServing([contract]).organization("acme").state(),
    );
  });
});

describe("Prefer", () => {
  it("selects a response by its code, and the success without a code", async () => {
    const platform = await platformOf("library");

    expect(await ask(platform, "GET /books/b1", { headers: { prefer: "code=404" } })).toMatchObject({ status: 404 });
    expect(await ask(platform, "GET /books/b1", { headers: { prefer: "dynamic=true" } })).toMatchObject({
      status: 200,
    });
    expect(await ask(platform, "GET /books/b1")).toMatchObject({ status: 404 });
  });

  it("generates a value in place of the example", async () => {
    const platform = await platformOf("library");
    const lendRequest = async (prefer: string) =>
      (await ask(platform, "POST /books/b1:lend", { body: {}, headers: { prefer } })).value;

    expect(await lendRequest("code=200")).toEqual({ until: "2026-02-01" });
    expect(await lendRequest("code=200, dynamic=false")).toEqual({ until: "2026-02-01" });
    expect(await lendRequest("code=200, dynamic=true")).not.toEqual({ until: "2026-02-01" });
  });

  it.each([
    ["code=418", "/prefer/code", '"418"'],
    ["code=20", "/prefer/code", '"20"'],
    ["code", "/prefer/code", '""'],
    ["example=nope", "/prefer/example", '"nope"'],
    ["dynamic=maybe", "/prefer/dynamic", '"maybe"'],
  ])("is refused with a list of the available responses: %s", async (prefer, pointer, got) => {
    const { status, value } = await ask(await platformOf("library"), "GET /books/b1", { headers: { prefer } });

    expect(status).toBe(400);
    expect(value.violations).toEqual([{ in: "header", pointer, expected: expect.any(String), got }]);
    expect(value.violations[0].expected).toMatch(/: 200 or 404$|: there is none$|true or false/);
  });

  it("is refused if no response is documented", async () => {
    const platform = platformServing([compileInMemory({ paths: { "/book": { get: { responses: {} } } } })]);
    const { value } = await ask(platform, "GET /book", { headers: { prefer: "code=200" } });

    expect(value.violations[0].expected).toBe("the status of a documented response: there is none");
  });

  it("selects an example by its name, and corrects one that violates its schema", async () => {
    const schema = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
    const examples = { short: { value: { title: "Emma" } }, "not whole": { value: { title: 5 } } };
    const content = {
      "application/json": { schema, examples },
      "text/plain": { examples: { plain: { value: "Emma" } } },
    };
    const responses = { 200: { description: "It.", content } };
    const contract = compileInMemory({ paths: { "/book": { get: { operationId: "getBook", responses } } } });
    const platform = platformServing([contract]);
    const preferredRequest = (example: string) =>
      ask(platform, "GET /book", { headers: { prefer: writePreference("example", example) } });

    expect((await preferredRequest("short")).value).toEqual({ title: "Emma" });
    expect((await preferredRequest("not whole")).value).toEqual({ title: expect.any(String) });
    expect(await preferredRequest("plain")).toMatchObject({ text: "Emma", headers: { "content-type": "text/plain" } });
    expect((await preferredRequest("other")).value.violations[0].expected).toBe(
      'the name of a documented example of the response with 200: "short" (200), "not whole" (200) or "plain" (200)',
    );
  });

  it.each([
    ["application/json", { example: "abc" }],
    ["application/json", {}],
    ["text/plain", {}],
  ])("never selects a body of %s that does not fit its schema: %j", async (mediaType, more) => {
    const content = { [mediaType]: { schema: { type: "string", minLength: 5, maxLength: 2 }, ...more } };
    const responses = { 200: { description: "A text.", content }, 404: { description: "None.", content } };
    const platform = platformServing([
      compileInMemory({ paths: { "/a": { get: { operationId: "getA", responses } } } }),
    ]);
    const examples = Object.keys(more).map(() => "example=default");

    for (const prefer of ["", "code=200", "code=404, dynamic=true", ...examples]) {
      const { status, value } = await ask(platform, "GET /a", { headers: { prefer } });

      expect([prefer, status, value.detail]).toEqual([
        prefer,
        501,
        "Nothing was found that fits the schema of what GET /a answers: see concord contracts lint",
      ]);
    }
  });

  it("is applied after authentication and validation", async () => {
    const platform = await platformOf("library");
    const headers = { prefer: "code=201" };

    expect(await ask(platform, "POST /books", { body: { title: 5 }, headers })).toMatchObject({ status: 400 });
    expect(await ask(platform, "POST /books", { body: { title: "A" }, headers, token: "" })).toMatchObject({
      status: 401,
    });
    expect(await ask(platform, "POST /books", { body: { title: "A" }, headers })).toMatchObject({ status: 201 });
    expect((await ask(platform, "GET /books")).text).not.toContain('"A"');
  });

  it("is ignored here if it selects no response", async () => {
    const platform = await platformOf("library");
    const { status, headers } = await ask(platform, "GET /books", {
      headers: { prefer: "handling=lenient, dynamic=false" },
    });

    expect([status, headers["preference-applied"]]).toEqual([200, undefined]);
  });
});

/** Valid request to an operation. */
function requestTo(contract: Contract, operation: Operation): MockRequest {
  const [step] = fc.sample(stepsOf(contract, operation).valid, { seed: 1, numRuns: 1 });
  return (step as Step).request({});
}

/** Prefer headers for all documented responses of an operation. */
function preferencesOf({ responses }: Operation): { status: number; header: string }[] {
  return responses.flatMap(({ status: code, content }) => {
    const status = code === "default" ? 418 : Number(code.replaceAll("X", "9"));
    if (status < 200 || (code === "default" && responses.some((each) => /^4(XX|18)$/.test(each.status)))) return [];
    const examples = content.flatMap(({ examples: named }) => Object.keys(named));
    return ["", ", dynamic=true", ...examples.map((name) => `, ${writePreference("example", name)}`)].map((more) => ({
      status,
      header: `code=${status}${more}`,
    }));
  });
}
