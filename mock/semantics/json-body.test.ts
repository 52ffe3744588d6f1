import { expect, it } from "vitest";
import { readJsonBody } from "./json-body.ts";

it.each([
  ["{a: 1}", "a text with a syntax error at line 1 column 2"],
  ['{"a":\n  1,}', "a text with a syntax error at line 2 column 5"],
  ['{"a": ', "a text that ends too early"],
  ["abc", "another text"],
  ["  ", "an empty body"],
])("readJsonBody() of %j says what it got", (text, got) => {
  expect(readJsonBody(Buffer.from(text), { left: 1000, values: 1000 })).toMatchObject({ expected: "JSON", got });
});

it("readJsonBody() accepts a name that is repeated with the same value, and refuses one with two values", () => {
  const read = (text: string): unknown => readJsonBody(Buffer.from(text), { left: 1000, values: 1000 });

  expect(read('{"a":[1],"b":2,"a":[1]}')).toEqual({ value: { a: [1], b: 2 } });
  expect(read('{"a":[1],"b":2,"a":[2]}')).toMatchObject({ pointer: "/a", expected: "one value of that name" });
});
