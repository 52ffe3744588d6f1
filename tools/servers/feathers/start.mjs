import { once } from "node:events";
import { feathers } from "@feathersjs/feathers";
import { bodyParser, errorHandler, koa, rest } from "@feathersjs/koa";
import { memory } from "@feathersjs/memory";
import { Ajv, getValidator, hooks, querySyntax } from "@feathersjs/schema";
import swagger from "feathers-swagger";

const text = { type: "string", minLength: 1 };
const properties = { text, userId: { type: "string" }, likes: { type: "integer", minimum: 0 } };
const closed = { type: "object", additionalProperties: false };
const known = { id: { type: "integer" }, ...properties };
const schemas = {
  messageSchema: { ...closed, $id: "Message", required: ["id", "text"], properties: known },
  messageDataSchema: { ...closed, $id: "MessageData", required: ["text"], properties },
  messagePatchSchema: { ...closed, $id: "MessagePatch", properties },
  messageQuerySchema: { ...closed, $id: "MessageQuery", properties: querySyntax(known) },
};
const [data, patch] = [schemas.messageDataSchema, schemas.messagePatchSchema].map((each) =>
  getValidator(each, new Ajv()),
);
const query = getValidator(schemas.messageQuerySchema, new Ajv({ coerceTypes: true }));

const app = koa(feathers());
app.use(errorHandler()).use(bodyParser()).configure(rest());
app.configure(swagger({ specs: { info: { title: "Messages", version: "1.0.0" } } }));
app.use("messages", memory({ paginate: { default: 10, max: 50 }, startId: 1 }), {
  methods: ["find", "get", "create", "update", "patch", "remove"],
  docs: swagger.createSwaggerServiceOptions({ schemas }),
});
app.service("messages").hooks({
  before: {
    all: [hooks.validateQuery(query)],
    create: [hooks.validateData(data)],
    update: [hooks.validateData(data)],
    patch: [hooks.validateData(patch)],
  },
});
const server = await app.listen(Number(process.env.PORT ?? 0), "127.0.0.1");
if (!server.listening) await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}`;
const files = ["memory/lib/index.js", "koa/lib/rest.js", "adapter-commons/lib/query.js"];
const handlers = files.map((file) => `node_modules/@feathersjs/${file}`);
console.log(JSON.stringify({ url, document: `${url}/swagger.json`, handlers }));
process.once("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
