import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { conform } from "../conformance/index.ts";
import { lintContracts, loadControl } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";

const library = fileURLToPath(new URL("../fixtures/mock/library.yaml", import.meta.url));

describe("the contract of the control API", async () => {
  const contract = await loadControl();

  it("has no lint problems", async () => {
    expect(await lintContracts([contract])).toEqual([]);
  });

  it("is followed by the mock in every operation", async () => {
    await using mock = await startMock({ contracts: [library] });
    const report = await conform({ contracts: [contract], target: mock.url, seed: 42 });

    expect(report.failures).toEqual([]);
    expect(report.information).toEqual([]);
    // Deliveries of this operation need a webhook, which the library document does not have.
    const one = "/_concord/organizations/{organization}/deliveries/{delivery}";
    const withoutSuccess = report.operations.filter(
      ({ statuses }) => !Object.keys(statuses).some((status) => status.startsWith("2")),
    );
    expect(withoutSuccess.map(({ operation }) => operation)).toEqual([`GET ${one}`, `POST ${one}/redeliver`]);
    expect(report.skipped.map(({ operation }) => operation)).toEqual([`GET ${one}`, `POST ${one}/redeliver`]);
  });
});
