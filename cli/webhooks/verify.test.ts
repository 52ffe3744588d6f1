import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhooks } from "../../test/support/cli/webhooks.ts";
import { id, publicKey, secret, signedDelivery, timestamp } from "../../test/support/deliveries/signed.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-verify-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const delivery = signedDelivery('{"name":"a.b"}');

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function saved(name: string, more: object = {}): string {
  const { headers, body } = delivery;
  return file(name, JSON.stringify({ headers, body: Buffer.from(body).toString("base64"), ...more }));
}

function keyFile(): string {
  return file("key.pem", publicKey.export({ type: "spki", format: "pem" }).toString());
}

describe("concord webhooks verify", () => {
  it("verifies the delivery of the examples with both keys", async () => {
    const both = ["--secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "--public-key", "fixtures/deliveries/acme.pem"];

    expect(await webhooks(["verify", "fixtures/deliveries/created.http", ...both])).toMatchObject({ code: 0, err: "" });
  });

  it("judges the timestamp by the time of receipt, by a given time, or by itself", async () => {
    const late = saved("late.json", { receivedAt: new Date((timestamp + 301) * 1000).toISOString() });
    const verifyFile = (path: string, ...argv: string[]) => webhooks(["verify", path, "--secret", secret, ...argv]);

    expect(await verifyFile(late)).toMatchObject({ code: 1, out: expect.stringContaining("when it was received") });
    expect(await verifyFile(late, "--tolerance", "301")).toMatchObject({ code: 0 });
    expect(await verifyFile(late, "--now", "2025-06-15T15:06:40Z")).toMatchObject({ code: 0 });
    expect(await verifyFile(saved("own.json"))).toMatchObject({
      code: 0,
      out: expect.stringContaining("its own timestamp, because its time of receipt is unknown: its age is not checked"),
    });
    expect(await verifyFile(saved("own.json"), "--now", "now")).toMatchObject({ code: 1 });
  });

  it("prints the result of each of several deliveries, and exits with 1 if one is invalid", async () => {
    const other = saved("other.json", { body: "e30=" });
    const { code, out } = await webhooks(["verify", saved("one.json"), other, "--secret", secret]);

    expect(code).toBe(1);
    expect(out).toMatch(/^OK {3}\S+one\.json\n[^]*^FAIL \S+other\.json {2}invalid-v1\n/m);
  });

  it("uses the keys of the policy, and those of a vector", async () => {
    const headers = [
      ["webhook-id", id],
      ["webhook-timestamp", String(timestamp)],
      ["webhook-signature", delivery.headers.at(-1)?.[1].split(" ")[1]],
    ];
    const onlyV1 = saved("v1.json", { headers, name: "only-v1", secret });
    const key = ["--public-key", keyFile()];

    expect(await webhooks(["verify", onlyV1])).toMatchObject({ code: 0, out: expect.stringMatching(": only-v1\n") });
    expect(await webhooks(["verify", onlyV1, ...key])).toMatchObject({
      code: 1,
      out: expect.stringMatching("missing-entry"),
    });
    expect(await webhooks(["verify", onlyV1, ...key, "--policy", "v1"])).toMatchObject({ code: 0 });
  });

  it("compares vectors with their expected results, and exits accordingly", async () => {
    const expected = { v1: "invalid-v1", v1a: "ok", both: "ok" };
    const [right, wrong] = [
      { body: "e30=", secret, expected },
      { secret, expected },
    ].map((more, index) => saved(`vector-${index}.json`, more)) as [string, string];

    expect(await webhooks(["verify", right])).toMatchObject({
      code: 0,
      out: expect.stringContaining("as the file expects: invalid-v1"),
    });
    expect(await webhooks(["verify", right, wrong])).toMatchObject({
      code: 1,
      err: "2 deliveries: 1 verify, 1 do not; 1 not as expected\n",
    });
  });

  it("reads standard input in a separate process", () => {
    const argv = ["cli/concord.ts", "webhooks", "verify", "-", "--public-key", keyFile()];
    const input = readFileSync(saved("stdin.json"));
    const { status, stdout } = spawnSync(process.execPath, argv, { input, encoding: "utf8" });

    expect(status).toBe(0);
    expect(stdout).toMatch(/^OK {3}-\n/);
  });

  it("prints JSON", async () => {
    const { out } = await webhooks(["verify", saved("json.json"), "--secret", secret, "--json"]);

    expect(JSON.parse(out)).toMatchObject({ verdict: "ok", steps: expect.arrayContaining([]), hints: [] });
  });

  it.each<[string, () => string[], string]>([
    ["no key", () => [saved("a.json")], "it needs --secret, --public-key or both"],
    ["no such file", () => ["nowhere.http", "--secret", secret], 'Cannot read "nowhere.http": there is no such file'],
    ["a folder", () => [folder, "--secret", secret], "it is a folder, not a file"],
    ["no delivery", () => [file("b", "hello"), "--secret", secret], "line 1 is not a header"],
    ["another time", () => [saved("a.json"), "--secret", secret, "--now", "noon"], "--now must be Unix seconds"],
    ["an empty secret", () => [saved("a.json"), "--secret", "whsec_"], "Cannot use the signing secret of --secret"],
    ["a secret without whsec_", () => [saved("a.json"), "--secret", "c2Vz"], 'it does not begin with "whsec_"'],
    ["a private key", () => [saved("a.json"), "--public-key", privateKeyFile()], "it is a private key"],
    ["no file at all", () => [], "it needs FILE"],
  ])("rejects %s", async (_, argv, reason) => {
    expect(await webhooks(["verify", ...argv()])).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
  });
});

describe("concord webhooks", () => {
  it("prints the help of the named subcommand", async () => {
    expect((await webhooks(["--help"])).out).toMatch(/^Usage: concord webhooks COMMAND/m);
    expect((await webhooks(["verify", "--help"])).out).toMatch(/^Usage: concord webhooks verify FILE/m);
    expect(await webhooks(["send", "-h"])).toMatchObject({ code: 0, out: expect.stringMatching("webhooks send URL") });
  });

  it("rejects unknown subcommands", async () => {
    expect((await webhooks(["mend"])).err).toMatch("the subcommand must be one of listen, send, verify");
    expect((await webhooks([])).code).toBe(2);
  });
});

function privateKeyFile(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return file("private.pem", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
}
