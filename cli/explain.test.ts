import { expect, it } from "vitest";
import { rules } from "../compat/index.ts";
import type { Io } from "./command.ts";
import { run } from "./run.ts";

/** Runs `concord explain` and returns its exit code and output. */
async function explain(...ids: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  return { code: await run(["explain", ...ids], io, "1.0.0"), out: out.join(""), err: err.join("") };
}

it("describes a compatibility rule", async () => {
  const [rule] = rules;
  const { code, out } = await explain(rule?.id ?? "");

  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^${rule?.id}: compatibility rule for OpenAPI\n  [A-Z]`));
  expect(out).toContain(rule?.verdict);
});

it("describes a check and a property, with the option that selects each", async () => {
  const { out } = await explain("body-conforms", "created-read");

  expect(out).toContain("body-conforms: check of one response\n");
  expect(out).toContain("concord conform --check body-conforms\n");
  expect(out).toContain("created-read: conformance property\n");
  expect(out).toContain("concord conform --property created-read\n");
});

it("lists all ids, each of which has an explanation", async () => {
  const { out } = await explain();
  const ids = out.split("\n").flatMap((line) => line.split(" ", 1).filter(Boolean));

  expect(ids.length).toBeGreaterThan(100);
  for (const { id } of rules) expect(ids).toContain(id);
  expect((await explain(...ids)).code).toBe(0);
});

it("names the nearest id for an unknown one", async () => {
  const { code, err } = await explain("body-conform");

  expect(code).toBe(2);
  expect(err).toContain('No rule, check or property is called "body-conform"; the nearest is "body-conforms"');
});

it("explains the category of a finding, with the checks that find it", async () => {
  const { out } = await explain("F102");

  expect(out).toContain("Received Success Response When Sending Wrong Data");
  expect(out).toMatch(/found by {2}.*invalid-input-refused/);
});
