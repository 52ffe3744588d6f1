import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../../test/support/cli/collections.ts";
import { runCommand } from "../../test/support/cli/run-command.ts";
import { concord, startMockCommand } from "../../test/support/cli/running.ts";
import { command as contractsCommand } from "../contracts.ts";
import { selfSigned } from "./certificate.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-mock-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const library = "fixtures/mock/library.yaml";
const authorization = "Bearer org_acme";
const tokenOption = ["--control-token", "s3cret"];

describe("concord mock --tenant-from", () => {
  it("chooses the organization by a header, and falls back to the credential", async () => {
    await using mock = await startMockCommand("--contracts", library, "--tenant-from", "header:X-Tenant");
    const call = (headers: Record<string, string>) =>
      fetch(`${mock.url}/books`, { headers: { authorization: "Bearer mock-demo", ...headers } });
    expect(mock.out()).toContain("Tenant: by header:X-Tenant, else by the credential\n");
    await call({ "x-tenant": "acme" });
    await call({});
    const listed = await fetch(`${mock.url}/_concord/organizations`, { headers: { "concord-control": "1" } });

    expect(await listed.json()).toMatchObject({ organizations: [{ name: "acme" }, { name: "demo" }] });
  });
});

describe("concord mock --log", () => {
  it("writes a line of JSON for each exchange, without secrets", async () => {
    await using mock = await startMockCommand("--contracts", library, "--log", "info");
    await fetch(`${mock.url}/books?api_key=hidden&limit=1`, { headers: { authorization: "Bearer s3cret" } });
    await fetch(`${mock.url}/nowhere`, { headers: { authorization } });
    const lines = mock.err().trim().split("\n");

    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        level: "info",
        method: "GET",
        path: "/books?api_key=***&limit=1",
        api: "library",
        operation: "listBooks",
        status: 200,
        verdict: "answered",
        durationMs: expect.any(Number) as number,
        organization: expect.stringMatching(/^key-[0-9a-f]{16}$/) as string,
      },
      { level: "warn", path: "/nowhere", status: 404, verdict: "unmatched" },
    ]);
    expect(mock.err()).not.toMatch(/hidden|s3cret/);
  });

  it("logs a stopped loop of deliveries at every level", async () => {
    const contracts = ["--contracts", "contracts/apis/webhooks", "--contracts", "contracts/apis/entity"];
    await using mock = await startMockCommand(...contracts, "--log", "error");
    const post = (path: string, body?: object): Promise<Response> =>
      fetch(mock.url + path, {
        method: "POST",
        headers: { authorization, "concord-control": "1", ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const shown = { type: "api_key", header: "Authorization", value: authorization };
    const url = `${mock.url}/v1/entity/contact`;
    await post("/v1/webhooks", { url, event_types: ["entity.created"], endpoint_authentication: shown });
    await post("/v1/entity/contact", {});
    const settled = await post("/_concord/organizations/acme/deliveries:settle");

    expect([settled.status, JSON.parse(mock.err())]).toMatchObject([
      204,
      { level: "info", msg: expect.stringContaining('Stopped a loop of deliveries in the organization "acme"') },
    ]);
  });

  it("omits exchanges below the level", async () => {
    await using mock = await startMockCommand("--contracts", library, "--log", "warn");
    await fetch(`${mock.url}/books`, { headers: { authorization } });
    await fetch(`${mock.url}/books`);

    expect(mock.err().trim().split("\n")).toEqual([expect.stringContaining('"status":401')]);
  });
});

describe("the greeting of concord mock", () => {
  it.each([
    ["a key in a header", { type: "apiKey", in: "header", name: "X-Key" }, "/keys -H 'X-Key: mock-demo'"],
    ["a key in the query", { type: "apiKey", in: "query", name: "k" }, "/keys?k=mock-demo"],
    ["a key in a cookie", { type: "apiKey", in: "cookie", name: "sid" }, "/keys -b sid=mock-demo"],
    ["HTTP Basic", { type: "http", scheme: "basic" }, "/keys -u mock-demo:"],
    ["a token", { type: "oauth2", flows: {} }, "/keys -H 'Authorization: Bearer mock-demo'"],
  ])("contains a curl command that succeeds for %s", async (_, scheme, call) => {
    const file = writeDocument("keys.json", {
      paths: { "/keys": { get: { security: [{ s: [] }], responses: { 200: { description: "Keys" } } } } },
      components: { securitySchemes: { s: scheme } },
    });
    await using mock = await startMockCommand("--contracts", file);

    // A question mark has a meaning in a shell.
    const address = call.includes("?") ? `'${mock.url}${call}'` : `${mock.url}${call}`;
    expect(mock.out()).toContain(`curl -i -X GET ${address}\n`);
  });

  it("names the token endpoint for a document with OAuth 2.0 only", async () => {
    const withScheme = (name: string, scheme: object) =>
      writeDocument(name, {
        paths: { "/keys": { get: { security: [{ s: [] }], responses: { 200: { description: "Keys" } } } } },
        components: { securitySchemes: { s: scheme } },
      });
    await using oauth = await startMockCommand("--contracts", withScheme("oauth.json", { type: "oauth2", flows: {} }));
    await using other = await startMockCommand("--contracts", withScheme("b.json", { type: "http", scheme: "bearer" }));

    expect(oauth.out()).toContain(`OAuth 2.0: ${oauth.url}/_concord/oauth/token `);
    expect(other.out()).not.toContain("OAuth");
  });

  it("reports each x-state that has no effect, with its location and a command that lists the rest", async () => {
    const item = { description: "A thing", content: { "application/json": { schema: { properties: { id: {} } } } } };
    const file = writeDocument("two words.json", {
      paths: {
        "/things": { post: { "x-state": "frobnicate", responses: { 201: { $ref: "#/nowhere" } } } },
        "/things/{id}": { get: { "x-state": { kind: "read", idProperty: "uid" }, responses: { 200: item } } },
      },
    });
    await using mock = await startMockCommand("--contracts", file);
    const lines = mock.err().trim().split("\n");

    expect(lines[0]).toMatch(
      /two words\.json:\d+ {2}invalid-state {2}x-state is "frobnicate", but must be one of list/,
    );
    expect(lines[1]).toMatch(/two words\.json:\d+ {2}state-unfounded {2}"uid" does not exist in the item$/);
    expect(lines[2]).toMatch(
      /^and \d+ problems? found while the contracts were read: concord contracts lint '.*two words\.json' checks more$/,
    );
  });

  it("says how it reads a body that the document describes in a form of OpenAPI 2.0", async () => {
    const body = ["name", "state"].map((name) => ({ name, in: "body", schema: { type: "string" } }));
    const post = { parameters: body, responses: { 201: { description: "Created" } } };
    const file = writeDocument("old.json", { paths: { "/things": { post } } });
    await using mock = await startMockCommand("--contracts", file);
    const refused = await fetch(`${mock.url}/things`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"name":"A","state":1}',
    });

    expect(mock.err()).toMatch(/old\.json:\d+ {2}several-bodies {2}.*"name", "state" are read as members/);
    expect(mock.err()).toMatch(/old\.json:\d+ {2}old-form {2}OpenAPI 3 has no "in: body".*write it as "requestBody"/);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('"pointer":"/state"');
  });
});

