import Swagger from "@fastify/swagger";
import Fastify from "fastify";

const contactMembers = {
  name: { type: "string", minLength: 1, maxLength: 50 },
  email: { type: "string", format: "email" },
  age: { type: "integer", minimum: 0, maximum: 150 },
  address: {
    type: "object",
    required: ["city"],
    properties: { city: { type: "string", minLength: 1 }, zip: { type: "string", pattern: "^[0-9]{5}$" } },
  },
};

const schemas = {
  NewContact: { $id: "NewContact", type: "object", required: ["name", "email"], properties: contactMembers },
  ContactChange: { $id: "ContactChange", type: "object", minProperties: 1, properties: contactMembers },
  Contact: {
    $id: "Contact",
    type: "object",
    required: ["id", "name", "email"],
    properties: { id: { type: "string" }, ...contactMembers },
  },
  Failure: {
    $id: "Failure",
    type: "object",
    required: ["statusCode", "error", "message"],
    properties: {
      statusCode: { type: "integer" },
      code: { type: "string" },
      error: { type: "string" },
      message: { type: "string" },
    },
  },
};

const ref = (name) => ({ $ref: `${name}#` });
const failures = (...statuses) =>
  Object.fromEntries(statuses.map((status) => [status, { description: "Refused", ...ref("Failure") }]));
const params = { type: "object", required: ["id"], properties: { id: { type: "string", minLength: 1 } } };
const page = {
  type: "object",
  required: ["total", "contacts"],
  properties: { total: { type: "integer" }, contacts: { type: "array", items: ref("Contact") } },
};

/** Creates an address book whose requests Fastify validates, and whose document @fastify/swagger generates. */
export async function createServer() {
  const contacts = new Map();
  let nextId = 1;
  const missing = (reply) => reply.code(404).send({ statusCode: 404, error: "Not Found", message: "No such contact" });
  const app = Fastify();
  await app.register(Swagger, {
    openapi: { openapi: "3.0.3", info: { title: "Address book", version: "1.0.0" } },
    refResolver: { buildLocalReference: (json) => json.$id },
  });
  for (const schema of Object.values(schemas)) app.addSchema(schema);
  app.get(
    "/contacts",
    {
      schema: {
        operationId: "listContacts",
        querystring: {
          type: "object",
          properties: {
            name: { type: "string" },
            limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
            offset: { type: "integer", minimum: 0, default: 0 },
          },
        },
        response: { 200: page, ...failures(400) },
      },
    },
    ({ query }) => {
      const found = [...contacts.values()].filter((contact) => query.name === undefined || contact.name === query.name);
      return { total: found.length, contacts: found.slice(query.offset, query.offset + query.limit) };
    },
  );
  app.post(
    "/contacts",
    {
      schema: {
        operationId: "createContact",
        body: ref("NewContact"),
        response: { 201: ref("Contact"), ...failures(400, 415) },
      },
    },
    ({ body }, reply) => {
      const contact = { ...body, id: `c${nextId++}` };
      contacts.set(contact.id, contact);
      return reply.code(201).send(contact);
    },
  );
  app.get(
    "/contacts/:id",
    { schema: { operationId: "getContact", params, response: { 200: ref("Contact"), ...failures(400, 404) } } },
    (request, reply) => contacts.get(request.params.id) ?? missing(reply),
  );
  app.patch(
    "/contacts/:id",
    {
      schema: {
        operationId: "updateContact",
        params,
        body: ref("ContactChange"),
        response: { 200: ref("Contact"), ...failures(400, 404, 415) },
      },
    },
    ({ params: { id }, body }, reply) => {
      const contact = contacts.get(id);
      if (contact === undefined) return missing(reply);
      contacts.set(id, { ...contact, ...body, id });
      return contacts.get(id);
    },
  );
  app.delete(
    "/contacts/:id",
    {
      schema: {
        operationId: "deleteContact",
        params,
        response: { 204: { type: "null", description: "Deleted" }, ...failures(400, 404) },
      },
    },
    (request, reply) => (contacts.delete(request.params.id) ? reply.code(204).send() : missing(reply)),
  );
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
  return app;
}
