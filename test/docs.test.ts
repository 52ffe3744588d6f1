import { blocksIn, commandsIn } from "./support/docs/pages.ts";
import { describe, expect, it } from "vitest";
import { errorCodesInUse, errorMeanings } from "../tools/docs/error-codes.ts";
import { declarationsIn, reexportsIn } from "../tools/docs/declarations.ts";
import { staleness } from "../tools/docs/reference.ts";

describe("docs/reference", () => {
  it("names stale, missing and superfluous pages", () => {
    const pages = ["a", "b"].map((name) => ({ path: `reference/${name}.md`, text: `# ${name}\n` }));
    const written = new Map([
      ["reference/a.md", "# an earlier text\n"],
      ["reference/c.md", "# c\n"],
    ]);

    expect(staleness(written, pages)).toEqual([
      "docs/reference/a.md is stale",
      "docs/reference/b.md is missing",
      "docs/reference/c.md is not generated any more",
    ]);
  });

  it("explains each error code, and no others", () => {
    expect(Object.keys(errorMeanings).toSorted()).toEqual(errorCodesInUse());
  });
});

describe("declarationsIn()", () => {
  it("reads declarations with their comments", () => {
    const text = [
      'import type { A } from "./a.ts";',
      "/** What is served. */",
      "export interface Served {",
      "    /** Where. */",
      "    readonly url: string;",
      "}",
      "export declare function serve(a: A): Promise<Served>;",
      "/**",
      " * A limit.",
      " */",
      "export declare const LIMIT = 12;",
      "export type Setting = Readonly<{",
      "    size: number;",
      "} & A>;",
      "export {};",
      "",
    ].join("\n");

    expect(declarationsIn(text)).toEqual([
      {
        name: "Served",
        text: "interface Served {\n    /** Where. */\n    readonly url: string;\n}",
        comment: "What is served.",
      },
      { name: "serve", text: "function serve(a: A): Promise<Served>;", comment: "" },
      { name: "LIMIT", text: "const LIMIT = 12;", comment: "A limit." },
      { name: "Setting", text: "type Setting = Readonly<{\n    size: number;\n} & A>;", comment: "" },
    ]);
  });
});

describe("reexportsIn()", () => {
  it("reads names, their originals and whole modules", () => {
    const text = 'export { type A, b as c } from "./x.ts";\nexport type * from "./y.ts";\n';

    expect(reexportsIn(text)).toEqual({
      names: [
        { name: "A", original: "A", from: "./x.ts" },
        { name: "c", original: "b", from: "./x.ts" },
      ],
      all: ["./y.ts"],
    });
  });
});

describe("blocksIn()", () => {
  it("reads language, name, marker and line", () => {
    const text =
      "# Title\n\n<!-- exit code 1 -->\n```sh\nrun\n```\n\n```yaml [a.yaml]\nb: 1\n```\n<!-- not run: why -->\n```ts\n```\n";

    expect(blocksIn(text)).toEqual([
      { language: "sh", label: undefined, text: "run\n", line: 4, notRun: undefined, exitCode: 1 },
      { language: "yaml", label: "a.yaml", text: "b: 1\n", line: 8, notRun: undefined, exitCode: 0 },
      { language: "ts", label: undefined, text: "\n", line: 12, notRun: "why", exitCode: 0 },
    ]);
  });
});

describe("commandsIn()", () => {
  it("joins lines that end with a backslash, and leaves comments out", () => {
    expect(commandsIn("# first\na b \\\n  --c # why\n\nd\n")).toEqual(["a b --c", "d"]);
  });
});
