import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../testing/mock/ask.ts";
import { publicKeyOf } from "./organization-key.ts";

describe("publicKeyOf()", () => {
  it("is a valid Ed25519 key in PEM, the same for the same seed and organization, and for no other", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (seed, organization, other) => {
        const pem = publicKeyOf(seed, organization);
        expect(createPublicKey(pem).asymmetricKeyType).toBe("ed25519");
        expect(publicKeyOf(seed, organization)).toBe(pem);
        if (other !== organization) expect(publicKeyOf(seed, other)).not.toBe(pem);
        if (other !== seed) expect(publicKeyOf(other, organization)).not.toBe(pem);
      }),
      { numRuns: 50 },
    );
  });
});

describe("GET /v1/webhooks/.well-known/public-key", () => {
  it("shows the key of the organization that is asked for, cacheable", async () => {
    const path = "/v1/webhooks/.well-known/public-key";
    const platform = await ownPlatform({ seed: "s" });
    const { status, headers, value } = await ask(platform, `GET ${path}?orgId=globex`);

    expect(status).toBe(200);
    expect(value).toEqual({ public_key: publicKeyOf("s", "globex") });
    expect(headers["cache-control"]).toBe("public, max-age=86400");
    expect((await ask(platform, `GET ${path}`)).status).toBe(400);
  });
});
