import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../conformance/index.ts";
import { startMock } from "../../api/mock.ts";
import { startListener, webhooks } from "../../test/support/cli/webhooks.ts";
import { secret, signedDelivery } from "../../test/support/deliveries/signed.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-listen-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = '{"name":"entity.created","note":"ü"}';
const fresh = () => signedDelivery(body, { timestamp: Math.floor(Date.now() / 1000) });
const env = { CONCORD_WEBHOOK_SECRET: secret };

describe("concord webhooks listen", () => {
  it("prints passed and failed checks of each delivery, with a hint, until it is stopped", async () => {
    await using listener = await startListener([], env);
    const { headers } = fresh();
    await post(`${listener.url}/hooks`, fresh());
    await post(`${listener.url}/hooks`, { headers, body: Buffer.from(`${body}\n`) });
    const { code, out, err } = await listener.end();

    expect(code).toBe(0);
    expect(out).toMatch(/^OK {3}\S+Z {2}POST \/hooks {2}entity\.created {2}response 204\n/);
    expect(out).toMatch(/^FAIL .* response 401 {2}invalid-v1\n/m);
    expect(out).toContain("hint: The body verifies without the newline at its end");
    expect(out).toContain(`     | ${body}\n`);
    expect(out).not.toContain(secret);
    expect(err).toMatch(
      /^The receiver listens on http:\/\/127\.0\.0\.1:\d+ and verifies v1\. Press Ctrl-C to stop\.\n/,
    );
    expect(err).toMatch(/2 received, 1 accepted\n$/);
  });

  it("verifies deliveries of the mock, with the platform's public key and its own access token", async () => {
    await using mock = await startMock();
    const acme = mock.org("acme");
    const key = `${mock.url}/v1/webhooks/.well-known/public-key?orgId=acme`;
    await using listener = await startListener(["--public-key", key, "--oauth", "c:s", "--json"], {
      CONCORD_TOKEN: acme.token,
    });
    const token_url = `${listener.url}/oauth/token`;
    const endpoint_authentication = { type: "oauth", token_url, client_id: "c", client_secret: "s" };
    await mock.fetch("/v1/webhooks", {
      method: "POST",
      headers: { authorization: `Bearer ${acme.token}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `${listener.url}/hooks`, event_types: ["a.b"], endpoint_authentication }),
    });
    await acme.emit({ name: "a.b" });
    await acme.deliveries.settled();
    const { out } = await listener.end();

    expect(JSON.parse(out)).toMatchObject({ verdict: "ok", taken: true, answered: 204, target: "/hooks" });
    expect(out).toMatch('["authorization","Bearer ***"]');
  });

  it("prints no credential of the endpoint, in any header", async () => {
    await using listener = await startListener(["--api-key", "X-Mine:sesame"], env);
    await post(listener.url, { ...fresh(), headers: [...fresh().headers, ["x-mine", "sesame"]] });
    const { out } = await listener.end();

    expect(out).toMatch(/^OK .* response 204\n/);
    expect(out).toContain("ok API key            the key of the webhook");
    expect(out).toContain("x-mine: ***");
    expect(out).not.toContain("sesame");
  });

  it("saves each delivery as a file that verify reads and send sends again", async () => {
    const save = join(folder, "new", "saved");
    await using listener = await startListener(["--save", save], env);
    await post(`${listener.url}/hooks`, fresh());
    await listener.end();
    const [name = ""] = readdirSync(save);
    const verified = await webhooks(["verify", join(save, name)], env);
    await using receiver = await startReceiver();
    const sent = await webhooks(["send", receiver.url, join(save, name)]);

    expect(readdirSync(save)).toHaveLength(1);
    expect(name).toMatch(/^[\dTZ-]+-1-msg_1\.json$/);
    expect(readFileSync(join(save, name), "utf8")).not.toContain(secret);
    expect(verified).toMatchObject({ code: 0, out: expect.stringContaining("when it was received") });
    expect(sent).toMatchObject({ code: 0, err: "No key for signing: the delivery is sent as it was saved\n" });
    expect(receiver.received[0]).toMatchObject({
      body: Buffer.from(body),
      headers: Object.fromEntries(fresh().headers.filter(([header]) => header === "webhook-id")),
    });
  });

  it("forwards deliveries, and reports failed forwarding", async () => {
    await using endpoint = await startReceiver(() => 200);
    await using listener = await startListener(["--forward", `${endpoint.url}/there`], env);
    await post(`${listener.url}/hooks`, fresh());
    await using lost = await startListener(["--forward", "http://127.0.0.1:1/"], env);
    await post(`${lost.url}/hooks`, fresh());

    expect(endpoint.received).toMatchObject([{ url: "/there", body: Buffer.from(body) }]);
    expect((await listener.end()).out).toMatch("response 200");
    expect((await lost.end()).out).toMatch("it could not be forwarded: nothing listens there");
  });

  it("closes its port", async () => {
    const listener = await startListener([], env);
    await listener.end();

    await expect(fetch(listener.url)).rejects.toThrow("fetch failed");
  });

  it("exits with 0 on Ctrl-C while a forwarded delivery has no response", async () => {
    let onRequest: () => void = () => {};
    const forwarded = new Promise<void>((resolve) => (onRequest = resolve));
    await using endpoint = await startReceiver(() => void onRequest());
    const argv = ["cli/concord.ts", "webhooks", "listen", "--port", "0", "--forward", endpoint.url];
    const child = spawn(process.execPath, argv, { env: { ...process.env, ...env } });
    const [said] = (await once(child.stderr, "data")) as [Buffer];
    const [url = ""] = /http:\S+/.exec(said.toString()) ?? [];
    const unanswered = post(url, fresh());
    await forwarded;
    child.kill("SIGINT");
    const [code] = (await once(child, "exit")) as [number];

    await unanswered;

    expect(code).toBe(0);
  });

  it("prints the platform's error response to a request for the key, without the token", async () => {
    await using platform = await startReceiver(() => ({ status: 500, body: "no sesame\u001b" }));
    const argv = ["listen", "--public-key", platform.url, "--token", "sesame"];

    expect(await webhooks(argv)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/: the response is 500 no \*\*\*\\x1b\n$/),
    });
    expect(platform.received[0]?.headers.authorization).toBe("Bearer sesame");
  });

  it.each([
    [[], "it needs --secret, --public-key or both"],
    [["--secret", secret, "--policy", "both"], "--policy both needs the organization's key"],
    [["--secret", secret, "--policy", "v2"], "--policy must be v1, v1a or both"],
    [["--secret", secret, "--status", "404"], "--status must be a whole number from 200 to 299"],
    [["--secret", secret, "--port", "70000"], "--port must be a whole number from 0 to 65535"],
    [["--secret", secret, "--basic", "a:b", "--api-key", "a:b"], "--api-key and --basic exclude each other"],
    [["--secret", secret, "--forward", "ftp://a"], 'Cannot send to "ftp://a"'],
    [["--secret", "whsec_s3same!"], "Cannot use the signing secret of --secret"],
    [["--public-key", "nowhere.pem"], 'Cannot use the key of "nowhere.pem": there is no such file'],
    [["--public-key", "http://127.0.0.1:2/?orgId=a"], "nothing listens there"],
  ])("rejects %j", async (argv, reason) => {
    const { code, err } = await webhooks(["listen", ...(argv.includes("--port") ? [] : ["--port", "0"]), ...argv]);

    expect(code).toBe(2);
    expect(err).toContain(reason);
    expect(err).not.toContain("s3same");
  });
});
