import { OpenAPIHono, createRoute, z } from "@hono/zod-openapi";

const NewOrder = z
  .object({
    customer: z.string().min(1).max(40),
    quantity: z.number().int().min(1).max(99),
    gift: z.boolean().optional(),
  })
  .openapi("NewOrder");
const Order = NewOrder.extend({
  id: z.number().int(),
  status: z.enum(["open", "paid", "cancelled"]),
}).openapi("Order");
const Failure = z.object({ error: z.string() }).openapi("Failure");
const Id = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .openapi({ param: { name: "id", in: "path" } }),
});
const Filter = z.object({ status: z.enum(["open", "paid", "cancelled"]).optional() });

const json = (schema, description = "Success") => ({
  content: { "application/json": { schema } },
  description,
});
const failures = (...statuses) => Object.fromEntries(statuses.map((status) => [status, json(Failure, "Refused")]));

/** Creates a shop with orders whose requests Zod validates, and whose document @hono/zod-openapi generates. */
export function createApp() {
  const orders = new Map();
  let nextId = 1;
  const app = new OpenAPIHono({
    defaultHook: (result, context) =>
      result.success ? undefined : context.json({ error: result.error.issues[0].message }, 400),
  });
  const missing = (context) => context.json({ error: "No such order" }, 404);
  function change(path, operationId, status) {
    app.openapi(
      createRoute({
        method: "post",
        path,
        operationId,
        request: { params: Id },
        responses: { 200: json(Order), ...failures(400, 404, 409) },
      }),
      (context) => {
        const order = orders.get(context.req.valid("param").id);
        if (order === undefined) return missing(context);
        if (order.status !== "open") return context.json({ error: `The order is ${order.status}` }, 409);
        order.status = status;
        return context.json(order, 200);
      },
    );
  }
  app.openapi(
    createRoute({
      method: "get",
      path: "/orders",
      operationId: "listOrders",
      request: { query: Filter },
      responses: { 200: json(z.array(Order)), ...failures(400) },
    }),
    (context) => {
      const { status } = context.req.valid("query");
      const all = [...orders.values()];
      return context.json(status ? all.filter((order) => order.status === status) : all, 200);
    },
  );
  app.openapi(
    createRoute({
      method: "post",
      path: "/orders",
      operationId: "createOrder",
      request: { body: { ...json(NewOrder), required: true } },
      responses: { 201: json(Order), ...failures(400) },
    }),
    (context) => {
      const order = { ...context.req.valid("json"), id: nextId++, status: "open" };
      orders.set(order.id, order);
      return context.json(order, 201);
    },
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/orders/{id}",
      operationId: "getOrder",
      request: { params: Id },
      responses: { 200: json(Order), ...failures(400, 404) },
    }),
    (context) => {
      const order = orders.get(context.req.valid("param").id);
      return order === undefined ? missing(context) : context.json(order, 200);
    },
  );
  change("/orders/{id}/pay", "payOrder", "paid");
  change("/orders/{id}/cancel", "cancelOrder", "cancelled");
  app.openapi(
    createRoute({
      method: "delete",
      path: "/orders/{id}",
      operationId: "deleteOrder",
      request: { params: Id },
      responses: { 204: { description: "Deleted" }, ...failures(400, 404) },
    }),
    (context) => (orders.delete(context.req.valid("param").id) ? context.body(null, 204) : missing(context)),
  );
  app.doc("/openapi.json", { openapi: "3.0.0", info: { title: "Orders", version: "1.0.0" } });
  return app;
}
