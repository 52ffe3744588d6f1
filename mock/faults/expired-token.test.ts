import { describe, expect, it } from "vitest";
import { consumerProfiles } from "../testing/consumer-profiles.ts";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";

const faults = [{ id: "expired-token", uses: 2 }] as const;

describe("expired-token", () => {
  it("refuses a token after its uses, and takes another one", async () => {
    const platform = await platformOf("library", { faults });
    const statusWith = async (token: string): Promise<number> =>
      (await ask(platform, "GET /books", { headers: { authorization: `Bearer ${token}` } })).status;

    expect([await statusWith("org_a"), await statusWith("org_a"), await statusWith("org_a")]).toEqual([200, 200, 401]);
  });

  it("says that the token expired", async () => {
    const platform = await platformOf("library", { faults: [{ id: "expired-token", uses: 0 }] });
    const { status, headers } = await ask(platform, "GET /books");

    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toBe(
      'Bearer error="invalid_token", error_description="The access token expired"',
    );
  });

  it.each([
    [
      "a flow with a token URL",
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
      1,
    ],
    ["OpenID Connect", { type: "openIdConnect", openIdConnectUrl: "https://id.example.com" }, 1],
    ["a fixed token", { type: "http", scheme: "bearer" }, 0],
  ])("is a run of consumers with %s only if a client can get another token", (_, scheme, count) => {
    const contract = compileInMemory({ components: { securitySchemes: { it: scheme } }, paths: {} });
    const profile = consumerProfiles.find(({ name }) => name === "expired-token");

    expect(profile?.faults([contract])).toHaveLength(count);
  });
});
