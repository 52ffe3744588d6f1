import { describe, expect, it } from "vitest";
import { conform } from "../conformance/index.ts";
import { loadContract } from "../contracts/index.ts";
import { plantedBugs, providers, startProvider } from "./support/providers.ts";

/** Bugs with the property that finds them alone, and the check of the finding if it differs. */
const shown: readonly (readonly [provider: string, bug: string, property: string, check?: string])[] = [
  ["orders", "shipped-cancelled", "transitions"],
  ["orders", "draft-shipped", "transitions"],
  ["orders", "refused-but-placed", "transitions"],
  ["orders", "cancel-not-stored", "transitions"],
  ["orders", "placed-deleted", "transitions"],
  ["orders", "too-many-stored", "refused-not-made"],
  ["exports", "running-deleted", "transitions"],
  ["exports", "export-of-others", "foreign-refused"],
  ["exports", "location-leads-nowhere", "location"],
  ["exports", "result-in-html", "below-conforms", "body-conforms"],
  ["exports", "last-of-batch-lost", "batch-kept"],
  ["exports", "refused-of-batch-stored", "batch-kept"],
  ["exports", "null-as-empty", "batch-kept"],
  ["files", "content-as-bytes", "below-conforms", "body-conforms"],
  ["files", "content-not-stored", "below-conforms"],
  ["files", "description-lost", "sent-read"],
  ["stations", "link-leads-nowhere", "links-lead"],
  ["stations", "fahrenheit-as-text", "below-conforms", "body-conforms"],
  ["stations", "next-of-the-last", "pages-complete"],
  ["stations", "from-excluded", "list-as-asked"],
  ["documents", "current-base-refused", "stale-refused"],
  ["orders", "delete-refused-as-malformed", "transitions"],
  ["stations", "reading-not-stored", "posted-listed"],
  ["stations", "reading-of-unknown", "item-served"],
  ["projects", "tasks-of-all", "children-apart"],
  ["projects", "task-below-any-project", "children-apart"],
  ["projects", "label-in-lower-case", "valid-requests-conform", "echo"],
  ["projects", "null-not-stored", "created-read"],
  ["messages", "text-trimmed", "boundaries-accepted", "echo"],
  ["messages", "urgent-not-listed", "created-listed"],
  ["messages", "no-recovery", "burst-limited"],
  ["messages", "refused-but-sent", "burst-limited"],
  ["members", "other-status-in-problem", "conflict", "problem-status"],
  ["payments", "cent-lost", "boundaries-accepted", "echo"],
  ["catalogue", "plus-refused", "boundaries-accepted"],
  ["directory", "brief-misnamed", "listed-read"],
  ["directory", "plus-as-space", "boundaries-accepted"],
];

describe("planted bugs", () => {
  it.each(shown.map(([name, bug, property, check = property]) => [name, bug, property, check] as const))(
    "of %s: %s is found by %s, and not without the bug",
    async (name, bug, property, check) => {
      const planted = plantedBugs.find(({ id, provider }) => id === bug && provider.name === name);

      expect(await findings(name, undefined, property)).toEqual([]);
      const found = (await findings(name, bug, property)).find((each) => each.check === check);
      expect(planted?.operations.includes(found?.operation ?? "")).toBe(true);
    },
  );
});

async function findings(name: string, bug: string | undefined, property: string) {
  const provider = providers.find((each) => each.name === name);
  if (!provider) throw new Error(`There is no provider "${name}"`);
  await using running = await startProvider(provider, { bugs: bug === undefined ? [] : [bug] });
  const { failures } = await conform({
    contracts: [await loadContract(provider.document)],
    target: running.url,
    token: "org_acme",
    identities: { other: "org_beta" },
    mode: "sandbox",
    includeAssumed: true,
    seed: 42,
    runs: 10,
    property,
    permissions: { burst: true },
  });
  return failures.map(({ check, operation }) => ({ check, operation }));
}
