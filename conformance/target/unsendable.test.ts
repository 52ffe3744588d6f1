import { Pool } from "undici";
import { describe, expect, it } from "vitest";
import { serveThings, thingsDocument } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import { Unsendable, checkSendable } from "./unsendable.ts";
import { connect } from "./target.ts";

const get = { method: "GET", path: "/apples", headers: {} };

describe("checkSendable()", () => {
  it.each([
    [get],
    [{ ...get, method: "PROPFIND", path: "/%20?a=[é]" }],
    [{ ...get, headers: { "x-a": "é \t", connection: "close, te", "content-length": "3", accept: "" } }],
  ])("accepts %j, as undici does", async (request) => {
    expect(() => checkSendable(request)).not.toThrow();
    expect(await takes(request)).toBe(true);
  });

  it.each([
    [{ ...get, method: "GE T" }],
    [{ ...get, path: "apples" }],
    [{ ...get, path: "/a b" }],
    [{ ...get, path: "/☃" }],
    [{ ...get, headers: { "x-a": "secret\n" } }],
    [{ ...get, headers: { "x-a": "☃" } }],
    [{ ...get, headers: { "x a": "1" } }],
    [{ ...get, headers: { expect: "100-continue" } }],
    [{ ...get, headers: { upgrade: "h2c" } }],
    [{ ...get, headers: { connection: "a b" } }],
    [{ ...get, headers: { "content-length": "-1" } }],
  ])("rejects %j, as undici does, and shows no value", async (request) => {
    expect(() => checkSendable(request)).toThrow(Unsendable);
    expect(() => checkSendable(request)).not.toThrow(/secret/);
    expect(await takes(request)).toBe(false);
  });
});

/** True if undici accepts a request for sending, with or without a response. */
async function takes({ method, path, headers }: Parameters<typeof checkSendable>[0]): Promise<boolean> {
  const pool = new Pool("http://127.0.0.1:1");
  const error = await pool.request({ method: method as "GET", path, headers }).catch((caught: unknown) => caught);
  await pool.destroy();
  return !/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED)$/.test((error as { code: string }).code);
}

it("an unsendable request does not occupy a connection", async () => {
  await using server = await serveThings({ token: "t" });
  const target = await connect(server.url);
  for (let count = 0; count < 20; count++)
    await expect(target.send({ ...get, headers: { authorization: "a\n" } })).rejects.toThrow(Unsendable);

  expect(await target.send(get)).toMatchObject({ status: 401 });
  await target.close();
});

it.each([
  ["token", { token: "secret\n" }],
  ["token", { places: { document: { url: "http://127.0.0.1:1", token: "secrét" } } }],
  ["other", { token: "a", identities: { other: "secr et" } }],
  ["readOnly", { token: "secret", identities: { readOnly: "secret" } }],
])("a run does not start with an unusable %s: %j", async (_, options) => {
  const contracts = [await createScratch().load(thingsDocument("apples"))];
  const refused = conform({ contracts, target: "http://127.0.0.1:1", ...options });

  await expect(refused).rejects.toMatchObject({ code: "unusable-token" });
  await expect(refused).rejects.not.toThrow(/secr/);
});
