import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask, noon, ownPlatform } from "../../test/support/mock/ask.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import { subscribe } from "../../test/support/mock/webhooks.ts";

describe("an endpoint", () => {
  it.each<[string, JsonObject, Record<string, string>, Record<string, string>]>([
    ["an API key", { type: "api_key", value: "k3y" }, { "x-api-key": "k3y" }, { "x-api-key": "***" }],
    [
      "an API key in a header of its own",
      { type: "api_key", header: "X-Mine", value: "k3y" },
      { "x-mine": "k3y" },
      { "x-mine": "***" },
    ],
    [
      "a user and a password",
      { type: "basic", username: "ada", password: "sésame" },
      { authorization: "Basic YWRhOnPDqXNhbWU=" },
      { authorization: "Basic ***" },
    ],
  ])("receives %s, and the log does not contain it", async (_, endpoint_authentication, sent, shown) => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect(receiver.received[0]?.headers).toMatchObject(sent);
    expect((await platform.organization("acme").deliveries.complete()).list()[0]?.attempts[0]?.headers).toMatchObject(
      shown,
    );
    expect(JSON.stringify((await platform.organization("acme").deliveries.complete()).list())).not.toMatch(
      /k3y|YWRhO|whsec_[^*]/,
    );
  });

  it("receives an access token of its own authorization server, which is cached and renewed", async () => {
    let tokens = 0;
    await using server = await startReceiver(() => ({
      status: 200,
      body: JSON.stringify({ access_token: `t${++tokens}`, token_type: "Bearer", expires_in: 60 }),
    }));
    await using receiver = await startReceiver(({ headers }) => (headers.authorization === "Bearer t3" ? 401 : 204));
    const platform = await ownPlatform();
    const endpoint_authentication = {
      type: "oauth",
      token_url: `${server.url}/token`,
      client_id: "a b",
      client_secret: "s3same",
      scope: "hooks",
    };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    for (const wait of [0, 49_999, 1, 50_000, 5000]) {
      platform.clock.advance(wait);
      if (wait !== 5000) await platform.organization("acme").emit({ name: "a.b" });
      await platform.organization("acme").deliveries.settled();
    }

    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(
      ["t1", "t1", "t2", "t3", "t4"].map((token) => `Bearer ${token}`),
    );
    expect(server.received[0]).toMatchObject({
      url: "/token",
      headers: {
        authorization: `Basic ${Buffer.from("a%20b:s3same").toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    expect(String(server.received[0]?.body)).toBe("grant_type=client_credentials&scope=hooks");
    expect(JSON.stringify((await platform.organization("acme").deliveries.complete()).list())).not.toMatch(
      /Bearer t|s3same/,
    );
  });

  it.each<[string, (tokens: string) => JsonObject]>([
    ["an API key", () => ({ type: "api_key", header: "X-Key", value: 'hunter2"key' })],
    ["Basic credentials", () => ({ type: "basic", username: "hunter2", password: "hunter2/ä" })],
    ["a token", (token_url) => ({ type: "oauth", token_url, client_id: "a", client_secret: "hunter2" })],
  ])("is not told %s that an endpoint answers with", async (_, authenticationOf) => {
    await using server = await startReceiver(() => ({ status: 200, body: '{"access_token":"hunter2-token"}' }));
    await using receiver = await startReceiver(({ headers }) => ({
      status: 400,
      body: JSON.stringify([headers, encodeURIComponent("hunter2/ä"), "hunter2/ä", "Try again"]),
    }));
    const platform = await ownPlatform();
    const endpoint_authentication = authenticationOf(server.url);
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    const [attempt] = (await platform.organization("acme").deliveries.complete()).list()[0]?.attempts ?? [];
    const text = attempt?.response?.text ?? "";
    const { headers } = receiver.received[0] as Received;
    const shown = [headers["x-key"], headers.authorization?.split(" ")[1], endpoint_authentication["password"]];

    expect(text).toContain("Try again");
    expect(shown.filter((each) => each !== undefined)).not.toEqual([]);
    for (const each of shown)
      if (typeof each === "string") expect(text).not.toContain(JSON.stringify(each).slice(1, -1));
  });

  it("does not receive a secret from the response of its authorization server", async () => {
    await using server = await startReceiver(({ headers }) => ({ status: 401, body: JSON.stringify(headers) }));
    const platform = await ownPlatform();
    const authentication = { type: "oauth", token_url: server.url, client_id: "hunter2", client_secret: "hunter3" };
    await subscribe(platform, server, ["a.b"], "org_acme", { endpoint_authentication: authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    const shownText = JSON.stringify((await platform.organization("acme").deliveries.complete()).list());

    expect(shownText).toContain("it answered 401");
    expect(shownText).not.toContain(Buffer.from("hunter2:hunter3").toString("base64"));
  });

  it.each<[string, number, string, string]>([
    ["refuses", 401, '{"error":"invalid_client"}', 'it answered 401 {"error":"invalid_client"}'],
    ["answers no token", 200, "{}", "it answered 200, but without an access_token"],
    ["answers an empty token", 200, '{"access_token":""}', "it answered 200, but without an access_token"],
    ["tells a token with a refusal", 500, "access_token=hunter2&x=1", "it answered 500 access_token=***&x=1"],
    ["answers no JSON", 200, "<p>", "it answered 200, but without an access_token"],
    [
      "answers a token of another type (RFC 6749, section 7.1)",
      200,
      '{"access_token":"t","token_type":"mac"}',
      'it answered 200, but with a token of the type "mac", not "Bearer"',
    ],
    [
      "answers a token that breaks headers",
      200,
      '{"access_token":"t\\r\\nx: y","token_type":"bearer"}',
      "it answered 200, but with an access_token that no header can contain",
    ],
  ])("receives nothing if its authorization server %s", async (_, status, body, shownText) => {
    await using server = await startReceiver(() => ({ status, body }));
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "oauth", token_url: server.url, client_id: "a", client_secret: "b" };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect(receiver.received).toEqual([]);
    expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
      { status: "pending", attempts: [{ error: `Cannot get an access token from "${server.url}": ${shownText}` }] },
    ]);
  });

  it("requests a token once for all deliveries, and none for a forged one", async () => {
    await using server = await startReceiver(() => ({ status: 200, body: '{"access_token":"t","expires_in":"3600"}' }));
    const statuses = [401, 204];
    await using receiver = await startReceiver((_, count) => statuses[count - 1] ?? 204);
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "oauth", token_url: server.url, client_id: "a", client_secret: "b" };
    const forged = await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    platform.organization("acme").faults.set([{ id: "forged-deliveries", webhooks: [forged.id] }]);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    for (let number = 0; number < 3; number++)
      await subscribe(platform, receiver, ["c.d"], "org_acme", { endpoint_authentication });
    const tokens = [server.received.length];
    for (const wait of [0, 3_589_999, 1]) {
      platform.clock.advance(wait);
      await platform.organization("acme").emit({ name: "c.d" });
      await platform.organization("acme").deliveries.settled();
      tokens.push(server.received.length);
    }

    expect(tokens).toEqual([1, 1, 1, 2]);
    expect(receiver.received).toHaveLength(2 + 3 * 3);
  });

  it("receives a message that was signed after its authorization server had responded, whatever the delay", async () => {
    const platform = await ownPlatform();
    await using server = await startReceiver(() => {
      platform.clock.advance(400_000);
      return { status: 200, body: '{"access_token":"t"}' };
    });
    await using receiver = await startReceiver();
    const endpoint_authentication = { type: "oauth", token_url: server.url, client_id: "a", client_secret: "b" };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect(receiver.received[0]?.headers["webhook-timestamp"]).toBe(String(noon / 1000 + 400));
  });

  it("refuses an authorization server on another machine, and does not retry", async () => {
    const platform = await ownPlatform();
    await using receiver = await startReceiver();
    const token_url = "https://login.example/token?client_secret=hunter2";
    const endpoint_authentication = { type: "oauth", token_url, client_id: "a", client_secret: "b" };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    const [delivery] = (await platform.organization("acme").deliveries.complete()).list();

    expect(delivery).toMatchObject({ status: "failed", attempts: [] });
    expect(delivery?.reason).toMatch(/^Cannot get an access token from .* "login\.example" is not this machine/);
    expect(delivery?.reason).not.toContain("hunter2");
  });

  it.each(["Webhook-Id", "content-type"])("receives no API key in %s, which has another meaning", async (header) => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "api_key", header, value: "hunter2" };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect(receiver.received).toEqual([]);
    expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
      {
        status: "failed",
        reason: `"${header.toLowerCase()}" cannot contain the API key: each delivery has that header`,
      },
    ]);
  });

  it.each(["Host", "Connection", "Content-Length", "Transfer-Encoding", "Expect", "TE", "Content-Encoding"])(
    "receives no API key in %s, which controls the transfer of a delivery",
    async (header) => {
      await using receiver = await startReceiver();
      const platform = await ownPlatform();
      const endpoint_authentication = { type: "api_key", header, value: "1" };
      await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
      await platform.organization("acme").emit({ name: "a.b" });
      await platform.organization("acme").deliveries.settled();

      expect(receiver.received).toEqual([]);
      expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
        { status: "failed", reason: expect.stringContaining(`"${header.toLowerCase()}" cannot contain the API key`) },
      ]);
    },
  );

  it.each([
    { header: "bad header" },
    { header: "X-Ü" },
    { header: "" },
    { value: "a\r\nb: c" },
    { value: "日" },
    { value: " a" },
  ])("cannot be configured with %j, which no header can contain", async (wrong) => {
    const platform = await ownPlatform({ strictAssumed: true });
    const endpoint_authentication = { type: "api_key", header: "X-Key", value: "a b", ...wrong };
    const webhook = { url: "http://localhost/", event_types: ["a.b"] };
    const shownText = await ask(platform, "POST /v1/webhooks", { body: { ...webhook, endpoint_authentication } });
    const right = { type: "api_key", header: "X-Key", value: "a b" };
    const taken = await ask(platform, "POST /v1/webhooks", { body: { ...webhook, endpoint_authentication: right } });

    expect([shownText.status, taken.status]).toEqual([400, 201]);
    expect(shownText.value.violations[0].pointer).toBe(`/endpoint_authentication/${Object.keys(wrong)[0]}`);
  });

  it("is not retried if state has an API key that no header can contain", async () => {
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "api_key", header: "X-Key", value: "a\r\nb: c" };
    const value = { id: "wh_1", url: "http://localhost/", event_types: ["a.b"], endpoint_authentication };
    await platform
      .organization("acme")
      .seed({ collections: { "/v1/webhooks": [{ id: "wh_1", value }] }, counter: 1 }, true);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
      { status: "failed", reason: expect.stringMatching(/^The API key cannot be sent: /) },
    ]);
  });

  it("is not told the beginning of a secret with which the beginning of an answer ends", async () => {
    const value = "hunter2-hunter2-hunter2";
    await using receiver = await startReceiver(() => ({ status: 400, body: `${"x".repeat(4096 - 10)}${value}` }));
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication: { type: "api_key", value } });
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list()[0]?.attempts[0]?.response?.text).toMatch(
      /^x+\*\*\*$/,
    );
  });
});
