import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { type IncomingMessage, createServer } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Report } from "../../conformance/index.ts";
import { startMock } from "../../api/mock.ts";
import { loadContract } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { run } from "../run.ts";

const scratch = createScratch();
const schemes = {
  people: { type: "http", scheme: "basic" },
  header_key: { type: "apiKey", in: "header", name: "X-Key" },
  query_key: { type: "apiKey", in: "query", name: "key" },
  cookie_key: { type: "apiKey", in: "cookie", name: "sid" },
  app: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: { read: "Read." } } } },
};
const thing = {
  description: "It.",
  content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } },
};

/** Document with one operation for each of some security schemes. */
function documentWith(names: readonly (keyof typeof schemes)[]): string {
  const paths = names.map((name) => {
    const security = [{ [name]: name === "app" ? ["read"] : [] }];
    return [`/${name}`, { get: { security, responses: { 200: thing, 401: { description: "Refused." } } } }];
  });
  return scratch.write({
    "secured.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Secured", version: "1" },
      components: { securitySchemes: schemes },
      paths: Object.fromEntries(paths),
    }),
  });
}

/** Credential of a request to the operation of each scheme. */
const received: Readonly<Record<keyof typeof schemes, (request: IncomingMessage) => string | undefined | null>> = {
  people: ({ headers }) => Buffer.from(headers.authorization?.slice("Basic ".length) ?? "", "base64").toString(),
  header_key: ({ headers }) => [headers["x-key"]].flat()[0],
  query_key: ({ url = "" }) => new URL(url, "http://localhost").searchParams.get("key"),
  cookie_key: ({ headers }) => /sid=([^;]*)/.exec(headers.cookie ?? "")?.[1],
  app: ({ headers }) => headers.authorization?.slice("Bearer ".length),
};
const secrets = {
  people: "ann:pass:phrase-1",
  header_key: "header-secret-1",
  query_key: "query secret&1",
  cookie_key: "cookie-secret-1",
  app: "issued-secret-1",
};

interface ServedOptions {
  /** Value of the credential that each operation accepts. */
  readonly accepted?: Partial<Record<keyof typeof schemes, string>>;
  readonly seen?: IncomingMessage[];
  /** Response of the token endpoint. */
  readonly token?: (request: IncomingMessage, body: string) => { readonly status: number; readonly body: object };
  /** Value of the property `name`. A number violates the document. */
  readonly name?: unknown;
}

/** Server that answers each operation for its own credential alone. */
function serveSecured({ accepted = secrets, seen = [], token, name = "one" }: ServedOptions) {
  return serve(
    createServer(async (request, response) => {
      const [, path = ""] = /^\/([\w/]*)/.exec(request.url ?? "") ?? [];
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const json = (status: number, value: object): void =>
        void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (path === "oauth/token" && token) {
        const answer = token(request, body);
        return json(answer.status, answer.body);
      }
      if (!(path in received)) return json(404, {});
      seen.push(request);
      const scheme = path as keyof typeof schemes;
      if (received[scheme](request) === accepted[scheme]) return json(200, { name });
      return json(401, {});
    }),
  );
}

async function conformWith(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const texts = { out: "", err: "" };
  const io = {
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
    interactive: false,
    colours: false,
    env,
    signal: new AbortController().signal,
  };
  return { code: await run(["conform", "--seed", "1", "--runs", "2", ...argv], io, "1"), ...texts };
}

const every = Object.keys(schemes) as (keyof typeof schemes)[];
const client = { CONCORD_CLIENT_ID: "client-1", CONCORD_CLIENT_SECRET: "client-secret-1" };
const issue = () => ({ status: 200, body: { access_token: "issued-secret-1", expires_in: 3600 } });

