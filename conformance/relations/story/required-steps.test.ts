import { expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { requiredSteps } from "./exchange-recorder.ts";

/** An exchange from a text such as `POST /books 201 {"id":"b"}`. */
function exchange(text: string): Exchange {
  const [method = "", path = "", status = "", body = ""] = text.split(" ", 4);
  return { request: { method, path, headers: {} }, response: { status: Number(status), headers: {}, body } };
}

function requiredOf(last: string, steps: readonly string[], otherSteps?: readonly number[]): readonly string[] {
  const all = steps.map(exchange);
  const otherExchanges = otherSteps?.map((at) => all[at] as Exchange);
  return requiredSteps(exchange(last), all, otherExchanges).map((step) => steps[all.indexOf(step)] as string);
}

it("omits exchanges about other items, and refused creates", () => {
  const steps = [
    `POST /books 400 {"title":"b"}`,
    `POST /books 201 {"id":"a"}`,
    `POST /books 201 {"id":"b"}`,
    `GET /books 200 [{"id":"b"}]`,
    `PUT /books/a 200 {"id":"a"}`,
    `PUT /books/b 200 {"id":"b"}`,
  ];

  expect(requiredOf("GET /books/b 200", steps)).toEqual([steps[2], steps[5]]);
});

it("keeps the create of a parent item, and changes of the parent", () => {
  const steps = [
    `POST /v1/books 201 {"id":7}`,
    `POST /v1/books/7/notes 201 {"id":"n"}`,
    `DELETE /v1/books/7 204 `,
    `DELETE /v1/books/8 204 `,
  ];

  expect(requiredOf("GET /v1/books/7/notes/n 200", steps)).toEqual(steps.slice(0, 3));
});

it("keeps all exchanges for a request to a collection, and for an item without a known create", () => {
  const steps = [`POST /books 201 {"id":"a"}`, `POST /books 201 {"id":"b"}`, `PUT /books/b 200 `];

  expect(requiredOf("GET /books?limit=1 200", steps)).toEqual(steps);
  expect(requiredOf("GET /books/c 200", steps)).toEqual(steps);
});

it("keeps the create, the last earlier change, and the known premises only", () => {
  const steps = [
    `POST /books 201 {"id":"a"}`,
    `PUT /books/a 200 {"id":"a"}`,
    `PUT /books/a 200 {"id":"a"}`,
    `PUT /books/a 409 `,
    `GET /books/a 200 {"id":"a"}`,
    `GET /books/a 200 {"id":"a"}`,
    `PUT /books/a 409 `,
  ];

  expect(requiredOf("GET /books/a 200", steps, [5, 6])).toEqual([steps[0], steps[2], steps[5], steps[6]]);
  expect(requiredOf("GET /books?limit=1 200", steps, [0])).toEqual([steps[0]]);
});
