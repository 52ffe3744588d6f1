import Hapi from "@hapi/hapi";
import Inert from "@hapi/inert";
import Vision from "@hapi/vision";
import HapiSwagger from "hapi-swagger";
import Joi from "joi";

const Book = Joi.object({
  title: Joi.string().min(1).max(80).required(),
  pages: Joi.number().integer().min(1).max(5000).required(),
  format: Joi.string().valid("paper", "audio", "ebook").default("paper"),
  tags: Joi.array().items(Joi.string().max(20)).max(5),
}).label("Book");

const StoredBook = Book.keys({ id: Joi.number().integer().required() }).label("StoredBook");

const Failure = Joi.object({
  statusCode: Joi.number().integer().required(),
  error: Joi.string().required(),
  message: Joi.string(),
  validation: Joi.object(),
}).label("Failure");

const Id = Joi.object({ id: Joi.number().integer().min(1).required() });

function documented(status, schema, ...failures) {
  const entries = failures.map((failure) => [failure, { description: "Refused", schema: Failure }]);
  const success = { description: "Success", ...(schema && { schema }) };
  return { "hapi-swagger": { responses: { [status]: success, ...Object.fromEntries(entries) } } };
}

/** Creates a bookshop whose routes are validated by Joi and documented by hapi-swagger. */
export async function createServer(port) {
  const books = new Map();
  let nextId = 1;
  const missing = (h) => h.response({ statusCode: 404, error: "Not Found", message: "No such book" }).code(404);
  const server = Hapi.server({ host: "127.0.0.1", port });
  await server.register([
    Inert,
    Vision,
    { plugin: HapiSwagger, options: { OAS: "v3.0", info: { title: "Bookshop", version: "1.0.0" } } },
  ]);
  server.route([
    {
      method: "GET",
      path: "/books",
      options: {
        id: "listBooks",
        tags: ["api"],
        validate: {
          query: Joi.object({
            format: Joi.string().valid("paper", "audio", "ebook"),
            limit: Joi.number().integer().min(1).max(100).default(20),
            offset: Joi.number().integer().min(0).default(0),
          }),
        },
        plugins: documented(200, Joi.array().items(StoredBook).label("Books"), 400),
      },
      handler(request) {
        const { format, limit, offset } = request.query;
        const all = [...books.values()];
        return all.filter((book) => format === undefined || book.format === format).slice(offset, offset + limit);
      },
    },
    {
      method: "POST",
      path: "/books",
      options: {
        id: "createBook",
        tags: ["api"],
        validate: { payload: Book },
        plugins: documented(201, StoredBook, 400, 415),
      },
      handler(request, h) {
        const book = { id: nextId++, ...request.payload };
        books.set(book.id, book);
        return h.response(book).code(201);
      },
    },
    {
      method: "GET",
      path: "/books/{id}",
      options: {
        id: "getBook",
        tags: ["api"],
        validate: { params: Id },
        plugins: documented(200, StoredBook, 400, 404),
      },
      handler: (request, h) => books.get(request.params.id) ?? missing(h),
    },
    {
      method: "PUT",
      path: "/books/{id}",
      options: {
        id: "replaceBook",
        tags: ["api"],
        validate: { params: Id, payload: Book },
        plugins: documented(200, StoredBook, 400, 404, 415),
      },
      handler(request, h) {
        const { id } = request.params;
        if (!books.has(id)) return missing(h);
        const book = { id, ...request.payload };
        books.set(id, book);
        return book;
      },
    },
    {
      method: "DELETE",
      path: "/books/{id}",
      options: {
        id: "deleteBook",
        tags: ["api"],
        validate: { params: Id },
        plugins: documented(204, undefined, 400, 404),
      },
      handler(request, h) {
        return books.delete(request.params.id) ? h.response().code(204) : missing(h);
      },
    },
  ]);
  return server;
}
