import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  createRouter,
  isJson,
  isObject,
  loadPlatform,
  findResponse,
  splitPointer,
} from "../../../contracts/index.ts";
import { createValues, seededNumber, withValueAt } from "../../../contracts/generate/index.ts";
import { createRequests } from "../../requests/requests.ts";
import { checkPacts } from "./check.ts";
import { placesOfBody } from "./contract-place.ts";
import type { HttpInteraction, Pact } from "../interaction.ts";
import { readInteraction } from "../read-interaction.ts";

/** Fixtures and faults of a mock: none. */
const nothingKnown = { fixtures: { names: [], stateOf: () => ({}) }, faults: [], eventOf: () => "" };

const contracts = await loadPlatform();
const all = contracts.flatMap((contract) => contract.operations.map((operation) => ({ contract, operation })));
/** Some operations of each API. The long run has all operations. */
const operations = process.env["CONCORD_LONG"] === "1" ? all : all.filter((_, index) => index % 10 === 0);

/** Interactions that follow the contract exactly: a request with each documented response. */
function interactionsOf(contract: Contract, operation: Operation): HttpInteraction[] {
  const { valid } = createRequests(contract, operation, createRouter(contract.operations), {});
  const [request] = fc.sample(valid, { seed: seededNumber(operation.name), numRuns: 1 });
  const { path: url = "", headers, body: sent } = request ?? {};
  const [path = "", query = ""] = url.split("?");
  const isSentAsJson = isJson(headers?.["content-type"]?.split(";", 1)[0] ?? "");
  return operation.responses
    .filter(({ status }) => /^\d+$/.test(status))
    .map((response) => {
      const media = response.content.find(({ mediaType, schema }) => isJson(mediaType) && schema);
      const [example] = Object.values(media?.examples ?? {});
      const { sample } = createValues(contract, "response");
      const body = media?.schema && (example ?? sample(media.schema, { name: operation.name }));
      return interaction({
        description: `${operation.name} ${response.status}`,
        request: {
          method: operation.method,
          path,
          query,
          headers: { ...headers, authorization: "Bearer a-token" },
          ...(sent !== undefined && { body: isSentAsJson ? (JSON.parse(sent) as Json) : sent }),
        },
        response: {
          status: Number(response.status),
          ...(media && { headers: { "content-type": media.mediaType } }),
          ...(body !== undefined && { body }),
        },
      });
    });
}

function interaction(raw: Json): HttpInteraction {
  return readInteraction(raw, { version: 3, pointer: "/interactions/0", raw: raw as JsonObject }) as HttpInteraction;
}

function pactOf(provider: string, interactions: readonly HttpInteraction[]): Pact {
  return { file: "pact.json", consumer: "consumer", provider, version: 3, interactions, rest: {} };
}

/** The interaction with another expected body. */
function expecting(given: HttpInteraction, body: Json): HttpInteraction {
  return { ...given, response: { ...given.response, body } };
}

/** All interactions that expect a JSON body, with the places that the contract describes. */
function expectations() {
  return operations.flatMap(({ contract, operation }) =>
    interactionsOf(contract, operation).flatMap((given) => {
      const { status, body } = given.response;
      const schema = findResponse(operation, status)?.content.find(({ mediaType }) => isJson(mediaType))?.schema;
      if (!schema || body === undefined) return [];
      return [{ contract, given, body, places: placesOfBody(contract, schema, body, "response") }];
    }),
  );
}

describe("checkPacts()", () => {
  it("finds nothing in interactions made from the contracts", async () => {
    const pacts = operations.map(({ contract, operation }) =>
      pactOf(contract.api, interactionsOf(contract, operation)),
    );
    const { interactions } = await checkPacts(pacts, { ...nothingKnown, contracts });

    expect(interactions.length).toBeGreaterThan(operations.length);
    expect(
      interactions.flatMap(({ provider, description, findings, skipped }) => [
        ...findings
          .filter(({ severity }) => severity === "error")
          .map(({ code, message }) => `${provider} ${description}: ${code} ${message}`),
        ...(skipped === undefined ? [] : [`${provider} ${description}: ${skipped}`]),
      ]),
    ).toEqual([]);
  });

  it("finds an unknown field at every place with listed fields", async () => {
    const pacts = expectations().flatMap(({ contract, given, body, places }) => {
      const place = places.find(
        ({ value, parts }) =>
          isObject(value) &&
          parts.some(({ schema }) => isObject(schema["properties"])) &&
          parts.every(({ schema }) => schema["additionalProperties"] === undefined),
      );
      if (!place || !isObject(place.value)) return [];
      const planted = withValueAt(body, splitPointer(place.pointer), (value) => ({
        ...(value as JsonObject),
        zz_planted: 1,
      }));
      return [pactOf(contract.api, [expecting(given, planted)])];
    });
    const { interactions } = await checkPacts(pacts, { ...nothingKnown, contracts });

    expect(interactions.length).toBeGreaterThan(30);
    expect(
      interactions
        .filter(
          ({ findings }) =>
            !findings.some(({ severity, pact }) => severity === "error" && pact.endsWith("/zz_planted")),
        )
        .map(({ provider, description }) => `${provider} ${description}`),
    ).toEqual([]);
  });

  it("finds an unlisted value of every enum, and names the listed ones", async () => {
    const pacts = expectations().flatMap(({ contract, given, body, places }) => {
      const place = places.find(({ parts }) => parts.some(({ schema }) => Array.isArray(schema["enum"])));
      return place
        ? [
            pactOf(contract.api, [
              expecting(
                given,
                withValueAt(body, splitPointer(place.pointer), () => "zz_planted"),
              ),
            ]),
          ]
        : [];
    });
    const { interactions } = await checkPacts(pacts, { ...nothingKnown, contracts });

    expect(interactions.length).toBeGreaterThan(15);
    expect(
      interactions
        .filter(
          ({ findings }) =>
            !findings.some(({ severity, message }) => severity === "error" && /"zz_planted"/.test(message)),
        )
        .map(({ provider, description }) => `${provider} ${description}`),
    ).toEqual([]);
  });
});
