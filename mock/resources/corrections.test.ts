import { expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import { documentWith, listOf, object, text } from "../../test/support/mock/serving.ts";

const scratch = createScratch();
const order = object({ id: text, total: text, status: text });
const done = object({ ok: { type: "boolean" } });

it.each<[string, Json]>([
  ["/orders/{orderId}/frobnicate", { kind: "transition", sets: { status: "frobnicated" } }],
  ["/orders/{id}/frobnicate", { kind: "transition", sets: { status: "frobnicated" } }],
  ["/orders/{id}:frobnicate", { kind: "transition", sets: { status: "frobnicated" } }],
  [
    "/jobs/{orderId}/run",
    { kind: "transition", collection: "/orders", idParameter: "orderId", sets: { status: "frobnicated" } },
  ],
])("the effect of %s is the one that x-state names", async (path, note) => {
  const contract = await scratch.load(
    documentWith({
      "GET /orders": { shows: listOf(order) },
      "POST /orders": { sends: order, shows: order },
      "GET /orders/{id}": { shows: order },
      [`POST ${path}`]: { shows: done, statuses: ["200"], also: { "x-state": note } },
    }),
  );
  const platform = platformServing([contract]);
  const { id } = (await ask(platform, "POST /orders", { body: { total: "1", status: "open" } })).value;

  expect((await ask(platform, `POST ${path.replace(/\{\w+\}/, id)}`)).status).toBe(200);
  expect((await ask(platform, `GET /orders/${id}`)).value).toMatchObject({ status: "frobnicated", total: "1" });
});
