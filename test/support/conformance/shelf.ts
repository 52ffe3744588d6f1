import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as others } from "node:timers/promises";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  createRouter,
  validatorOf,
} from "../../../contracts/index.ts";

/** Faults of the provider of books. */
export type ShelfFault =
  | "cents-lost"
  | "label-lost"
  | "not-stored"
  | "null-not-stored"
  | "patch-forgets"
  | "put-keeps"
  | "refused-stored"
  | "refused-made"
  | "owner-taken"
  | "owner-changed"
  | "key-shown"
  | "key-shown-within"
  | "location-nowhere"
  | "location-of-another"
  | "isbn-twice"
  | "conflict-stored"
  | "version-stays"
  | "version-back"
  | "tag-stays"
  | "stale-taken"
  | "stale-stored"
  | "all-win"
  | "id-again"
  | "changed-when-gone"
  | "notes-stay"
  | "any-method";

export interface ShelfOptions {
  readonly faults?: readonly ShelfFault[];
  /** Trims texts, sorts, omits null members, and advances states on reads. None of this is a fault. */
  readonly isNormalising?: boolean;
}

type Book = JsonObject & { readonly id: string; readonly version: number };

interface Answer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Call {
  readonly id: string;
  readonly body: JsonObject;
  readonly ifMatch: string | undefined;
}

