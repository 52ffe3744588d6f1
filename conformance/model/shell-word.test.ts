import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

describe("shellWord()", () => {
  it.each(["plain", "two words", "it's", '{"a":"b"}', "a\r\nb", "tab\tit's \\n", "\u0007\u0085é", ""])(
    "quotes %j so that a shell reads it unchanged",
    (text) => {
      const word = shellWord(text);

      expect(
        execFileSync("bash", ["-c", `printf %s ${word}`], { env: { ...process.env, LC_ALL: "C.UTF-8" } }).toString(),
      ).toBe(text);
      expect(word).not.toMatch(/\p{Cc}/u);
    },
  );
});
