import { describe, expect, it } from "vitest";
import { type MockConfig, behaviour, createClock, createMemoryStore, defineConfig, faultOfConfig } from "../index.ts";

/** Everything that can be said. */
const all: Required<MockConfig> = {
  contracts: ["openapi.yaml"],
  overlays: ["overlay.yaml"],
  fixtures: ["small", { organization: "acme", collections: {} }],
  state: "sqlite:mock.db",
  store: createMemoryStore(),
  behaviours: [behaviour({ id: "passing", operations: ["createBook"], handle: (_, next) => next() })],
  weather: [{ id: "unknown-enum" }],
  rateLimit: { burst: 5, perSecond: 0.5 },
  runSeconds: 0,
  imports: { chunkRows: 10 },
  graphql: { maxDepth: 5, maxCost: 100 },
  selfCheck: true,
  seed: "other",
  clock: createClock(() => 0),
  stopwatch: () => 0,
  statedOnly: true,
  journalLimit: 0,
  controlToken: "secret",
  deliverTo: "anywhere",
  cors: false,
  observe: () => {},
  tls: { cert: "-----BEGIN CERTIFICATE-----", key: "-----BEGIN PRIVATE KEY-----" },
  port: 0,
  host: "::1",
};

describe("faultOfConfig()", () => {
  it("takes all that can be said, and nothing", () => {
    for (const config of [defineConfig({ mock: all }), {}, { mock: {} }, { mock: { fixtures: "small" } }])
      expect(faultOfConfig(config)).toBeUndefined();
  });

  it("takes none of it in the place of something else", () => {
    for (const name of Object.keys(all))
      expect(faultOfConfig({ mock: { ...all, [name]: null } })).toMatch(`mock.${name} must be `);
  });

  it.each<[unknown, string]>([
    ["mock", 'it must be an object, not "mock"'],
    [{ moc: {} }, 'it has no place for "moc"; the nearest is "mock"'],
    [{ mock: { journalLimits: 5 } }, 'mock has no place for "journalLimits"; the nearest is "journalLimit"'],
    [{ mock: { "???????????": 5 } }, /^mock has no place for "\?+"; only for contracts, overlays, / as never],
    [{ mock: { port: 65_536 } }, "mock.port must be a whole number from 0 to 65535, not 65536"],
    [{ mock: { port: "4010" } }, 'mock.port must be a whole number from 0 to 65535, not "4010"'],
    [{ mock: { state: "disk" } }, 'mock.state must be "memory" or "sqlite:FILE", not "disk"'],
    [{ mock: { rateLimit: { burst: 1 } } }, 'mock.rateLimit has no "perSecond"'],
    [{ mock: { contracts: ["a", 1] } }, "mock.contracts[1] must be a text, not 1"],
    [{ mock: { fixtures: 1 } }, "mock.fixtures must be a list, not 1"],
    [{ mock: { behaviours: [() => {}] } }, "mock.behaviours[0] must be an object, not a function"],
  ])("says what is wrong with %j", (config, fault) => {
    expect(faultOfConfig(config)).toMatch(fault);
  });
});
