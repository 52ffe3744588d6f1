import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Change, checkCompat } from "../index.ts";

const scratch = createScratch();
const load = async (sdl: string) => loadContract(scratch.write({ "shop.graphql": sdl }));

/** Verdict on the change of one part, and its note. */
async function judgedAt(part: string, base: string, revision: string): Promise<unknown[]> {
  const { changes } = checkCompat([await load(base)], [await load(revision)]);
  const { verdict, note } = changes.find(({ operation, path }) => operation + path === part) as Change;
  return [verdict, note];
}

it("finds a field that conflicts with one that is now non-null", async () => {
  const sdl = "type Query { n: N }\ninterface N { v: Int }\ntype X implements N { v: Int }";

  expect(await judgedAt("X.v", sdl, sdl.replace(/Int }$/, "Int! }"))).toEqual([
    "dangerous",
    'Fields of one name must be of one type: operations that also select "N.v" are refused',
  ]);
});

it.each([
  ["a type", "type Lost { a: Int b: Int }", "Lost.b"],
  ["an input", "input Lost { a: Int b: Int }", "Lost.b"],
])("calls changes of %s that no operation reaches non-breaking", async (_, lost, part) => {
  const sdl = `type Query { a: Int }\n${lost}`;

  expect(await judgedAt(part, sdl, sdl.replace(" b: Int", ""))).toEqual([
    "non-breaking",
    "No operation of the base can use it",
  ]);
});

it.each([
  ["a field", "A.b", " b(x: Int): E"],
  ["an argument", "A.b(x:)", "(x: Int)"],
  ["a value", "E.D", " D"],
])("calls changes in a schema without a root dangerous: %s", async (_, part, gone) => {
  const sdl = "type A { a: Int b(x: Int): E }\nenum E { C D }";
  const note = "The schema has no root type, so its operations are not known";

  expect(await judgedAt(part, sdl, sdl.replace(gone, ""))).toEqual(["dangerous", note]);
});

it("pairs each removed value with an added one", async () => {
  const base = "type Query { role: Role }\nenum Role { A B }";
  const { changes } = checkCompat([await load(base)], [await load(base.replace("A B", "C D"))]);

  expect(changes.flatMap(({ before, after }) => (before === undefined ? [] : [[before, after]]))).toEqual([
    ["A", "C"],
    ["B", "D"],
  ]);
});
