import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsumerReport } from "../../conformance/index.ts";
import { consumerProfiles } from "../../mock/index.ts";
import { mistakes } from "../../fixtures/consumers/shelf/client.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-mistakes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Faults without those that take seconds by their nature, or affect deliveries. */
const quick = consumerProfiles
  .map(({ name }) => name)
  .filter((name) => name !== "none" && !/429-(once|until|date)|slow|webhooks/.test(name));

/** The faults that tell a client with a mistake apart. */
const telling: Readonly<Record<(typeof mistakes)[number], readonly string[]>> = {
  "swallows-conflicts": ["409-once"],
  "replaces-unknown-values": ["unknown-enum"],
  "repeats-for-ever": ["5xx-always", "429-always"],
  "keeps-expired-tokens": ["expired-token"],
  "encodes-nothing": ["odd-ids"],
  "encodes-twice": ["odd-ids"],
};

describe("concord consumer", () => {
  it.for(mistakes)("tells a client apart that %s", async (mistake, { signal }) => {
    const { code, runs } = await consumer(quick, signal, mistake);

    expect(runs.flatMap(({ name, outcome }) => (outcome === "failed" ? [name] : []))).toEqual(telling[mistake]);
    expect(code).toBe(1);
  });

  it("passes the client without a mistake under all faults with --strict", async ({ signal }) => {
    const { code, runs } = await consumer(
      consumerProfiles.slice(1).map(({ name }) => name),
      signal,
    );
    const skipped = runs.flatMap(({ name, outcome }) => (outcome === "passed" ? [] : [`${name} ${outcome}`]));

    // The document has no webhooks.
    expect(skipped).toEqual(["reordered-webhooks skipped", "duplicate-webhooks skipped"]);
    expect(code).toBe(0);
  });
});

/** Runs the command until it ends or the signal of a test that is out of time stops it. */
async function consumer(
  faults: readonly string[],
  signal: AbortSignal,
  mistake = "",
): Promise<{ readonly code: number; readonly runs: ConsumerReport["runs"] }> {
  const file = join(folder, `${mistake || "none"}.json`);
  const shelf = "fixtures/consumers/shelf";
  const argv = [
    "--strict",
    "--contracts",
    `${shelf}/openapi.yaml`,
    "--fault",
    faults.join(),
    "--report",
    `json:${file}`,
  ];
  const command = ["cli/concord.ts", "consumer", ...argv, "--", process.execPath, `${shelf}/shelf.test.ts`];
  const env = { ...process.env, SHELF_MISTAKE: mistake };
  const code = await new Promise<number>((resolve) => {
    execFile(process.execPath, command, { env, signal }, (error) =>
      resolve(typeof error?.code === "number" ? error.code : 0),
    );
  });
  return { code, runs: (JSON.parse(readFileSync(file, "utf8")) as ConsumerReport).runs };
}