describe("credentials of conform", () => {
  it("go to no other origin that responses, documents or metadata name", async () => {
    const seen: string[] = [];
    await using other = await serve(
      createServer(({ method, url, headers }, response) => {
        seen.push(`${method} ${url} ${headers.authorization} ${headers["x-key"]} ${headers.cookie}`);
        response.end("{}");
      }),
    );
    // Each response leads to the other origin: by a redirect, by Location, by a link and by the body.
    await using server = await serve(
      createServer(({ url }, response) => {
        const next = `${other.url}${url}`;
        response
          .writeHead(url === "/app" ? 307 : 200, {
            "content-type": "application/json",
            location: next,
            link: `<${next}>; rel="next"`,
          })
          .end(JSON.stringify({ name: "one", next, links: { next: { href: next } } }));
      }),
    );
    const document = JSON.parse(readFileSync(documentWith(["app", "header_key", "cookie_key"]), "utf8")) as object;
    const servers = [{ url: other.url }];
    const flows = {
      authorizationCode: { authorizationUrl: other.url, tokenUrl: other.url, refreshUrl: other.url, scopes: {} },
    };
    const oidc = { type: "openIdConnect", openIdConnectUrl: `${other.url}/.well-known/openid-configuration` };
    const components = { securitySchemes: { ...schemes, more: { type: "oauth2", flows }, oidc } };
    const named = scratch.write({ "leading.json": JSON.stringify({ ...document, servers, components }) });
    const har = scratch.write({ "leading.har": "" });
    const options = ["--credential", "header_key=key-secret-1", "--credential", "cookie_key=cookie-secret-1"];
    const { out, err } = await conformWith([server.url, "--contracts", named, ...options, "--report", `har:${har}`], {
      CONCORD_TOKEN: "token-secret-1",
    });

    expect(out + err).toContain("/app");
    expect(seen).toEqual([]);
    expect(out + err + readFileSync(har, "utf8")).not.toMatch(/(?:key|cookie|token)-secret-1/);
  });

  it("reach the operations of each scheme, and appear in no output", async () => {
    await using server = await serveSecured({ token: issue, name: 1 });
    const folder = dirname(scratch.write({ "report.txt": "" }));
    const files = ["json", "junit", "html", "har"].map((kind) => [kind, join(folder, `report.${kind}`)] as const);
    const { code, out, err } = await conformWith(
      [
        server.url,
        "--contracts",
        documentWith(every),
        "--user",
        secrets.people,
        "--credential",
        `header_key=${secrets.header_key}`,
        "--credential",
        "query_key=env:MY_QUERY_KEY",
        "--credential",
        `cookie_key=file:${scratch.write({ "cookie.txt": `${secrets.cookie_key}\n` })}`,
        ...files.flatMap(([kind, file]) => ["--report", `${kind}:${file}`]),
      ],
      { ...client, MY_QUERY_KEY: secrets.query_key },
    );
    const texts = [out, err, ...files.map(([, file]) => readFileSync(file, "utf8"))].join("\n");
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;

    expect(code).toBe(1);
    expect([...new Set(report.failures.map(({ operation }) => operation))].toSorted()).toEqual(
      every.map((name) => `GET /${name}`).toSorted(),
    );
    expect(report.failures.map(({ check }) => check)).not.toContain("credentials-accepted");
    for (const secret of [
      ...Object.values(secrets),
      "client-secret-1",
      "pass:phrase-1",
      encodeURIComponent(secrets.query_key),
      Buffer.from(secrets.people).toString("base64"),
    ])
      expect(texts).not.toContain(secret);
    const variables = {
      CONCORD_USER: secrets.people,
      CONCORD_CREDENTIAL_HEADER_KEY: secrets.header_key,
      MY_QUERY_KEY: secrets.query_key,
      CONCORD_CREDENTIAL_COOKIE_KEY: secrets.cookie_key,
      CONCORD_TOKEN: secrets.app,
    };
    for (const name of every) {
      const failure = report.failures.find(({ operation }) => operation === `GET /${name}`);
      const { stdout } = await promisify(execFile)("sh", ["-c", failure?.curl ?? ""], {
        env: { ...process.env, ...variables },
      });
      expect([name, stdout.split("\r\n")[0]]).toEqual([name, "HTTP/1.1 200 OK"]);
    }
    expect(report.failures[0]?.replay).toMatch(
      /--credential header_key=env:CONCORD_CREDENTIAL_HEADER_KEY --credential query_key=env:MY_QUERY_KEY --credential cookie_key=file:/,
    );
  });

  it("are sent by the run alone, whereas a header without a secret is in every request", async () => {
    const seen: IncomingMessage[] = [];
    await using server = await serveSecured({ seen, name: 1 });
    const { out } = await conformWith([
      server.url,
      "--contracts",
      documentWith(["header_key"]),
      "--header",
      `X-Key: ${secrets.header_key}`,
      "--header",
      "X-Tenant: acme",
    ]);

    expect(out).not.toContain(secrets.header_key);
    expect(out).toContain(`'x-key: '"$CONCORD_HEADER_X_KEY"''`);
    expect(out).toContain("-H 'x-tenant: acme'");
    expect(out).toContain("--header 'X-Key: env:CONCORD_HEADER_X_KEY' --header 'X-Tenant: acme'");
    const keys = new Set(seen.map(({ headers }) => headers["x-key"]));
    expect(keys).toEqual(new Set([secrets.header_key, undefined, "garbage"]));
    expect(seen.every(({ headers }) => headers["x-tenant"] === "acme")).toBe(true);
  });

  it("have precedence over header parameters, which are not generated", async () => {
    const seen: IncomingMessage[] = [];
    await using server = await serve(
      createServer((request, response) => {
        seen.push(request);
        const isAllowed = request.headers["x-tenant-id"] === "acme" && request.headers["x-token"] === "secret-1";
        response
          .writeHead(isAllowed ? 200 : 400, { "content-type": "application/json" })
          .end(isAllowed ? '{"name":"one"}' : "{}");
      }),
    );
    const headers = ["X-Tenant-Id", "x-token", "X-Trace"].map((name) => ({
      name,
      in: "header",
      required: true,
      schema: { type: "string", minLength: 3 },
    }));
    const document = scratch.write({
      "headers.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Headers", version: "1" },
        paths: { "/things": { get: { parameters: headers, responses: { 200: thing, 400: { description: "No." } } } } },
      }),
    });
    const given = ["--header", "x-tenant-id: acme", "--header", "X-Token: secret-1"];
    const { out } = await conformWith([
      server.url,
      "--contracts",
      document,
      ...given,
      "--property",
      "valid-requests-conform",
    ]);

    expect(out).toContain("no failures in 1 operation");
    expect(new Set(seen.slice(1).map((request) => request.headers["x-tenant-id"]))).toEqual(new Set(["acme"]));
    expect(new Set(seen.slice(1).map((request) => request.headers["x-trace"])).size).toBeGreaterThan(1);
  });

  it("of a user are in every request if the document has no security schemes", async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve(
      createServer(({ headers, url }, response) => {
        if (url === "/things") seen.push(headers.authorization);
        response.writeHead(200, { "content-type": "application/json" }).end('{"name":1}');
      }),
    );
    const document = scratch.write({
      "open.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Open", version: "1" },
        paths: { "/things": { get: { responses: { 200: thing } } } },
      }),
    });
    const { out } = await conformWith([server.url, "--contracts", document, "--user", secrets.people]);

    expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from(secrets.people).toString("base64")}`]));
    expect(out).toContain(`-H 'authorization: '"$CONCORD_HEADER_AUTHORIZATION"''`);
  });

  it("of some schemes leave the others to the token that a Concord mock gives", async () => {
    const contracts = [await loadContract(documentWith(["people", "header_key", "app"]))];
    await using mock = await startMock({ contracts });
    const given = ["--user", secrets.people, "--credential", `header_key=${secrets.header_key}`];
    const { code, out } = await conformWith([
      mock.url,
      "--contracts",
      documentWith(["people", "header_key", "app"]),
      ...given,
    ]);

    expect([code, out]).toEqual([0, expect.stringContaining("no failures in 3 operations") as string]);
  });

  it("reach the token endpoint of a Concord mock instead of the documented one", async () => {
    const text = readFileSync(documentWith(["app"]), "utf8");
    // Port 1 refuses connections.
    const document = scratch.write({ "absolute.json": text.replace("/oauth/token", "http://127.0.0.1:1/v1/token") });
    await using mock = await startMock({ contracts: [await loadContract(document)] });
    const { code, out } = await conformWith([mock.url, "--contracts", document], client);

    expect([code, out]).toEqual([0, expect.stringContaining("no failures in 1 operation") as string]);
  });

  it("that are refused everywhere lead to the options that give those of the schemes", async () => {
    await using server = await serveSecured({});
    const { code, out } = await conformWith([server.url, "--contracts", documentWith(every)]);

    expect(code).toBe(2);
    expect(out).toMatch(/every request was refused with 401[^\n]*"people" \(basic\) with --user NAME:PASSWORD/);
    expect(out).toMatch(/"header_key" \(API key in the header X-Key\) with --credential header_key=KEY/);
    expect(out).toMatch(/every request was refused[^\n]*and those of 1 more/);
  });

  it("that are refused for every valid request lead to the options, although another request was not refused", async () => {
    let requests = 0;
    await using server = await serve(
      createServer((_, response) => response.writeHead(++requests === 4 ? 400 : 401).end()),
    );
    const { code, out } = await conformWith([server.url, "--contracts", documentWith(["header_key"])]);

    expect(code).toBe(1);
    expect(out).toMatch(/No request to an operation that requires[^\n]*--credential header_key=KEY/);
  });

  it("of a named scheme have precedence over a token for all schemes", async () => {
    const document = scratch.write({
      "either.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Either", version: "1" },
        components: { securitySchemes: { ...schemes, bearer: { type: "http", scheme: "bearer" } } },
        paths: {
          "/header_key": {
            get: {
              security: [{ bearer: [] }, { header_key: [] }],
              responses: { 200: thing, 401: { description: "Refused." } },
            },
          },
        },
      }),
    });
    await using server = await serveSecured({});
    const named = ["--token", "any", "--credential", `header_key=${secrets.header_key}`];

    expect(await conformWith([server.url, "--contracts", document, ...named])).toMatchObject({ code: 0 });
    expect(await conformWith([server.url, "--contracts", document, "--token", "any"])).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        /"bearer" \(bearer\) with --token[^\n]*, or of "header_key" \(API key in the header X-Key\)/,
      ) as string,
    });
  });

  it.each([
    [["--user", "ann:secret-1"], "--user is for Basic schemes"],
    [["--credential", "secret-1"], "--credential must be SCHEME=VALUE"],
    [["--credential", "heder_key=secret-1"], 'the security scheme "heder_key"; the nearest is header_key'],
    [["--credential", "header_key=secr et-1"], "--credential header_key has characters"],
    [["--credential", "header_key=env:NOPE"], "--credential header_key names the variable NOPE, which is not set"],
    [["--credential", "header_key=file:nowhere"], '--credential header_key names the file "nowhere"'],
    [["--header", "secret-1"], "--header must be 'NAME: VALUE'"],
    [["--header", "X-Key: secret-1\nX: y"], '--header "X-Key" has characters'],
    [["--token-command", "echo a", "--token", "secret-1"], "--token and --token-command exclude"],
    [["--token-command", "echo a", "--client-id", "b"], "--token-command and --client-id exclude"],
    [["--token-url", "http://127.0.0.1:1"], "--token-url needs --client-id"],
    [["--client-id", "b"], 'the client "b" needs its secret in the variable CONCORD_CLIENT_SECRET'],
  ])("reject the options %j, and print no secret", async (argv, message) => {
    await using server = await serveSecured({});
    const document = documentWith(["header_key", "query_key"]);
    const { code, err } = await conformWith([server.url, "--contracts", document, ...argv]);

    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toMatch(/secr ?et-1/);
  });
});

/** Server whose tokens are valid for some requests each. The first token is "token-1". */
function expiring({ uses, seen }: { readonly uses: number; readonly seen: string[] }) {
  const left = new Map<string, number>();
  return serve(
    createServer(({ headers }, response) => {
      const token = headers.authorization?.slice("Bearer ".length) ?? "";
      seen.push(token);
      const rest = left.get(token) ?? (/^token-\d+$/.test(token) ? uses : 0);
      left.set(token, rest - 1);
      response
        .writeHead(rest > 0 ? 200 : 401, { "content-type": "application/json" })
        .end(JSON.stringify(rest > 0 ? { name: "one" } : {}));
    }),
  );
}

/** A command that prints "token-1", "token-2" and so on, and fails after a number of tokens. */
function countingCommand(most = 1000): string {
  const script = scratch.write({
    "token.mjs": `
      import { appendFileSync, readFileSync } from "node:fs";
      const file = new URL("./count.txt", import.meta.url);
      appendFileSync(file, "x");
      const count = readFileSync(file).length;
      if (count > ${most}) {
        console.error("the session of ann has ended, password=secret-2");
        process.exit(3);
      }
      console.log("token-" + count);
    `,
    "count.txt": "",
  });
  return `"${process.execPath}" "${script}"`;
}

describe("--token-command", () => {
  it("runs again when a token is refused, and the refused request is sent again", async () => {
    const seen: string[] = [];
    await using server = await expiring({ uses: 1, seen });
    const { code, out } = await conformWith([
      server.url,
      "--contracts",
      documentWith(["app"]),
      "--token-command",
      `${countingCommand()} | cat`,
    ]);

    expect([code, out]).toEqual([0, expect.stringContaining("no failures") as string]);
    expect(seen).toContain("token-3");
  });

  it("runs once for a target that refuses every token", async () => {
    const seen: string[] = [];
    await using server = await expiring({ uses: 0, seen });
    const document = documentWith(["app"]);
    const { code } = await conformWith([server.url, "--contracts", document, "--token-command", countingCommand()]);

    expect(code).toBe(2);
    expect([...new Set(seen)].filter((token) => token.startsWith("token-"))).toEqual(["token-1", "token-2"]);
  });

  it("runs again before the token expires by its claim", async () => {
    const seen: string[] = [];
    await using server = await serve(
      createServer(({ headers }, response) => {
        seen.push(headers.authorization ?? "");
        const isToken = headers.authorization?.includes(".") === true;
        response.writeHead(isToken ? 200 : 401, { "content-type": "application/json" }).end("{}");
      }),
    );
    const script = scratch.write({
      "jwt.mjs": `
        import { appendFileSync, readFileSync } from "node:fs";
        const file = new URL("./issued.txt", import.meta.url);
        appendFileSync(file, "x");
        const count = readFileSync(file).length;
        const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
        // The first token lives for so short a time that it is renewed before the second request.
        const exp = count === 1 ? Date.now() / 1000 + 0.001 : Date.now() / 1000 + 3600;
        console.log([part({ alg: "none" }), part({ exp, count }), "x"].join("."));
      `,
      "issued.txt": "",
    });
    const { code } = await conformWith([
      server.url,
      "--contracts",
      documentWith(["app"]),
      "--token-command",
      `"${process.execPath}" "${script}"`,
    ]);
    const counts = seen.flatMap((header) => {
      const [, payload] = header.split(".");
      return payload ? [JSON.parse(Buffer.from(payload, "base64url").toString()).count as number] : [];
    });

    expect(code).toBe(0);
    expect(Math.max(...counts)).toBe(2);
  });

  it("ends the run with its error output if it fails, at the start and later", async () => {
    await using server = await expiring({ uses: 2, seen: [] });
    for (const most of [0, 1]) {
      const { code, ...texts } = await conformWith([
        server.url,
        "--contracts",
        documentWith(["app"]),
        "--token-command",
        countingCommand(most),
      ]);
      const text = texts.out + texts.err;
      expect([most, code]).toEqual([most, 2]);
      expect(text).toContain("Cannot get a token from the command of --token-command: it ended with 3");
      expect(text).toContain("the session of ann has ended");
      expect(text).not.toContain("secret-2");
    }
  });

  it("keeps the findings before a renewal that fails, and lists what was not tested", async () => {
    // The first operation is answered with another type, the second refuses every token.
    await using server = await serve(
      createServer(({ url }, response) => {
        const isFirst = url?.startsWith("/header_key") === true;
        response
          .writeHead(isFirst ? 200 : 401, { "content-type": "application/json" })
          .end(JSON.stringify(isFirst ? { name: 1 } : {}));
      }),
    );
    const report = scratch.write({ "report.json": "" });
    const { code, out } = await conformWith([
      server.url,
      "--contracts",
      documentWith(["header_key", "app", "cookie_key"]),
      "--token-command",
      countingCommand(1),
      "--report",
      `json:${report}`,
    ]);
    const { failures, outcomes, endedBy, tokenFailure } = JSON.parse(readFileSync(report, "utf8")) as Report;

    expect([code, endedBy, tokenFailure]).toEqual([
      2,
      "credentials",
      expect.stringContaining("it ended with 3") as string,
    ]);
    expect(failures.map(({ operation }) => operation)).toContain("GET /header_key");
    expect(failures.filter(({ operation }) => operation !== "GET /header_key")).toEqual([]);
    expect(outcomes?.filter(({ reason }) => reason === "ended").map(({ operation }) => operation)).toEqual([
      "GET /app",
      "GET /cookie_key",
    ]);
    expect(out).toContain("FAIL secured: GET /header_key  body-conforms");
    expect(out).toContain("The run ended early: its token could not be renewed");
    expect(out).toMatch(/SKIP secured: GET \/app/);
  });
});

describe("--client-id", () => {
  it("gets tokens with the scopes of the operations, renews them, and tries the ways of sending the client", async () => {
    const asked: (readonly [string | undefined, URLSearchParams])[] = [];
    await using server = await serveSecured({
      token({ headers }, text) {
        const form = new URLSearchParams(text);
        asked.push([headers.authorization, form]);
        if (headers.authorization) return { status: 401, body: { error: "invalid_client" } };
        if (form.has("scope")) return { status: 400, body: { error: "invalid_scope" } };
        return { status: 200, body: { access_token: secrets.app, token_type: "bearer", expires_in: 3600 } };
      },
    });
    const { code, err } = await conformWith([server.url, "--contracts", documentWith(["app"])], client);

    expect([code, err]).toEqual([0, ""]);
    expect(asked.map(([header, form]) => [header !== undefined, form.get("scope"), form.get("client_secret")])).toEqual(
      [
        [true, "read", null],
        [false, "read", "client-secret-1"],
        [true, null, null],
        [false, null, "client-secret-1"],
      ],
    );
  });

  it("finds the token endpoint with OpenID Connect, at the origin of the target", async () => {
    const issued = JSON.stringify({ access_token: secrets.app, expires_in: 3600 });
    await using issuer = await serve(
      createServer((request, response) => {
        response.setHeader("content-type", "application/json").end(request.method === "POST" ? issued : "{}");
      }),
    );
    const endpoints = { own: "/oauth/token", other: `${issuer.url}/token` };
    const asked: string[] = [];
    await using server = await serve(
      createServer(({ url = "", headers }, response) => {
        asked.push(url);
        const [, place] = /^\/(own|other|none)$/.exec(url) ?? [];
        const metadata = place && { token_endpoint: (endpoints as Readonly<Record<string, string>>)[place] };
        const isOpen = url === "/oauth/token" || metadata !== undefined;
        const isAllowed = isOpen || headers.authorization === `Bearer ${secrets.app}`;
        response
          .writeHead(isAllowed ? 200 : 401, { "content-type": "application/json" })
          .end(url === "/oauth/token" ? issued : JSON.stringify(metadata ?? { name: "one" }));
      }),
    );
    const documentOf = (place: string): string =>
      scratch.write({
        "oidc.json": JSON.stringify({
          openapi: "3.1.0",
          info: { title: "Secured", version: "1" },
          components: { securitySchemes: { oidc: { type: "openIdConnect", openIdConnectUrl: place } } },
          paths: {
            "/me": {
              get: { security: [{ oidc: ["read"] }], responses: { 200: thing, 401: { description: "Refused." } } },
            },
          },
        }),
      });
    const runWith = (place: string, ...more: readonly string[]) =>
      conformWith([server.url, "--contracts", documentOf(place), ...more], client);
    expect(await runWith("/own")).toMatchObject({ code: 0, err: "" });
    expect(asked).toContain("/oauth/token");
    expect(await runWith("/other")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/its origin is not that of the target.*\n.*--token-url/) as string,
    });
    expect(await runWith("/other", "--allow-url", new URL(issuer.url).host)).toMatchObject({ code: 2 });
    expect(await runWith("/other", "--token-url", `${issuer.url}/token`)).toMatchObject({ code: 0 });
    expect(await runWith("/none")).toMatchObject({
      code: 2,
      err: expect.stringContaining("the response names no token_endpoint") as string,
    });
    expect(await runWith(`${issuer.url}/metadata`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("its origin is not that of the target") as string,
    });
  });

  it("sends its secret to a token URL at another origin only if --token-url names it", async () => {
    const seen: string[] = [];
    await using issuer = await serve(
      createServer(async (request, response) => {
        let text = "";
        for await (const chunk of request) text += String(chunk);
        seen.push(`${request.headers.authorization} ${text}`);
        response.setHeader("content-type", "application/json").end(JSON.stringify(issue().body));
      }),
    );
    await using server = await serveSecured({});
    const document = readFileSync(documentWith(["app"]), "utf8");
    const elsewhere = scratch.write({
      "elsewhere.json": document.replace('"/oauth/token"', JSON.stringify(`${issuer.url}/oauth/token`)),
    });
    const refused = await conformWith([server.url, "--contracts", elsewhere], client);

    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("unnamed-origin") as string });
    expect(seen).toEqual([]);
    const named = ["--token-url", `${issuer.url}/oauth/token`];
    expect(await conformWith([server.url, "--contracts", elsewhere, ...named], client)).toMatchObject({ code: 0 });
    expect(seen.length).toBeGreaterThan(0);
  });

  it("masks a short secret as a whole value only", async () => {
    await using server = await serveSecured({ token: issue, name: 1 });
    const { out } = await conformWith([server.url, "--contracts", documentWith(["app"])], {
      ...client,
      CONCORD_CLIENT_SECRET: "e",
    });

    expect(out).toContain('The body of status 200 has at "/name" 1, expected a string');
  });

  it("shows the refusal of the token endpoint, without the secret", async () => {
    await using server = await serveSecured({
      token: (_, text) => ({ status: 401, body: { error: "unauthorized_client", got: text } }),
    });
    const { code, err } = await conformWith([server.url, "--contracts", documentWith(["app"])], client);

    expect(code).toBe(2);
    expect(err).toMatch(/token-unavailable[^]*it responded with 401[^]*unauthorized_client/);
    expect(err).not.toContain("client-secret-1");
  });
});
