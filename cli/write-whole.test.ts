import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkWritable, writeFileAtomically } from "./files/write-file-atomically.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-write-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("writeFileAtomically()", () => {
  it("keeps a symbolic link, and writes its target", async () => {
    const [file, link] = [join(folder, "aim.json"), join(folder, "link.json")];
    writeFileSync(file, "x");
    symlinkSync(file, link);
    await writeFileAtomically(link, "y");

    expect([readFileSync(file, "utf8"), readlinkSync(link)]).toEqual(["y", file]);
    rmSync(link);
    rmSync(file);
  });

  it("writes directly to a device, without replacing it", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    checkWritable(pipe);
    const read = readFile(pipe, "utf8");
    await writeFileAtomically(pipe, "x");

    expect([await read, lstatSync(pipe).isFIFO()]).toEqual(["x", true]);
    rmSync(pipe);
  });
});

describe("checkWritable()", () => {
  it("accepts a writable path, and leaves no file behind", async () => {
    const file = join(folder, "report.json");
    checkWritable(file);

    expect(readdirSync(folder)).toEqual([]);
    await writeFileAtomically(file, "x");
    expect(() => checkWritable(file)).not.toThrow();
    expect(() => checkWritable("report.json")).not.toThrow();
  });

  it.each([
    ["none/report.json", /there is no folder ".*none"/],
    ["", /it is a folder/],
  ])('rejects "%s" with the error of writing it', async (name, reason) => {
    const file = join(folder, name);

    expect(() => checkWritable(file)).toThrow(reason);
    await expect(writeFileAtomically(file, "x")).rejects.toMatchObject({ code: "unwritable-output" });
  });
});
