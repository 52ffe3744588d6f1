import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadPlatform, validatorOf } from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { derivePublicKey } from "../../mock/index.ts";
import { startListener, webhooks } from "../../test/support/cli/webhooks.ts";
import { secret, signedDelivery } from "../../test/support/deliveries/signed.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-send-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { CONCORD_WEBHOOK_SECRET: secret };
const publicKey = derivePublicKey("concord", "acme");

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("concord webhooks send", () => {
  it("sends a delivery that is valid for the secret, and for the key that the mock derives from the seed", async () => {
    await using receiver = await startReceiver();
    const { code, out } = await webhooks(["send", receiver.url, "--organization", "acme"], env);
    const [got] = receiver.received;

    expect(code).toBe(0);
    expect(out).toMatch(/^POST http:\S+ {2}entity\.created {2}msg_[\da-f]{24} {2}response 204\n$/);
    expect(verify({ headers: got?.headers ?? {}, body: got?.body ?? Buffer.from(""), secret, publicKey })).toEqual({
      ok: true,
    });
  });

  it.each(["entity.created", "order.updated", "other"])(
    "sends an example of %s that matches the contract",
    async (name) => {
      await using receiver = await startReceiver();
      await webhooks(["send", receiver.url, "--event", name, "--organization", "acme"]);
      const contract = (await loadPlatform()).find(({ api }) => api === "webhooks");
      const pointer = contract?.webhooks[0]?.body?.content[0]?.schema?.pointer ?? "";
      const event = JSON.parse(String(receiver.received[0]?.body)) as Parameters<ReturnType<typeof validatorOf>>[0];

      expect(event).toMatchObject({ name, organization: "acme" });
      expect(contract && validatorOf(contract, pointer, "request")(event)).toEqual([]);
    },
  );

  it("sends the bytes of a file, an extra header, and the same message several times", async () => {
    await using receiver = await startReceiver();
    const body = Buffer.from([0, 255, 10]);
    const argv = ["send", receiver.url, file("body", body), "--repeat", "3", "--id", "msg_mine", "--header", "X-A: b"];
    const { code } = await webhooks(argv, env);

    expect(code).toBe(0);
    expect(receiver.received).toHaveLength(3);
    for (const got of receiver.received)
      expect(got).toMatchObject({ body, headers: { "webhook-id": "msg_mine", "x-a": "b" } });
  });

  it("sets the content type of a file: JSON, text, bytes, or a given one", async () => {
    await using receiver = await startReceiver();
    for (const body of ["{}", "hello", Buffer.from([0, 255])])
      await webhooks(["send", receiver.url, file("typed", body)], env);
    await webhooks(["send", receiver.url, file("typed", "{}"), "--header", "Content-Type: text/x-mine"], env);

    expect(receiver.received.map(({ headers }) => headers["content-type"])).toEqual([
      "application/json",
      "text/plain; charset=utf-8",
      "application/octet-stream",
      "text/x-mine",
    ]);
  });

  it("signs a saved delivery again, with its original id", async () => {
    await using receiver = await startReceiver();
    const { headers, body } = signedDelivery('{"name":"a.b"}', { id: "msg_saved" });
    const saved = JSON.stringify({ headers: [...headers, ["X-A", "b"]], body: Buffer.from(body).toString("base64") });
    await webhooks(["send", receiver.url, file("saved.json", saved)], env);
    const [got] = receiver.received;

    expect(got?.headers).toMatchObject({ "webhook-id": "msg_saved", "x-a": "b" });
    expect(verify({ headers: got?.headers ?? {}, body, secret })).toEqual({ ok: true });
  });

  it("does not send values of a saved delivery that were masked", async () => {
    await using receiver = await startReceiver();
    const headers = [...signedDelivery("{}").headers, ["Authorization", "Bearer ***"]];
    await webhooks(["send", receiver.url, file("masked.json", JSON.stringify({ headers, body: "e30=" }))]);

    expect(receiver.received[0]?.headers).not.toHaveProperty("authorization");
  });

  it("signs with another timestamp, and exits with 1 for a refusal", async () => {
    await using listener = await startListener([], env);
    const late = await webhooks(["send", listener.url, "--timestamp=-400"], env);
    const fixed = await webhooks(["send", listener.url, "--timestamp", "1750000000"], env);

    expect([late.code, fixed.code]).toEqual([1, 1]);
    expect(late.out).toContain("response 401\ntimestamp-too-old: ");
    expect(fixed.out).toContain("timestamp-too-old");
  });

  it.each([
    ["an API key", ["--api-key", "X-Mine:sesame"]],
    ["Basic", ["--basic", "ann:sesame"]],
    ["OAuth", ["--oauth", "ann:sesame"]],
  ])("shows the endpoint %s", async (_, how) => {
    await using listener = await startListener([...how, "--save", join(folder, "saved"), "--json"], env);
    const server = how[0] === "--oauth" ? ["--token-url", `${listener.url}/oauth/token`] : [];
    const shown = await webhooks(["send", listener.url, ...how, ...server], env);
    const without = await webhooks(["send", listener.url], env);
    const { out } = await listener.end();

    expect([shown.code, without.code]).toEqual([0, 1]);
    expect(out).toContain("***");
    expect(shown.out + shown.err + without.out + out).not.toContain("sesame");
  });

  it("prints neither a credential in the response of an endpoint, nor control characters", async () => {
    await using receiver = await startReceiver(() => ({ status: 403, body: "not sesame,\n\u001b[2J" }));
    const { out } = await webhooks(["send", receiver.url, "--api-key", "X-Mine:sesame"], env);

    expect(out).toMatch(/response 403\nnot \*\*\*,\n\\x1b\[2J\n$/);
  });

  it.skipIf(spawnSync("curl", ["--version"]).error !== undefined).each<[string, string | Buffer]>([
    ["JSON", `{"it's": "ü $HOME \\n"}\n`],
    ["what begins with @", "@file"],
    ["bytes that are no text", Buffer.from([255, 10])],
    ["a NUL", "a\0b"],
  ])("prints a curl command that sends the same delivery: %s", async (_, body) => {
    await using receiver = await startReceiver();
    const argv = ["send", receiver.url, file("dry", body), "--dry-run", "--basic", "ann:sesame"];
    const { code, out } = await webhooks(argv, env);
    expect(receiver.received).toEqual([]);
    const child = spawn("sh", ["-c", out], { env: { ...process.env, CONCORD_ENDPOINT_CREDENTIAL: "ann:sesame" } });
    await once(child, "exit");
    const [got] = receiver.received;

    expect(code).toBe(0);
    expect(out).not.toContain("sesame");
    expect(got?.body).toEqual(Buffer.from(body as string));
    expect(verify({ headers: got?.headers ?? {}, body: got?.body ?? Buffer.from(""), secret })).toEqual({ ok: true });
    expect(got?.headers.authorization).toBe(`Basic ${Buffer.from("ann:sesame").toString("base64")}`);
  });

  it("accepts a private key in PEM, and rejects other keys", async () => {
    await using receiver = await startReceiver();
    const pair = generateKeyPairSync("ed25519");
    const pem = file("key.pem", pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
    const wrong = file("rsa.pem", rsa.export({ type: "pkcs8", format: "pem" }).toString());
    const right = await webhooks(["send", receiver.url, "--private-key", pem]);
    const other = await webhooks(["send", receiver.url, "--private-key", wrong]);
    const [got] = receiver.received;

    expect(right.code).toBe(0);
    expect(
      verify({ headers: got?.headers ?? {}, body: got?.body ?? Buffer.from(""), publicKey: pair.publicKey }),
    ).toEqual({ ok: true });
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('it is of type "rsa"') });
  });

  it.each([
    [["http://127.0.0.1:1"], "it needs a key for signing: --secret, --private-key or --organization"],
    [["http://127.0.0.1:1", "--secret", secret], 'Cannot reach "http://127.0.0.1:1": nothing listens there'],
    [["nowhere", "--secret", secret], 'Cannot send to "nowhere"'],
    [["http://127.0.0.1:1", "--secret", secret, "--id", "m.1"], 'with the id "m.1"'],
    [["http://127.0.0.1:1", "--secret", secret, "--timestamp", "soon"], "--timestamp must be"],
    [["http://127.0.0.1:1", "--secret", secret, "--header", "sesame"], "--header must be a name"],
    [["http://127.0.0.1:1", "--secret", secret, "--oauth", "a:b"], "--oauth needs --token-url"],
    [["http://127.0.0.1:1", "nowhere.json", "--secret", secret], "there is no such file"],
    [
      ["http://127.0.0.1:1", "--secret", secret, "--oauth", "a:b", "--token-url", "http://127.0.0.1:1/t"],
      "Cannot get an access token",
    ],
  ])("rejects %j", async (argv, reason) => {
    expect(await webhooks(["send", ...argv])).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
  });
});
