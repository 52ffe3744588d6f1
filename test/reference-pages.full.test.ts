import { describe, expect, it } from "vitest";
import { referencePages, staleness, writtenPages } from "../tools/docs/reference.ts";

describe("docs/reference", () => {
  it("equals the generated pages", async () => {
    const stale = staleness(writtenPages(), await referencePages());

    expect(stale, "Run `npm run docs:reference` and commit docs/reference").toEqual([]);
  });
});
