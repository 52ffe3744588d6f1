import { describe, expect, it } from "vitest";
import { type EndpointAuthentication, createGuard } from "./guard.ts";

const apiKey: EndpointAuthentication = { type: "api_key", header: "X-API-Key", value: "sesame:1" };
const basic: EndpointAuthentication = { type: "basic", username: "ann", password: "pass:word" };
const oauth: EndpointAuthentication = { type: "oauth", client_id: "c 1", client_secret: "s+&1", token_url: "/" };

function guarded(authentication: EndpointAuthentication, moment = { now: 0 }) {
  let issued = 0;
  const guard = createGuard(authentication, { now: () => moment.now, newToken: () => `token_${++issued}` });
  const check = (...headers: readonly (readonly [string, string])[]) => guard.check({ headers });
  const grant = (form: object, authorization?: string) =>
    guard.grant({
      headers: authorization === undefined ? [] : [["Authorization", authorization]],
      body: Buffer.from(new URLSearchParams({ ...form }).toString()),
    });
  return { check, grant };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("createGuard()", () => {
  it.each<[string, EndpointAuthentication, string, string, boolean]>([
    ["the key", apiKey, "x-api-key", "sesame:1", true],
    ["its beginning", apiKey, "x-api-key", "sesame", false],
    ["another header", apiKey, "x-key", "sesame:1", false],
    ["user name and password", basic, "authorization", `Basic ${base64("ann:pass:word")}`, true],
    ["a scheme in capitals", basic, "Authorization", `BASIC ${base64("ann:pass:word")}`, true],
    ["another password", basic, "authorization", `Basic ${base64("ann:pass")}`, false],
    ["another scheme", basic, "authorization", `Bearer ${base64("ann:pass:word")}`, false],
    ["a token from elsewhere", oauth, "authorization", "Bearer token_1", false],
  ])("judges %s", (_, authentication, header, value, holds) => {
    expect(guarded(authentication).check([header, value]).holds).toBe(holds);
  });

  it("refuses missing and repeated credentials without showing a secret", () => {
    const { check } = guarded(apiKey);

    expect(check()).toEqual({ what: "API key", holds: false, text: "X-API-Key is missing" });
    expect(check(["x-api-key", "sesame:1"], ["X-API-Key", "sesame:1"]).holds).toBe(false);
    expect(check(["x-api-key", "wrong"]).text).toBe("not the key of the webhook");
  });

  it("issues tokens to the client that expire after an hour", () => {
    const moment = { now: 0 };
    const { check, grant } = guarded(oauth, moment);
    const client = { client_id: "c 1", client_secret: "s+&1" };
    const encoded = `Basic ${base64(`${encodeURIComponent("c 1")}:${encodeURIComponent("s+&1")}`)}`;
    const inHeader = grant({ grant_type: "client_credentials" }, encoded);
    const inBody = grant({ grant_type: "client_credentials", ...client });

    expect(inHeader.body).toMatchObject({ access_token: "token_1", token_type: "Bearer", expires_in: 3600 });
    expect(inBody.body).toMatchObject({ access_token: "token_2" });
    moment.now = 3_599_999;
    expect(check(["authorization", "Bearer token_1"]).holds).toBe(true);
    moment.now = 3_600_000;
    expect(check(["authorization", "Bearer token_1"])).toMatchObject({
      holds: false,
      text: expect.stringMatching("expired"),
    });
  });

  it("issues no token to another client or for another grant type", () => {
    const { grant } = guarded(oauth);

    expect(grant({ grant_type: "client_credentials", client_id: "c 1", client_secret: "s" }).status).toBe(401);
    expect(grant({ grant_type: "password", client_id: "c 1", client_secret: "s+&1" }).status).toBe(400);
    expect(guarded(basic).grant({ grant_type: "client_credentials" }).status).toBe(401);
  });
});
