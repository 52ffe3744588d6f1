import { describe, expect, it } from "vitest";
import type { Report } from "../../conformance/index.ts";
import { chooseExitCode } from "./exit-code.ts";

const operation = { api: "shop", operation: "GET /items" };
const succeeded = { ...operation, succeeded: true, reason: null, message: null, requests: 3 };
const passed = { outcomes: [succeeded], failures: [], interrupted: false, options: {} } as unknown as Report;
const errors = [{ ...operation, message: "Not judged", stack: null }];
const failures = [operation] as unknown as Report["failures"];

describe("chooseExitCode()", () => {
  it.each([
    ["no failures", passed, 0],
    ["failures", { ...passed, failures }, 1],
    ["an operation that was not judged because of an unexpected error", { ...passed, errors }, 2],
    ["failures, and such an operation", { ...passed, errors, failures }, 1],
    ["an interruption", { ...passed, interrupted: true }, 2],
  ])("returns the exit code of a run with %s", (_, report, code) => {
    expect(chooseExitCode(report)).toBe(code);
  });
});
