import { expect, it } from "vitest";
import type { Operation } from "../../contracts/index.ts";
import { createNoveltyLog } from "./novelty-log.ts";

const operation = { name: "GET /books" } as Operation;

/** Numbers of new aspects of exchanges, in order. */
function newAspects(...exchanges: readonly (readonly [path: string, status: number, body: string])[]): number[] {
  const log = createNoveltyLog();
  return exchanges.map(([path, status, body]) => {
    const before = log.aspects();
    const exchange = { request: { method: "GET", path, headers: {} }, response: { status, headers: {}, body } };
    log.record({ exchange, operation });
    return log.aspects() - before;
  });
}

it("counts no aspect twice, whatever the values are", () => {
  expect(newAspects(["/books?limit=1&q=ab", 200, '[{"id":1}]'], ["/books?limit=9&q=xy", 200, '[{"id":2}]'])).toEqual([
    expect.any(Number),
    0,
  ]);
});

it.each([
  ["another status", "/books?q=ab", 404, "[]"],
  ["an empty text", "/books?q=", 200, "[]"],
  ["a text with other letters", "/books?q=%C3%9F%C3%9F", 200, "[]"],
  ["another parameter", "/books?name=ab", 200, "[]"],
  ["another member of the response", "/books?q=ab", 200, '{"total":1}'],
])("counts %s", (_, path, status, body) => {
  const [, added] = newAspects(["/books?q=ab", 200, "[]"], [path, status, body]);

  expect(added).toBeGreaterThan(0);
});

it("counts two parts that come together for the first time", () => {
  const [, , added] = newAspects(
    ["/books?q=ab", 200, "[]"],
    ["/books?n=12", 200, "[]"],
    ["/books?q=ab&n=12", 200, "[]"],
  );

  expect(added).toBe(1);
});
