import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import type { Json } from "../model/json.ts";
import { includesValue, areEqualJson } from "./ajv.ts";
import { getAcceptor, validatorOf } from "./validator.ts";

const S = "/components/schemas/S";

describe("enum", () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<Json[]>(0, -0, "0", null, "null", [], {}, [null]),
  );

  it("has the values that equal one of the list", () => {
    fc.assert(
      fc.property(fc.array(values), values, (list, other) => {
        for (const value of [other, ...list, structuredClone(list[0])])
          expect(includesValue(list as Json[], value)).toBe(list.some((one) => areEqualJson(one, value)));
      }),
    );
  });

  it("reads no listed value again for each item", () => {
    let reads = 0;
    const list = new Proxy(
      Array.from({ length: 1000 }, (_, index): Json => `v${index}`),
      { get: (target, key, receiver) => (reads++, Reflect.get(target, key, receiver) as unknown) },
    );
    for (let index = 0; index < 1000; index++) expect(includesValue(list, `v${index}`)).toBe(true);

    expect(reads).toBeLessThan(10_000);
  });
});

describe("patternProperties", () => {
  const patterns = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`^a${index}$`, { type: "string" }]));
  const namesOf = (count: number): Record<string, Json> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, index === 7 ? 1 : "text"]));
  const contract = contractOfSchema({
    patternProperties: { ...patterns, "^a": { patternProperties: { "^b$": { type: "integer" } } } },
    additionalProperties: false,
  });

  it("is judged with every pattern, also inside another object", () => {
    const found = (value: Json) => validatorOf(contract, S, "request")(value).map(({ pointer }) => pointer);

    expect(found(namesOf(100))).toEqual(["/a7"]);
    expect(found({ a300: { b: 1 } })).toEqual([]);
    expect(found({ a300: { b: "x" }, c: 1 })).toEqual(["", "/a300/b"]);
    expect(getAcceptor(contract, S, "request")(namesOf(5))).toBe(true);
  });

  it("counts each name with each pattern as a step", () => {
    const accepts = getAcceptor(contract, S, "request");

    expect(accepts(namesOf(200_000))).toBe(false);
    expect(accepts.unchecked?.message).toBe("it takes more steps than are allowed");
  });
});
