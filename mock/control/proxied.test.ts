import { spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingHttpHeaders, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fixture } from "../../test/support/mock/ask.ts";
import { type Mock, type StartOptions } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const reset = "/_concord/organizations/acme/reset";
const controlled = { "concord-control": "1" };

describe("a reverse proxy on the same machine", () => {
  it.each<[string, (headers: IncomingHttpHeaders) => IncomingHttpHeaders]>([
    ["adds Via", (headers) => ({ ...headers, via: "1.1 proxy" })],
    ["adds X-Real-IP", (headers) => ({ ...headers, "x-real-ip": "192.0.2.7" })],
    ["adds Forwarded", (headers) => ({ ...headers, forwarded: "for=192.0.2.7" })],
    ["adds X-Forwarded-Proto", (headers) => ({ ...headers, "x-forwarded-proto": "https" })],
    ["keeps the original host header", (headers) => ({ ...headers, host: "mock.example" })],
  ])("gives no control if it %s, unless the request has the control token", async (_, changed) => {
    await using withoutToken = await startTestMock();
    await using withToken = await startTestMock({ controlToken: "s3cret" });
    const statuses = [];
    for (const [mock, headers] of [
      [withoutToken, controlled],
      [withToken, controlled],
      [withToken, { authorization: "Bearer s3cret" }],
    ] as const)
      statuses.push(await statusThroughProxy(mock, headers, changed));

    expect(statuses).toEqual([403, 403, 204]);
  });

  it("gives no control without the token, if it adds no headers", async () => {
    await using mock = await startTestMock({ controlToken: "s3cret" });

    expect(await statusThroughProxy(mock, controlled, (headers) => headers)).toBe(403);
    expect(await statusThroughProxy(mock, {}, (headers) => headers)).toBe(403);
    expect((await fetch(mock.url + reset, { method: "POST", headers: controlled })).status).toBe(403);
    expect((await mock.fetch(reset, { method: "POST", headers: controlled })).status).toBe(403);
  });

  it("gives no control if it speaks HTTP/1.0, as nginx does by default", async () => {
    await using mock = await startTestMock();
    const { port, host } = new URL(mock.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`POST ${reset} HTTP/1.0\r\nHost: ${host}\r\nConcord-Control: 1\r\n\r\n`);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
    expect((await fetch(mock.url + reset, { method: "POST", headers: controlled })).status).toBe(204);
  });
});

/** Program that sends a control request to the mock by itself, and prints the status. */
const directProgram = `
  fetch(process.argv[1], { method: "POST", headers: { "concord-control": "1" } }).then(({ status }) => console.log(status));
`;

/** Program that forwards requests of its clients, and changes nothing but the host. */
const proxyProgram = `
  import { createServer, request } from "node:http";
  const target = new URL(process.argv[1]);
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const sent = request(target, { method, headers: { ...headers, host: target.host } }, (response) => {
      outgoing.writeHead(response.statusCode);
      response.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

describe.runIf(process.platform === "linux")("a program on the same machine that adds nothing", () => {
  it("has control if it sends the request by itself", async () => {
    await using mock = await startTestMock();
    await using program = startProgram(directProgram, mock.url + reset);

    expect(await program.line).toBe("204");
  });

  it("gives no control to its clients, unless the request has the control token", async () => {
    await using mock = await startTestMock();
    await using withToken = await startTestMock({ controlToken: "s3cret" });
    await using proxy = startProgram(proxyProgram, mock.url + reset);
    await using proxyWithToken = startProgram(proxyProgram, withToken.url + reset);
    await using client = startProgram(directProgram, `http://127.0.0.1:${await proxy.line}${reset}`);
    const headers = { authorization: "Bearer s3cret" };
    const admitted = await fetch(`http://127.0.0.1:${await proxyWithToken.line}${reset}`, { method: "POST", headers });

    expect(await client.line).toBe("403");
    expect(admitted.status).toBe(204);
  });

  it("has control although the mock delivers to it", async () => {
    const receiver = createServer((_, response) => void response.end());
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    await using mock = await startTestMock();
    await (await fetch(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`)).text();

    expect((await fetch(mock.url + reset, { method: "POST", headers: controlled })).status).toBe(204);
    receiver.closeAllConnections();
    receiver.close();
  });
});

/** Runs a program in a process of its own. `line` is the first line that it prints. */
function startProgram(code: string, url: string): AsyncDisposable & { readonly line: Promise<string> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = once(child.stdout, "data").then(([data]) => String(data).trim());
  return {
    line,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

async function startTestMock(options: StartOptions = {}): Promise<Mock> {
  return startMock({ contracts: [await fixture("library")], ...options });
}

/** Status code of a request of another machine through a proxy. */
async function statusThroughProxy(
  { url }: Mock,
  headers: Readonly<Record<string, string>>,
  changed: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
): Promise<number> {
  const { host } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const sent = changed({ ...incoming.headers, host });
    const forwarded = request(url + (incoming.url ?? ""), { method: "POST", headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  try {
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${reset}`;
    return (await fetch(address, { method: "POST", headers })).status;
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
}
