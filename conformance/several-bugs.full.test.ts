import { describe, expect, it } from "vitest";
import { type ToolBug, serveTools, toolBugs } from "../test/support/conformance/tools.ts";
import { loadContract } from "../contracts/index.ts";
import { conform } from "./conform.ts";

const contract = await loadContract("fixtures/conformance/tools.yaml");

/** Location of each bug. */
const shown: Readonly<Record<ToolBug, string>> = {
  "time-without-zone": "GET /tools/{tool_id} body-conforms",
  "patch-forgets": "GET /tools/{tool_id} rest-kept",
  "patch-takes-anything": "PATCH /tools/{tool_id} invalid-input-refused",
  "shelf-ignored": "GET /tools filters-sound",
  "no-location": "POST /tools headers-conform",
  "deleted-twice-fails": "DELETE /tools/{tool_id} no-server-error",
};

describe("a server with several bugs", () => {
  it.each([1, 2, 3])("has a finding for each bug, despite the other bugs (%i)", async (seed) => {
    const found = await findings(toolBugs, seed);

    expect(Object.values(shown).filter((place) => !found.has(place))).toEqual([]);
  });

  it.each(toolBugs)("has a finding for %s alone", async (bug) => {
    expect(await findings([bug], 1)).toContain(shown[bug]);
  });

  it.each([1, 2, 3])("has no findings without them (%i)", async (seed) => {
    expect(await findings([], seed)).toEqual(new Set());
  });
});

async function findings(bugs: readonly ToolBug[], seed: number): Promise<ReadonlySet<string>> {
  await using running = await serveTools(contract, bugs);
  const { failures } = await conform({ contracts: [contract], target: running.url, mode: "sandbox", seed, runs: 5 });
  return new Set(failures.map(({ operation, check }) => `${operation} ${check}`));
}
