import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { createLibrary } from "./library.ts";

const scratch = createScratch();

describe("createLibrary()", () => {
  it("parses what stands in several files once, and each file that differs by itself", async () => {
    const [one, twin, other] = [{ type: "string" }, { type: "string" }, { type: "integer" }].map((schema, index) =>
      scratch.write({ [`${index}.json`]: schema }),
    ) as [string, string, string];
    const { read } = createLibrary();

    expect(await read(twin, scratch.folder)).toBe(await read(one, scratch.folder));
    expect((await read(other, scratch.folder)).value).toEqual({ type: "integer" });
  });
});
