import type { Broken } from "../story/broken.ts";
import { describe, expect, it } from "vitest";
import type { Story } from "../story/relation.ts";
import { confirmed } from "./confirmed.ts";

const missing = brokenAt("/books", "missing");

describe("confirmed()", () => {
  it("looks again, and waits longer each time, until nothing is broken", async () => {
    const { story, waited } = told();
    const looks = [[missing], [missing], []];

    expect(await confirmed(story, async () => looks.shift() ?? [])).toEqual([]);
    expect(waited).toEqual([100, 300]);
  });

  it("waits once for what stays broken, not each time that it is met", async () => {
    const { story, waited } = told();
    const look = async (): Promise<readonly Broken[]> => [missing];

    expect([await confirmed(story, look), await confirmed(story, look)]).toEqual([[missing], [missing]]);
    expect(waited).toEqual([100, 300, 900]);
  });

  it.each([
    ["in another list", brokenAt("/shelves", "missing")],
    ["in another way", brokenAt("/books", "twice")],
  ])("waits for what is broken %s", async (_, other) => {
    const { story, waited } = told();
    await confirmed(story, async () => [missing]);
    const looks = [[other], []];

    expect(await confirmed(story, async () => looks.shift() ?? [])).toEqual([]);
    expect(waited).toEqual([100, 300, 900, 100]);
  });

  it("does not wait on a mock, and looks once", async () => {
    const { story, waited } = told(true);

    expect(await confirmed(story, async () => [missing])).toEqual([missing]);
    expect(waited).toEqual([]);
  });
});

function brokenAt(path: string, key: string): Broken {
  const request = { method: "GET", path: `${path}?limit=9`, headers: {} };
  return { key, message: key, exchange: { request, response: { status: 200, headers: {}, body: "[]" } } };
}

function told(isMock = false): { readonly story: Story; readonly waited: number[] } {
  const waited: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  return { story: { target: { isMock }, pause } as Story, waited };
}
