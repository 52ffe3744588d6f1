import { describe, expect, it } from "vitest";
import { fixture, platformServing } from "../../test/support/mock/ask.ts";
import { createClock } from "../index.ts";

const platform = platformServing([await fixture("lifecycle")]);

async function ask(method: string, url: string) {
  const { status, headers, body } = await platform.handle({ method, url, headers: {} });
  return { status, headers, body: body.length > 0 ? (JSON.parse(Buffer.from(body).toString()) as object) : undefined };
}

const lifecycle = { deprecation: "@1769817600", sunset: "Sun, 31 Jan 2027 00:00:00 GMT" };

describe("a deprecated operation", () => {
  it("sends Deprecation (RFC 9745) and Sunset (RFC 8594) with every response", async () => {
    expect(await ask("GET", "/v1/letters")).toMatchObject({ status: 200, headers: lifecycle });
    expect(await ask("GET", "/v1/letters?limit=many")).toMatchObject({ status: 400, headers: lifecycle });
  });

  it("sends neither header if the document has no date", async () => {
    const { headers } = await ask("DELETE", "/v1/letters");

    expect(headers).not.toHaveProperty("deprecation");
    expect(headers).not.toHaveProperty("sunset");
    expect((await ask("GET", "/v2/letters")).headers).not.toHaveProperty("deprecation");
  });

  it("does not send Sunset if the document defines another header of that name", async () => {
    const { headers } = await ask("GET", "/v1/seals");

    expect(headers).toHaveProperty("deprecation", lifecycle.deprecation);
    expect(headers).not.toHaveProperty("sunset");
  });
});

describe("an operation with a sunset", () => {
  it("responds with 410 after its sunset by the organization's clock, and not before", async () => {
    const clock = createClock(() => Date.parse("2027-01-30T23:59:59Z"));
    const latePlatform = platformServing([await fixture("lifecycle")], { clock });
    const listLetters = () => latePlatform.handle({ method: "GET", url: "/v1/letters", headers: {} });

    expect((await listLetters()).status).toBe(200);
    clock.advance(1000);
    expect(await listLetters()).toMatchObject({ status: 410, headers: { sunset: lifecycle.sunset } });
    expect((await latePlatform.handle({ method: "GET", url: "/v2/letters", headers: {} })).status).toBe(200);
  });
});

describe("a removed operation", () => {
  it.each([
    [
      "GET",
      "/v1/letters/7",
      "GET /v1/letters/{id} was removed (section 4.10 of the specification). Ask for GET /v2/letters.",
    ],
    [
      "PUT",
      "/v1/letters/7?x=1",
      "PUT /v1/letters/{id} was removed (section 4.10 of the specification). Ask for GET /v2/letters.",
    ],
    ["POST", "/v1/letters", "POST /v1/letters was removed"],
  ])("responds to %s %s with 410 and the reason", async (method, url, detail) => {
    expect(await ask(method, url)).toMatchObject({
      status: 410,
      headers: { "content-type": "application/problem+json" },
      body: { title: "Gone", status: 410, detail },
    });
  });

  it("differs from a path or method that never existed: 404 or 405", async () => {
    expect(await ask("DELETE", "/v1/letters/7")).toMatchObject({ status: 404 });
    expect(await ask("PUT", "/v1/letters")).toMatchObject({ status: 405 });
  });
});
