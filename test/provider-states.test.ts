import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { knownNames } from "../cli/pact/known-names.ts";
import { providerStates, readPacts, verifyPacts } from "../conformance/index.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";
import { matchStateForm } from "../conformance/profile/provider-state.ts";
import { type JsonObject, loadPlatform } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-states-"));
afterAll(() => rmSync(folder, { recursive: true }));

type State = string | readonly [name: string, params: JsonObject];

const meters = "an item of /v2/metering/meters exists";
const post = (path: string, body: JsonObject): JsonObject => ({
  method: "POST",
  path,
  headers: { "Content-Type": "application/json" },
  body,
});
const get = (path: string): JsonObject => ({ method: "GET", path });
const reading = post("/v2/metering/readings", { meter_id: "m_1", value: 1 });

/** Exact values that the mock returns in each state. */
const cases: readonly (readonly [states: readonly State[], request: JsonObject, status: number, body?: unknown])[] = [
  [[], get("/v2/metering/meters"), 200, []],
  [["an empty organization"], get("/v2/metering/meters"), 200, []],
  [["the fixtures small"], get("/v1/entity/schemas/roof/head"), 200, { slug: "roof" }],
  [["the fixtures small", "no item roof of /v1/entity/schemas exists"], get("/v1/entity/schemas/roof/head"), 404],
  [[[meters, { id: "m_1", number: "1" }]], get("/v2/metering/meters/m_1"), 200, { id: "m_1", number: "1" }],
  [
    ["the schema contact has changed since"],
    {
      ...post("/v1/entity/schemas/contact", { ui_config: { custom_tabs: [] } }),
      method: "PUT",
      query: "base_version=1",
    },
    409,
  ],
  [["the limit of requests is reached"], reading, 429],
  [[["the fault status", { status: 503 }]], get("/v2/metering/meters"), 503],
  [["the time is 2026-01-01T00:00:00Z"], reading, 201, { created_at: "2026-01-01T00:00:00.000Z" }],
  [
    ["90 seconds have passed", "the time is 2026-01-01T00:00:00Z"],
    reading,
    201,
    { created_at: "2026-01-01T00:01:30.000Z" },
  ],
  [
    [["metering/createMeter was called", { body: { number: "2" } }]],
    get("/v2/metering/meters"),
    200,
    [{ number: "2" }],
  ],
];

const pact = {
  consumer: { name: "states" },
  provider: { name: "platform" },
  metadata: { pactSpecification: { version: "3.0.0" } },
  interactions: [
    ...cases.map(([states, request, status, body]) => ({
      description: states.map((state) => (typeof state === "string" ? state : state[0])).join(" and ") || "no state",
      providerStates: named(states),
      request,
      response: { status, ...(body !== undefined && { body }) },
    })),
    {
      description: "a state that tells an id",
      providerStates: named(["metering/createMeter was called"]),
      request: {
        ...get("/v2/metering/meters/m_0"),
        generators: { path: { type: "ProviderState", expression: "/v2/metering/meters/${id}", dataType: "STRING" } },
      },
      response: { status: 200 },
    },
    {
      description: "a token of nobody",
      request: { ...get("/v2/metering/meters"), headers: { Authorization: "Basic eDp5" } },
      response: { status: 401 },
    },
  ],
  messages: [
    {
      description: "news",
      providerStates: named([["the event contract.signed happens", { contract_id: "c_1" }]]),
      contents: { name: "contract.signed", payload: { contract_id: "c_1" } },
    },
  ],
};

function named(states: readonly State[]) {
  return states.map((state) => (typeof state === "string" ? { name: state } : { name: state[0], params: state[1] }));
}

it("the mock is in each provider state of the catalogue after its setup", async () => {
  const file = join(folder, "pact.json");
  writeFileSync(file, JSON.stringify(pact));
  await using mock = await startMock();
  const report = await verifyPacts(readPacts([file]), {
    contracts: await loadPlatform(),
    target: mock.url,
    ...knownNames,
    profile: platformConformance,
  });
  const allStates = [...providerStates, ...(platformConformance.states ?? [])];
  const tried = new Set(
    report.interactions.flatMap(({ states }) =>
      states.map((name) => allStates.find(({ form }) => matchStateForm(form, name))?.form),
    ),
  );

  expect(
    report.interactions.flatMap(({ description, outcome, reason, mismatches, answer }) =>
      outcome === "passed" ? [] : [[description, reason ?? mismatches, answer]],
    ),
  ).toEqual([]);
  expect(await mock.platform.organizations()).toEqual([]);
  expect(tried).toEqual(new Set(allStates.map(({ form }) => form)));
});
