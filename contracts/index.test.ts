import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";

describe("the door of contracts", () => {
  it("opens without the parsers, which come with the first document of YAML", () => {
    expect(loadedBy("")).toEqual([]);
    expect(loadedBy("const contract = await loadContract('fixtures/contracts/pets-3.0.yaml');")).toEqual(["js-yaml"]);
    expect(
      loadedBy(
        "const contract = await loadContract('fixtures/contracts/pets-3.1.json'); contract.operations[0].at.line;",
      ),
    ).toEqual([]);
  });
});

/** Which parsers a fresh process has loaded after some code that uses the room. */
function loadedBy(code: string): string[] {
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
