import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { createFileCache } from "./file-cache.ts";

const scratch = createScratch();

describe("createFileCache()", () => {
  it("parses files with equal content once, and other files separately", async () => {
    const [one, twin, other] = [{ type: "string" }, { type: "string" }, { type: "integer" }].map((schema, index) =>
      scratch.write({ [`${index}.json`]: schema }),
    ) as [string, string, string];
    const { read } = createFileCache();

    expect(await read(twin, scratch.folder)).toBe(await read(one, scratch.folder));
    expect((await read(other, scratch.folder)).value).toEqual({ type: "integer" });
  });
});
