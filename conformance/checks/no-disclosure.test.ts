import { expect, it } from "vitest";
import { type Operation, loadContract } from "../../contracts/index.ts";
import { noDisclosure } from "./no-disclosure.ts";

const contract = await loadContract("fixtures/conformance/notes.yaml");
const [operation] = contract.operations;

function keysOf(body: string, { status = 400, sent = "", showsToken = false } = {}): readonly string[] {
  const request = { method: "POST", path: "/notes", headers: {}, body: sent };
  const exchange = {
    request,
    response: { status, headers: {}, body },
    ...(showsToken && { showsToken: true as const }),
  };
  return operation ? noDisclosure.judge(exchange, { contract, operation }).map(({ key }) => key) : [];
}

const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0In0", "c2lnbmF0dXJlLW9m"].join(".");

it.each([
  ["of Node", JSON.stringify({ detail: "Error: no\n    at Object.<anonymous> (/app/a.js:1:2)" }), "400 a stack trace"],
  ["of Node, native", JSON.stringify({ detail: "SyntaxError\n    at JSON.parse (<anonymous>)" }), "400 a stack trace"],
  ["of Python", 'Traceback (most recent call last):\n  File "/x/a.py", line 3, in f', "400 a stack trace"],
  ["of Java", "java.lang.Error\n\tat org.shop.Cart.add(Cart.java:17)", "400 a stack trace"],
  ["of Java, as JSON", JSON.stringify({ trace: "E: x\r\n\tat com.acme.Foo.<init>(Foo.java:12)" }), "400 a stack trace"],
  [
    "of Java, of a module",
    JSON.stringify({ trace: "E\n    at java.base/java.lang.Thread.run(Thread.java:829)" }),
    "400 a stack trace",
  ],
  ["of .NET", JSON.stringify({ e: "E: x\r\n   at Shop.Cart.Add(String id) in Cart.cs:line 7" }), "400 a stack trace"],
  [
    "a connection string",
    '{"detail":"cannot connect to postgres:\\/\\/shop:pw@db.internal:5432\\/shop"}',
    "400 a connection string with its password",
  ],
  [
    "a private key",
    JSON.stringify({ key: `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEow".repeat(12)}\n` }),
    "400 a private key",
  ],
  ["a key of a payment service", `{"detail":"charged with sk_live_${"4eC39HqLyjWDarjt"}"}`, "400 a token"],
  ["a key of a cloud", `{"detail":"no access for AKIA${"2E0A8F3B244C9986"}"}`, "400 a token"],
  ["a token of a forge", `{"detail":"clone with ghp_${"a1B2".repeat(9)}"}`, "400 a token"],
  ["a token of a chat", `{"detail":"posted with xoxb-${"123456789012-abcdefABCDEF"}"}`, "400 a token"],
  ["a JWT", `{"detail":"not accepted: ${jwt}"}`, "400 a token"],
  ["a path", '{"detail":"open /srv/files/a/b.txt: no such file"}', "400 a path of the server"],
  ["a path of Windows", JSON.stringify({ detail: "C:\\inetpub\\app\\web.config" }), "400 a path of the server"],
  ["a statement", '{"detail":"syntax error in SELECT id FROM users WHERE"}', "400 a statement of a database"],
])("finds internal details in an error: %s", (_, body, key) => {
  expect(keysOf(body)).toContain(key);
});

it("finds the token of the request", () => {
  expect(keysOf("{}", { showsToken: true })).toEqual(["400 the token of the request"]);
});

it.each([
  ["a problem", '{"title":"Bad Request","detail":"at /name: expected a text, select another from the list"}'],
  ["an API's own paths", '{"instance":"/v1/orders/o_1","detail":"see https://docs.example/errors/usr/local/400"}'],
  [
    "an address with a place for a password",
    '{"detail":"write it as postgres://user:password@host/db or a://b:***@c"}',
  ],
  ["an address with a time", '{"detail":"see https://example.org/a:b@c and mail to x@example.org at 12:30"}'],
  [
    "the form of a key",
    '{"detail":"a key begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----"}',
  ],
  [
    "the forms of tokens",
    '{"detail":"use sk_live_... or sk_test_..., AKIAIOSFODNN7EXAMPLE, ghp_xxx, xoxb-your-token"}',
  ],
  ["a path of Windows without a way", JSON.stringify({ detail: "C:\\new" })],
  ["words", JSON.stringify({ detail: "is wrong\n\tat the end (see line:12)" })],
  ["what happens at a time", '{"detail":"The meeting at noon (room 3:12:40) is over"}'],
])("reports nothing for %s", (_, body) => {
  expect(keysOf(body)).toEqual([]);
});

it("reports nothing for a JWT that is the whole value of a documented property", () => {
  const documented = operation?.responses.find(({ status }) => status === "201");
  const checkContext = { contract, operation: operation as Operation, ...(documented && { documented }) };
  const keysWith = (body: object): readonly string[] => {
    const request = { method: "POST", path: "/notes", headers: {} };
    const response = { status: 409, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return noDisclosure.judge({ request, response }, checkContext).map(({ key }) => key);
  };

  expect(keysWith({ id: "n", text: jwt })).toEqual([]);
  expect(keysWith({ id: "n", other: jwt })).toEqual(["409 a token"]);
});

it("reports nothing for text from the request, or for a response that is not an error", () => {
  expect(keysOf('{"got":"/srv/files/a/b.txt"}', { sent: '{"path":"/srv/files/a/b.txt"}' })).toEqual([]);
  expect(keysOf('{"path":"/srv/files/a/b.txt"}', { status: 200 })).toEqual([]);
});
