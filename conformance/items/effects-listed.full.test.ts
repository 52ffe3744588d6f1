import { describe, expect, it } from "vitest";
import { type FolderFault, foldersDocument, serveFolders } from "../../test/support/conformance/folders.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { conform } from "../index.ts";

const contract = (await createScratch().load(foldersDocument))!;

function pathOf(id: string): string {
  return ` /folders/${encodeURIComponent(id.toWellFormed())}`;
}

/** Tests a provider of folders. Returns its state afterwards, with the folders left that the report does not list. */
async function tryFolders(fault?: FolderFault, maxSeconds?: number) {
  await using server = await serveFolders(fault);
  const report = await conform({
    contracts: [contract],
    target: server.url,
    mode: "sandbox",
    seed: 1,
    runs: 5,
    ...(maxSeconds !== undefined && { maxSeconds }),
  });
  const { seeded, ...others } = Object.fromEntries(server.folders.all);
  const left = Object.keys(others).filter((id) => !report.leftovers.some((each) => each.includes(pathOf(id))));
  return { report, seeded, left, all: Object.keys(others), isLocked: server.folders.isLocked };
}

const original = { id: "seeded", title: "Seeded", papers: ["a", "b"] };

describe("what a run changes on a live deployment", () => {
  it("is as before, also what a path below an item has changed", async () => {
    const { report, seeded, left, isLocked } = await tryFolders();

    expect({ seeded, left, isLocked }).toEqual({ seeded: original, left: [], isLocked: false });
    expect(report.leftovers.filter((each) => !each.includes("no URL can name"))).toEqual([]);
    expect(
      report.coverage.operations.find(({ operation }) => operation === "PATCH /folders/{id}/papers")?.statuses,
    ).toContainEqual(expect.objectContaining({ status: "200" }));
  });

  it("affects no later trial: a setting is changed back after its own", async () => {
    const { report } = await tryFolders();

    expect(report.failures.filter(({ response }) => response.status === 503)).toEqual([]);
    expect(report.operations.find(({ operation }) => operation === "POST /settings/lock")?.statuses).toHaveProperty(
      "204",
    );
  });

  it("is changed back after a failure that has changed it nevertheless", async () => {
    const { seeded } = await tryFolders("change-fails-late");

    expect(seeded).toEqual(original);
  });

  it("is removed after a failure that has made it nevertheless, or listed if its texts may be those of others", async () => {
    const { left, all, seeded, report } = await tryFolders("creation-fails-late");

    expect({ left, seeded }).toEqual({ left: [], seeded: original });
    expect(report.leftoverCounts?.map(({ effect }) => effect)).toContain("possible");
    expect(all.length).toBeLessThan(report.requests / 10);
  });

  it("is listed if a deletion was accepted and had no effect, each item on its own", async () => {
    const { left, all } = await tryFolders("deletion-forgotten");

    expect(all.length).toBeGreaterThan(1);
    expect(left).toEqual([]);
  });

  it("is removed or listed if the run ends before the response", async () => {
    const { all, report } = await tryFolders("creation-hangs", 2);

    expect(report.endedBy).toBe("time");
    expect(all.length === 0 || report.leftovers.length > 0).toBe(true);
  });
});
