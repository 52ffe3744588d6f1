import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("contracts/index.ts", () => {
  it("loads no parser before the first YAML document", () => {
    expect(parsersLoadedBy("")).toEqual([]);
    expect(parsersLoadedBy("const contract = await loadContract('fixtures/contracts/pets-3.0.yaml');")).toEqual([
      "js-yaml",
    ]);
    expect(
      parsersLoadedBy(
        "const contract = await loadContract('fixtures/contracts/pets-3.1.json'); contract.operations[0].at.line;",
      ),
    ).toEqual([]);
  });
});

/** Parsers that a new process has loaded after the code has run. */
function parsersLoadedBy(code: string): string[] {
  const script = `
    import { createRequire } from "node:module";
    const { loadContract } = await import("./contracts/index.ts");
    ${code}
    console.log(Object.keys(createRequire(import.meta.url).cache).join("\\n"));`;
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8" } as const;
  const files = execFileSync(process.execPath, ["--input-type=module", "--eval", script], options).replaceAll(
    "\\",
    "/",
  );
  return ["swagger-parser", "yaml", "js-yaml"].filter((name) => files.includes(`/${name}/`));
}
