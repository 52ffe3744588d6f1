import { expect, it } from "vitest";
import { chooseFaultCode } from "./fault-codes.ts";
import { getCheckTraits } from "./traits.ts";

it.each([
  ["no-server-error", "500", "F100"],
  ["no-server-error", "query /limit maximum 500", "F100"],
  ["no-server-error", "503", null],
  ["token-required", "accepted", "F207"],
  ["token-required", "expired accepted", "F207"],
  ["token-required", "garbage accepted", "F207"],
  ["foreign-refused", "read", "F206"],
  ["foreign-refused", "changed", "F206"],
  ["no-disclosure", "500 a path of the server", null],
  ["created-read", "not found", null],
])("maps %s with key %s to %s", (check, key, code) => {
  expect(chooseFaultCode({ key }, getCheckTraits(check))).toBe(code);
});
