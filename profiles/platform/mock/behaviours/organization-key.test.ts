import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { derivePublicKey } from "../../../../mock/deliveries/signing-keys.ts";

describe("derivePublicKey()", () => {
  it("returns a valid Ed25519 key in PEM that depends only on seed and organization", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (seed, organization, other) => {
        const pem = derivePublicKey(seed, organization);
        expect(createPublicKey(pem).asymmetricKeyType).toBe("ed25519");
        expect(derivePublicKey(seed, organization)).toBe(pem);
        if (other !== organization) expect(derivePublicKey(seed, other)).not.toBe(pem);
        if (other !== seed) expect(derivePublicKey(other, organization)).not.toBe(pem);
      }),
      { numRuns: 50 },
    );
  });
});

const path = "/v1/webhooks/.well-known/public-key";

describe("GET /v1/webhooks/.well-known/public-key", () => {
  it("returns the key of the requested organization in a cacheable response", async () => {
    const platform = await ownPlatform({ seed: "s" });
    const { status, headers, value } = await ask(platform, `GET ${path}?orgId=globex`);

    expect(status).toBe(200);
    expect(value).toEqual({ public_key: derivePublicKey("s", "globex") });
    expect(headers["cache-control"]).toBe("public, max-age=86400");
  });

  it("sends an ETag, and responds 304 to a client that already has the key", async () => {
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
    "refuses a query that does not name one organization: %j",
    async (query) => {
      expect((await ask(await ownPlatform(), `GET ${path}${query}`)).status).toBe(400);
    },
  );

  it("shows a key to every organization, and not to a client without a token (§5.1)", async () => {
    const platform = await ownPlatform();
    const asOther = await ask(platform, `GET ${path}?orgId=acme`, { token: "org_globex" });
    const asNobody = await ask(platform, `GET ${path}?orgId=acme`, { token: "" });

    expect(asOther.value).toEqual({ public_key: derivePublicKey("concord", "acme") });
    expect(asNobody.status).toBe(401);
  });
});
