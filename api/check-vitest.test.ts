import { describe, expect, it } from "vitest";
import { checkVitest } from "./check-vitest.ts";

describe("checkVitest()", () => {
  it.each(["3.2.0", "3.10.1", "4.0.0-beta.1", "5.1.0", "12.0.0"])("accepts %s", (version) => {
    expect(() => checkVitest(version)).not.toThrow();
  });

  it.each(["0.34.6", "2.1.9", "3.0.9", "3.1.4"])("refuses %s, and names what is needed", (version) => {
    expect(() => checkVitest(version)).toThrow(`Cannot use Vitest ${version}: 3.2 or later is needed`);
  });

  it("accepts the installed version", () => {
    expect(() => checkVitest()).not.toThrow();
  });
});
