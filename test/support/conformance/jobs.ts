import type { WireRequest, WireResponse } from "../../../conformance/model/exchange.ts";
import { type Contract, type Json, type JsonObject, readQuery } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

/** Mistakes of the provider of jobs. */
export type JobFault =
  | "delete-of-done-only-answered"
  | "result-of-done-refused"
  | "result-url-too-early"
  | "early-result-malformed"
  | "other-format"
  | "search-ignored"
  | "exploded-filter-ignored"
  | "deep-filter-ignored"
  | "unknown-malformed"
  | "lines-of-unknown"
  | "result-of-unknown"
  | "note-never-stored"
  | "put-of-deleted-creates";

/** Number of reads after which a job is done. */
const DONE = 3;

/** Creates a provider of jobs, which are done at their third read and can only then be deleted. */
export function createJobs(fault?: JobFault): (request: WireRequest) => WireResponse {
  const jobs = new Map<number, JsonObject>();
  const reads = new Map<number, number>();
  const deleted = new Set<number>();
  let made = 0;
  const on = (one: JobFault): boolean => fault === one;

  return ({ method, path, body }) => {
    const [place = "", text = ""] = path.split("?");
    const [, , idText, below] = place.split("/");
    if (idText === undefined && method === "GET") return list(Object.fromEntries(readQuery(text)));
    const sent = JSON.parse(body ?? "{}") as JsonObject;
    if (idText === undefined) return create(sent);
    const id = Number(idText);
    if (method === "PUT" && on("put-of-deleted-creates") && deleted.has(id)) return replace(id, sent);
    if (!jobs.has(id)) {
      if (below === "lines" && on("lines-of-unknown")) return answer(200, []);
      if (below === "result" && on("result-of-unknown")) return answer(200, {});
      return answer(on("unknown-malformed") ? 400 : 404);
    }
    const isDone = (reads.get(id) ?? 0) >= DONE;
    if (below === "lines") return answer(200, []);
    if (below === "result") {
      if (!isDone) return answer(on("early-result-malformed") ? 400 : 409);
      return on("result-of-done-refused") ? answer(409) : resultIn(String(jobs.get(id)?.["format"] ?? "json"));
    }
    if (method === "PUT") return replace(id, sent);
    if (method === "DELETE") return isDone ? remove(id) : answer(409);
    reads.set(id, (reads.get(id) ?? 0) + 1);
    return answer(200, shown(id));
  };

  function resultIn(format: string): WireResponse {
    const isText = (format === "csv") !== on("other-format");
    return isText
      ? { status: 200, headers: { "content-type": "text/csv" }, body: "rows\r\n" }
      : answer(200, { rows: 1 });
  }

  function create(sent: JsonObject): WireResponse {
    made += 1;
    return { ...replace(made, sent), status: 201 };
  }

  /** A long title is refused, though no schema says so. */
  function replace(id: number, { note, ...sent }: JsonObject): WireResponse {
    if (String(sent["title"]).length > 20) return answer(400);
    jobs.set(id, { ...sent, ...(note !== undefined && !on("note-never-stored") && { note }), id });
    return answer(200, shown(id));
  }

  function remove(id: number): WireResponse {
    deleted.add(id);
    if (!on("delete-of-done-only-answered")) jobs.delete(id);
    return answer(204);
  }

  function shown(id: number): JsonObject {
    const count = reads.get(id) ?? 0;
    const state = count >= DONE ? "done" : count > 0 ? "running" : "queued";
    return {
      ...jobs.get(id),
      id,
      state,
      ...((state === "done" || on("result-url-too-early")) && { result_url: `/jobs/${id}/result` }),
    };
  }

  function list(query: Readonly<Record<string, string>>): WireResponse {
    const { q, priority, "filter[owner]": owner } = query;
    const found = [...jobs.values()].filter(
      (job) =>
        (q === undefined || on("search-ignored") || JSON.stringify(job).includes(q)) &&
        (priority === undefined || on("exploded-filter-ignored") || job["priority"] === priority) &&
        (owner === undefined || on("deep-filter-ignored") || job["owner"] === owner),
    );
    return answer(
      200,
      found.map(({ id }) => shown(Number(id))),
    );
  }
}

function answer(status: number, body?: Json): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? (status === 204 ? undefined : { message: "No" })) ?? "",
  };
}

/** Contract of the provider of jobs. */
export function jobsContract(): Contract {
  const priority = { type: "string", enum: ["low", "normal", "high"] };
  const owner = { type: "string", enum: ["ada", "bob", "eve"] };
  const sent = {
    title: { type: "string", minLength: 1 },
    priority,
    owner,
    note: { type: "string", minLength: 1, maxLength: 20 },
    format: { type: "string", enum: ["json", "csv"] },
  };
  const required = ["title", "priority", "owner"];
  const job = {
    type: "object",
    required: ["id", "state", ...required],
    properties: {
      ...sent,
      id: { type: "integer", readOnly: true },
      state: { type: "string", enum: ["queued", "running", "done"], readOnly: true },
      result_url: { type: "string", readOnly: true },
    },
  };
  const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const fine = (status: string, schema?: Json): JsonObject => ({
    [status]: { description: "Fine", ...(schema !== undefined && json(schema)) },
    ...Object.fromEntries(["404", "409"].map((each) => [each, { description: "Refused" }])),
  });
  const result = {
    ...fine("200"),
    200: {
      description: "Fine",
      content: { "application/json": { schema: { type: "object" } }, "text/csv": { schema: { type: "string" } } },
    },
  };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }];
  const body = { required: true, ...json({ type: "object", required, additionalProperties: false, properties: sent }) };
  const object = (name: string, properties: JsonObject, style: string): Json => ({
    name,
    in: "query",
    style,
    explode: true,
    schema: { type: "object", properties },
  });
  return compileInMemory({
    paths: {
      "/jobs": {
        get: {
          operationId: "listJobs",
          parameters: [
            { name: "q", in: "query", schema: { type: "string" } },
            object("match", { priority: { anyOf: [priority, { type: "object" }] } }, "form"),
            object("filter", { owner }, "deepObject"),
          ],
          responses: fine("200", { type: "array", items: job }),
        },
        post: { operationId: "addJob", requestBody: body, responses: fine("201", job) },
      },
      "/jobs/{id}": {
        get: { operationId: "getJob", parameters, responses: fine("200", job) },
        put: { operationId: "replaceJob", parameters, requestBody: body, responses: fine("200", job) },
        delete: { operationId: "removeJob", parameters, responses: fine("204") },
      },
      "/jobs/{id}/result": {
        get: { operationId: "getResult", parameters, responses: result },
      },
      "/jobs/{id}/lines": {
        get: { operationId: "listLines", parameters, responses: fine("200", { type: "array", items: job }) },
      },
    },
  });
}
