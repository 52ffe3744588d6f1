import type { WireRequest, WireResponse } from "../../../conformance/model/exchange.ts";
import { type Contract, type Json, type JsonObject, readQuery } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

/** Ways in which two answers of the provider of tickets contradict each other. */
export type TicketFault =
  | "total-counts-deleted"
  | "total-one-more"
  | "default-size-one-more"
  | "more-on-last-page"
  | "no-more-too-early"
  | "second-delete-accepted"
  | "deleted-malformed"
  | "unknown-read"
  | "unknown-deleted"
  | "unknown-acted-on"
  | "second-delete-malformed"
  | "second-action-malformed"
  | "delete-unknown"
  | "replace-unknown"
  | "action-unknown"
  | "future-version-accepted"
  | "stale-version-accepted"
  | "other-status-for-bad-token"
  | "action-loses-tags"
  | "action-only-answered"
  | "action-lowers-version"
  | "action-on-neighbour"
  | "delete-takes-first"
  | "id-taken-on-create"
  | "id-taken-on-change"
  | "first-embedded-everywhere"
  | "embedded-never-listed"
  | "list-shortens-tags"
  | "first-filter-value-only"
  | "zero-not-stored";

type Ticket = JsonObject & { readonly id: number; readonly version: number };

/** Creates a provider of tickets: versions in the query, pages with a total, embedded objects, and an action. */
export function createTickets(fault?: TicketFault): (request: WireRequest) => WireResponse {
  const tickets = new Map<number, Ticket>();
  let made = 0;
  const on = (one: TicketFault): boolean => fault === one;

  return ({ method, path, headers, body }) => {
    const [place = "", text = ""] = path.split("?");
    const [, , idText, action] = place.split("/");
    const query = Object.fromEntries(readQuery(text));
    if (headers["authorization"] === undefined) return answer(401);
    if (headers["authorization"] !== "Bearer org_usual") return answer(on("other-status-for-bad-token") ? 403 : 401);
    const sent = JSON.parse(body ?? "{}") as JsonObject;
    if (idText === undefined) return method === "POST" ? create(sent) : list(query);
    const id = Number(idText);
    const ticket = tickets.get(id);
    if (!ticket && on("deleted-malformed") && id <= made) return answer(400);
    const isUnknown = !ticket && id > made;
    if (isUnknown && action === undefined && method === "GET" && on("unknown-read"))
      return answer(200, watchedTicket(id));
    if (isUnknown && method === "DELETE" && on("unknown-deleted")) return answer(204);
    if (isUnknown && action !== undefined && on("unknown-acted-on")) return answer(200, watchedTicket(id));
    if (!ticket && on("second-delete-malformed") && method === "DELETE" && id <= made) return answer(400);
    if (!ticket) return on("second-delete-accepted") && method === "DELETE" && id <= made ? answer(204) : answer(404);
    if (action !== undefined && ticket["watched"] === true && on("second-action-malformed")) return answer(400);
    if (action !== undefined) return on("action-unknown") ? answer(404) : watch(ticket);
    if (method === "GET") return answer(200, shown(ticket, query));
    if (method === "PUT" && on("replace-unknown")) return answer(404);
    if (method === "PUT") return replace(ticket, Number(query["version"]), sent);
    if (on("delete-unknown")) return answer(404);
    tickets.delete(on("delete-takes-first") ? ([...tickets.keys()][0] as number) : id);
    return answer(204);
  };

  function create({ id: sentId, ...members }: JsonObject): WireResponse {
    made += 1;
    const id = on("id-taken-on-create") && typeof sentId === "number" ? sentId : made;
    const ticket = { ...stored(members), id, version: 1, watched: false };
    tickets.set(id, ticket);
    return answer(201, ticket);
  }

  function replace(ticket: Ticket, version: number, { id: sentId, ...members }: JsonObject): WireResponse {
    if (version > ticket.version && !on("future-version-accepted")) return answer(409);
    if (version < ticket.version && !on("stale-version-accepted")) return answer(409);
    const id = on("id-taken-on-change") && typeof sentId === "number" ? sentId : ticket.id;
    const changed = { ...stored(members), id, version: ticket.version + 1, watched: ticket["watched"] as boolean };
    tickets.delete(ticket.id);
    tickets.set(id, changed);
    return answer(200, changed);
  }

  function watch(ticket: Ticket): WireResponse {
    const { tags, ...others } = ticket;
    const kept: Ticket = on("action-loses-tags") || tags === undefined ? (others as Ticket) : ticket;
    const watched = { ...kept, watched: true, version: on("action-lowers-version") ? 1 : ticket.version + 1 };
    const neighbour = tickets.get(ticket.id - 1);
    if (on("action-on-neighbour") && neighbour) tickets.set(neighbour.id, { ...neighbour, title: "watched" });
    if (!on("action-only-answered")) tickets.set(ticket.id, watched);
    return answer(200, watched);
  }

  function list(query: Readonly<Record<string, string>>): WireResponse {
    const priorities = query["priority"]?.split(",").slice(0, on("first-filter-value-only") ? 1 : undefined);
    const found = [...tickets.values()].filter(
      ({ priority }) => !priorities || priorities.includes(String(priority as Json)),
    );
    const [page, size] = [
      Number(query["page"] ?? 1),
      Number(query["per_page"] ?? (on("default-size-one-more") ? 4 : 3)),
    ];
    const listed = found.slice((page - 1) * size, page * size);
    const more = on("more-on-last-page") ? page * size <= found.length : page * size < found.length;
    const deleted = on("total-counts-deleted") ? made - tickets.size : 0;
    return answer(200, {
      data: listed.map((ticket, index) => ({
        ...shown(
          ticket,
          on("embedded-never-listed") ? {} : query,
          on("first-embedded-everywhere") ? listed[0] : ticket,
        ),
        ...(on("list-shortens-tags") &&
          index > 0 &&
          Array.isArray(ticket["tags"]) && { tags: ticket["tags"].slice(0, 1) as Json[] }),
      })),
      total: found.length + deleted + (on("total-one-more") ? 1 : 0),
      has_more: on("no-more-too-early") ? (page + 1) * size < found.length : more,
    });
  }

  function stored({ points, ...members }: JsonObject): JsonObject {
    return points === undefined || (points === 0 && on("zero-not-stored")) ? members : { ...members, points };
  }

  function shown(ticket: Ticket, { include }: Readonly<Record<string, string>>, by: JsonObject = ticket): JsonObject {
    return include === undefined ? ticket : { ...ticket, reporter: { email: by["reporter_email"] as Json } };
  }
}

