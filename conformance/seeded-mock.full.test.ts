import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { loadContract } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { conform } from "./conform.ts";

const file = fileURLToPath(new URL("../fixtures/mock/examples.yaml", import.meta.url));

it.each([
  ["nothing on a mock that begins with the documented examples", {}, []],
  [
    "only the item for every id, on a mock that has one",
    { missing: "example" } as const,
    ["unknown-refused GET /users/{userId}", "unknown-refused GET /users/{userId}/notes/{noteId}"],
  ],
])(
  "conform finds %s",
  async (_, options, found) => {
    await using mock = await startMock({ contracts: [file], ...options });
    const target = { contracts: [await loadContract(file)], target: mock.url, seed: 1 };
    const report = await conform({ ...target, mode: "sandbox" });

    expect(report.failures.map(({ check, operation }) => `${check} ${operation}`)).toEqual(found);
    expect(report.outcomes?.every(({ succeeded }) => succeeded)).toBe(true);
  },
  120_000,
);
