import { describe, expect, it } from "vitest";
import { classifyFailure } from "./failure-kind.ts";

describe("classifyFailure()", () => {
  it.each([
    [{ code: "ECONNREFUSED" }, "unreachable"],
    [{ code: "57P01", message: "terminating connection due to administrator command" }, "unreachable"],
    [{ code: "08006" }, "unreachable"],
    [{ message: "Connection terminated due to connection timeout" }, "unreachable"],
    [{ message: "", errors: [{ code: "ETIMEDOUT" }] }, "unreachable"],
    [{ message: "timeout exceeded when trying to connect" }, "no-connection"],
    [{ code: "53300", message: "sorry, too many clients already" }, "no-connection"],
    [{ message: "Query read timeout" }, "timeout"],
    [{ code: "55P03" }, "timeout"],
    [{ code: "53100" }, "no-space"],
    [{ code: "54000", message: "index row size 4016 exceeds btree version 4 maximum 2704" }, "too-long"],
    [{ code: "25006" }, "read-only"],
    [{ code: "40P01" }, "conflict"],
    [{ code: "28P01" }, "not-allowed"],
    [{ code: "42P01" }, "other"],
    [{ message: "nothing known" }, "other"],
  ])("names the kind of %j: %s", (error, kind) => {
    expect(classifyFailure(error)).toBe(kind);
  });
});
