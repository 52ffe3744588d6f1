import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkWritable, writeWhole } from "./write-whole.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-write-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("checkWritable()", () => {
  it("lets pass what can be written, leaving nothing behind", async () => {
    const file = join(folder, "report.json");
    checkWritable(file);

    expect(readdirSync(folder)).toEqual([]);
    await writeWhole(file, "x");
    expect(() => checkWritable(file)).not.toThrow();
    expect(() => checkWritable("report.json")).not.toThrow();
  });

  it.each([
    ["none/report.json", /there is no folder ".*none"/],
    ["", /it is a folder/],
  ])('refuses "%s" as writing it would fail', async (name, reason) => {
    const file = join(folder, name);

    expect(() => checkWritable(file)).toThrow(reason);
    await expect(writeWhole(file, "x")).rejects.toMatchObject({ code: "unwritable-output" });
  });
});
