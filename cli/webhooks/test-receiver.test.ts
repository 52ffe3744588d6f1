import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { exampleReceiver } from "../../test/support/receivers.ts";
import { run } from "../run.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const secret = `whsec_${randomBytes(24).toString("base64")}`;
const apiKey = "the-key-of-the-endpoint";
const { folder } = createScratch();
writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));

describe("concord webhooks test-receiver", () => {
  it("exits with 0 and prints one line without findings, and writes its reports", async () => {
    await using receiver = await started("right/api-key");
    const [html, json] = ["report.html", "report.json"].map((name) => join(folder, name)) as [string, string];
    const reports = ["--report", `html:${html}`, "--report", `json:${json}`];
    const { code, out } = await concord(receiver.url, "--api-key", apiKey, "--probe", receiver.probeUrl, ...reports);

    expect(out).toMatch(/^no failures in \d+ trials, \d+ requests, /m);
    expect(code).toBe(0);
    expect(readFileSync(html, "utf8")).toContain('<h1 class="passed">no failures</h1>');
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ policy: "both", interrupted: false });
  });

  it("exits with 1 for a finding, and prints a command that reproduces it", async () => {
    await using receiver = await started("wrong/nan-accepted");
    const { code, out } = await concord(receiver.url, "--only", "timestamp-not-a-number-nan");
    const replay = /^ +replay: npx --no concord-toolkit (.*)$/m.exec(out)?.[1] ?? "";
    const again = await runs(replay.split(" "), { CONCORD_WEBHOOK_SECRET: secret });

    expect(code).toBe(1);
    expect(out).toContain("FAIL timestamps: timestamp-not-a-number-nan  [§5.3.8]");
    expect(replay).not.toContain(secret);
    expect(again.code).toBe(1);
    expect(again.out).toContain("FAIL timestamps: timestamp-not-a-number-nan");
  });

  it("uses the settings of a configuration that options do not override", async () => {
    await using receiver = await started("right/api-key");
    const config = join(folder, "concord.config.json");
    writeFileSync(
      config,
      JSON.stringify({
        receiver: { url: receiver.url, secret, privateKey: "key.pem", keyPort: 0, apiKey, policy: "v1" },
      }),
    );
    const { code, out } = await runs([
      "webhooks",
      "test-receiver",
      "--config",
      config,
      "--only",
      "valid",
      "--policy",
      "both",
    ]);

    expect(out).toMatch(/^no failures in \d+ trials.* policy both\)$/m);
    expect(code).toBe(0);
  });

  it("serves the public key to a receiver that fetches it", async () => {
    const { err } = await concord("http://127.0.0.1:1/", "--organization", "acme");

    expect(err).toMatch(
      /^The public key of "acme" is at http:\/\/127\.0\.0\.1:\d+\/v1\/webhooks\/\.well-known\/public-key\?orgId=acme$/m,
    );
  });

  it.each([
    ["no address", [], /needs the URL of a receiver/],
    ["an address that is none", ["localhost:3000"], /is not an http or https URL/],
    ["a policy that is none", ["http://127.0.0.1:1/", "--policy", "v2"], /--policy must be v1, v1a or both, not "v2"/],
    ["a trial that is none", ["http://127.0.0.1:1/", "--only", "bodys"], /The nearest are bod/],
    ["a trial that is like none", ["http://127.0.0.1:1/", "--only", "nosuch"], /\n {2}--list shows all\n/],
    ["nobody there", ["http://127.0.0.1:1/"], /nothing listens there/],
    ["an event that is none", ["http://127.0.0.1:1/", "--body", "package-lock.lock"], /Cannot read the event/],
    [
      "a report that is none",
      ["http://127.0.0.1:1/", "--report", "pdf:x"],
      /--report must be one of json, junit, html/,
    ],
  ])("exits with 2 for %s, and prints a hint", async (_, argv, reason) => {
    const { code, err } = await concord(...argv);

    expect(err).toMatch(reason);
    expect(code).toBe(2);
  });

  it("lists all tests with --list, and sends nothing", async () => {
    const { code, out } = await runs(["webhooks", "test-receiver", "--list"]);

    expect(code).toBe(0);
    expect(out).toMatch(/^valid\n {2}valid-delivery +A delivery with both entries/);
    for (const name of ["refused-without-effect", "authentication-missing", "redelivery-at-once", "type-text-forged"])
      expect(out).toMatch(new RegExp(`^ {2}${name} `, "m"));
  });

  it("exits with 2 without a secret, and does not print a malformed one", async () => {
    const url = "http://127.0.0.1:1/";
    const without = await runs(["webhooks", "test-receiver", url, "--key-port", "0"]);
    const malformed = await runs(["webhooks", "test-receiver", url, "--secret", "hunter22"]);

    expect(without).toMatchObject({ code: 2, err: expect.stringContaining("CONCORD_WEBHOOK_SECRET") as string });
    expect(malformed.code).toBe(2);
    expect(malformed.err).not.toContain("hunter22");
  });
});

function started(name: string) {
  const credentials = { apiKey, username: "", password: "", clientId: "", clientSecret: "" };
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return exampleReceiver(name).then((receiver) =>
    receiver.start({ secret, publicKey: pem, publicKeyUrl: "http://127.0.0.1:1/", credentials }),
  );
}

function concord(...argv: readonly string[]) {
  const keys = ["--private-key", join(folder, "key.pem"), "--key-port", "0"];
  return runs(["webhooks", "test-receiver", ...argv, ...keys], { CONCORD_WEBHOOK_SECRET: secret });
}

async function runs(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const texts = { out: "", err: "" };
  const signal = new AbortController().signal;
  const out = (text: string): void => void (texts.out += text);
  const err = (text: string): void => void (texts.err += text);
  const code = await run(argv, { out, err, interactive: false, colours: false, env, signal }, "0.0.0");
  return { code, ...texts };
}
