import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
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

it.each([
  ["of Node", JSON.stringify({ detail: "Error: no\n    at Object.<anonymous> (/app/a.js:1:2)" }), "400 a stack trace"],
  ["of Node, native", JSON.stringify({ detail: "SyntaxError\n    at JSON.parse (<anonymous>)" }), "400 a stack trace"],
  ["of Python", 'Traceback (most recent call last):\n  File "/x/a.py", line 3, in f', "400 a stack trace"],
  ["of Java", "java.lang.Error\n\tat org.shop.Cart.add(Cart.java:17)", "400 a stack trace"],
  ["a path", '{"detail":"open /srv/files/a/b.txt: no such file"}', "400 a path of the server"],
  ["a path of Windows", JSON.stringify({ detail: "C:\\inetpub\\app\\web.config" }), "400 a path of the server"],
  ["a statement", '{"detail":"syntax error in SELECT id FROM users WHERE"}', "400 a statement of a database"],
])("finds what an error tells of the inside: %s", (_, body, key) => {
  expect(keysOf(body)).toContain(key);
});

it("finds the token of the request", () => {
  expect(keysOf("{}", { showsToken: true })).toEqual(["400 the token of the request"]);
});

it.each([
  ["a problem", '{"title":"Bad Request","detail":"at /name: expected a text, select another from the list"}'],
  ["an API's own paths", '{"instance":"/v1/orders/o_1","detail":"see https://docs.example/errors/usr/local/400"}'],
  ["what happens at a time", '{"detail":"The meeting at noon (room 3:12:40) is over"}'],
])("is silent on %s", (_, body) => {
  expect(keysOf(body)).toEqual([]);
});

it("is silent on what the request said, and on what is no error", () => {
  expect(keysOf('{"got":"/srv/files/a/b.txt"}', { sent: '{"path":"/srv/files/a/b.txt"}' })).toEqual([]);
  expect(keysOf('{"path":"/srv/files/a/b.txt"}', { status: 200 })).toEqual([]);
});
