import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { lintContract } from "../lint/lint.ts";
import { operationAnswering, createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { loadContracts } from "../loading/load-contracts.ts";
import { loadContract, loadPlatform, locate } from "../loading/load.ts";
import { valueAt } from "../model/pointer.ts";

const scratch = createScratch();

const pets = documentOf({
  paths: {
    "/pets": { get: operationAnswering({ $ref: "#/components/schemas/Pet" }) },
    "/pets/last": { delete: operationAnswering({ type: "null" }) },
  },
  components: { schemas: { Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } } } },
});

const files = (actions: readonly Json[], members: JsonObject = {}): Record<string, Json> => ({
  "pets.json": pets,
  "overlay.json": { overlay: "1.0.0", info: { title: "Ours", version: "1" }, actions: [...actions], ...members },
});

/** Applies actions to the pets document, and returns the result and its problems. */
async function applyToPets(actions: readonly Json[], members?: JsonObject) {
  const file = scratch.write(files(actions, members));
  return loadContract(file, { overlays: [file.replace("pets.json", "overlay.json")] });
}

const schema = "/components/schemas/Pet";

describe("applyOverlays()", () => {
  it("merges objects, appends to lists and replaces the rest", async () => {
    const contract = await applyToPets([
      { target: "$.components.schemas.Pet", update: { required: ["age"], properties: { age: { type: "integer" } } } },
      { target: "$.components.schemas.Pet.required", update: "size" },
      { target: "$.components.schemas.Pet.properties.name", update: { type: ["string", "null"], maxLength: 5 } },
      { target: "$", update: { "x-ours": true } },
    ]);

    expect(valueAt(contract.document, schema)).toEqual({
      type: "object",
      required: ["name", "age", "size"],
      properties: { name: { type: ["string", "null"], maxLength: 5 }, age: { type: "integer" } },
    });
    expect(contract.document["x-ours"]).toBe(true);
    expect(contract.problems).toEqual([]);
  });

  it("changes only one of several nodes that an earlier action wrote", async () => {
    const contract = await applyToPets([
      { target: "$.paths.*", update: { "x-ours": { list: [1] } } },
      { target: "$.paths['/pets']['x-ours']", update: { list: [2], more: true } },
    ]);

    expect(valueAt(contract.document, "/paths/~1pets/x-ours")).toEqual({ list: [1, 2], more: true });
    expect(valueAt(contract.document, "/paths/~1pets~1last/x-ours")).toEqual({ list: [1] });
  });

  it("throws overlay-too-large if actions double the document repeatedly", async () => {
    const actions = Array.from({ length: 14 }, (_, n) => ({ target: "$..*", update: { [`x${n}`]: { a: {} } } }));

    await expect(applyToPets(actions)).rejects.toMatchObject({
      code: "overlay-too-large",
      message: expect.stringContaining('at "$..*", take too many steps'),
    });
  });

  it("matches patterns in linear time", async () => {
    const contract = await applyToPets([
      { target: "$", update: { "x-text": { value: "a".repeat(20_000) } } },
      { target: "$[?search(@.value, '(a*)*a*a*b$')]", remove: true },
      { target: "$[?match(@.value, 'a+')]", update: { found: true } },
    ]);

    expect(valueAt(contract.document, "/x-text/found")).toBe(true);
  });

  it("removes matched nodes, list items in reverse order", async () => {
    const contract = await applyToPets([
      { target: "$.components.schemas.Pet", update: { enum: ["a", "b", "c", "b"] } },
      { target: "$.components.schemas.Pet.enum[?@ == 'b']", remove: true },
      { target: "$.paths['/pets/last']", remove: true },
    ]);

    expect(valueAt(contract.document, `${schema}/enum`)).toEqual(["a", "c"]);
    expect(contract.operations.map(({ name }) => name)).toEqual(["GET /pets"]);
  });

  it("locates added parts in the overlay file", async () => {
    const contract = await applyToPets([
      { target: "$.components.schemas.Pet.properties", update: { age: { type: "integer" } } },
    ]);

    expect(locate(contract, `${schema}/properties/age/type`)).toMatchObject({
      file: expect.stringMatching(/overlay\.json$/) as string,
      pointer: "/actions/0/update/age/type",
    });
    expect(locate(contract, `${schema}/properties/name`).file).toMatch(/pets\.json$/);
  });

  it("accepts updates in the syntax of 3.0, and local references", async () => {
    const contract = await applyToPets([
      {
        target: "$.components.schemas",
        update: { Owner: { type: "object", nullable: true }, House: { $ref: "#/components/schemas/Pet" } },
      },
      { target: "$.components.schemas.Pet.properties", update: { mate: { $ref: "other.json#/x" } } },
    ]);

    expect(valueAt(contract.document, "/components/schemas/Owner")).toEqual({ type: ["object", "null"] });
    expect(valueAt(contract.document, "/components/schemas/House")).toEqual({ $ref: `#${schema}` });
    expect(contract.problems.map(({ code, at }) => [code, at.pointer])).toEqual([
      ["unresolved-ref", "/actions/1/update/mate"],
      ["nullable-in-3.1", "/actions/0/update/Owner/nullable"],
    ]);
  });

  it("reports an update that cannot be merged into an object, and keeps the object", async () => {
    const { problems, operations } = await applyToPets([{ target: "$.paths", update: 5 }]);

    expect(problems).toMatchObject([{ code: "overlay-misfit", at: { pointer: "/actions/0/update" } }]);
    expect(operations).toHaveLength(2);
  });

  it("produces a document whose schemas are validated with the update", async () => {
    const contract = await applyToPets([{ target: "$.info", update: { license: {}, bogus: true } }]);

    expect((await lintContract(contract)).map(({ code }) => code)).toContain("invalid-document");
    expect(
      (await lintContract(await applyToPets([{ target: "$.info", update: { title: "Ours" } }]))).map(
        ({ code }) => code,
      ),
    ).toEqual([]);
  });

  it("reports an action that matches nothing in any document", async () => {
    const { problems } = await applyToPets([{ target: "$.paths['/dogs']", update: {} }]);

    expect(problems).toMatchObject([
      {
        code: "overlay-target-missing",
        at: { pointer: "/actions/0/target" },
        message: `Target "$.paths['/dogs']" matches nothing`,
      },
    ]);
  });

  it("changes only the document that it extends, by file or by API name", async () => {
    for (const base of ["pets.json", "pets"]) {
      const overlayFiles = files([{ target: "$.info", update: { title: "Ours" } }], { extends: base });
      const file = scratch.write({ ...overlayFiles, "dogs.json": pets });
      const paths = ["pets.json", "dogs.json"].map((name) => file.replace("pets.json", name));
      const contracts = await loadContracts(paths, { overlays: [file.replace("pets.json", "overlay.json")] });

      expect(contracts.map(({ title }) => title)).toEqual(["Ours", "Pets"]);
    }
    await expect(applyToPets([{ target: "$", update: {} }], { extends: "cats" })).rejects.toMatchObject({
      code: "overlay-unmatched",
      hint: expect.stringContaining("pets") as string,
    });
  });

  it("adds fields to contracts of the platform without changing their files", async () => {
    const file = scratch.write({
      "acme.yaml": [
        "overlay: 1.0.0",
        "info: { title: Fields of ACME, version: '1' }",
        "extends: entity",
        "actions:",
        "  - target: $.components.schemas.EntityInput.properties",
        "    update: { customer_number: { type: string, pattern: '^C-[0-9]+$' } }",
      ].join("\n"),
    });
    const field = "/components/schemas/EntityInput/properties/customer_number";
    const [ours, theirs] = [await loadPlatform({ overlays: [file] }), await loadPlatform()].map((contracts) =>
      contracts.find(({ api }) => api === "entity"),
    );

    expect(valueAt(ours?.document ?? {}, field)).toEqual({ type: "string", pattern: "^C-[0-9]+$" });
    expect(valueAt(theirs?.document ?? {}, field)).toBeUndefined();
  });

  it.each<[string, Json, string]>([
    ["no version", { info: {}, actions: [{ target: "$", update: {} }] }, "it has no member overlay"],
    ["no actions", { overlay: "1.0.0" }, "it has no actions"],
    ["an action without a target", { overlay: "1.0.0", actions: [{ update: {} }] }, "action 1 has no target"],
    [
      "a target that is not a JSONPath",
      { overlay: "1.0.0", actions: [{ target: "$[", update: {} }] },
      "is not a JSONPath",
    ],
    ["an action that does nothing", { overlay: "1.0.0", actions: [{ target: "$" }] }, "has neither update nor remove"],
  ])("readOverlay() rejects %s", async (_, overlay, reason) => {
    const file = scratch.write({ "pets.json": pets, "overlay.json": overlay });

    await expect(loadContract(file, { overlays: [file.replace("pets.json", "overlay.json")] })).rejects.toMatchObject({
      code: "invalid-overlay",
      message: expect.stringContaining(reason) as string,
    });
  });

  it("readOverlay() rejects an unreadable file", async () => {
    const file = scratch.write({ "pets.json": pets, "broken.yaml": "overlay: [" });

    for (const name of ["none.yaml", "broken.yaml"])
      await expect(loadContract(file, { overlays: [file.replace("pets.json", name)] })).rejects.toMatchObject({
        code: "invalid-overlay",
      });
  });
});
