import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Contract, type Operation, createRouter, isJson, loadPlatform } from "../../contracts/index.ts";
import { createValues, seededNumber } from "../../contracts/values/index.ts";
import { createRequests } from "../requests/requests.ts";
import { checkPacts } from "./check.ts";
import { interactionOf } from "./read-interaction.ts";
import type { HttpInteraction, Pact } from "./interaction.ts";

const contracts = await loadPlatform();
const operations = contracts.flatMap((contract) => contract.operations.map((operation) => ({ contract, operation })));

/** What a consumer could write that knows the contract by heart. */
function interactionsOf(contract: Contract, operation: Operation): HttpInteraction[] {
  const router = createRouter(contract.operations);
  const [request] = fc.sample(createRequests(contract, operation, router, {}).valid, {
    seed: seededNumber(operation.name),
    numRuns: 1,
  });
  const [path = "", query = ""] = (request?.path ?? "").split("?");
  return operation.responses
    .filter(({ status }) => /^\d+$/.test(status))
    .map((response) => {
      const media = response.content.find(({ mediaType, schema }) => isJson(mediaType) && schema);
      const body =
        media?.schema &&
        (Object.values(media.examples)[0] ??
          createValues(contract, "response").sample(media.schema, { name: operation.name }));
      const read = interactionOf(
        {
          description: `${operation.name} ${response.status}`,
          request: {
            method: operation.method,
            path,
            query,
            headers: { ...request?.headers, authorization: "Bearer x" },
            ...(request?.body !== undefined && { body: parsed(request.body, request.headers["content-type"]) }),
          },
          response: {
            status: Number(response.status),
            ...(media && { headers: { "content-type": media.mediaType } }),
            ...(body !== undefined && { body }),
          },
        } as never,
        { version: 3, pointer: "/interactions/0" },
      );
      return read as HttpInteraction;
    });
}

function parsed(body: string, type = ""): unknown {
  return isJson(type.split(";", 1)[0] ?? "") ? JSON.parse(body) : body;
}

function pactOf(interactions: readonly HttpInteraction[], provider = "platform"): Pact {
  return { file: "pact.json", consumer: "consumer", provider, version: 3, interactions, rest: {} };
}

describe("checkPacts()", () => {
  it("finds nothing in what the contracts themselves show", { timeout: 120_000 }, async () => {
    const pacts = operations.map(({ contract, operation }) =>
      pactOf(interactionsOf(contract, operation), contract.api),
    );
    const { interactions } = await checkPacts(pacts, contracts);
    const wrong = interactions.flatMap(({ description, provider, findings, skipped }) => [
      ...findings
        .filter(({ severity }) => severity === "error")
        .map(({ code, message }) => `${provider} ${description}: ${code} ${message}`),
      ...(skipped === undefined ? [] : [`${description}: ${skipped}`]),
    ]);

    console.log(interactions.length, wrong.length);
    expect(wrong).toEqual([]);
  });
});
