import { describe, expect, it } from "vitest";
import { serveThings, thingsDocument } from "../../testing/conformance/things.ts";
import { createScratch } from "../../testing/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
const document = scratch.write({ "things.json": JSON.stringify(thingsDocument("apples")) });

async function conforming(url: string, argv: readonly string[], env: Readonly<Record<string, string>>) {
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
  it("exits 2 where the target refuses its token everywhere, and takes one with white space around it", async () => {
    await using server = await serveThings({ token: "right-token" });

    expect(await conforming(server.url, [], { CONCORD_TOKEN: "wrong-token" })).toMatchObject({
      code: 2,
      out: expect.stringContaining("every request was refused with 401; is the token right?") as string,
    });
    expect(await conforming(server.url, [], { CONCORD_TOKEN: "right-token\n" })).toMatchObject({ code: 0 });
  });

  it.each([
    [["--burst"], "Cannot send bursts: the target is only read"],
    [["--receiver-port", "0"], "Cannot receive deliveries: the target is only read"],
    [["--property", "webhook-delivered"], "--receiver-port"],
    [["--property", "burst-limited"], "--burst"],
    [["--other-token-env", "NOPE"], "NOPE, which is not set"],
  ])("does not begin with %j, which would come to nothing", async (argv, message) => {
    const seen: { method: string; path: string; body: string; proxied: boolean }[] = [];
    await using server = await serveThings({ token: "right-token", seen });

    expect(await conforming(server.url, argv, { CONCORD_TOKEN: "right-token" })).toMatchObject({
      code: 2,
      err: expect.stringContaining(message) as string,
    });
    expect(seen).toEqual([]);
  });
});
