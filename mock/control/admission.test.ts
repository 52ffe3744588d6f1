import { describe, expect, it } from "vitest";
import type { MockRequest } from "../exchange.ts";
import { createAdmission } from "./admission.ts";

const host = "127.0.0.1:4010";

describe("createAdmission()", () => {
  it.each<[string, Partial<MockRequest>]>([
    ["this process", {}],
    ["127.0.0.1", { peer: "127.0.0.1", headers: { host } }],
    ["another loopback address", { peer: "127.1.2.3", headers: { host } }],
    ["IPv6", { peer: "::1", headers: { host: "[::1]:4010" } }],
    ["IPv4 in IPv6", { peer: "::ffff:127.0.0.1", headers: { host: "entity.localhost:4010" } }],
    ["a page of its own", { peer: "127.0.0.1", headers: { host, origin: `http://${host}` } }],
  ])("admits %s without a token", (_, request) => {
    expect(admitted(request)).toBe(true);
    expect(admitted(request, "s3cret")).toBe(true);
  });

  it.each<[string, Partial<MockRequest>]>([
    ["another machine", { peer: "10.0.0.7" }],
    ["another machine by IPv6", { peer: "2001:db8::1" }],
    ["an address that only begins like one", { peer: "127.0.0.1.example" }],
    ["a connection that is gone", { peer: "" }],
    ["what a proxy forwards", { peer: "127.0.0.1", headers: { host, "x-forwarded-for": "10.0.0.7" } }],
    [
      "what a proxy forwards in the standard's words",
      { peer: "127.0.0.1", headers: { host, forwarded: "for=10.0.0.7" } },
    ],
    [
      "a page from elsewhere in a browser here",
      { peer: "127.0.0.1", headers: { host, origin: "https://evil.example" } },
    ],
    ["a page of another server here", { peer: "127.0.0.1", headers: { host, origin: "http://127.0.0.1:5173" } }],
    ["a page that begins like its own", { peer: "127.0.0.1", headers: { host, origin: `http://${host}0` } }],
    ["a page of no origin", { peer: "127.0.0.1", headers: { host, origin: "null" } }],
    ["a name that was made to lead here", { peer: "127.0.0.1", headers: { host: "evil.example" } }],
    ["a name that begins like this machine", { peer: "127.0.0.1", headers: { host: "localhost.evil.example" } }],
  ])("admits %s with the token alone", (_, { headers = {}, peer = "" }) => {
    const bearing = (token: string) => ({ peer, headers: { ...headers, authorization: `Bearer ${token}` } });

    expect(admitted({ peer, headers })).toBe(false);
    expect(admitted(bearing("s3cret"))).toBe(false);
    expect(admitted({ peer, headers }, "s3cret")).toBe(false);
    expect(admitted(bearing("wrong"), "s3cret")).toBe(false);
    expect(admitted(bearing("s3cret2"), "s3cret")).toBe(false);
    expect(admitted(bearing("s3cret"), "s3cret")).toBe(true);
  });

  it("says what to do, and never the token", () => {
    const request = { method: "GET", url: "/", headers: {}, peer: "10.0.0.7" };

    expect(createAdmission(undefined)(request)).toMatchObject({
      status: 403,
      refused: expect.stringContaining("--control-token"),
    });
    expect(JSON.stringify(createAdmission("s3cret")(request))).not.toContain("s3cret");
  });

  it("takes no empty token", () => {
    expect(() => createAdmission("")).toThrow("Cannot use an empty control token");
  });
});

function admitted(request: Partial<MockRequest>, token?: string): boolean {
  return (
    createAdmission(token)({ method: "GET", url: "/_concord/organizations", headers: {}, ...request }) === undefined
  );
}
