import { rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { loadContracts } from "./load-contracts.ts";
import { loadContract, loadPlatform, locate } from "./load.ts";
import { valueAt } from "../model/pointer.ts";

const scratch = createScratch();
const document = JSON.stringify(documentOf({}));

describe("loadContract()", () => {
  it.each([
    ["pets/openapi.yaml", "pets"],
    ["pets/openapi.json", "pets"],
    ["pets/v1.yaml", "v1"],
    ["pets.json", "pets"],
  ])("derives from %s the API name %s", async (name, api) => {
    expect((await loadContract(scratch.write({ [name]: document }))).api).toBe(api);
  });

  it("loads equal contracts from YAML and JSON, and from 3.0 and 3.1", async () => {
    const yaml = await loadContract("fixtures/contracts/pets-3.0.yaml");
    const json = await loadContract("fixtures/contracts/pets-3.1.json");

    expect(yaml.problems).toEqual([]);
    expect(json.problems).toEqual([]);
    expect(yaml.document).toEqual(json.document);
    expect(yaml.operations.map(withoutLocations)).toEqual(json.operations.map(withoutLocations));
  });

  it("rejects references out of the given root", async () => {
    const files = {
      "api/openapi.json": documentOf({ paths: { "/a": { get: operationAnswering({ $ref: "../shared.json" }) } } }),
      "shared.json": { type: "string" },
    };
    const file = scratch.write(files);

    expect((await loadContract(file)).problems).toHaveLength(1);
    expect((await loadContract(file, { root: dirname(dirname(file)) })).problems).toEqual([]);
  });

  it("resolves a symbolic link as root at each load", async () => {
    const [one, other] = [scratch.write({ "a.json": document }), scratch.write({ "a.json": document })];
    const root = join(dirname(one), "current");
    for (const file of [one, other]) {
      rmSync(root, { force: true });
      symlinkSync(dirname(file), root);

      expect((await loadContract(join(root, "a.json"), { root })).problems).toEqual([]);
    }
  });
});

describe("locate()", () => {
  it.each([
    ["fixtures/contracts/pets-3.0.yaml", "/paths/~1pets/get", 7],
    ["fixtures/contracts/pets-3.1.json", "/paths/~1pets/get", 9],
    ["fixtures/contracts/pets-3.0.yaml", "/components/schemas/Pet/properties/name", 25],
    ["fixtures/contracts/pets-3.1.json", "/components/schemas/Pet/properties/name", 47],
  ])("returns the line in %s of %s", async (file, pointer, line) => {
    const contract = await loadContract(file);

    expect(valueAt(contract.document, pointer)).toBeDefined();
    expect({ ...locate(contract, pointer) }).toEqual({ file, pointer, line });
  });
});

describe("loadContracts()", () => {
  it("loads files, and each openapi document of a folder at any depth", async () => {
    const folder = dirname(
      scratch.write({
        "notes.yaml": "not: openapi",
        "b/openapi.yml": document,
        "a/openapi.yaml": document,
        "a/deep/openapi.json": document,
        "node_modules/x/openapi.yaml": document,
        ".git/openapi.yaml": document,
      }),
    );
    const contracts = await loadContracts([join(folder, "b/openapi.yml"), folder]);

    expect(contracts.map(({ api }) => api)).toEqual(["b", "deep", "a", "b"]);
  });

  it("loads documents directly in a folder without openapi documents", async () => {
    const folder = dirname(
      scratch.write({ "b.json": document, "a.yml": document, "x.md": "#", "deep/c.yaml": "a: 1" }),
    );

    expect((await loadContracts([folder])).map(({ api }) => api)).toEqual(["a", "b"]);
  });

  it("throws if there are no documents", async () => {
    const folder = dirname(scratch.write({ "x.md": "#" }));

    await expect(loadContracts([folder])).rejects.toMatchObject({
      code: "no-contracts",
      message: `Cannot find a contract in "${folder}": it contains no openapi.yaml, openapi.json or schema.graphql`,
      at: { file: folder },
    });
    await expect(loadContracts([join(folder, "nothing")])).rejects.toMatchObject({
      code: "unreadable-document",
      message: `Cannot read "${join(folder, "nothing")}": there is no such file or folder`,
    });
  });
});

describe("loadPlatform()", () => {
  it("finds the contracts of the platform from any working directory", async () => {
    expect((await loadPlatform()).map(({ api }) => api)).toEqual(
      expect.arrayContaining(["entity", "metering", "webhooks"]),
    );
  });
});

/** Returns a node without locations, which differ between equal documents. */
function withoutLocations(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === "at" || key === "api" ? undefined : value)));
}
