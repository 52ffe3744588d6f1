import { expect, it } from "vitest";
import { type Leftover, countLeftovers, leftoverText } from "../items/leftover.ts";
import { leftoverNotes } from "./leftovers.ts";

const base = { api: "notes", effect: "made" } as const;
const many: readonly Leftover[] = Array.from({ length: 57 }, (_, at) => ({
  ...base,
  operation: "POST /notes",
  path: `/notes/n${at}`,
  reason: "it was answered 403",
}));
const few: readonly Leftover[] = [
  { ...base, operation: "POST /tags", path: "/tags/a:b", reason: "the contract has no operation that deletes it" },
  { ...base, operation: "POST /tags", path: null, reason: "it was answered 204 without an id" },
  { ...base, operation: "PATCH /tags/{id}", effect: "changed", path: "/tags/c", reason: "it is gone" },
  { ...base, operation: "POST /login", effect: "unknown", path: null, reason: "its response has a token" },
];

it("leftoverNotes() counts what stays by operation and reason, and names a few of each", () => {
  const leftovers = [...few, ...many];

  expect(leftoverNotes({ leftovers: leftovers.map(leftoverText), leftoverCounts: countLeftovers(leftovers) })).toEqual([
    "Left behind: POST /tags made 1 item, /tags/a:b: the contract has no operation that deletes it",
    "Left behind: POST /tags made 1 item: it was answered 204 without an id",
    "Left behind: PATCH /tags/{id} changed 1 item, /tags/c: it is gone",
    "Left behind: POST /login was accepted 1 time: its response has a token",
    "Left behind: POST /notes made 57 items, such as /notes/n0, /notes/n1, /notes/n2: it was answered 403",
  ]);
  expect(leftoverNotes({ leftovers: [], leftoverCounts: [] })).toEqual([]);
});