/** A ticket as an action returns it. */
function watchedTicket(id: number): Ticket {
  return { id, version: 1, title: "Unknown", reporter_email: "nobody@example.com", watched: true };
}

function answer(status: number, body?: Json): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body ?? (status === 204 ? undefined : { message: "No" })) ?? "",
  };
}

/** Contract of the provider of tickets. */
export function ticketsContract(): Contract {
  const priority = { type: "string", enum: ["low", "normal", "high"] };
  const own = {
    id: { type: "integer", readOnly: true },
    title: { type: "string", minLength: 1, maxLength: 80 },
    reporter_email: { type: "string", format: "email" },
    priority,
    tags: { type: "array", items: { type: "string", maxLength: 20 } },
    points: { type: "integer", minimum: 0, maximum: 100 },
  };
  const query = (name: string, schema: Json, more: JsonObject = {}): Json => ({ name, in: "query", schema, ...more });
  const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const refusal = { description: "Refused", ...json({ type: "object", required: ["message"] }) };
  const responses = (status: string, schema?: Json): JsonObject => ({
    [status]: { description: "Fine", ...(schema !== undefined && json(schema)) },
    "401": refusal,
    "403": refusal,
    "404": refusal,
  });
  const include = query("include", { type: "string", enum: ["reporter"] });
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }];
  const listed = {
    type: "object",
    required: ["data", "total", "has_more"],
    properties: {
      data: { type: "array", items: ref("Ticket") },
      total: { type: "integer" },
      has_more: { type: "boolean" },
    },
  };
  return compileInMemory({
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        NewTicket: {
          type: "object",
          required: ["title", "reporter_email"],
          additionalProperties: false,
          properties: own,
        },
        Ticket: {
          type: "object",
          required: ["id", "title", "reporter_email", "version", "watched"],
          properties: {
            ...own,
            version: { type: "integer", readOnly: true },
            watched: { type: "boolean", readOnly: true },
            reporter: { type: "object", properties: { email: { type: "string" } } },
          },
        },
      },
    },
    paths: {
      "/tickets": {
        get: {
          operationId: "listTickets",
          parameters: [
            include,
            query("page", { type: "integer", minimum: 1, default: 1 }),
            query("per_page", { type: "integer", minimum: 1, maximum: 50, default: 3 }),
            query("priority", { type: "array", items: priority }, { explode: false }),
          ],
          responses: responses("200", listed),
        },
        post: {
          operationId: "addTicket",
          requestBody: { required: true, ...json(ref("NewTicket")) },
          responses: responses("201", ref("Ticket")),
        },
      },
      "/tickets/{id}": {
        get: {
          operationId: "getTicket",
          parameters: [...parameters, include],
          responses: responses("200", ref("Ticket")),
        },
        put: {
          operationId: "replaceTicket",
          parameters: [...parameters, query("version", { type: "integer", minimum: 1 }, { required: true })],
          requestBody: { required: true, ...json(ref("NewTicket")) },
          responses: { ...responses("200", ref("Ticket")), "409": refusal },
        },
        delete: { operationId: "removeTicket", parameters, responses: responses("204") },
      },
      "/tickets/{id}/watch": {
        post: { operationId: "watchTicket", parameters, responses: responses("200", ref("Ticket")) },
      },
    },
  });
}
