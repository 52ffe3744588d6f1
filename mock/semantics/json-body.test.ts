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
