import { expect, it } from "vitest";
import { leftoverNotes } from "./leftovers.ts";

it("leftoverNotes() groups items by reason, and names a few of each group", () => {
  const many = Array.from({ length: 57 }, (_, at) => `POST /notes made /notes/n${at}: it was answered 403`);
  const few = ["POST /tags made /tags/a:b: the contract has no operation that deletes it"];

  expect(leftoverNotes([...few, ...many])).toEqual([
    "Could not be removed: POST /tags made /tags/a:b: the contract has no operation that deletes it",
    "Could not be removed: 57 things, of which --report json:FILE names all (it was answered 403), such as POST /notes made /notes/n0, POST /notes made /notes/n1, POST /notes made /notes/n2",
  ]);
  expect(leftoverNotes([])).toEqual([]);
});
