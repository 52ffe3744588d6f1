import { expect, it } from "vitest";
import { singular } from "./nouns.ts";

it.each([
  ["/v2/metering/readings", "reading"],
  ["/categories", "category"],
  ["/aliases", "alias"],
  ["/addresses", "address"],
  ["/boxes", "box"],
  ["/batches", "batch"],
  ["/statuses", "status"],
  ["/status", "status"],
  ["/warehouses", "warehouse"],
  ["/purchases", "purchase"],
  ["/enterprises", "enterprise"],
  ["/clauses", "clause"],
  ["/caches", "cache"],
  ["/movies", "movie"],
  ["/series", "series"],
  ["/analysis", "analysis"],
  ["/apis", "api"],
  ["/keys", "key"],
  ["/price-lists", "price_list"],
  ["/access", "access"],
])("singular() of %s is %s", (collection, noun) => {
  expect(singular(collection)).toBe(noun);
});
