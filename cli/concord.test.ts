import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const file = join(import.meta.dirname, "concord.ts");

/** Runs the command on a Node that claims to have this version. */
function onNode(version: string) {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  return spawnSync(process.execPath, ["--import", `data:text/javascript,${pretend}`, file, "--version"], {
    encoding: "utf8",
  });
}

describe("concord", () => {
  const { engines, version } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as {
    engines: { node: string };
    version: string;
  };

  it.each(["22.19.0", "23.0.0", "100.0.0"])("runs on Node %s", (node) => {
    expect(onNode(node)).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it.each(["20.20.2", "22.18.0", "9.0.0"])("prints the required version on Node %s", (node) => {
    const { status, stdout, stderr } = onNode(node);

    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(
      `Cannot run concord on Node ${node}: it needs ${engines.node.slice(">=".length)} or later\n`,
    );
  });

  it("checks the version before any import", () => {
    expect(readFileSync(file, "utf8")).not.toMatch(/^import /m);
  });
});
