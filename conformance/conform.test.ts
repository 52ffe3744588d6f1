import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { loadContract } from "../contracts/index.ts";
import { contractsToTry } from "../test/support/contracts/platform.ts";
import { conform } from "./conform.ts";

const notes = await loadContract("fixtures/conformance/notes.yaml");
const platform = await contractsToTry();

describe("conform()", () => {
  it("only reads a live deployment, unless the mode is sandbox", async () => {
    const methods = new Set<string>();
    await using provider = await serve((request, response) => {
      methods.add(request.method as string);
      response.writeHead(404).end();
    });
    const report = await conform({ contracts: [notes], target: provider.url, token: "t", seed: 1 });

    expect(report.mode).toBe("read-only");
    expect([...methods]).toEqual(["GET"]);
    expect(
      (await conform({ contracts: [notes], target: provider.url, token: "t", seed: 1, mode: "sandbox" })).operations,
    ).toHaveLength(4);
    // PATCH and PUT are not in the contract. The run also tests their refusal.
    expect([...methods].toSorted()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
  });

  it("judges stated parts by default, and assumed parts on request", async () => {
    await using provider = await serve(({ method }, response) =>
      response.writeHead(method === "GET" ? 200 : 500).end(),
    );
    const stated = await conform({ contracts: platform, target: provider.url, seed: 1, runs: 2 });
    const both = await conform({ contracts: platform, target: provider.url, seed: 1, runs: 2, includeAssumed: true });

    expect(new Set(stated.operations.map(({ basis }) => basis))).toEqual(new Set(["stated"]));
    expect(both.operations.length).toBeGreaterThan(stated.operations.length);
    expect(both.information).toEqual([]);
  });

  it("reports findings based on assumed parts as information", async () => {
    await using provider = await serve((request, response) => {
      // The body of a refusal is assumed, so a live deployment may differ.
      if (request.headers.authorization !== "Bearer t")
        response.writeHead(401, { "content-type": "application/problem+json" }).end("{}");
      else response.writeHead(200, { "content-type": "application/json" }).end('{"results":[]}');
    });
    const report = await conform({
      contracts: platform,
      target: provider.url,
      token: "t",
      seed: 1,
      operation: "listSchemas",
    });

    expect(report.failures).toEqual([]);
    expect(report.information).toMatchObject([{ check: "body-conforms", basis: "assumed" }]);
  });

  it("sends credentials as the security scheme requires, and prints them nowhere", async () => {
    const seen: (string | undefined)[] = [];
    await using provider = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response
        .writeHead(500, { "x-echo": request.headers.authorization ?? "" })
        .end(`you sent ${request.headers.authorization}`);
    });
    const report = await conform({ contracts: [notes], target: provider.url, token: "s3cret-token", seed: 1, runs: 2 });

    expect(seen).toContain("Bearer s3cret-token");
    expect(seen).toContain(undefined);
    expect(report.failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toContain("s3cret-token");
    expect(report.failures.map(({ curl }) => curl).join("\n")).toContain(
      `-H 'authorization: Bearer '"$CONCORD_TOKEN"''`,
    );
  });

  it("ends early when it is interrupted, and reports that", async () => {
    const ended = new AbortController();
    await using provider = await serve(({ url }, response) => {
      if (url !== "/_concord") ended.abort();
      response.writeHead(404).end();
    });
    const report = await conform({
      contracts: [notes],
      target: provider.url,
      token: "t",
      seed: 1,
      signal: ended.signal,
    });

    expect(report).toMatchObject({ interrupted: true, failures: [] });
  });

  it("stops at the request budget, and reports the reason", async () => {
    let sent = 0;
    await using provider = await serve((_, response) => {
      sent++;
      response.writeHead(404).end();
    });
    const options = { contracts: [notes], target: provider.url, token: "token-1", seed: 1, mode: "sandbox" } as const;
    const report = await conform({ ...options, maxRequests: 20 });

    // The next request could create an item, which another request would have to remove.
    expect(report).toMatchObject({ requests: 19, endedBy: "max-requests", interrupted: false });
    // One more request checks if the target is a mock.
    expect(sent).toBe(20);
  });

  it("stops at the time limit, and reports the reason", async () => {
    await using provider = await serve((request, response) => {
      // The run waits for a missing response until its time limit.
      if (request.url === "/_concord") response.writeHead(404).end();
    });
    const options = { contracts: [notes], target: provider.url, token: "token-1", seed: 1 } as const;

    expect(await conform({ ...options, maxSeconds: 0.1 })).toMatchObject({ endedBy: "time", interrupted: false });
  });

  it("keeps the time limit with a target that never responds, and ends at once when interrupted", async () => {
    await using provider = await serve(() => {});
    const ended = new AbortController();
    const options = { contracts: [notes], target: provider.url, token: "token-1" } as const;
    const refused = { code: "unreachable-target", message: expect.stringContaining("the run was ended") as string };

    await expect(conform({ ...options, maxSeconds: 0.1 })).rejects.toMatchObject(refused);
    const waiting = conform({ ...options, signal: ended.signal });
    ended.abort();
    await expect(waiting).rejects.toMatchObject(refused);
  });

  it("removes its items from a live deployment, also after an interrupt, and lists the items that it could not remove", async () => {
    const created = new Map<string, object>();
    const healthy = notesServer(created);
    let isStubborn = false;
    await using provider = await serve((request, response) => {
      if (isStubborn && request.method === "DELETE") return void response.writeHead(403).end();
      healthy(request, response);
    });
    const options = { contracts: [notes], target: provider.url, token: "token-1", seed: 1, mode: "sandbox" } as const;
    const whole = await conform(options);
    expect(created.size).toBe(0);
    await conform({ ...options, maxRequests: 25 });
    expect(created.size).toBe(0);
    isStubborn = true;
    const stubborn = await conform(options);

    // The server accepts ":archive" and shows nothing of it.
    const ofArchive = (text: string): boolean => text.startsWith("POST /notes/{note_id}:archive was accepted: ");
    expect(whole.leftovers.filter((text) => !ofArchive(text))).toEqual([]);
    expect(whole.leftovers.filter(ofArchive)).not.toEqual([]);
    const kept = stubborn.leftovers.filter((text) => !ofArchive(text));
    expect(created.size).toBeGreaterThan(0);
    expect(kept).toHaveLength(created.size);
    expect(kept[0]).toMatch(/^POST \/notes made \/notes\/n\d+: it was answered 403$/);
  });

  it("runs only the selected phases", async () => {
    const seen = new Set<string>();
    await using provider = await serve((request, response) => {
      seen.add(request.method as string);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const options = { contracts: [notes], target: provider.url, token: "token-1", seed: 1, mode: "sandbox" } as const;
    const report = await conform({ ...options, phases: ["promises"] });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(new Set(["token-required"]));
    await expect(conform({ ...options, phases: ["promise"] })).rejects.toMatchObject({ code: "unknown-phase" });
  });

  it("reports only findings of the selected check, and tests only the selected property", async () => {
    await using provider = await serve(({ method }, response) =>
      response.writeHead(method === "GET" ? 200 : 500).end(),
    );
    const options = { contracts: [notes], target: provider.url, token: "token-1", seed: 1, mode: "sandbox" } as const;
    const all = await conform(options);
    const some = await conform({ ...options, check: "no-server-error" });
    const one = await conform({ ...options, check: "token-required" });

    expect(new Set(all.failures.map(({ check }) => check)).size).toBeGreaterThan(1);
    expect(new Set(some.failures.map(({ check }) => check))).toEqual(new Set(["no-server-error"]));
    expect(some.requests).toBe(all.requests);
    expect(one.requests).toBeLessThan(all.requests / 2);
  });

  it.each([
    [{ target: "ftp://example.org" }, "invalid-target"],
    [{ target: "http://127.0.0.1:1" }, "unreachable-target"],
    [{ target: "http://127.0.0.1:1", property: "nonsense" }, "unknown-property"],
    [{ target: "http://127.0.0.1:1", check: "nonsense" }, "unknown-check"],
    [{ target: "http://127.0.0.1:1", apis: ["note"] }, "unknown-api"],
  ])("cannot run with %j", async (options, code) => {
    await expect(conform({ contracts: [notes], ...options })).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  it("throws if the selection leaves nothing to test", async () => {
    await using provider = await serve((_, response) => response.writeHead(404).end());

    await expect(conform({ contracts: [notes], target: provider.url, operation: "nonsense" })).rejects.toMatchObject({
      code: "nothing-to-try",
    });
  });

  it("reports an incomplete response with its status code and the received part", async () => {
    await using provider = await serve((request, response) => {
      if (request.url === "/_concord") return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write('{"id":', () => response.destroy());
    });
    const report = await conform({
      contracts: [notes],
      target: provider.url,
      token: "token-1",
      seed: 1,
      runs: 1,
      operation: "getNote",
      property: "valid-requests-conform",
    });

    expect(report.failures).toMatchObject([
      {
        check: "no-answer",
        response: { status: 200, body: '{"id":' },
        message: expect.stringMatching(/^The body of status 200 ended early: /) as string,
      },
    ]);
  });

  it("reports an endless response as a finding, and does not store it", async () => {
    await using provider = await serve((request, response) => {
      if (request.url === "/_concord") return void response.writeHead(404).end();
      const chunk = Buffer.alloc(1024 * 1024, "x");
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      response.writeHead(200);
      more();
    });
    const report = await conform({
      contracts: [notes],
      target: provider.url,
      token: "token-1",
      seed: 1,
      runs: 1,
      operation: "getNote",
      property: "valid-requests-conform",
    });

    expect(report.failures).toMatchObject([
      { check: "no-answer", message: expect.stringMatching(/^The body did not end: it was cut off after .* bytes$/) },
    ]);
  });

  it("replays a counterexample even if the target has other items now", async () => {
    let isFresh = true;
    const created = new Map<string, object>();
    const healthy = notesServer(created);
    await using provider = await serve((request, response) => {
      // At first no item can be created, later every item can. The path must lead to the same request in both cases.
      if (request.method === "POST" && request.url?.startsWith("/notes?") && isFresh)
        return void response.writeHead(400).end();
      if (request.method === "DELETE") return void response.writeHead(500).end();
      healthy(request, response);
    });
    const options = {
      contracts: [notes],
      target: provider.url,
      token: "t",
      mode: "sandbox",
      seed: 3,
      operation: "deleteNote",
      property: "valid-requests-conform",
    } as const;
    const [failure] = (await conform(options)).failures;
    isFresh = false;
    const path = /--path (\S+)/.exec(failure?.replay ?? "")?.[1] as string;

    expect((await conform({ ...options, path })).failures.map(({ id }) => id)).toEqual([failure?.id]);
  });

  it("uses created items: every operation on an item gets an existing one", async () => {
    const created = new Map<string, object>();
    await using provider = await serve(notesServer(created));
    const report = await conform({ contracts: [notes], target: provider.url, token: "t", mode: "sandbox", seed: 3 });

    expect(report.failures).toEqual([]);
    expect(
      report.operations.every(({ statuses }) => Object.keys(statuses).some((status) => status.startsWith("2"))),
    ).toBe(true);
  });
});

/** A small provider that matches the contract of notes. */
function notesServer(created: Map<string, object>): (request: IncomingMessage, response: ServerResponse) => void {
  let made = 0;
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url as string, "http://x");
      const id = decodeURIComponent(pathname.split("/")[2]?.replace(/:archive$/, "") ?? "");
      const answer = (status: number, body?: unknown): void =>
        void response
          .writeHead(status, { "content-type": "application/json", "x-revision": "1" })
          .end(body === undefined ? undefined : JSON.stringify(body));
      if (!/^Bearer t(oken-1)?$/.test(request.headers.authorization ?? "")) return answer(401);
      const isVerb = pathname.endsWith(":archive");
      const methods = id === "" || isVerb ? ["POST"] : ["GET", "DELETE"];
      if (!methods.includes(request.method as string)) return answer(405);
      if (request.method === "POST" && id === "") {
        const note = noteIn(Buffer.concat(chunks).toString());
        const page = Number(searchParams.get("page") || "x");
        const trace = request.headers["x-trace"];
        const isValid =
          note &&
          Number.isInteger(page) &&
          page >= 1 &&
          page <= 9 &&
          /^(true|false)$/.test(searchParams.get("dry") ?? "true") &&
          (trace === undefined || (trace as string).length <= 8);
        if (!isValid) return answer(400);
        const newId = `n${++made}`;
        created.set(newId, note);
        return answer(201, { id: newId, ...note });
      }
      if (!created.has(id)) return answer(404);
      if (request.method === "GET") return answer(200, { id, ...created.get(id) });
      if (request.method === "DELETE") created.delete(id);
      return answer(204);
    });
  };
}

function noteIn(text: string): Record<string, unknown> | undefined {
  try {
    const { text: words, state } = JSON.parse(text) as Record<string, unknown>;
    const isNote =
      typeof words === "string" && words !== "" && (state === undefined || state === "open" || state === "done");
    return isNote ? { text: words, ...(state !== undefined && { state }) } : undefined;
  } catch {
    return undefined;
  }
}

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
