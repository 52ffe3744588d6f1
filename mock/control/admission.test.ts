import { describe, expect, it } from "vitest";
import type { MockRequest } from "../model/exchange.ts";
import { createAdmission } from "./admission.ts";

const host = "127.0.0.1:4010";

const direct = { host, "concord-control": "1" };

describe("createAdmission()", () => {
  it.each<[string, Partial<MockRequest>]>([
    ["this process", {}],
    ["127.0.0.1", { peer: "127.0.0.1", headers: direct }],
    ["another loopback address", { peer: "127.1.2.3", headers: direct }],
    ["IPv6", { peer: "::1", headers: { ...direct, host: "[::1]:4010" } }],
    ["IPv4 in IPv6", { peer: "::ffff:127.0.0.1", headers: { ...direct, host: "entity.localhost:4010" } }],
    [
      "a page of its own",
      { peer: "127.0.0.1", headers: { ...direct, origin: `http://${host}`, ...site("same-origin") } },
    ],
  ])("admits %s without a token, where there is none", (_, request) => {
    expect(admitted(request)).toBe(true);
    expect(admitted(request, "s3cret")).toBe(false);
  });

  it.each<[string, Partial<MockRequest>]>([
    ["another machine", { peer: "10.0.0.7" }],
    ["another machine by IPv6", { peer: "2001:db8::1" }],
    ["an address that only begins like one", { peer: "127.0.0.1.example" }],
    ["a connection that is gone", { peer: "" }],
    ...[
      "forwarded",
      "via",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-real-ip",
      "x-client-ip",
      "true-client-ip",
      "cf-connecting-ip",
    ].map((name): [string, Partial<MockRequest>] => [
      `what a proxy forwards with ${name}`,
      { peer: "127.0.0.1", headers: { [name]: "10.0.0.7" } },
    ]),
    ["a page from elsewhere in a browser here", { peer: "127.0.0.1", headers: { origin: "https://evil.example" } }],
    ["a page of another server here", { peer: "127.0.0.1", headers: { origin: "http://127.0.0.1:5173" } }],
    ["a page that begins like its own", { peer: "127.0.0.1", headers: { origin: `http://${host}0` } }],
    ["a page of no origin", { peer: "127.0.0.1", headers: { origin: "null" } }],
    ["what a page from elsewhere embeds", { peer: "127.0.0.1", headers: site("cross-site") }],
    ["what a page of another port embeds", { peer: "127.0.0.1", headers: site("same-site") }],
    ["a name that was made to lead here", { peer: "127.0.0.1", headers: { host: "evil.example" } }],
    ["a name that begins like this machine", { peer: "127.0.0.1", headers: { host: "localhost.evil.example" } }],
    ["a request without a host", { peer: "127.0.0.1", headers: { host: undefined } }],
    ["a request without the control header", { peer: "127.0.0.1", headers: { "concord-control": undefined } }],
  ])("admits %s with the token alone", (_, { headers = {}, peer = "" }) => {
    const sent = { ...direct, ...headers };
    const requestWithToken = (token: string) => ({ peer, headers: { ...sent, authorization: `Bearer ${token}` } });

    expect(admitted({ peer, headers: sent })).toBe(false);
    expect(admitted(requestWithToken("s3cret"))).toBe(false);
    expect(admitted({ peer, headers: sent }, "s3cret")).toBe(false);
    expect(admitted(requestWithToken("wrong"), "s3cret")).toBe(false);
    expect(admitted(requestWithToken("s3cret2"), "s3cret")).toBe(false);
    expect(admitted(requestWithToken("s3cret"), "s3cret")).toBe(true);
  });

  it.each(["127.0.0.1", undefined])("refuses deliveries of a mock from %s, also with the token", (peer) => {
    const headers = { ...direct, "concord-hops": "1", authorization: "Bearer s3cret" };
    const request = { headers, ...(peer !== undefined && { peer }) };

    expect(admitted(request)).toBe(false);
    expect(admitted(request, "s3cret")).toBe(false);
  });

  it("refuses pages of another origin within the process, because a server may have mounted the mock", () => {
    expect(admitted({ headers: { host: "mock.test", origin: "https://evil.example" } })).toBe(false);
    expect(admitted({ headers: { host: "mock.test", ...site("cross-site") } })).toBe(false);
    expect(admitted({ headers: { host: "mock.test", "x-forwarded-for": "10.0.0.7" } })).toBe(false);
  });

  it("explains in the refusal how to gain access, without the token", () => {
    const request = { method: "GET", url: "/", headers: {}, peer: "10.0.0.7" };

    expect(createAdmission(undefined)(request)).toMatchObject({
      status: 403,
      refused: expect.stringContaining("--control-token"),
    });
    expect(createAdmission(undefined)({ ...request, peer: "127.0.0.1", headers: { host } })).toMatchObject({
      refused: 'The header of control requests is missing: send "Concord-Control: 1"',
    });
    expect(JSON.stringify(createAdmission("s3cret")(request))).not.toContain("s3cret");
  });

  it.each([
    ["127.0.0.1", "evil.example", 'The Host "evil.example" is not this machine'],
    ["127.0.0.1", undefined, "The request has no Host"],
    ["", host, "The request uses HTTP/1.0, as proxies do, which hides the client"],
    ["10.0.0.7", host, 'The address "10.0.0.7" is not this machine'],
  ])("names the foreign part of a request: sent from %j, for the host %j", (peer, named, cause) => {
    const request = { method: "GET", url: "/", headers: { ...direct, host: named }, peer };

    expect(createAdmission(undefined)(request)?.refused).toBe(
      `${cause}: only this machine may control the mock without its control token: start the mock with --control-token, and send it as a bearer token`,
    );
  });

  it("refuses an empty token", () => {
    expect(() => createAdmission("")).toThrow("Cannot use an empty control token");
  });
});

function admitted(request: Partial<MockRequest>, token?: string): boolean {
  return (
    createAdmission(token)({ method: "GET", url: "/_concord/organizations", headers: {}, ...request }) === undefined
  );
}

function site(value: string): Record<string, string> {
  return { "sec-fetch-site": value };
}
