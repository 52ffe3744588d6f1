import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { jsonOf, loadContract, successOf, validatorOf } from "../contracts/index.ts";
import { measuredPath, sampleBody, sampleItem, writeDocument } from "./document.ts";

describe("writeDocument()", () => {
  const folder = mkdtempSync(join(tmpdir(), "concord-bench-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const load = (operations: number) => loadContract(writeDocument(operations, `${folder}/`));

  it.each([3, 500])("writes a valid document of %i operations that contains the measured ones", async (count) => {
    const { operations, problems } = await load(count);

    expect(problems).toEqual([]);
    expect(operations).toHaveLength(count);
    expect(operations.filter(({ path }) => path.startsWith(measuredPath)).map(({ name }) => name)).toEqual([
      `GET ${measuredPath}`,
      `POST ${measuredPath}`,
      `GET ${measuredPath}/{id}`,
    ]);
  });

  it("documents the sample request and response", async () => {
    const contract = await load(3);
    const create = contract.operations.find(({ method }) => method === "POST");
    const sent = create && jsonOf(create.body?.content ?? [])?.schema;
    const answered = create && jsonOf(successOf(create).response?.content ?? [])?.schema;

    expect(validatorOf(contract, sent?.pointer ?? "", "request")(sampleBody)).toEqual([]);
    expect(validatorOf(contract, answered?.pointer ?? "", "response")(sampleItem)).toEqual([]);
  });
});