function writeDocument(name: string, parts: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: { title: "Keys", version: "1" }, ...parts }, null, 1));
  return file;
}

describe("concord mock with a closed standard error", () => {
  it("continues to serve", async () => {
    const argv = ["cli/concord.ts", "mock", "--port", "0", "--contracts", library, "--log", "info"];
    const child = spawn(process.execPath, argv);
    try {
      let text = "";
      const url = await new Promise<string>((resolve) => {
        child.stdout.on("data", (chunk: Buffer) => {
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec((text += chunk.toString()));
          if (found) resolve(found[0]);
        });
      });
      child.stderr.destroy();
      for (let count = 0; count < 3; count++)
        expect((await fetch(`${url}/books`, { headers: { authorization } })).status).toBe(200);
    } finally {
      child.kill();
    }
  });
});

describe("concord mock after a signal", () => {
  it("finishes the current request without an error message", async () => {
    const mock = await startMockCommand("--contracts", library, "--fault", "latency=50", "--log", "info");
    const answered = fetch(`${mock.url}/books`, { headers: { authorization } });
    // The request is carried out, and its response waits to be sent.
    await mock.says(/"operation":"listBooks"/);
    await mock[Symbol.asyncDispose]();

    expect((await answered).status).toBe(200);
    await expect(fetch(`${mock.url}/books`)).rejects.toThrow();
  });
});

