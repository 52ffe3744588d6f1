import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { loadContracts } from "./load-contracts.ts";
import { watchedBy } from "./watched.ts";

const scratch = createScratch();

describe("watchedBy()", () => {
  const file = scratch.write({
    "apis/a/openapi.json": documentOf({
      info: { $ref: "../../parts/info.json" },
      paths: { "/a": { get: operationAnswering({ $ref: "../../parts/deep/one.json" }) } },
    }),
    "parts/info.json": { title: "A", version: "1" },
    "parts/deep/one.json": { $ref: "none.json" },
    "parts/deep/other.json": {},
    "apis/a/log.json": "{}",
    "apis/node_modules/x/openapi.json": documentOf({}),
    "other/openapi.json": documentOf({}),
  });
  const folder = dirname(dirname(dirname(file)));
  const at = (name: string): string => join(folder, name);
  for (const name of ["apis/empty", "apis/.git/hooks"]) mkdirSync(at(name), { recursive: true });
  symlinkSync(at("apis"), at("apis/a/round"));
  const load = async (...paths: string[]) => watchedBy(await loadContracts(paths, { root: folder }), paths);

  it("returns the files that contracts were read from, including missing ones, and no others", async () => {
    expect((await load(at("apis"))).files).toEqual(
      ["apis/a/openapi.json", "parts/deep/none.json", "parts/deep/one.json", "parts/info.json"].map(at),
    );
    expect((await load(at("other/openapi.json"))).files).toEqual([at("other/openapi.json")]);
  });

  it("returns the folders of these files, and all folders in which documents can appear", async () => {
    expect((await load(at("apis"))).folders.toSorted()).toEqual(
      ["apis", "apis/a", "apis/empty", "parts", "parts/deep"].map(at),
    );
  });

  it("returns files that appear later, and files that are removed", async () => {
    const paths = [at("other")];
    const contracts = await loadContracts(paths);
    const addedFiles = [at("other/openapi.json"), at("other/more/openapi.json")];
    mkdirSync(at("other/more"));
    symlinkSync(at("other/openapi.json"), at("other/more/openapi.json"));
    expect(watchedBy(contracts, paths).files.toSorted()).toEqual(addedFiles.toSorted());
    rmSync(at("other"), { recursive: true });
    expect(watchedBy(contracts, paths).files).toContain(at("other/openapi.json"));
  });

  it("returns the documents of the platform and their shared files, but not the compiled ones", () => {
    const { files, folders } = watchedBy([], []);
    const names = [...files, ...folders].map((path) => path.replaceAll("\\", "/"));

    for (const name of ["contracts/apis", "contracts/apis/entity", "contracts/shared", "apis/entity/openapi.yaml"])
      expect(names.filter((path) => path.endsWith(`/${name}`))).toHaveLength(1);
    expect(names.filter((path) => path.includes("/compiled"))).toEqual([]);
  });
});
