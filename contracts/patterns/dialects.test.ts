import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getPattern, toRegExp } from "../schema/pattern.ts";
import { translatePattern } from "./dialects.ts";

describe("patterns for engines of other languages", () => {
  it.each<[pattern: string, match: string, noMatch: string]>([
    [String.raw`\A(\*\.)?([a-zA-Z0-9-_]{1,63}\.)+([a-zA-Z]{2,16})\Z`, "example.org", "A*.example.orgZ"],
    [String.raw`\A\d{4}\z`, "2026", "A2026z"],
    [String.raw`^(?P<year>\d{4})-(?P<month>\d\d)$`, "2026-11", "2026"],
    [String.raw`^(?P<mark>["'])a(?P=mark)$`, "'a'", `'a"`],
    ["(?i)^abc$", "ABC", "ABD"],
    ["^[[:alpha:]]+$", "abc", "a1:]"],
    ["^[[:alnum:]_]+$", "a_1", "a-1"],
    ["^(?>a|ab)c++$", "acc", "ac "],
    [String.raw`/^\d+$/`, "12", "/12/"],
    ["/^[a-z]+$/i", "ABC", "12"],
  ])("reads %s", (pattern, match, noMatch) => {
    const compiled = getPattern(pattern);
    expect([compiled?.test(match), compiled?.test(noMatch)]).toEqual([true, false]);
  });

  it.each([
    String.raw`^a\/b$`,
    "^[A-Z]+$",
    String.raw`\\A`,
    String.raw`[\A]`,
    "a+",
    "/a/",
    "^(a|b)+?c$",
    String.raw`\+\+`,
  ])("leaves %s as it is", (pattern) => expect(translatePattern(pattern)).toBeUndefined());

  it("does not change the meaning of a pattern that is valid with the u flag", () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom("a", "z", "[^]]", "(?:b)", "c{2}", String.raw`\d`, "^", "$", "|", "+")
          .chain((first) =>
            fc
              .array(fc.constantFrom("a", "(b|c)", "[:d]", "+", "*", "?", "{1,2}", String.raw`\w`))
              .map((rest) => [first, ...rest].join("")),
          ),
        (source) => {
          let native: RegExp;
          try {
            native = new RegExp(source, "u");
          } catch {
            return;
          }
          expect(String(toRegExp(source))).toBe(String(native));
        },
      ),
    );
  });
});
