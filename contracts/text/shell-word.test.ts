import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { printfFormat, shellWord } from "./shell-word.ts";

const texts = ["plain", "two words", "it's 100 %d", '{"a":"b"}', String.raw`a\n`, "é", ""];

describe("shellWord()", () => {
  it.each([...texts, "a\nb"])("quotes %j so that a shell reads it unchanged", (text) => {
    expect(execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`]).toString()).toBe(text);
  });
});

describe("printfFormat()", () => {
  it.each([...texts, "a\r\nb\t", "--boundary\r\n", "\u0007\u0085"])("quotes %j so that printf prints it", (text) => {
    const format = printfFormat(text);

    expect(execFileSync("sh", ["-c", `printf ${format}`]).toString()).toBe(text);
    expect(format).not.toMatch(/\p{Cc}/u);
  });
});
