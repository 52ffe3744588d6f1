import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { readBaseUrls } from "./base-urls.ts";
import { parseArgv } from "../arguments/parse.ts";
import { whole } from "../arguments/readers.ts";
import { readLiveOptions, liveOptions } from "./live.ts";

const { folder } = createScratch();
const env = { PEARS: "a-token", HTTPS_PROXY: "http://me:secret@proxy.example:3128", no_proxy: "localhost" };

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("readBaseUrls()", () => {
  it("reads YAML and JSON, with tokens from variables", async () => {
    const yaml = file(
      "hosts.yaml",
      "apple: https://a.example\npear: { url: https://p.example/v1, token-env: PEARS }\n",
    );

    expect(await readBaseUrls(yaml, { env })).toEqual({
      apple: { url: "https://a.example" },
      pear: { url: "https://p.example/v1", token: "a-token", variable: "PEARS" },
    });
    expect(await readBaseUrls(file("hosts.json", '{"apple":"http://a.example"}'), { env })).toEqual({
      apple: { url: "http://a.example" },
    });
  });

  it.each([
    ["- https://a.example", "unusable-base-urls", "it is not a map of APIs"],
    ["{}", "unusable-base-urls", "it is not a map of APIs"],
    ["apple: ftp://a.example", "unusable-base-urls", 'the URL of "apple" is missing or not http or https'],
    ["apple: { url: http://a.example, tokn: X }", "unusable-base-urls", '"apple" has the unknown member "tokn"'],
    [
      "apple: { url: http://a.example, token-env: NONE }",
      "unusable-base-urls",
      'the variable "NONE" for the token of "apple" is not set',
    ],
    ["apple: [", "unreadable-document", "Cannot read"],
  ])("rejects %j", async (text, code, message) => {
    await expect(readBaseUrls(file("wrong.yaml", text), { env })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      at: { file: expect.stringContaining("wrong.yaml") },
    });
  });
});

describe("readLiveOptions()", () => {
  it("uses the proxy of the environment unless an option names one, and prints it without its password", async () => {
    const target = "https://a.example";

    expect((await readLiveOptions({ target }, { env })).proxy).toEqual({ https: env.HTTPS_PROXY, none: "localhost" });
    const named = await readLiveOptions({ target, proxy: "http://me:secret@other.example:8080" }, { env });
    expect(named.proxy).toEqual({
      http: "http://me:secret@other.example:8080",
      https: "http://me:secret@other.example:8080",
    });
    expect(JSON.stringify([named.reachingArguments, named.curlArguments])).not.toContain("secret");
    expect((await readLiveOptions({ target }, { env: {} })).proxy).toBeUndefined();
  });

  it("returns all arguments that a replay needs", async () => {
    const hosts = file("all.yaml", "apple: https://a.example\n");
    const values = { "base-urls": hosts, target: "https://b.example", organization: "o", rate: 5, insecure: true };

    expect((await readLiveOptions(values, { env: {} })).reachingArguments?.join(" ")).toBe(
      `--base-urls ${hosts} --target https://b.example --organization o --rate 5 --insecure`,
    );
  });

  it.each([
    [[], "URL is missing: the base URL of the provider"],
    [
      ["--target", "x", "--shard", "0/2", "--seed", "1"],
      "--shard must be the number of a share and the count of shares, such as 1/3",
    ],
    [["--target", "x", "--shard", "3/2", "--seed", "1"], "--shard must be"],
    [["--target", "x", "--shard", "1/2"], "--shard needs --seed"],
    [["--target", "x", "--rate", "0"], "--rate must be a whole number of at least 1"],
    [["--target", "x", "--proxy", "socks5://me:secret@x"], "--proxy must be an http or https URL"],
    [["--target", "x", "--ca", "nowhere.pem"], "there is no such file"],
  ])("rejects %j", async (argv, message) => {
    const options = {
      target: { form: "URL", help: "" },
      seed: { form: "N", help: "", read: whole() },
      ...liveOptions,
    } as const;
    const refused = (async () => readLiveOptions(parseArgv("conform", argv, options).values, { env: {} }))();

    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow("secret");
  });
});
