import { describe, expect, it } from "vitest";
import { maskSecrets } from "../../contracts/secrets/index.ts";
import { type Credentials, createCredentialSet } from "./credential-set.ts";

const secret = (value: string) => ({ value, variable: "ANY" });
const setOf = (credentials: Credentials, token?: string) =>
  createCredentialSet(credentials, { token: token === undefined ? undefined : secret(token), renewable: undefined });

describe("secrets()", () => {
  it.each<[string, Credentials, string, string]>([
    ["a password", { user: secret("ann:pass-phrase") }, "ann pass-phrase", "ann ***"],
    ["a pair", { user: secret("ann:pw") }, "ann:pw pw", "*** pw"],
    ["base64 of a pair", { user: secret("ann:pw") }, btoa("ann:pw"), "***"],
    ["a key as user name", { user: secret("key-123:") }, "key-123", "***"],
    ["a key", { schemes: { a: secret("k1") } }, "k1", "***"],
    ["a header", { headers: { "x-key": secret("key-123") } }, "key-123", "***"],
    ["a token in a header", { headers: { Authorization: secret("Bearer token-1") } }, "token-1", "***"],
    ["a pair in a header", { headers: { Authorization: secret(`Basic ${btoa("ann:phrase-1")}`) } }, "phrase-1", "***"],
    ["a cookie", { headers: { cookie: secret("sid=session-1; b=1") } }, "session-1 1", "*** 1"],
  ])("mask %s", (_, credentials, text, masked) => {
    expect(maskSecrets(setOf(credentials).secrets())(text)).toBe(masked);
  });

  it("differ from the values, which do not include a password that may be a word", () => {
    const { values, secrets } = setOf({ user: secret("ann:password") }, "token-1");

    expect(values()).toEqual(["token-1", "ann:password"]);
    expect(secrets()).toContain("password");
  });
});
