import type { Violation } from "../story/violation.ts";
import { describe, expect, it } from "vitest";
import type { Story } from "../story/relation.ts";
import { confirmViolations } from "./confirm-violations.ts";

const missing = brokenAt("/books", "missing");

describe("confirmViolations()", () => {
  it("repeats the check with growing pauses until no violation is left", async () => {
    const { story, waited } = createStory();
    const checks = [[missing], [missing], []];

    expect(await confirmViolations(story, async () => checks.shift() ?? [])).toEqual([]);
    expect(waited).toEqual([100, 300]);
  });

  it("waits only once for a violation that stays", async () => {
    const { story, waited } = createStory();
    const check = async (): Promise<readonly Violation[]> => [missing];

    expect([await confirmViolations(story, check), await confirmViolations(story, check)]).toEqual([
      [missing],
      [missing],
    ]);
    expect(waited).toEqual([100, 300, 900]);
  });

  it.each([
    ["of another list", brokenAt("/shelves", "missing")],
    ["with another key", brokenAt("/books", "twice")],
  ])("waits for a violation %s", async (_, other) => {
    const { story, waited } = createStory();
    await confirmViolations(story, async () => [missing]);
    const checks = [[other], []];

    expect(await confirmViolations(story, async () => checks.shift() ?? [])).toEqual([]);
    expect(waited).toEqual([100, 300, 900, 100]);
  });

  it("checks a mock once, without a pause", async () => {
    const { story, waited } = createStory(true);

    expect(await confirmViolations(story, async () => [missing])).toEqual([missing]);
    expect(waited).toEqual([]);
  });
});

function brokenAt(path: string, key: string): Violation {
  const request = { method: "GET", path: `${path}?limit=9`, headers: {} };
  return { key, message: key, exchange: { request, response: { status: 200, headers: {}, body: "[]" } } };
}

function createStory(isMock = false): { readonly story: Story; readonly waited: number[] } {
  const waited: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  return { story: { target: { isMock, lastingViolations: new Set<string>() }, pause } as Story, waited };
}
