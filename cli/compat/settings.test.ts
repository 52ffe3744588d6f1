import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { policyQuestions } from "../../compat/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { ExitCode, Io } from "../command.ts";
import { command } from "../compat.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const scratch = createScratch();

/** Document with a default and a range. Changes of both are dangerous by default. */
const pair = ["base.json", "revision.json"].map((name, side) =>
  scratch.write({ [name]: documentOf({ paths: { "/pets": { get: operation(side) } } }) }),
);

function operation(side: number) {
  return {
    parameters: [
      { name: "limit", in: "query", schema: { type: "integer", default: [10, 20][side] as number } },
      { name: "weight", in: "query", schema: { type: ["integer", ["integer", "boolean"]][side] as Json } },
    ],
    responses: { "204": { description: "Fine." } },
  };
}

describe("--policy and --strict-policy", () => {
  it("answer the open questions of the policy", async () => {
    const file = answersOf("default-changed: breaking\n");

    expect(await verdictsOf()).toEqual(["dangerous default-changed", "dangerous type-changed"]);
    expect(await verdictsOf("--policy", file)).toEqual(["breaking default-changed", "dangerous type-changed"]);
    expect(await verdictsOf("--strict-policy")).toEqual(["breaking type-changed", "dangerous default-changed"]);
  });

  it("work together: an answer in the file overrides --strict-policy", async () => {
    const file = answersOf("type-changed-safely: non-breaking\n");

    expect(await verdictsOf("--strict-policy", "--policy", file)).toEqual([
      "dangerous default-changed",
      "non-breaking type-changed",
    ]);
  });

  it("accept a file without answers", async () => {
    expect(await verdictsOf("--policy", answersOf("# nothing\n"))).toHaveLength(2);
  });

  it.each([
    ["\ndefault-chnged: breaking", 2, 'there is no key or question "default-chnged"; the nearest is "default-changed"'],
    ["default-changed: fatal", 1, 'default-changed must be one of breaking, dangerous, non-breaking, not "fatal"'],
    ["- default-changed", 1, 'it must be a map of keys or questions, not ["default-changed"]'],
  ])("explain the mistake in %j", async (text, line, reason) => {
    const file = answersOf(text);

    await expect(run(...pair, "--policy", file)).rejects.toMatchObject({
      code: "unreadable-policy",
      message: `Cannot read "${file}": ${reason}`,
      at: { file, line },
    });
  });

  it("report a missing file", async () => {
    await expect(run(...pair, "--policy", join(scratch.folder, "none.yaml"))).rejects.toMatchObject({
      code: "unreadable-policy",
    });
  });
});

describe("concord compat policy", () => {
  it("lists the open questions as text and as JSON", async () => {
    const { out } = await run("policy", "--profile", "platform");
    const questions = policyQuestions(platformCompat);

    for (const { id, asks } of questions) expect(out).toMatch(new RegExp(`^${id} .*${asks.slice(0, 20)}`, "m"));
    expect(JSON.parse((await run("policy", "--format", "json", "--profile", "platform")).out)).toEqual(questions);
    await expect(run("policy", "--format", "yaml")).rejects.toThrow("--format must be text or json");
  });

  it("lists the same questions as the reference", () => {
    const reference = readFileSync(join(import.meta.dirname, "../../docs/reference/compat-rules.md"), "utf8");
    const row = /^\| `([a-z-]+)` \| (breaking|dangerous|non-breaking) \| (breaking|)\s*\| (.*) \|$/gm;
    const rows = [...reference.matchAll(row)].map(([, id, verdict, literal, asks]) => [id, verdict, literal, asks]);

    expect(rows).toEqual(
      policyQuestions(platformCompat).map(({ id, verdict, literal = "", asks }) => [id, verdict, literal, asks]),
    );
  });
});

function answersOf(text: string): string {
  const file = scratch.write({ "policy.yaml": "" });
  writeFileSync(file, text);
  return file;
}

async function verdictsOf(...options: string[]): Promise<string[]> {
  const { out } = await run(...pair, "--format", "json", ...options);
  const { changes } = JSON.parse(out) as { changes: { verdict: string; rule: string }[] };
  return changes.map(({ verdict, rule }) => `${verdict} ${rule}`);
}

async function run(...argv: string[]): Promise<{ code: ExitCode; out: string }> {
  let out = "";
  const io: Io = {
    out: (text) => (out += text),
    err: () => {},
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await command.run(argv, io), out };
}
