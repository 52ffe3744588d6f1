import type { JsonObject } from "../model/json.ts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationAnswering, documentOf } from "../../test/support/contracts/scratch.ts";
import { type InputOptions, type Inputs, type LoadedInputs, splitInputs, openInputs } from "./inputs.ts";

const repository = mkdtempSync(join(tmpdir(), "concord-inputs-"));
const originalFolder = process.cwd();
const writeFile = (file: string, content: unknown): void => {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), typeof content === "string" ? content : JSON.stringify(content));
};
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: repository, encoding: "utf8" });
const documentWithReference = (reference: string): unknown =>
  documentOf({ paths: { "/a": { get: operationAnswering({ $ref: reference }) } } });

let server: Server;
let host: string;
const answers: Record<string, [status: number, body: string, location?: string]> = {};

beforeAll(async () => {
  git("init", "--quiet", "--initial-branch", "main");
  writeFile("apis/pets/openapi.json", documentWithReference("../../shared/a b.yaml#/x"));
  writeFile("apis/shops/openapi.yaml", "openapi: 3.1.0\npaths: {}\n");
  writeFile("shared/a b.yaml", "\nx: { type: string }\n");
  writeFile("loose/one.yaml", "openapi: 3.1.0\npaths: {}\n");
  writeFile("loose/part.yaml", "type: string\n");
  writeFile("out.json", documentWithReference("../../etc/passwd"));
  writeFile("named.json", {
    ...(documentWithReference("shared/names.json#a") as JsonObject),
    components: { schemas: { A: { $id: "a", $ref: "b" }, B: { $id: "b" }, C: { $ref: "#c" }, D: { $anchor: "c" } } },
  });
  writeFile("shared/names.json", { $defs: { a: { $anchor: "a", type: "string" } } });
  writeFile("schema/shop.graphql", "type Query { a: Int }\n");
  symlinkSync("apis/shops/openapi.yaml", join(repository, "link.yaml"));
  symlinkSync("apis", join(repository, "folder"));
  git("add", "--all");
  git("commit", "--quiet", "--message", "One");
  git("tag", "v1");
  writeFile("apis/pets/openapi.json", documentWithReference("gone.yaml"));
  process.chdir(repository);
  server = createServer(({ url = "" }, response) => {
    const [status, body, location] = answers[url] ?? [404, ""];
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  process.chdir(originalFolder);
  rmSync(repository, { recursive: true });
  server.close();
});

describe("openInputs() with git:REF:PATH", () => {
  it.each([
    ["git:v1:apis/pets/openapi.json", ["pets"]],
    ["git:v1:apis", ["pets", "shops"]],
    ["git:v1:./apis/", ["pets", "shops"]],
    ["git:HEAD:apis/*/openapi.*", ["pets", "shops"]],
    ["git:main", ["pets", "shops"]],
    ["git:v1:link.yaml", ["link"]],
    ["git:v1:folder", ["pets", "shops"]],
    ["git:v1:folder/shops", ["shops"]],
    ["git:v1:folder/pets/openapi.json", ["pets"]],
    ["git:v1:loose", ["one"]],
    ["git:v1:schema/shop.graphql", ["shop"]],
  ])("loads the documents of %s", async (input, names) => {
    const { contracts } = await load([input]);

    expect(contracts.map(({ api }) => api)).toEqual(names);
    expect(contracts.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it("keeps the git address as the file name, and resolves references in the commit", async () => {
    const { contracts } = await load(["git:v1:apis/pets/openapi.json"]);
    const schema = contracts[0]?.operations[0]?.responses[0]?.content[0]?.schema;

    expect(contracts[0]?.file).toBe("git:v1:apis/pets/openapi.json");
    expect({ ...schema?.at }).toEqual({
      file: "git:v1:apis/pets/openapi.json",
      line: 1,
      pointer: expect.any(String) as string,
    });
    expect(contracts[0]?.document["components"]).toEqual({ schemas: { x: { type: "string" } } });
    expect(contracts[0]?.origins.parts["/components/schemas/x"]?.file).toBe("git:v1:shared/a b.yaml");
  });

  it("supports schemas with $id and $anchor", async () => {
    const { contracts } = await load(["git:v1:named.json"]);

    expect(contracts[0]?.problems).toEqual([]);
  });

  it.each([
    ["git:v2:apis", "there is no such commit, branch or tag"],
    ["git:--output=x:apis", "there is no such commit, branch or tag"],
    ["git:", "there is no such commit, branch or tag"],
    ["git:v1:none", "there is no such file or folder at that commit"],
    ["git:v1:none/*.yaml", "no file matches at that commit"],
  ])("rejects %s", async (input, reason) => {
    await expect(load([input])).rejects.toThrow(`"${input.replace(/^(git:[^:]*):apis$/, "$1")}": ${reason}`);
  });

  it("has no contract for a document that is new in the later version at the same path", async () => {
    writeFile("new/openapi.yaml", "openapi: 3.1.0\npaths: {}\n");
    const home = join(repository, "new");
    process.chdir(home);
    const given = [
      ["git:v1:new/openapi.yaml", "openapi.yaml"],
      ["git:v1:./openapi.yaml", "openapi.yaml"],
      ["git:v1:new", "."],
      ["git:v1:new/openapi.yaml", join(home, "openapi.yaml")],
    ] as const;
    const found: unknown[] = [];
    try {
      for (const [input, later] of given) {
        const { absent, contracts } = await load([input, "git:v1:link.yaml"], { later: [later] });
        found.push([absent, contracts.length]);
      }
    } finally {
      process.chdir(repository);
      rmSync(home, { recursive: true });
    }

    expect(found).toEqual(given.map(([input]) => [[input], 1]));
  });

  it("rejects a missing document that the later version has at another path, or does not name", async () => {
    git("mv", "loose/one.yaml", "moved.yaml");

    await expect(load(["git:v1:moved.yaml"], { later: ["moved.yaml"] })).rejects.toMatchObject({
      code: "unreadable-document",
      hint: "That commit has it at another path: git:v1:loose/one.yaml",
    });
    git("mv", "moved.yaml", "loose/one.yaml");
    for (const later of ["link.yaml", "git:v1:link.yaml", "https://example.com/none.yaml"])
      await expect(load(["git:v1:none.yaml"], { later: [later] })).rejects.toThrow("there is no such file or folder");
  });

  it("rejects references out of the repository", async () => {
    const { contracts } = await load(["git:v1:out.json"]);

    expect(contracts[0]?.problems.map(({ message }) => message)).toEqual([
      'Cannot resolve "../../etc/passwd": it lies outside of the repository',
    ]);
  });

  it("ends its git process when it is interrupted", async () => {
    const controller = new AbortController();
    controller.abort();

    await expect(load(["git:v1:apis"], { signal: controller.signal })).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringContaining("it was interrupted") as string,
    });
  });
});

describe("openInputs() with compute", () => {
  it("runs parsing and bundling of a large file with the given function", async () => {
    writeFile("large/openapi.json", { ...documentOf({ paths: {} }), "x-large": "x".repeat(1024 * 1024) });
    const counted = { small: 0, large: 0 };
    const computeFor =
      (size: keyof typeof counted): NonNullable<InputOptions["compute"]> =>
      (compute) => {
        counted[size] += 1;
        return compute();
      };
    await load(["loose/one.yaml"], { compute: computeFor("small") });
    await load(["large"], { compute: computeFor("large") });

    expect(counted).toEqual({ small: 0, large: 3 });
  });
});

describe("openInputs() with a URL", () => {
  it("fetches it and its references from an allowed host", async () => {
    answers["/v1/openapi.json?token=s3cret"] = [302, "", "/v2/openapi.json"];
    answers["/v2/openapi.json"] = [200, JSON.stringify(documentWithReference("a.yaml"))];
    answers["/v1/a.yaml"] = [200, "type: string\n"];
    const { contracts } = await load([`http://${host}/v1/openapi.json?token=s3cret`], { allowUrls: [host] });

    expect(contracts[0]?.problems).toEqual([]);
    expect(contracts[0]?.api).toBe("pets");
    expect(contracts[0]?.operations[0]?.at.file).toMatch(/^http:.*\/v1\/openapi\.json\?token=/);
    expect(JSON.stringify(contracts[0]?.origins)).not.toContain("s3cret");
  });

  it("fetches nothing from other hosts", async () => {
    answers["/else.json"] = [200, JSON.stringify(documentWithReference("http://localhost:1/a.yaml"))];
    const { contracts: withForeign } = await load([`http://${host}/else.json`]);
    expect(withForeign[0]?.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("URLs are fetched from hosts that are named: --allow-url localhost:1"),
    ]);
    answers["/away.json"] = [301, "", "http://localhost:1/x"];
    await expect(load([`http://${host}/away.json`], { allowUrls: [host] })).rejects.toThrow(
      'leads to "localhost:1", which is not allowed',
    );
    await expect(load([`http://${host}/none.json`], { allowUrls: [host] })).rejects.toThrow("it is answered with 404");
    answers["/file.json"] = [200, JSON.stringify(documentWithReference("file:///etc/passwd"))];
    const { contracts } = await load([`http://${host}/file.json`], { allowUrls: [host] });
    expect(contracts[0]?.problems.map(({ message }) => message)).toEqual([
      'Cannot resolve "file:///etc/passwd": it is not a file, and URLs are not fetched',
    ]);
  });
});

describe("openInputs() with a reference from a local file to a URL", () => {
  it("fetches it from an allowed host, and otherwise reports the option that allows it", async () => {
    answers["/v1/part.yaml"] = [200, "type: string\n"];
    writeFile("far/openapi.json", documentWithReference(`http://${host}/v1/part.yaml`));
    const { contracts: allowed } = await load(["far"], { allowUrls: [host] });
    const { contracts: refused } = await load(["far"]);

    expect(allowed[0]?.problems).toEqual([]);
    expect(refused[0]?.problems.map(({ message }) => message)).toEqual([
      `Cannot resolve "http://${host}/v1/part.yaml": URLs are fetched from hosts that are named: --allow-url ${host}`,
    ]);
  });
});

describe("openInputs() with folders and globs", () => {
  it("loads API documents, and one contract for a file that is named twice", async () => {
    const { contracts, nonDocuments } = await load(["loose/*.yaml", "./loose/one.yaml", "loose"]);

    expect(contracts.map(({ file }) => file)).toEqual(["loose/one.yaml"]);
    expect(nonDocuments).toEqual(["loose/part.yaml"]);
    await expect(load(["none/*.yaml"])).rejects.toMatchObject({ code: "no-contracts" });
    await expect(load(["shared"])).rejects.toMatchObject({ code: "no-contracts" });
  });

  it("reports files that look like API documents with a mistake", async () => {
    writeFile("meant/one.yaml", "openapi: 3.1.0\npaths: {}\n");
    writeFile("meant/part.yaml", "limit: 3.5\npaths: { type: string }\n");
    writeFile("meant/two.yaml", "opnapi: 3.0.3\ninfo: {}\n");
    writeFile("meant/three.json", { info: {}, paths: {} });
    writeFile("meant/four.json", { Swager: "2.0" });
    const doubtful = [
      { file: "meant/four.json", reason: 'its version member is "Swager" instead of "swagger"' },
      { file: "meant/three.json", reason: 'it has "info" and "paths", but no "openapi" version' },
      { file: "meant/two.yaml", reason: 'its version member is "opnapi" instead of "openapi"' },
    ];

    expect(await load(["meant"])).toMatchObject({ contracts: [{ api: "one" }], nonDocuments: [], doubtful });
    expect(await load(["meant/*"])).toMatchObject({ nonDocuments: ["meant/part.yaml"], doubtful });
  });

  it.each(["", "git:beside:"])(
    "returns documents that were not selected and that no document refers to: %sbeside",
    async (at) => {
      writeFile("beside/openapi.json", documentWithReference("shared.yaml#/components/schemas/x"));
      writeFile("beside/shared.yaml", "openapi: 3.1.0\npaths: {}\ncomponents: { schemas: { x: { type: string } } }\n");
      writeFile("beside/api.yaml", "openapi: 3.1.0\npaths: {}\n");
      writeFile("beside/shop/shop.graphql", "type Query { a: Int }\n");
      writeFile("beside/shop/query.graphql", "query Shop { a }\n");
      writeFile("beside/part.yaml", "type: string\n");
      writeFile("next/openapi.yml.yaml", "openapi: 3.1.0\npaths: {}\n");
      writeFile("next/below/api.yaml", "openapi: 3.1.0\npaths: {}\n");
      git("add", "beside", "next");
      git("commit", "--quiet", "--allow-empty", "--message", "Beside");
      git("tag", "--force", "beside");

      expect(await leftOut(`${at}beside`)).toEqual([`${at}beside/api.yaml`, `${at}beside/shop/shop.graphql`]);
      expect(await leftOut(`${at}next`)).toEqual([`${at}next/below/api.yaml`]);
      expect(await leftOut(`${at}beside`, `${at}beside/api.yaml`)).toEqual([`${at}beside/shop/shop.graphql`]);
    },
  );

  it.each(["loose/p*.yaml", "git:v1:loose/p*.yaml"])("rejects inputs without any API document: %s", async (input) => {
    await expect(load([input])).rejects.toMatchObject({ code: "no-contracts" });
  });

  it.skipIf(process.platform === "win32")("skips unreadable files and reports them", async () => {
    symlinkSync("nowhere.yaml", join(repository, "loose", "link.yaml"));
    const reason = "it cannot be read (ENOENT)";

    for (const input of ["loose", "loose/*.yaml"]) {
      const { contracts, doubtful } = await load([input]);
      expect(contracts.map(({ file }) => file)).toEqual(["loose/one.yaml"]);
      expect(doubtful).toContainEqual({ file: expect.stringContaining("link.yaml") as string, reason });
    }
    rmSync(join(repository, "loose", "link.yaml"));
  });

  it("returns the same contract for two paths to one file", async () => {
    const inputs = openInputs();
    const [first] = (await inputs.load(["loose/one.yaml"])).contracts;
    const [second] = (await inputs.load([join(repository, "loose/one.yaml")])).contracts;

    expect(first).toBe(second);
  });

  it.each([
    ["a.yaml,git:main:b.yaml", ["a.yaml", "git:main:b.yaml"]],
    ["{a,b}/*.yaml,c", ["{a,b}/*.yaml", "c"]],
    ["with,comma.yaml", ["with,comma.yaml"]],
  ])("inputsIn() splits %s", (argument, inputs) => {
    writeFile("with,comma.yaml", "");

    expect(splitInputs(argument)).toEqual(inputs);
  });
});

function load(
  inputs: readonly string[],
  { later = [], ...options }: InputOptions & { readonly later?: readonly string[] } = {},
): Promise<LoadedInputs> {
  return withInputs(options, (one) => one.load(inputs, { later }));
}

function leftOut(...inputs: readonly string[]): Promise<readonly string[]> {
  return withInputs({}, async (opened) => (await opened.load(inputs)).leftOut());
}

async function withInputs<T>(options: InputOptions, use: (inputs: Inputs) => Promise<T>): Promise<T> {
  const inputs = openInputs(options);
  try {
    return await use(inputs);
  } finally {
    inputs.close();
  }
}