describe("concord mock --tls", () => {
  it("serves over HTTPS, and prints how to call it", async () => {
    await using mock = await startMockCommand("--contracts", library, "--tls");
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    const { statusCode } = await request(`${mock.url}/books`, { headers: { authorization }, dispatcher });
    await dispatcher.close();

    expect(mock.url).toMatch(/^https:/);
    expect(statusCode).toBe(200);
    expect(mock.out()).toMatch(/^ {2}curl -k -i .*https:/m);
  });

  it("serves with a given certificate, whose authority a client can trust", async () => {
    const { cert, key } = await selfSigned("127.0.0.1");
    const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    await using mock = await startMockCommand("--contracts", library, "--tls-cert", certFile, "--tls-key", keyFile);
    const dispatcher = new Agent({ connect: { ca: cert } });
    const { statusCode } = await request(`${mock.url}/books`, { headers: { authorization }, dispatcher });
    await dispatcher.close();

    expect(statusCode).toBe(200);
    expect(mock.out()).not.toContain("curl -k");
  });

  it("creates a certificate for this machine, all names below localhost, and the host of --host", async () => {
    const { cert } = await selfSigned("mock.example");
    const names = new X509Certificate(cert).subjectAltName;

    expect(names).toBe(
      "DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:mock.example",
    );
  });

  it.each([
    [["--tls-cert", "x.pem"], "--tls-cert and --tls-key must be given together"],
    [["--tls-cert", "no.pem", "--tls-key", "no.pem"], 'unusable-certificate: Cannot read "no.pem"'],
    [
      ["--tls-cert", "package.json", "--tls-key", "package.json"],
      "unusable-certificate: Cannot use the certificate: the certificate file contains no certificate",
    ],
    [
      ["--host", "0.0.0.0"],
      'Cannot listen on "0.0.0.0": other machines reach it, and the mock has no control token\n  Set --control-token or CONCORD_CONTROL_TOKEN',
    ],
    [
      ["--host", "999.1.1.1", ...tokenOption],
      'Cannot listen on "999.1.1.1:0": there is no such address\n  Give --host an address',
    ],
    [["--host", "192.0.2.1", ...tokenOption], "this machine does not have the address\n  Give --host an address"],
    [["--prot", "1"], "Unknown option '--prot'; the nearest is --port\n"],
    [["--port", "-1"], "a value that begins with a dash is written --port=-VALUE\n"],
    [["--tenant-from", "heder:X"], '--tenant-from is "heder:X", and chooses no tenants: it must be header:NAME'],
    [
      ["--tenant-from", "path:nothing"],
      'Cannot choose tenants from "path:nothing": no path has the parameter "nothing"',
    ],
    [["--missing", "410"], '--missing must be "404" or "example", not 410'],
    [["--log", "loud"], '--log must be info, warn or error, not "loud"'],
  ])("rejects %j", async (argv, reason) => {
    const output = await concord(new AbortController().signal, ["--contracts", library, ...argv]);

    expect(output.code).toBe(2);
    expect(output.err()).toContain(reason);
  });
});

describe("concord mock with examples", () => {
  const examples = "fixtures/mock/examples.yaml";

  it("begins with them as items, and prints how many were skipped, and why", async () => {
    await using mock = await startMockCommand(examples);
    await mock.says(/differs from another: 1\n/);

    expect((await fetch(`${mock.url}/users/u1`)).status).toBe(200);
    expect((await fetch(`${mock.url}/users/nobody`)).status).toBe(404);
    expect(mock.err()).toBe(
      "2 examples do not become items of the mock (concord contracts examples fixtures/mock/examples.yaml lists each):\n  violates its schema: 1\n  differs from another: 1\n",
    );
  });

  it("has a command that lists the skipped ones with line, operation and reason", async () => {
    const output = await runCommand((io) => contractsCommand.run(["examples", examples], io));

    expect(output.code).toBe(0);
    expect(output.out).toMatch(
      /^\S+examples\.yaml:28 {2}POST \S+ {2}violates its schema: .+\n\S+examples\.yaml:27 {2}POST \S+ {2}differs from another: .+\n$/,
    );
    expect(output.err).toBe("2 skipped examples in 1 document\n");
  });

  it("begins without items with --no-seed-examples, and answers any id with --missing example", async () => {
    await using mock = await startMockCommand(examples, "--no-seed-examples", "--missing", "example");
    const [list, item] = await Promise.all([fetch(`${mock.url}/users`), fetch(`${mock.url}/users/nobody`)]);

    expect(await list.json()).toEqual([]);
    expect(await item.json()).toMatchObject({ id: "nobody" });
    expect(mock.err()).toBe("");
  });
});

describe("concord mock with documents that share a path", () => {
  it("prints how to reach each document, and these URLs work", async () => {
    const [one, other] = ["one.json", "other.json"].map((name) => join(folder, name)) as [string, string];
    for (const file of [one, other]) writeFileSync(file, documentOf("/pets"));
    await using mock = await startMockCommand("--contracts", one, "--contracts", other);

    expect(mock.err()).toBe(
      '2 operations (GET /pets, …) of other have the path of other operations: call them with "/other" before the path, or with the host other.localhost\n',
    );
    expect((await fetch(`${mock.url}/other/pets`)).status).toBe(200);
  });
});
