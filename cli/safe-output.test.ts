import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Io, TextKind } from "./command.ts";
import { createSafeOutput } from "./safe-output.ts";

/** Writes a text, and returns what reaches the terminal. */
function write(text: string, kind?: TextKind, { colours = false } = {}): string {
  let written = "";
  const io = {
    out: (each: string) => void (written += each),
    err: () => {},
    interactive: false,
    colours,
  } as unknown as Io;
  createSafeOutput(io).out(text, kind);
  return written;
}

const dangerous = fc.stringMatching(/^[ \t\r\n\u001b\u009b\u202e:#[\]a-z;=0-9]{0,40}$/);
const command = /^\s*::|##[a-z]*\[/im;
const control = /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u202a-\u202e\u2066-\u2069]/u;

describe("createSafeOutput()", () => {
  it("writes no control character and no command of a log, whatever the text", () => {
    fc.assert(
      fc.property(dangerous, fc.constantFrom<TextKind>("plain", "styled"), (text, kind) => {
        const written = write(text, kind);
        expect(written).not.toMatch(command);
        expect(written).not.toMatch(control);
      }),
      {
        numRuns: 2000,
        examples: [
          ["\r::error::x", "plain"],
          ["##vso[task.setvariable]x", "plain"],
        ],
      },
    );
  });

  it("writes only annotations as annotations", () => {
    fc.assert(
      fc.property(dangerous, (text) => {
        const lines = write(`::error title=A::b\n${text}`, "annotations").split("\n");
        expect(lines.filter((line) => command.test(line) && !/^::(?:error|warning|notice) /.test(line))).toEqual([]);
        expect(lines.join("\n")).not.toMatch(control);
      }),
    );
    expect(write("::add-mask::x\n::set-output name=a::b\n", "annotations")).toBe(
      "\\u003a:add-mask::x\n\\u003a:set-output name=a::b\n",
    );
  });

  it("keeps the value of JSON", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), (text) => {
        expect(JSON.parse(write(text))).toEqual(JSON.parse(text));
      }),
    );
    const text = JSON.stringify({ a: "\u009b1m ##[group]x\u202e" });
    expect(JSON.parse(write(text))).toEqual(JSON.parse(text));
  });

  it("keeps ordinary text", () => {
    const text = "GET /a  200\r\n\tna\u00efve \u{1f600} a::b # [x] ## [y]\n";
    expect(write(text)).toBe(text);
  });

  it("keeps colours of styled text on a terminal with colours only", () => {
    const text = "\u001b[31mFAIL\u001b[0m \u001b]0;title\u0007\u001b[2J\n";

    expect(write(text, "styled", { colours: true })).toBe("\u001b[31mFAIL\u001b[0m \\u001b]0;title\\u0007\\u001b[2J\n");
    expect(write(text, "styled")).not.toContain("\u001b");
    expect(write(text, "plain", { colours: true })).not.toContain("\u001b");
  });

  it("clears the line before progress", () => {
    expect(write("1/2 \u001b[2J", "progress")).toBe("\r\u001b[K1/2 \\u001b[2J");
  });
});
