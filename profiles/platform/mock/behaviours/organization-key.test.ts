import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { publicKeyOf } from "../../../../mock/deliveries/signing-keys.ts";

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

const path = "/v1/webhooks/.well-known/public-key";

describe("GET /v1/webhooks/.well-known/public-key", () => {
  it("shows the key of the organization that is asked for, cacheable", async () => {
    const platform = await ownPlatform({ seed: "s" });
    const { status, headers, value } = await ask(platform, `GET ${path}?orgId=globex`);

    expect(status).toBe(200);
    expect(value).toEqual({ public_key: publicKeyOf("s", "globex") });
    expect(headers["cache-control"]).toBe("public, max-age=86400");
  });

  it("is told apart by its tag, so that one that is kept can be kept on", async () => {
    const platform = await ownPlatform();
    const { headers } = await ask(platform, `GET ${path}?orgId=globex`);
    const known = { "if-none-match": headers["etag"] as string };
    const same = await ask(platform, `GET ${path}?orgId=globex`, { headers: known });
    const other = await ask(platform, `GET ${path}?orgId=acme`, { headers: known });

    expect([same.status, same.text, same.headers["cache-control"]]).toEqual([304, "", "public, max-age=86400"]);
    expect(same.headers["etag"]).toBe(headers["etag"]);
    expect(other.status).toBe(200);
  });

  it.each(["", "?orgId=", "?orgId=acme&orgId=globex", "?orgid=acme"])(
    "asks for one organization, not %j",
    async (query) => {
      expect((await ask(await ownPlatform(), `GET ${path}${query}`)).status).toBe(400);
    },
  );

  it("shows the key of any organization to any other one, and to nobody who has no token (§5.1)", async () => {
    const platform = await ownPlatform();
    const asOther = await ask(platform, `GET ${path}?orgId=acme`, { token: "org_globex" });
    const asNobody = await ask(platform, `GET ${path}?orgId=acme`, { token: "" });

    expect(asOther.value).toEqual({ public_key: publicKeyOf("concord", "acme") });
    expect(asNobody.status).toBe(401);
  });
});
