import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { serve } from "../../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { conform } from "../../conform.ts";
import { readReplayable } from "./read-replayable.ts";
import { replayFinding } from "./replay.ts";

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const properties = {
  slug: { type: "string", pattern: "^[a-z0-9-]{1,20}$" },
  title: { type: "string", minLength: 1, maxLength: 30 },
};
const site = {
  type: "object",
  required: ["id", "slug", "title"],
  properties: { id: { type: "string", readOnly: true }, ...properties },
};
const body = { requestBody: { required: true, ...json({ type: "object", required: ["slug", "title"], properties }) } };
const refused = { 400: { description: "Wrong." }, 404: { description: "None." }, 409: { description: "Taken." } };
const one = { 200: { description: "One.", ...json(site) }, ...refused };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const contract = (await createScratch().load(
  documentOf({
    paths: {
      "/sites": { post: { ...body, responses: { 201: { description: "Made.", ...json(site) }, ...refused } } },
      "/sites/{id}": {
        parameters: [id],
        get: { responses: one },
        put: { ...body, responses: one },
        delete: { responses: { 204: { description: "Gone." }, ...refused } },
      },
    },
  }),
))!;

interface Server {
  /** True if the response to a creation lacks the title. */
  shortens?: boolean;
  /** Status of every creation. Default: 201. */
  creates?: number | undefined;
  /** True if a PUT stores what it gets. */
  stores?: boolean;
}

/** A server of sites, which a test can change while it runs. */
async function startSites(server: Server) {
  const all = new Map<string, JsonObject>();
  return serve(
    createServer(async (request, response) => {
      const sent = sentIn(await text(request));
      const [, word, key = ""] = (request.url ?? "").split("?", 1)[0]!.split("/");
      const [status, value] = word === "sites" ? answer(request.method ?? "", decodeURIComponent(key), sent) : [404];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value ?? {}));
    }),
  );

  function answer(method: string, key: string, sent: JsonObject | undefined): readonly [number, Json?] {
    if (key === "" && method === "POST") {
      if (!sent) return [400];
      if (server.creates !== undefined) return [server.creates];
      const made = { ...sent, id: `s${all.size}` };
      all.set(made.id, made);
      return [201, server.shortens ? { id: made.id } : made];
    }
    const known = all.get(key);
    if (!known) return [404];
    if (method === "DELETE") return all.delete(key) ? [204] : [404];
    if (method === "PUT" && !sent) return [400];
    if (method === "PUT" && server.stores) all.set(key, { ...known, ...sent });
    return method === "PUT" || method === "GET" ? [200, method === "GET" ? known : { ...known, ...sent }] : [405];
  }
}

function sentIn(sent: string): JsonObject | undefined {
  try {
    const { slug, title } = JSON.parse(sent) as JsonObject;
    if (typeof slug !== "string" || typeof title !== "string") return undefined;
    const isValid = /^[a-z0-9-]{1,20}$/.test(slug) && title !== "" && [...title].length <= 30;
    return isValid ? { slug, title } : undefined;
  } catch {
    return undefined;
  }
}

const run = { contracts: [contract], mode: "sandbox", seed: 1 } as const;

describe("replayFinding() on a server where the preparation fails", () => {
  const reported = async (target: string) => {
    const report = await conform({ ...run, target, operation: "POST /sites", property: "updated-read" });
    return { written: readReplayable(JSON.stringify(report), "conform.json"), id: report.failures[0]?.id ?? "none" };
  };

  it.each([400, 403, 409, 500, 503])("cannot tell whether the finding is gone: creations get %i", async (status) => {
    const server: Server = {};
    await using sites = await startSites(server);
    const { written, id: finding } = await reported(sites.url);
    server.creates = status;
    const replayed = await replayFinding(written, finding, { ...run, target: sites.url });

    expect(replayed.shows).toBeNull();
    expect(replayed.reason).toMatch(new RegExp(`${status}`));
  });

  it("cannot tell whether a finding of a response is gone if no request of its operation succeeds", async () => {
    const server: Server = { shortens: true };
    await using sites = await startSites(server);
    const report = await conform({
      ...run,
      target: sites.url,
      operation: "POST /sites",
      property: "valid-requests-conform",
    });
    const written = readReplayable(JSON.stringify(report), "conform.json");
    const finding = report.failures.find(({ check }) => check === "body-conforms")?.id ?? "none";
    server.creates = 422;
    const blocked = await replayFinding(written, finding, { ...run, target: sites.url });
    expect(blocked.shows).toBeNull();
    expect(blocked.reason).toContain("422");
    server.creates = undefined;
    server.shortens = false;

    expect((await replayFinding(written, finding, { ...run, target: sites.url })).shows).toBe(false);
  });

  it("tells a finding that shows from one that is gone, if the preparation succeeds", async () => {
    const server: Server = {};
    await using sites = await startSites(server);
    const { written, id: finding } = await reported(sites.url);
    expect((await replayFinding(written, finding, { ...run, target: sites.url })).shows).toBe(true);
    server.stores = true;
    const { shows } = await replayFinding(written, finding, { ...run, target: sites.url });

    expect(shows).toBe(false);
  });

  it("rejects a target that is not reachable, and contracts without the operation", async () => {
    const sites = await startSites({});
    const { written, id: finding } = await reported(sites.url);
    await sites[Symbol.asyncDispose]();
    const other = await createScratch().load(documentOf({ paths: { "/others": { get: { responses: one } } } }));

    await expect(replayFinding(written, finding, { ...run, target: sites.url })).rejects.toMatchObject({
      code: "unreachable-target",
    });
    await expect(
      replayFinding(written, finding, { ...run, contracts: [other!], target: sites.url }),
    ).rejects.toMatchObject({ code: "unknown-operation" });
  });
});
