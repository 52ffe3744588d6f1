import { describe, expect, it } from "vitest";
import type { Io } from "../command.ts";
import { readTokens } from "./tokens.ts";

const ioWith = (env: Io["env"]): Io => ({
  out() {},
  err() {},
  interactive: false,
  colours: false,
  env,
  signal: new AbortController().signal,
});
const of = (values: Parameters<typeof readTokens>[1], env: Io["env"] = {}) =>
  readTokens("conform", values, ioWith(env));

describe("readTokens()", () => {
  it("reads tokens from the default variables or from named ones, and returns the names of the variables", () => {
    expect(of({}, { CONCORD_TOKEN: "a", CONCORD_OTHER_TOKEN: "b" })).toEqual({
      token: "a",
      identities: { other: "b" },
      variables: {},
    });
    expect(of({ "token-env": "MYT", "other-token-env": "HIS" }, { CONCORD_TOKEN: "a", MYT: "c", HIS: "d" })).toEqual({
      token: "c",
      identities: { other: "d" },
      variables: { token: "MYT", other: "HIS" },
    });
    expect(of({}, { CONCORD_TOKEN: "", CONCORD_EXPIRED_TOKEN: "\n" })).toEqual({ identities: {}, variables: {} });
  });

  it("trims white space around tokens", () => {
    expect(of({ token: " a\n" }).token).toBe("a");
    expect(of({}, { CONCORD_TOKEN: "\ta\r\n" }).token).toBe("a");
  });

  it.each([
    [{ token: "secr\net" }, {}, "the token of --token has characters that cannot be sent"],
    [{}, { CONCORD_TOKEN: "secrét" }, "the token in the variable CONCORD_TOKEN has characters"],
    [{ "other-token-env": "HIS" }, { HIS: "secret secret" }, "the token in the variable HIS has characters"],
    [{ token: "" }, {}, "--token is empty"],
    [{ token: "secret", "token-env": "MYT" }, { MYT: "b" }, "--token and --token-env exclude"],
    [{ "token-env": "NOPE" }, { CONCORD_TOKEN: "secret" }, "--token-env names the variable NOPE, which is not set"],
    [{ "read-only-token-env": "NOPE" }, { NOPE: " " }, "--read-only-token-env names the variable NOPE"],
    [{ "expired-token-env": "CONCORD_EXPIRED_TOKEN" }, {}, "--expired-token-env names the variable CONCORD_EXPIRED_T"],
    [{ token: "secret" }, { CONCORD_OTHER_TOKEN: "secret" }, "in the variable CONCORD_OTHER_TOKEN is the usual one"],
    [{}, { CONCORD_TOKEN: "secret", CONCORD_READ_ONLY_TOKEN: "secret" }, "CONCORD_READ_ONLY_TOKEN is the usual one"],
    [{}, { CONCORD_TOKEN: "secret", CONCORD_EXPIRED_TOKEN: "secret\n" }, "CONCORD_EXPIRED_TOKEN is the usual one"],
  ])("rejects the options %j with the variables %j, and prints no token", (values, env, message) => {
    expect(() => of(values, env)).toThrow(message);
    expect(() => of(values, env)).not.toThrow(/secr/);
  });
});
