import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../contracts/index.ts";
import { contractsToTry } from "../../../../test/support/contracts/platform.ts";
import { type Received, startReceiver } from "../../../../test/support/mock/receiver.ts";
import { type ConformOptions, type Report, conform } from "../../../../conformance/index.ts";
import { platformConformance } from "../../conformance.ts";

const contracts = await contractsToTry();
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const otherKey = generateKeyPairSync("ed25519").privateKey;
const secret = `whsec_${Buffer.from("a secret of the webhook").toString("base64")}`;

/** Faults of a provider's deliveries. */
interface Fault {
  readonly key?: typeof privateKey;
  readonly secret?: string;
  readonly secondsAgo?: number;
  readonly without?: string;
  readonly body?: (body: JsonObject) => JsonObject;
  readonly swap?: true;
  readonly credentials?: "none" | "other";
  readonly silent?: true;
}

describe("the property webhook-delivered", () => {
  it("accepts correct deliveries with each kind of authentication", async () => {
    const { report, shown, left } = await tried({});

    expect(keysOf(report)).toEqual([]);
    expect(report.skipped).toEqual([]);
    expect(shown.map((text) => text.replace(/ .*/, ""))).toEqual(["nothing", "key", "Basic", "Bearer"]);
    expect(left).toBe(0);
  });

  it("accepts deliveries with an additional field or a slightly wrong clock", async () => {
    expect(keysOf((await tried({ body: (body) => ({ ...body, more: true }) })).report)).toEqual([]);
    expect(keysOf((await tried({ secondsAgo: 200 })).report)).toEqual([]);
  });

  it("is skipped with a reason if no delivery arrives", async () => {
    const { report, left } = await tried({ silent: true }, { receiver: { port: 0, seconds: 0.05 } });

    expect(keysOf(report)).toEqual([]);
    expect(report.skipped[0]?.reason).toMatch(/^No delivery of "entity.created" arrived in time/);
    expect(left).toBe(0);
  });

  it.each<[string, Fault, string]>([
    [
      "with another key than it publishes (§4.12)",
      { key: otherKey },
      "The v1a signature of a delivery does not verify",
    ],
    [
      "with another secret than it showed",
      { secret: `whsec_${Buffer.from("other").toString("base64")}` },
      "The v1 signature of a delivery does not verify",
    ],
    ["with a time long ago", { secondsAgo: 4000 }, "s from the present, and receivers tolerate 300"],
    ["without its id", { without: "webhook-id" }, 'without the header "webhook-id"'],
    ["without its signatures", { without: "webhook-signature" }, 'without the header "webhook-signature"'],
    ["with v1 before v1a", { swap: true }, 'The header "webhook-signature" of a delivery is'],
    ["without its credentials", { credentials: "none" }, "does not show the API key"],
    ["with other credentials", { credentials: "other" }, "not the user name and password of the webhook"],
    [
      "with a body that does not fit",
      { body: (body) => ({ ...body, payload: 7 }) },
      'The body of a delivery has at "/payload"',
    ],
  ])("reports a delivery %s", async (_, fault, message) => {
    const { report } = await tried(fault);
    const found = [...report.failures, ...report.information];

    expect(found.map((failure) => failure.message).join("\n")).toContain(message);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  it("is not tried without permission for a receiver", async () => {
    await expect(tried({}, {})).rejects.toMatchObject({ code: "nothing-to-try", hint: "See --receiver-port N" });
  });
});

async function tried(
  fault: Fault,
  permissions: NonNullable<ConformOptions["permissions"]> = { receiver: { port: 0, seconds: 5 } },
) {
  const webhooks = new Map<string, JsonObject>();
  const shown: string[] = [];
  const entity = { id: "0d3f8a52-5b1e-4c6f-8f0b-7a2c9e41d6b3", schema: "contact", created_at: "2026-03-01T09:30:00Z" };
  await using server = await startReceiver(async ({ method, url, body }: Received) => {
    const json = (status: number, value: unknown) => ({
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    });
    const [path = ""] = url.split("?");
    if (path.endsWith("/public-key"))
      return json(200, { public_key: publicKey.export({ type: "spki", format: "pem" }) });
    if (path === "/v1/webhooks" && method === "POST") {
      const id = `wh_${webhooks.size + 1}`;
      const { endpoint_authentication: own, ...asked } = JSON.parse(String(body)) as JsonObject;
      webhooks.set(id, { id, ...asked, ...(own !== undefined && { own }) });
      return json(201, { id, ...asked, signing_secret: secret });
    }
    if (path.startsWith("/v1/webhooks/") && method === "DELETE")
      return webhooks.delete(path.split("/")[3] as string) ? 204 : 404;
    if (path.startsWith("/v1/entity") && method !== "GET") {
      // Only a request that creates an entity is an event. A schema is replaced with PUT.
      if (method === "POST" && !fault.silent)
        for (const webhook of webhooks.values()) await deliver(webhook, fault, shown);
      return json(method === "POST" ? 201 : 200, { ...entity, slug: "contact", version: 1 });
    }
    return 404;
  });
  const report = await conform({
    contracts,
    profile: platformConformance,
    target: server.url,
    token: "a-token",
    mode: "sandbox",
    seed: 1,
    includeAssumed: true,
    property: "webhook-delivered",
    operation: "createWebhook",
    permissions,
  });
  return { report, shown, left: webhooks.size };
}

async function deliver({ url, own }: JsonObject, fault: Fault, shown: string[]): Promise<void> {
  const event = {
    id: "evt_1",
    name: "entity.created",
    time: "2026-03-01T09:30:00Z",
    organization: "acme",
    payload: {},
  };
  const text = JSON.stringify(fault.body?.(event) ?? event);
  const [id, timestamp] = ["msg_1", String(Math.floor(Date.now() / 1000) - (fault.secondsAgo ?? 0))];
  const content = `${id}.${timestamp}.${text}`;
  const v1a = `v1a,${signWith(null, Buffer.from(content), fault.key ?? privateKey).toString("base64")}`;
  const key = Buffer.from((fault.secret ?? secret).slice("whsec_".length), "base64");
  const v1 = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  const credentials = fault.credentials === "none" ? {} : await credentialsFor(own as JsonObject | undefined, fault);
  shown.push(Object.values(credentials)[0]?.replace(/^(?!Basic|Bearer).*/, "key") ?? "nothing");
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "webhook-id": id as string,
    "webhook-timestamp": timestamp as string,
    "webhook-signature": fault.swap ? `${v1} ${v1a}` : `${v1a} ${v1}`,
    ...credentials,
  };
  if (fault.without !== undefined) delete headers[fault.without];
  await fetch(url as string, { method: "POST", headers, body: text });
}

async function credentialsFor(own: JsonObject | undefined, { credentials }: Fault): Promise<Record<string, string>> {
  const odd = credentials === "other" ? "x" : "";
  if (own?.["type"] === "api_key") return { [String(own["header"])]: `${String(own["value"])}${odd}` };
  if (own?.["type"] === "basic")
    return {
      authorization: `Basic ${Buffer.from(`${String(own["username"])}:${String(own["password"])}${odd}`).toString("base64")}`,
    };
  if (own?.["type"] !== "oauth") return {};
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: String(own["client_id"]),
    client_secret: String(own["client_secret"]),
  });
  const answer = await fetch(String(own["token_url"]), { method: "POST", body: form });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}${odd}` };
}

function keysOf({ failures, information }: Report): string[] {
  return [...failures, ...information].map(({ check, message }) => `${check} ${message}`);
}
