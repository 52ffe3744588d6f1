import { expect, it } from "vitest";
import { errorText } from "./error-text.ts";

it("prints an unexpected error with its causes", () => {
  const error = new Error('Cannot compare the API "beta"', { cause: new TypeError("planted") });
  const text = errorText(error, { interactive: false } as never);

  expect(text).toMatch(/^Concord failed because of a bug in it: Error: Cannot compare the API "beta"\n {4}at /);
  expect(text).toMatch(/\nCaused by TypeError: planted\n {4}at .*\n$/s);
});
