import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConsumerReport } from "./report.ts";
import { terminalOutput, withoutColours } from "./terminal-output.ts";

const nothing = (text: string): string => text;

/** Output in the report for a file or a pipe. */
function withoutColoursIn(output: string): string | undefined {
  const run = { name: "hail", outcome: "failed", output } as const;
  return withoutColours({ runs: [run] } as unknown as ConsumerReport).runs[0]?.output;
}

describe("shownOutput()", () => {
  it("keeps colours and removes all other escape sequences", () => {
    const output = "\u001b[31mred\u001b[0m\u001b[2J\u001b]0;title\u0007\u001b[1Aend\r\n10%\r100%\tdone\n";

    expect(terminalOutput(output, nothing)).toBe("\u001b[31mred\u001b[0mend\n10%\n100%\tdone\n");
    expect(withoutColoursIn(terminalOutput(output, nothing))).toBe("redend\n10%\n100%\tdone\n");
  });

  it("shows single control characters as text", () => {
    expect(terminalOutput("\u0000 \u0007", nothing)).toBe("\\x00 \\x07");
  });

  it("masks a secret that colours split", () => {
    const mask = (text: string) => text.replaceAll("secret", "***");

    expect(terminalOutput("a \u001b[31msec\u001b[0mret", mask)).toBe("a ***");
  });

  it("leaves no control character in any output", () => {
    const piece = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "0",
      ";",
      "m",
      "J",
      "\u0007",
      "\u009b",
      "\r",
      "\n",
      "x",
      "\u001b[31m",
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (output) => {
          const shown = terminalOutput(output, nothing);

          expect(shown.replaceAll(/\u001b\[[\d;:]*m/g, "")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
          expect(withoutColoursIn(shown)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
        },
      ),
    );
  });
});
