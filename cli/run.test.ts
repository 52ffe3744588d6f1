import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock } from "../mock/index.ts";
import { startMock } from "../api/mock.ts";
import type { ExitCode, Io } from "./command.ts";
import { commands, run } from "./run.ts";

let mock: Mock;
let folder: string;
beforeAll(async () => {
  mock = await startMock();
  folder = mkdtempSync(join(tmpdir(), "concord-cli-"));
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("concord", () => {
  it("lists its commands, on stderr and with exit code 2 if the arguments name none", async () => {
    const helpOutput = await concord("--help");
    const lost = await concord();

    expect(helpOutput.code).toBe(0);
    expect(lost).toEqual({ code: 2, out: "", err: helpOutput.out });
    for (const { name, summary } of commands)
      expect(helpOutput.out).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
  });

  it("prints its version", async () => {
    expect(await concord("--version")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  it.each(commands.map(({ name }) => name))("%s --help prints the usage, with examples", async (name) => {
    const { code, out } = await concord(name, "--help");

    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^[A-Z][^\n]+\\.\n\nUsage: concord ${name}`));
    expect(out).toMatch(/^Exit codes: 0 /m);
    expect(out).toMatch(new RegExp(`^  concord ${name}`, "m"));
  });

  it.each([
    [["nonsense"], 'Cannot run "concord nonsense": there is no such command'],
    [
      ["mock", "--nonsense"],
      "error usage: Cannot run \"concord mock\": Unknown option '--nonsense'\n  See: concord mock --help",
    ],
    [["mock", "--port", "x"], '--port must be a whole number from 0 to 65535, not "x"'],
    [["mock", "--port", "70000"], "--port must be a whole number from 0 to 65535, not 70000"],
    [["mock", "--rate-limit", "fast"], '--rate-limit must be two numbers such as 60/1, not "fast"'],
    [["mock", "--fault", "rain"], 'error usage: Cannot read the fault "rain": it begins with none of latency'],
    [["mock", "--fault", "reset@typo"], 'Cannot set the fault "reset": no operation is called "typo"'],
    [["mock", "--deliver-to", "nobody"], '--deliver-to must be "loopback" or "anywhere", not "nobody"'],
    [["mock", "--state", "disk"], '--state must be "memory", "sqlite:FILE" or "postgres://URL", not "disk"'],
    [["mock", "--state", "sqlite:no/such/mock.db"], 'error unwritable-state: Cannot keep state in "no/such/mock.db"'],
    [["mock", "--contracts", "none.yaml"], 'error unreadable-document: Cannot read "none.yaml"'],
    [["conform"], "URL is missing: the base URL of the provider"],
    [["conform", "--target", "x", "--mode", "wild"], '--mode must be read-only or sandbox, not "wild"'],
    [["conform", "--target", "x", "--report", "pdf:x"], "--report must be one of json, junit"],
    [["conform", "--target", "x", "--path", "0:1"], "--path needs one --operation, and --property"],
    [["conform", "http://127.0.0.1:9", "--seed", "1", "--seed", "2"], "--seed is given twice"],
    [
      ["conform", "--target", "x", "--operation", "a", "--property", "b", "--path", "zzz"],
      '--path must be a path from a failure, such as 0:12:1, not "zzz"',
    ],
    [["conform", "--target", "http://127.0.0.1:1"], "error unreachable-target"],
    [
      ["contracts"],
      'Cannot run "concord contracts": the subcommand must be one of list, show, lint, examples, bundle\n',
    ],
    [["contracts", "paint"], 'the subcommand must be one of list, show, lint, examples, bundle, not "paint"'],
    [["pact"], 'Cannot run "concord pact": the subcommand must be one of check, verify\n'],
    [["webhooks"], 'Cannot run "concord webhooks": the subcommand must be one of listen, send, verify'],
    [["contracts", "lint", "--json"], "Unknown option '--json'; write --format json"],
    [["compat", "a", "b", "--json"], "Unknown option '--json'; write --format json"],
    [["conform", "--json"], "Unknown option '--json'; write --format json"],
    [["consumer", "--json"], "Unknown option '--json'\n"],
    [["lint", "a.yaml"], 'there is no such command; "concord contracts lint" is one'],
    [["verify"], 'there is no such command; "concord pact verify" is one'],
    [["contracts", "list", "--format", "xml"], '--format must be text or json, not "xml"'],
  ])("%j exits with 2, and prints a hint", async (argv, message) => {
    const { code, out, err } = await concord(...argv);

    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
  });
});

describe("concord mock", () => {
  it("prints its URL and a token, serves, and stops on a signal", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    const { code, out } = await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
        answered ??= fetch(`${url}/v1/entity/schemas`, { headers: { authorization: "Bearer org_demo" } });
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0");

    expect(code).toBe(0);
    expect(out).toContain("Token: org_demo");
    expect((await answered)?.status).toBe(200);
  });

  it.each([
    [
      [],
      [
        /^Control: curl -H 'Concord-Control: 1' http:\/\/127\.0\.0\.1:\d+\/_concord\/organizations {3}\(from this machine only; behind a proxy, set --control-token\)$/m,
      ],
      /^Reachable/m,
    ],
    [
      ["--host", "0.0.0.0", "--control-token", "s3cret"],
      [
        /-H 'Authorization: Bearer <control token>'/,
        /^Reachable: from other machines, at 0\.0\.0\.0; with the control token/m,
        / http:\/\/127\.0\.0\.1:\d+\/_concord\//,
      ],
      /s3cret/,
    ],
  ])("prints how to use the control API, and which machines can reach it: %j", async (options, said, unsaid) => {
    const ended = new AbortController();
    const { out } = await concord.with({ signal: ended.signal, onOut: () => ended.abort() })(
      "mock",
      "--port",
      "0",
      ...options,
    );

    for (const line of said) expect(out).toMatch(line);
    expect(out).not.toMatch(unsaid);
  });

  it("serves only stated operations with --stated-only", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        answered ??= fetch(`${/http:\/\/[\d.:]+/.exec(text)?.[0]}/v2/metering/meters`);
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0", "--stated-only");

    expect((await answered)?.status).toBe(501);
  });

  it.each([
    ["every origin, if nothing is said", [], "https://app.example"],
    ["none, if it is told so", ["--no-cors"], null],
  ])("lets pages of %s read its responses", async (_, options, allowed) => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
        answered ??= fetch(`${url}/v1/entity/schemas`, { headers: { origin: "https://app.example" } });
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0", ...options);

    expect((await answered)?.headers.get("access-control-allow-origin")).toBe(allowed);
  });
});

describe("concord mock --contracts with a GraphQL schema", () => {
  it("prints the URL for queries, and responds there under the given faults", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    const { out } = await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        const url = /^GraphQL: (\S+)/m.exec(text)?.[1];
        answered ??= fetch(`${url}?query={__typename}`, { headers: { authorization: "Bearer org_demo" } });
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0", "--contracts", "fixtures/mock/graphql/shop.graphql", "--fault", "status=503@queryByUrl");

    expect((await answered)?.status).toBe(503);
    expect(out).toMatch(/^ {2}curl -i -X POST http:\/\/[\d.:]+\/graphql .*__schema/m);
  });
});

describe("concord mock --fault", () => {
  it("applies the given faults to every organization", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
        answered ??= fetch(`${url}/v1/entity/schemas`, { headers: { authorization: "Bearer org_any" } });
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0", "--fault", "latency=1", "--fault", "status=503@listSchemas");
    const response = await answered;

    expect([response?.status, response?.headers.get("concord-fault")]).toEqual([503, "latency, status"]);
  });
});

describe("concord conform", () => {
  it("exits with 0 without findings, prints the summary after the notes, and writes its reports", async () => {
    const [json, junit] = [join(folder, "report.json"), join(folder, "report.xml")];
    const { code, out, err } = await concord(
      "conform",
      "--target",
      mock.url,
      "--operation",
      "listSchemas",
      "--seed",
      "1",
      "--report",
      `json:${json}`,
      "--report",
      `junit:${junit}`,
    );

    expect(code).toBe(0);
    expect(err).toMatch(/^Using the \d+ bundled contracts, because --contracts is not given\n$/);
    expect(out).toMatch(/^\d+ properties never ran: [^]*\n\nno failures in 1 operation, \d+ requests, .*\n$/);
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ target: mock.url, seed: 1, failures: [] });
    expect(readFileSync(junit, "utf8")).toMatch(/<testsuite name="entity" tests="\d+" failures="0" skipped="\d+">/);
    expect(readFileSync(junit, "utf8")).toMatch(/classname="entity\.GET [^"]+" name="body-conforms"\/>/);
  });

  it("shows progress on a terminal, and removes it", async () => {
    const { err } = await concord.with({ interactive: true })(
      "conform",
      "--target",
      mock.url,
      "--operation",
      "listSchemas",
      "--seed",
      "1",
    );

    expect(err).toContain("0/1 operations");
    expect(err.endsWith("\r\u001b[K")).toBe(true);
  });

  it.each([
    [{ CI: "1" }, false],
    [{ CI: "true" }, false],
    [{ CI: "false" }, true],
    [{ CI: "" }, true],
  ])("shows progress in an environment of %j: %s", async (env, isShown) => {
    const args = ["conform", "--target", mock.url, "--operation", "listSchemas", "--seed", "1"];
    const { err } = await concord.with({ interactive: true, env })(...args);

    expect(err.includes("0/1 operations")).toBe(isShown);
  });

  it.each([
    ["conform", "--target", "http://127.0.0.1:1"],
    ["pact", "check", "no-such-pacts"],
    ["pact", "verify", "no-such-pacts", "--target", "mock"],
    ["webhooks", "test-receiver", "http://127.0.0.1:1", "--secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ])("checks before the run that a report can be written: %s %s", async (...argv) => {
    const { code, err } = await concord(...argv, "--report", "json:no/such/folder/x.json");

    expect(code).toBe(2);
    expect(err).toContain('error unwritable-output: Cannot write "no/such/folder/x.json": there is no folder');
  });
});

describe("concord contracts", () => {
  it("lists the APIs with the numbers of stated, assumed and deprecated parts", async () => {
    const { code, out } = await concord("contracts", "list");
    const listed = JSON.parse((await concord("contracts", "list", "--format", "json")).out) as Record<
      string,
      unknown
    >[];

    expect(code).toBe(0);
    expect(out).toMatch(/^metering +8 +1 +7 +\d+ +- +- +200 201 204 400 401 404 429$/m);
    expect(listed).toHaveLength(out.trim().split("\n").length - 2);
    expect(listed.find(({ api }) => api === "blueprint-manifest")).toMatchObject({ stated: 1, removed: 9 });
  });

  it("shows an API by its name or title, and one operation field by field", async () => {
    const api = await concord("contracts", "show", "entity");
    const operation = await concord("contracts", "show", "entity", "putSchema");
    const same = await concord("contracts", "show", "Entity API", "PUT /v1/entity/schemas/{slug}");

    expect(api.out).toMatch(/^putSchema +PUT \/v1\/entity\/schemas\/\{slug\} +stated 4\.1 +\w/m);
    expect(operation).toEqual(same);
    expect(operation.out).toMatch(/^ {2}base_version +query +integer, .* +stated 4\.1 /m);
    expect(operation.out).toMatch(/^ {6}custom_tabs +array +stated 2\.2 /m);
    expect(operation.out).toMatch(/^409 .*\(stated 7\)$/m);
    expect(
      JSON.parse((await concord("contracts", "show", "entity", "putSchema", "--format", "json")).out),
    ).toMatchObject({
      id: "putSchema",
      basis: "stated",
    });
  });

  it("shows the constraints of fields and parameters", async () => {
    const { out } = await concord("contracts", "show", "order", "placeOrder");
    const list = await concord("contracts", "show", "order", "listOrders");

    expect(out).toMatch(/^ +external_id +string, 1 to 80 characters /m);
    expect(out).toMatch(/^ +lines +array, 1 to 200 items +required/m);
    expect(out).toMatch(/^ +quantity +integer, 1 to 10000 +required/m);
    expect(out).toMatch(/^ +product_id +string, matches \^prod_\[A-Za-z0-9\]\+\$ +required/m);
    expect(list.out).toMatch(/^ +customer_number +query +string, matches \S+ /m);
  });

  it("shows removed operations, and a GraphQL schema as written", async () => {
    expect((await concord("contracts", "show", "blueprint-manifest")).out).toMatch(
      /^- +POST \/v2\/blueprint-manifest\/blueprint:install +stated 4\.10 +Removed\./m,
    );
    expect((await concord("contracts", "show", "portal-graphql")).out).toContain("type BrandNetwork {");
  });

  it("finds no problem in a valid document, and reports each problem with its location", async () => {
    const clean = await concord("contracts", "lint", "fixtures/contracts/clean.yaml");
    const faulty = await concord(
      "contracts",
      "lint",
      "--overlay",
      "fixtures/contracts/overlay.yaml",
      "fixtures/contracts/clean.yaml",
    );

    expect(clean).toEqual({ code: 0, out: "", err: "no problems in 1 document\n" });
    expect(faulty.code).toBe(1);
    expect(faulty.out).toMatch(/^fixtures\/contracts\/overlay.yaml:\d+ {2}state-unfounded {2}/);
  });

  it("lists the lint rules", async () => {
    expect((await concord("contracts", "lint", "--rules")).out).toMatch(
      /^example-invalid +Every example is valid against its schema$/m,
    );
  });

  it("bundles contracts into self-contained files that can be loaded", async () => {
    const out = join(folder, "bundled");
    const paths = ["contracts/apis/metering", "contracts/apis/portal"];
    const bundled = await concord("contracts", "bundle", ...paths, "--contracts", "contracts/apis/notes", "--out", out);

    expect(bundled).toMatchObject({ code: 0, out: `${out}: 4 files\n` });
    expect(readdirSync(out).toSorted()).toEqual([
      "metering.json",
      "notes.json",
      "portal-graphql.graphql",
      "portal.json",
    ]);
    expect(readFileSync(join(out, "metering.json"), "utf8")).not.toMatch(/"\$ref": "[^#]/);
    expect(await concord("contracts", "lint", join(out, "metering.json"))).toMatchObject({ code: 0 });
  });

  it("shows the only API of a document that is given by its path", async () => {
    const file = "fixtures/contracts/pets-3.0.yaml";
    const [byPath, byName] = [
      await concord("contracts", "show", file),
      await concord("contracts", "show", "pets-3.0", "--contracts", file),
    ];

    expect(byPath).toEqual(byName);
    expect(byPath.code).toBe(0);
  });

  it("applies overlays", async () => {
    const { out } = await concord(
      "contracts",
      "show",
      "clean",
      "--contracts",
      "fixtures/contracts/clean.yaml",
      "--overlay",
      "fixtures/contracts/overlay.yaml",
    );

    expect(out).toMatch(/^feedPet +POST \/pets +assumed$/m);
  });

  it.each([
    [["show", "dogs"], 'error unknown-api: Cannot show "dogs": no contract has this name'],
    [["show", "notes", "barkNote"], 'error unknown-operation: Cannot show "barkNote": "notes" has no such operation'],
    [["show", "api.yml"], "For a document of your own, give its path"],
    [["show", "fixtures"], "For a document of your own, give its path"],
    [["show"], "show needs an API, and optionally one of its operations"],
    [["bundle"], "bundle needs --out DIR"],
    [
      ["bundle", "--out", "x", "fixtures/contracts/clean.yaml", "fixtures/contracts/clean.yaml"],
      'two documents have the name "clean"',
    ],
    [["list", "--overlay", "none.yaml"], "error invalid-overlay"],
  ])("explains the mistake in %j", async (argv, reason) => {
    const { code, err } = await concord("contracts", ...argv);

    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});

interface Setting {
  readonly signal?: AbortSignal;
  readonly interactive?: boolean;
  readonly env?: Io["env"];
  readonly onOut?: (text: string) => void;
}

function withSetting({ signal = new AbortController().signal, interactive = false, env = {}, onOut }: Setting) {
  return async (...argv: readonly string[]): Promise<{ code: ExitCode; out: string; err: string }> => {
    const texts = { out: "", err: "" };
    const io: Io = {
      out: (text) => {
        texts.out += text;
        onOut?.(text);
      },
      err: (text) => (texts.err += text),
      interactive,
      colours: false,
      env,
      signal,
    };
    return { code: await run(argv, io, "1.2.3"), ...texts };
  };
}

const concord = Object.assign(withSetting({}), { with: withSetting });
