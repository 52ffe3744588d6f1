import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { answering, createScratch, documentOf } from "../../testing/contracts/scratch.ts";
import { foldersOf } from "./folders.ts";
import { loadContracts } from "./load.ts";

const scratch = createScratch();

describe("foldersOf()", () => {
  it("has the folders of all files that contracts were read from, and of all that may hold one", async () => {
    const file = scratch.write({
      "apis/a/openapi.json": documentOf({ paths: { "/a": { get: answering({ $ref: "../../parts/deep/one.json" }) } } }),
      "parts/deep/one.json": { type: "string" },
      "apis/node_modules/x/openapi.json": documentOf({}),
      "other/openapi.json": documentOf({}),
    });
    const home = dirname(dirname(dirname(file)));
    const at = (name: string): string => join(home, name);
    for (const name of ["apis/empty", "apis/.git/hooks"]) mkdirSync(at(name), { recursive: true });
    const load = async (...paths: string[]): Promise<string[]> =>
      foldersOf(await loadContracts(paths, { root: home }), paths).toSorted();

    expect(await load(at("apis"))).toEqual(["apis", "apis/a", "apis/empty", "parts/deep"].map(at));
    expect(await load(at("other/openapi.json"))).toEqual([at("other")]);
    expect(foldersOf([], [at("gone/openapi.json")])).toEqual([at("gone")]);
  });

  it("has those of the platform's documents and of what they share, and not what is compiled of them", () => {
    const names = foldersOf([], []).map((folder) => folder.replaceAll("\\", "/"));

    for (const name of ["contracts/apis", "contracts/apis/entity", "contracts/shared"])
      expect(names.filter((folder) => folder.endsWith(`/${name}`))).toHaveLength(1);
    expect(names.filter((folder) => folder.includes("/compiled"))).toEqual([]);
  });
});
