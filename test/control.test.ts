import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { conform } from "../conformance/index.ts";
import { lintContracts, loadControl } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";

const library = fileURLToPath(new URL("../fixtures/mock/library.yaml", import.meta.url));

describe("the contract of the control API", async () => {
  const contract = await loadControl();

  it("is well written", async () => {
    expect(await lintContracts([contract])).toEqual([]);
  });

  it("is kept by the mock, in every operation", async () => {
    await using mock = await startMock({ contracts: [library] });
    const report = await conform({ contracts: [contract], target: mock.url, seed: 42 });

    expect(report.failures).toEqual([]);
    expect(report.information).toEqual([]);
    // Nothing makes a delivery but a webhook, which the library has not.
    const one = "/_concord/organizations/{organization}/deliveries/{delivery}";
    const ungranted = report.operations.filter(
      ({ statuses }) => !Object.keys(statuses).some((status) => status.startsWith("2")),
    );
    expect(ungranted.map(({ operation }) => operation)).toEqual([`GET ${one}`, `POST ${one}/redeliver`]);
    expect(report.skipped.map(({ operation }) => operation)).toEqual([`GET ${one}`, `POST ${one}/redeliver`]);
  });
});
