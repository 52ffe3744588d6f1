import { TodoListApplication } from "@loopback/example-todo";

const application = new TodoListApplication({
  rest: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 0),
    gracePeriodForClose: 0,
    openApiSpec: { setServersFromRequest: true },
  },
});
// Items stay in memory, and addresses are looked up here instead of on the web.
application.bind("datasources.config.db").to({ name: "db", connector: "memory" });
await application.boot();
application.bind("services.Geocoder").to({ geocode: async () => [{ x: 13.4, y: 52.5 }] });
await application.start();
const { url } = application.restServer;
const handlers = ["controllers/todo.controller.js", "repositories/todo.repository.js", "sequence.js"];
console.log(
  JSON.stringify({
    url,
    document: `${url}/openapi.json`,
    handlers: handlers.map((file) => `node_modules/@loopback/example-todo/dist/${file}`),
  }),
);
process.once("SIGTERM", () => void application.stop().then(() => process.exit(0)));
