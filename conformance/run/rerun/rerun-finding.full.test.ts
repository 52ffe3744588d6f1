import { expect, it } from "vitest";
import { loadContract } from "../../../contracts/index.ts";
import { providers, startProvider } from "../../../test/support/providers.ts";
import { conform } from "../../conform.ts";

const members = providers.find(({ name }) => name === "members")!;

it.each([1, 7, 42])(
  "does not mark a finding as flaky if items of the run prevent the second try (%i)",
  async (seed) => {
    await using running = await startProvider(members);
    const { failures } = await conform({
      contracts: [await loadContract(members.document)],
      target: running.url,
      token: "org_a",
      // Both tokens have all scopes in their own organization.
      identities: { expired: "org_b", readOnly: "org_c" },
      mode: "sandbox",
      seed,
    });

    expect(failures.map(({ check, operation }) => `${check} ${operation}`)).toEqual(
      expect.arrayContaining(["token-required POST /members", "read-only-refused POST /members"]),
    );
    expect(failures.filter(({ flaky }) => flaky !== null)).toEqual([]);
  },
);
