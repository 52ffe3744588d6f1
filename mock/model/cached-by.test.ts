import { expect, it } from "vitest";
import { cachedBy } from "./cached-by.ts";

it("cachedBy() computes once for each object, also if the result is undefined", () => {
  const computed: object[] = [];
  const nothing = cachedBy((key: object) => void computed.push(key));
  const [one, other] = [{}, {}];
  for (const key of [one, one, other, one, other]) nothing(key);

  expect(computed).toEqual([one, other]);
});
