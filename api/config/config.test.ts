import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { behaviour, createClock, createMemoryStore } from "../../mock/index.ts";
import { type MockConfig, type MockOptions, defineConfig } from "./index.ts";
import { startMock } from "../mock.ts";
import { fixture } from "../../test/support/mock/ask.ts";
import { faultOfConfig, faultOfOptions } from "./config.ts";

/** Value of each option of a mock. */
const allOptions: Required<MockConfig> = {
  contracts: ["openapi.yaml"],
  overlays: ["overlay.yaml"],
  profile: "platform",
  enums: "open",
  fixtures: ["small", { organization: "acme", collections: {} }],
  state: "sqlite:mock.db",
  store: createMemoryStore(),
  behaviours: [behaviour({ id: "passing", operations: ["createBook"], handle: (_, next) => next() })],
  faults: [{ id: "unknown-enum" }],
  rateLimit: { burst: 5, perSecond: 0.5 },
  runSeconds: 0,
  imports: { chunkRows: 10 },
  graphql: { maxDepth: 5, maxCost: 100 },
  selfCheck: true,
  seed: "other",
  seedExamples: false,
  missing: "example",
  warmUp: true,
  clock: createClock(() => 0),
  stopwatch: () => 0,
  statedOnly: true,
  strictAssumed: true,
  stateLimit: 1_000_000,
  valueLimit: 1000,
  stepLimit: 1000,
  pendingLimit: 10,
  journalLimit: 0,
  journalDays: 3,
  deliveryLimit: 0,
  deliveryTimeout: 1000,
  controlToken: "secret",
  deliverTo: "anywhere",
  allowDelivery: ["127.0.0.1:9000"],
  cors: false,
  tenantFrom: "header:X-Tenant",
  observe: () => {},
  notice: () => {},
  tls: { cert: "-----BEGIN CERTIFICATE-----", key: "-----BEGIN PRIVATE KEY-----" },
  port: 0,
  host: "::1",
};

describe("faultOfConfig()", () => {
  it("accepts all options, and no options", () => {
    for (const config of [defineConfig({ mock: allOptions }), {}, { mock: {} }, { mock: { fixtures: "small" } }])
      expect(faultOfConfig(config)).toBeUndefined();
  });

  it("rejects null as the value of each option", () => {
    for (const name of Object.keys(allOptions))
      expect(faultOfConfig({ mock: { ...allOptions, [name]: null } })).toMatch(`mock.${name} must be `);
  });

  it.each<[unknown, string]>([
    ["mock", 'it must be an object, not "mock"'],
    [{ moc: {} }, 'it has no place for "moc"; the nearest is "mock"'],
    [{ mock: { journalLimits: 5 } }, 'mock has no place for "journalLimits"; the nearest is "journalLimit"'],
    [{ mock: { "???????????": 5 } }, /^mock has no place for "\?+"; only for contracts, overlays, / as never],
    [{ mock: { port: 65_536 } }, "mock.port must be a whole number from 0 to 65535, not 65536"],
    [{ mock: { tenantFrom: 1 } }, 'mock.tenantFrom must be a text such as "header:X-Tenant" or a function, not 1'],
    [
      { mock: { tenantFrom: "heder:X" } },
      /^mock.tenantFrom is "heder:X", .* such as header:X-Tenant; the nearest is "header"$/ as never,
    ],
    [{ mock: { port: "4010" } }, 'mock.port must be a whole number from 0 to 65535, not "4010"'],
    [{ mock: { state: "disk" } }, 'mock.state must be "memory", "sqlite:FILE" or "postgres://URL", not "disk"'],
    [{ mock: { rateLimit: { burst: 1 } } }, 'mock.rateLimit has no "perSecond"'],
    [{ mock: { contracts: ["a", 1] } }, "mock.contracts[1] must be a text, not 1"],
    [{ mock: { fixtures: 1 } }, "mock.fixtures must be a text, an object or a list, not 1"],
    [{ mock: { contracts: [] } }, "mock.contracts must be a list of at least one, not []"],
    [
      { mock: { faults: [{ id: "status", status: 200 }] } },
      "mock.faults[0].status must be a whole number from 400 to 599",
    ],
    [{ mock: { faults: [{ id: "rain" }] } }, "mock.faults[0].id must be one of latency, fail-nth, "],
    [{ mock: { behaviours: [() => {}] } }, "mock.behaviours[0] must be an object, not a function"],
  ])("returns the fault of %j", (config, fault) => {
    expect(faultOfConfig(config)).toMatch(fault);
  });
});

describe("startMock()", () => {
  it("accepts all options of a configuration", async () => {
    const { tls: _, ...plain } = allOptions;
    const contracts = [fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url))];
    await using mock = await startMock({
      ...plain,
      contracts,
      overlays: [],
      fixtures: [],
      host: "127.0.0.1",
      state: "memory",
    });

    expect(mock.platform.routes.length).toBeGreaterThan(0);
  });

  it("recognizes a loaded contract without reading its document", async () => {
    let read = 0;
    const contract = { ...(await fixture("library")) };
    Object.defineProperty(contract, "document", { enumerable: true, get: () => read++ });
    expect(faultOfOptions({ contracts: [contract] })).toBeUndefined();

    expect(read).toBe(0);
  });

  it.each<[unknown, string]>([
    [null, "it must be an object, not null"],
    [{ contractz: ["shop.yaml"] }, 'it has no place for "contractz"; the nearest is "contracts"'],
    [{ contracts: "shop.yaml" }, 'contracts must be a list of at least one, not "shop.yaml"'],
    [{ contracts: [] }, "contracts must be a list of at least one, not []"],
    [{ contracts: [7] }, "contracts[0] must be a path or a loaded contract, not 7"],
    [{ fixtures: 7 }, "fixtures must be a text, an object or a list, not 7"],
    [{ port: "abc" }, 'port must be a whole number from 0 to 65535, not "abc"'],
    [{ runSeconds: "2" }, 'runSeconds must be a number of at least 0, not "2"'],
  ])("rejects %j", async (options, fault) => {
    await expect(startMock(options as MockOptions)).rejects.toThrow(
      new TypeError(`Cannot use what startMock was given: ${fault}`),
    );
  });
});
