import { describe, expect, it } from "vitest";
import type { Json, Role } from "../../contracts/index.ts";
import { readItemId } from "./items.ts";

/** Id that a response to "POST /v1/api-tokens" shows. */
function idShown(location: string | undefined, body: Json = {}, role: Partial<Role> = {}): Json | undefined {
  const whole: Role = { kind: "create", collection: "/v1/api-tokens", idProperty: "id", ...role };
  const headers = location === undefined ? {} : { location };
  const exchange = {
    request: { method: "POST", path: "/v1/api-tokens", headers: {} },
    response: { status: 201, headers, body: JSON.stringify(body) },
  };
  return readItemId(exchange, whole, body);
}

describe("readItemId()", () => {
  it.each([
    ["/v1/api-tokens/t1", "t1"],
    ["/v1/api-tokens/t1/", "t1"],
    ["https://host.example/base/v1/api-tokens/a%2Fb", "a/b"],
    ["t1", "t1"],
    ["api-tokens/t1", "t1"],
    ["./api-tokens/t1?view=full", "t1"],
  ])("reads the id from the Location %j", (location, id) => {
    expect(idShown(location)).toBe(id);
  });

  it.each([
    "/v1/api-tokens",
    "/v1/api-tokens/",
    "api-tokens",
    "https://host.example/v1/api-tokens?created=true",
    "/jobs/17",
    "/dashboard",
    "/v1/api-tokens/t1/status",
    "",
  ])("reads none from the Location %j, which names no item of the collection", (location) => {
    expect(idShown(location)).toBeUndefined();
  });

  it("prefers the id of the body, and takes none that is empty", () => {
    expect(idShown("/v1/api-tokens/t1", { id: 7 })).toBe(7);
    expect(idShown("/v1/api-tokens", { id: "" })).toBeUndefined();
    expect(idShown("/v1/api-tokens/long-name", { id: 7, name: "long-name" })).toBe("long-name");
  });

  it("accepts any word above the id, where the collection ends with a parameter", () => {
    expect(idShown("/v1/things/books/b1", {}, { collection: "/v1/things/{type}" })).toBe("b1");
    expect(idShown("/books/b1", {}, { collection: "/v1/things/{type}" })).toBeUndefined();
  });
});
