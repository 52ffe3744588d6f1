import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { serve, serveThings, thingsDocument } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
const bearer = { type: "http", scheme: "bearer" };
const document = scratch.write({ "things.json": JSON.stringify(thingsDocument("apples")) });

async function conformWith(url: string, argv: readonly string[], env: Readonly<Record<string, string>>) {
  const texts = { out: "", err: "" };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    interactive: false,
    colours: false,
    env,
    signal: new AbortController().signal,
  };
  return { code: await run(["conform", "--target", url, "--contracts", document, ...argv], io, "1"), ...texts };
}

describe("concord conform", () => {
  it("exits with 2 if the target refuses the token everywhere, and trims white space around a token", async () => {
    await using server = await serveThings({ token: "right-token" });

    expect(await conformWith(server.url, [], { CONCORD_TOKEN: "wrong-token" })).toMatchObject({
      code: 2,
      out: expect.stringContaining("every request was refused with 401; is the token right?") as string,
    });
    expect(await conformWith(server.url, [], { CONCORD_TOKEN: "right-token\n" })).toMatchObject({ code: 0 });
  });

  it("fails if one operation refuses the credentials, or if too few operations are tested", async () => {
    await using server = await serveThings({ token: "right-token" });
    const staff = { get: { security: [{ staff: [] }], responses: { 200: { description: "All." } } } };
    const things = thingsDocument("apples");
    const mixed = {
      ...things,
      components: { securitySchemes: { token: bearer, staff: { type: "http", scheme: "basic" } } },
      paths: { ...(things["paths"] as JsonObject), "/staff": staff },
    };
    const env = { CONCORD_TOKEN: "right-token" };
    const file = scratch.write({ "mixed.json": JSON.stringify(mixed) });

    const refused = await conformWith(server.url, ["--contracts", file], env);
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/GET \/staff {2}credentials-accepted[^]*--user NAME:PASSWORD/) as string,
    });
    // One of four operations can be tested: two write, and one needs an item that does not exist.
    expect(await conformWith(server.url, ["--min-tested", "26"], env)).toMatchObject({
      code: 1,
      out: expect.stringContaining("fewer than the 26 %") as string,
    });
    expect(await conformWith(server.url, ["--min-tested", "25"], env)).toMatchObject({ code: 0 });
    expect(await conformWith(server.url, ["--min-tested", "101"], env)).toMatchObject({ code: 2 });
  });

  it.each([
    [["--burst"], "Cannot send bursts: the target is only read"],
    [["--receiver-port", "0"], "Cannot receive deliveries: the target is only read"],
    [["--profile", "platform", "--property", "webhook-delivered"], "--receiver-port"],
    [["--property", "burst-limited"], "--burst"],
    [["--other-token-env", "NOPE"], "NOPE, which is not set"],
  ])("rejects the arguments %j, which select nothing", async (argv, message) => {
    const seen: { method: string; path: string; body: string; proxied: boolean }[] = [];
    await using server = await serveThings({ token: "right-token", seen });

    expect(await conformWith(server.url, argv, { CONCORD_TOKEN: "right-token" })).toMatchObject({
      code: 2,
      err: expect.stringContaining(message) as string,
    });
    expect(seen).toEqual([]);
  });
});

it("uses the bundled contracts only where the platform is asked for, and stops if the target has none of their paths", async () => {
  const texts = { out: "", err: "" };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    interactive: false,
    colours: false,
    env: { CONCORD_TOKEN: "another-token-that-is-refused" },
    signal: new AbortController().signal,
  };
  const seen: string[] = [];
  await using stranger = await serve(
    createServer(({ url = "" }, response) => {
      seen.push(url);
      response.writeHead(404).end();
    }),
  );

  expect(await run(["conform", "--target", stranger.url], io, "1")).toBe(2);
  expect(texts.err).toMatch(/Cannot test "[^"]*": --contracts is not given, and no document was found there/);
  expect(texts.err).toMatch(/--contracts FILE or URL/);
  expect(texts.err).not.toContain("bundled contracts, because");

  expect(await run(["conform", "--target", stranger.url, "--profile", "platform"], io, "1")).toBe(2);
  expect(texts.err).toMatch(/Using the \d+ bundled contracts, because --contracts is not given/);
  expect(texts.err).toMatch(/has none of the paths[^]*--contracts FILE/);
  expect(seen.length).toBeLessThan(90);
});