/** Serves a provider that follows fixtures/conformance/shelf.yaml, except for the given faults. */
export async function serveShelf(
  contract: Contract,
  { faults = [], isNormalising = false }: ShelfOptions = {},
): Promise<AsyncDisposable & { readonly url: string }> {
  const on = (fault: ShelfFault): boolean => faults.includes(fault);
  const books = new Map<string, Book>();
  const readings = new Map<string, number>();
  const deletedIds = new Set<string>();
  const router = createRouter(contract.operations);
  let made = 0;
  let changes = 0;
  const handlers: Readonly<Record<string, (call: Call) => Answer | Promise<Answer>>> = {
    listBooks: () => ({ status: 200, body: [...books.values()].map(shown) }),
    createBook,
    getBook,
    replaceBook: (call) => changed(call, (before) => ({ ...(on("put-keeps") && before), ...call.body })),
    changeBook: (call) =>
      on("changed-when-gone") && deletedIds.has(call.id)
        ? ok({ isbn: "0000000000000", title: "None", ...stored(call.body), id: call.id, version: 1 })
        : changed(call, (before) => ({ ...(on("patch-forgets") ? required(before) : before), ...call.body })),
    deleteBook({ id }) {
      deletedIds.add(id);
      return { status: books.delete(id) ? 204 : 404 };
    },
    listNotes: ({ id }) =>
      books.has(id) || (on("notes-stay") && deletedIds.has(id)) ? { status: 200, body: [] } : { status: 404 },
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, body, headers } = await answered(request, Buffer.concat(chunks).toString());
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  async function answered(request: IncomingMessage, text: string): Promise<Answer> {
    const path = (request.url as string).split("?", 1)[0] as string;
    const match = router.match(request.method as string, path);
    if (!match) return { status: 404 };
    if (!("operation" in match)) return on("any-method") ? { status: 200, body: {} } : { status: 405 };
    const operation = match.operation as Operation;
    const schema = operation.body?.content[0]?.schema;
    const body = schema && parseJson(text);
    const id = match.parameters["book_id"] ?? "";
    if (schema && validatorOf(contract, schema.pointer, "request")(body).length > 0) {
      const before = books.get(id);
      const title = (body as JsonObject | undefined)?.["title"];
      if (on("refused-stored") && before && typeof title === "string" && title !== "")
        books.set(id, { ...before, title });
      return { status: 400 };
    }
    const call = { id, body: (body ?? {}) as JsonObject, ifMatch: request.headers["if-match"] };
    return (handlers[operation.id] as (call: Call) => Answer | Promise<Answer>)(call);
  }

  function createBook({ body }: Call): Answer {
    const twin = [...books.values()].find(({ isbn }) => isbn === body["isbn"]);
    const isRefused = Number(body["price"]) > 500;
    if (twin && !isRefused && !on("isbn-twice")) {
      if (on("conflict-stored")) books.set(twin.id, { ...twin, ...stored(body), id: twin.id });
      return { status: 409 };
    }
    const id = on("id-again") ? `book_${books.size + 1}` : `book_${++made}`;
    const book = { ...stored(body), id, version: 1, ...ownOf(body, "owner-taken") } as unknown as Book;
    if (!isRefused || on("refused-made")) books.set(id, on("not-stored") ? withoutSummary(book) : book);
    const leads = on("location-nowhere") ? "/shelf/1" : on("location-of-another") ? "/books/book_0" : undefined;
    return isRefused
      ? { status: 422 }
      : { status: 201, body: shown(book), headers: { location: leads ?? `/books/${id}` } };
  }

  function getBook({ id }: Call): Answer {
    const book = books.get(id);
    readings.set(id, (readings.get(id) ?? 0) + 1);
    if (!book) return { status: 404 };
    const key = book["key"] ?? "none";
    const body = {
      ...shown(book),
      ...(on("key-shown") && { key }),
      ...(on("key-shown-within") && { stored: { key } }),
    };
    return { status: 200, body, headers: { etag: tagOf(book) } };
  }

  async function changed({ id, body, ifMatch }: Call, next: (before: Book) => JsonObject): Promise<Answer> {
    const before = books.get(id);
    if (!before) return { status: 404 };
    const isStale = ifMatch !== undefined && ifMatch !== tagOf(before);
    if (isStale && on("stale-stored")) books.set(id, { ...before, ...stored(body), id, version: before.version });
    if (isStale && !on("stale-taken")) return { status: 412 };
    if (on("all-win")) for (let turn = 0; turn < 20; turn++) await others();
    changes++;
    const rise = on("version-back") ? -1 : on("version-stays") && changes % 2 === 0 ? 0 : 1;
    const after = {
      ...stored(next(before)),
      isbn: body["isbn"] ?? before["isbn"],
      title: body["title"] ?? before["title"],
      owner: before["owner"],
      ...ownOf(body, "owner-changed"),
      id,
      version: before.version + rise,
    } as unknown as Book;
    const kept = on("null-not-stored") && body["summary"] === null ? { summary: before["summary"] ?? null } : {};
    books.set(id, { ...after, ...kept } as Book);
    return ok(after);
  }

  function ok(book: Book): Answer {
    return { status: 200, body: shown(book), headers: { etag: tagOf(book) } };
  }

  /** Stored form of a request body. */
  function stored({ owner: _owner, ...body }: JsonObject): JsonObject {
    const labels = Object.entries((body["labels"] ?? {}) as JsonObject);
    return {
      ...body,
      ...(on("cents-lost") && body["price"] !== undefined && { price: Math.floor(Number(body["price"])) }),
      ...(on("label-lost") && labels.length > 1 && { labels: Object.fromEntries(labels.slice(1)) }),
      ...(isNormalising && { title: String(body["title"]).trim().toUpperCase() || "NONE" }),
    };
  }

  function ownOf(body: JsonObject, wrong: ShelfFault): JsonObject {
    return { owner: on(wrong) ? (body["owner"] ?? "nobody") : "nobody" };
  }

  function shown({ key: _key, ...book }: Book): JsonObject {
    const state = isNormalising && (readings.get(book["id"] as string) ?? 0) > 1 ? "known" : "new";
    const { summary, ...rest } = book;
    const isLeft = summary === undefined || (isNormalising && summary === null);
    return { ...rest, ...(!isLeft && { summary }), state, updated_at: "2026-01-05T12:00:00Z" } as JsonObject;
  }

  function tagOf({ version }: Book): string {
    return on("tag-stays") ? '"1"' : `"${version}"`;
  }
}

function withoutSummary({ summary: _summary, ...book }: Book): Book {
  return book as Book;
}

function required({ title, isbn, id, version }: Book): Book {
  return { title: title as Json, isbn: isbn as Json, id, version };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
