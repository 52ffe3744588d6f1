import type { WireRequest, WireResponse } from "../model/exchange.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { tried } from "../../test/support/conformance/tried.ts";
import { type Json, type JsonObject, readQuery } from "../../contracts/index.ts";
import { listAsAsked } from "./asked.ts";

const faults = {
  "filter-ignored": ["unsound kind"],
  "filter-empty": ["incomplete kind"],
  "filter-of-part": ["unsound tag"],
  "one-too-many-of-one": ["size"],
  "page-repeated": ["twice"],
  "total-of-page": ["total"],
  "bound-ignored": ["beyond min_price"],
  "edge-left-out": ["edge of to"],
  "order-turned": ["sort=price", "sort=-price"],
} as const;

type Fault = keyof typeof faults;

const plants: readonly JsonObject[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  kind: ["herb", "tree", "moss"][index % 3] as string,
  tags: index % 2 === 0 ? ["green", "small"] : ["greenish"],
  price: index + 1,
  seen_at: `2026-01-${String(index + 1).padStart(2, "0")}T08:00:00.000Z`,
}));

const query = (name: string, schema: Json, description = ""): Json => ({ name, in: "query", schema, description });

const contract = compileInMemory({
  paths: {
    "/plants": {
      get: {
        operationId: "listPlants",
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 50, default: 10 }),
          query("page", { type: "integer", minimum: 1, default: 1 }),
          query("kind", { type: "string", enum: ["herb", "tree", "moss"] }),
          query("tag", { type: "string", minLength: 1 }),
          query("min_price", { type: "number" }),
          query("to", { type: "string", format: "date-time" }, "Up to and including this time"),
          query("sort", { type: "string", enum: ["price", "-price"] }),
        ],
        responses: { "200": { description: "Plants", content: { "application/json": { schema: petsDocument() } } } },
      },
    },
  },
});

function petsDocument(): Json {
  const properties = {
    id: { type: "integer" },
    kind: { type: "string", enum: ["herb", "tree", "moss"] },
    tags: { type: "array", items: { type: "string" } },
    price: { type: "number" },
    seen_at: { type: "string", format: "date-time" },
  };
  return {
    type: "object",
    required: ["items", "total"],
    properties: { items: { type: "array", items: { type: "object", properties } }, total: { type: "integer" } },
  };
}

function serve(fault?: Fault): (request: WireRequest) => WireResponse {
  const on = (one: Fault): boolean => fault === one;
  return ({ path }) => {
    const queryValues = Object.fromEntries(readQuery(path.split("?")[1] ?? ""));
    const { kind, tag, min_price: minPrice, to, sort } = queryValues;
    const [limit, page] = [Number(queryValues["limit"] ?? 10), Number(queryValues["page"] ?? 1)];
    const found = plants.filter((plant) => {
      const [price, seen, tags] = [plant["price"] as number, plant["seen_at"] as string, plant["tags"] as string[]];
      const isKind = kind === undefined || on("filter-ignored") || plant["kind"] === kind;
      const hasTag =
        tag === undefined || tags.some((each) => each === tag || (on("filter-of-part") && each.includes(tag)));
      const isEarly = to === undefined || (on("edge-left-out") ? seen < to : seen <= to);
      const isDear = minPrice === undefined || on("bound-ignored") || price >= Number(minPrice);
      return isKind && hasTag && isEarly && isDear && !(on("filter-empty") && kind === "moss");
    });
    if (sort === (on("order-turned") ? "price" : "-price")) found.reverse();
    const start = on("page-repeated") ? 0 : (page - 1) * limit;
    const items = found.slice(start, start + limit + (on("one-too-many-of-one") && limit === 1 ? 1 : 0));
    const body = JSON.stringify({ items, total: on("total-of-page") ? items.length : found.length });
    return { status: 200, headers: { "content-type": "application/json" }, body };
  };
}

describe("listAsAsked", () => {
  it.each(Object.entries(faults))("finds %s in a read-only list", async (fault, keys) => {
    const { findings } = await tried(listAsAsked, contract, "listPlants", { answer: serve(fault as Fault) });

    expect([...new Set(findings.map(({ key }) => key))]).toEqual(keys);
  });

  it("finds nothing in a correct provider, with few requests", async () => {
    const { findings, requests } = await tried(listAsAsked, contract, "listPlants", { answer: serve() });

    expect(findings).toEqual([]);
    expect(requests).toBeLessThan(26);
  });

  it("finds nothing in a list that changes between requests", async () => {
    let requestCount = 0;
    const right = serve();
    const { findings } = await tried(listAsAsked, contract, "listPlants", {
      answer(request) {
        const response = right(request);
        const body = JSON.parse(response.body) as { items: JsonObject[]; total: number };
        const turned = body.items.map((item) => ({ ...item, id: (item["id"] as number) + ++requestCount * 100 }));
        return request.path.includes("sort")
          ? response
          : { ...response, body: JSON.stringify({ ...body, items: turned }) };
      },
    });

    expect(findings).toEqual([]);
  });
});
