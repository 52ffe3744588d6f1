import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { writeXml } from "./xml.ts";

const text = { type: "string" };
const list = { type: "array", items: text };

describe("writeXml()", () => {
  it.each<[JsonObject, Json, string]>([
    [text, 'a & <b> "c"', "<Tea>a &amp; &lt;b&gt; &quot;c&quot;</Tea>"],
    [{ properties: { a: text, b: { type: "integer" } } }, { a: "x", b: 1 }, "<Tea><a>x</a><b>1</b></Tea>"],
    [
      { properties: { a: { ...text, xml: { attribute: true } } } },
      { a: 'x"', c: null },
      '<Tea a="x&quot;"><c></c></Tea>',
    ],
    [{ properties: { a: list } }, { a: ["x", "y"] }, "<Tea><a>x</a><a>y</a></Tea>"],
    [{ properties: { a: { ...list, xml: { wrapped: true } } } }, { a: ["x"] }, "<Tea><a><a>x</a></a></Tea>"],
    [
      { properties: { a: { type: "array", items: { ...text, xml: { name: "i" } }, xml: { wrapped: true } } } },
      { a: ["x"] },
      "<Tea><a><i>x</i></a></Tea>",
    ],
    [list, ["x", "y"], "<Tea><Tea>x</Tea><Tea>y</Tea></Tea>"],
    [
      { xml: { name: "tea", prefix: "t", namespace: "http://tea" }, properties: { a: text } },
      { a: "x" },
      '<t:tea xmlns:t="http://tea"><a>x</a></t:tea>',
    ],
  ])("of %j writes %j", (schema, value, xml) => {
    const contract = compileInMemory({ components: { schemas: { Tea: schema } } });

    expect(writeXml(contract, { value: { $ref: "#/components/schemas/Tea" } }, value)).toBe(xml);
  });
});
