import fc from "fast-check";
import type { Json, Operation } from "../../../contracts/index.ts";
import { type Attack, usual } from "./attack.ts";

const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "toJSON", "length", ""];

const texts = fc.oneof(
  fc.constantFrom(
    ...names,
    "../..",
    "%00",
    "\u0000",
    "\r\nset-cookie: a=b",
    "\ud800",
    "\u202e",
    "${7*7}",
    "' OR 1=1 --",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.nat(3).map((power) => "x".repeat(10 ** power)),
);

/** Unusual JSON texts, which serializers do not write. */
const oddJson = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "nul",
    "[1,]",
    "{'a':1}",
    '{"a":1}{"b":2}',
    "NaN",
    "1e400",
    "-0",
    "9007199254740993",
    "1e-400",
  ),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '"\\ud800"',
    '{"\\udfff":1}',
    '"\\u0000"',
    "\ufeff{}",
    '{"name":1e999}',
    "0".repeat(5000),
  ),
  fc.constantFrom('{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'),
  fc.constantFrom('[{"__proto__":{"polluted":true}}]', '{"name":{"__proto__":{"polluted":true}}}'),
  fc.integer({ min: 1, max: 50_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth)),
  fc.nat(5000).map((count) => `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(",")}}`),
);

const oddValues: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(texts, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) as fc.Arbitrary<Json>,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
})).value;

/** Bodies as bytes: mostly text, some invalid UTF-8. */
const bodies = fc.oneof(
  oddJson.map((text) => Buffer.from(text)),
  oddValues.map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  texts.map((text) => Buffer.from(`{"name":"${text}\u00ff\u00fe"}`, "latin1")),
);

const mediaTypes = fc.oneof(
  { weight: 3, arbitrary: fc.constant("application/json") },
  fc.constantFrom("application/json; charset=latin1", "application/x-www-form-urlencoded", "multipart/form-data"),
  fc.constantFrom("text/plain", "application/__proto__", "/", ""),
);

/** Path segments with correct, wrong and double encoding. */
const segments = fc.oneof(
  texts.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom("%", "%zz", "%c0%af", "%ed%a0%80", "%ff", "%2e%2e%2f", "%252e", ".", "..", "a;b=c", "a:b", "%3A"),
);

const queries = fc.oneof(
  fc
    .array(fc.tuple(segments, segments), { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
  fc.constantFrom(
    "__proto__[polluted]=1",
    "constructor[prototype][polluted]=1",
    "a[]=1&a[0]=2&a[b]=3",
    "&&&=&=",
    "limit=1e9",
  ),
);

/** Generates hostile requests to operations. */
export function hostileAttacks(operations: readonly Operation[], token: string): fc.Arbitrary<Attack> {
  return fc
    .record({
      operation: fc.constantFrom(...operations),
      segment: segments,
      query: queries,
      body: fc.option(bodies, { nil: undefined }),
      mediaType: mediaTypes,
      isKnown: fc.boolean(),
    })
    .map(({ operation, segment, query, body, mediaType, isKnown }) => {
      const { method, name } = operation;
      const example = isKnown ? "contact" : segment;
      const path = operation.path.replaceAll(/\{[^{}]+\}/g, () => example);
      const sent = method === "GET" || method === "HEAD" ? undefined : body;
      const head = [
        `${method} ${path}?${query} HTTP/1.1`,
        "host: 127.0.0.1",
        `authorization: Bearer ${token}`,
        ...(sent ? [`content-type: ${mediaType}`, `content-length: ${sent.length}`] : []),
      ];
      return {
        name: `${name} with ${JSON.stringify({ path, query, mediaType, body: sent?.toString().slice(0, 200) })}`,
        bytes: Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), sent ?? Buffer.alloc(0)]),
        methods: [method],
        allowed: usual,
      };
    });
}
