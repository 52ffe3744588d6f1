import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { loadContract } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { conform } from "./conform.ts";

const file = fileURLToPath(new URL("../fixtures/mock/examples.yaml", import.meta.url));

it.each([
  ["that begins with the documented examples", {}],
  ["with an item for every id", { missing: "example" } as const],
])(
  "conform finds nothing on a mock %s",
  async (_, options) => {
    await using mock = await startMock({ contracts: [file], ...options });
    const target = { contracts: [await loadContract(file)], target: mock.url, seed: 1 };
    const report = await conform({ ...target, mode: "sandbox" });

    expect(report.failures.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    expect(report.outcomes?.every(({ succeeded }) => succeeded)).toBe(true);
  },
  120_000,
);
