import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import { type StartOptions, startMock } from "../index.ts";

const flows = { clientCredentials: { tokenUrl: "/oauth/token", scopes: {} } };

const contract = compileInMemory({
  security: [{ oauth: [] }],
  components: { securitySchemes: { oauth: { type: "oauth2", flows } } },
  paths: { "/things": { get: operationAnswering({ type: "array", items: {} }) } },
} as never);

/** Token that is signed with the key of the default seed. */
function forged(typ: string, content: string): string {
  const key = createHash("sha256").update("concord access tokens").digest();
  const header = Buffer.from(JSON.stringify({ alg: "HS256", typ })).toString("base64url");
  const text = `${header}.${Buffer.from(content).toString("base64url")}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

describe("a token that is signed with a known key", () => {
  it.each([
    "x",
    "",
    "5",
    "null",
    "[]",
    '{"sub":5,"iat":0,"exp":9e9}',
    '{"sub":"a"}',
    "[".repeat(1e4),
    '{"sub":"a","iat":0,"exp":1,"scope":[]}',
  ])("is an arbitrary credential if its content is %s", async (content) => {
    const [access, refresh] = ["at+jwt", "rt+jwt"].map((typ) => forged(typ, content)) as [string, string];
    const platform = platformServing([contract]);
    const read = await ask(platform, "GET /things", { token: access });
    const unmatched = await ask(platform, "GET /nothing", { token: access });
    const refreshed = await ask(platform, "POST /_concord/oauth/token", {
      token: "",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(`grant_type=refresh_token&client_id=a&refresh_token=${refresh}`),
    });

    expect([read.status, unmatched.status, refreshed.status]).toEqual([200, 404, 400]);
    expect(refreshed.value).toMatchObject({ error: "invalid_grant" });
  });
});

describe("a token of a mock that listens", () => {
  const organizationsOf = async (options: StartOptions): Promise<readonly string[]> => {
    await using mock = await startMock({ contracts: [contract], ...options });
    const token = forged("at+jwt", JSON.stringify({ sub: "mock-acme", iat: 0, exp: 9e9 }));
    await ask(mock.platform, "GET /things", { token });
    return mock.platform.organizations();
  };

  it("cannot be signed by whoever knows the default seed", async () => {
    expect(await organizationsOf({})).toEqual([expect.stringMatching(/^key-/)]);
    expect(await organizationsOf({ controlToken: "s3cret" })).toEqual([expect.stringMatching(/^key-/)]);
  });

  it("is signed with a key that derives from a given seed", async () => {
    expect(await organizationsOf({ seed: "concord" })).toEqual(["acme"]);
  });
});
