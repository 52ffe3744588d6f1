import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { deriveSecret } from "../../../../mock/deliveries/signing-keys.ts";

describe("secretOf()", () => {
  it('returns "whsec_" and 24 bytes in base64, which depend only on the webhook', () => {
    const names = fc.tuple(fc.string(), fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(names, fc.string({ minLength: 1 }), ([seed, organization, webhook], other) => {
        const secret = deriveSecret(seed, organization, webhook);
        expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(24);
        expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
        expect(deriveSecret(seed, organization, webhook)).toBe(secret);
        if (other !== webhook) expect(deriveSecret(seed, organization, other)).not.toBe(secret);
      }),
    );
  });
});

describe("POST /v1/webhooks", () => {
  it("shows the signing secret only in the response that creates the webhook", async () => {
    const platform = await ownPlatform();
    const body = {
      url: "https://receiver.example/hooks",
      event_types: ["entity.created"],
      signing_secret: "whsec_mine",
    };
    const created = await ask(platform, "POST /v1/webhooks", { body });
    const { signing_secret: secret, ...webhook } = created.value;

    expect(created.status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(secret).toBe(deriveSecret("concord", "acme", webhook.id));
    expect((await ask(platform, `GET /v1/webhooks/${webhook.id}`)).value).toEqual(webhook);
    expect((await ask(platform, "GET /v1/webhooks")).value).toEqual([webhook]);
  });

  it("never shows the credentials for the endpoint", async () => {
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "basic", username: "ada", password: "sesame" };
    const body = { url: "https://receiver.example/hooks", event_types: ["entity.created"], endpoint_authentication };
    const created = await ask(platform, "POST /v1/webhooks", { body });
    const texts = [
      created,
      await ask(platform, `GET ${created.headers["location"]}`),
      await ask(platform, "GET /v1/webhooks"),
    ];

    expect(texts.filter(({ text }) => text.includes("sesame"))).toEqual([]);
  });
});

describe("DELETE /v1/webhooks/{webhook_id}", () => {
  it("deletes the signing secret with the webhook", async () => {
    const platform = await ownPlatform();
    const body = { url: "https://receiver.example/hooks", event_types: ["entity.created"] };
    for (let count = 0; count < 20; count++) {
      const { value } = await ask(platform, "POST /v1/webhooks", { body });
      await ask(platform, `DELETE /v1/webhooks/${value.id}`);
    }
    const { value: last } = await ask(platform, "POST /v1/webhooks", { body });
    const { collections } = await platform.organization("acme").state();
    const kept = Object.entries(collections).filter(([name]) => name.startsWith("/v1/webhooks"));

    expect(kept.map(([name, items]) => [name, items.map(({ id }) => id)])).toEqual([
      ["/v1/webhooks", [last.id]],
      ["/v1/webhooks:secrets", [last.id]],
    ]);
  });
});
