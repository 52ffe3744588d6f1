import { platformMock } from "../../profiles/platform/mock.ts";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, ownPlatform, platformOf, platformServing } from "../../test/support/mock/ask.ts";

const detail = "The request has 1 violation of the contract";

const wrong = { lines: [{ title: "a" }, { quantity: "x" }] };

describe("a refusal", () => {
  it("is a problem document if the contract does not document it", async () => {
    const { headers, value } = await ask(await platformOf("library"), "GET /books?limit=many");

    expect(headers["content-type"]).toBe("application/problem+json");
    expect(value).toMatchObject({ type: "about:blank", title: "Bad Request", status: 400, detail, instance: "/books" });
    expect(value.violations).toHaveLength(1);
  });

  it("is exactly a problem document if that is documented", async () => {
    const { value } = await ask(await ownPlatform(), "GET /v2/metering/readings", { token: "" });

    expect(Object.keys(value)).toEqual(["type", "title", "status", "detail", "instance"]);
  });

  it("has its message and code in the documented form", async () => {
    const pets = await platformOf("wrapped-nullable");
    const { value, headers } = await ask(pets, "POST /pets", { body: {} });

    expect(headers["content-type"]).toBe("application/json");
    expect(value).toEqual({
      error: { code: 422, message: `${detail}: body /: expected the property "pet", got nothing` },
    });
  });

  it("consists of a code, a message and fields if that is documented", async () => {
    const platform = await platformOf("error-shapes");
    const refused = (await ask(platform, "POST /coded", { body: wrong })).value;
    await ask(platform, "POST /coded", { body: { code: "taken" } });
    const taken = (await ask(platform, "POST /coded", { body: { code: "taken" } })).value;
    const request_id = expect.stringMatching(/^request_[0-9a-f]{8}$/);

    expect(refused).toEqual({
      code: "invalid_request",
      message: "The request has 3 violations of the contract",
      details: [
        { field: "code", message: 'Expected the property "code", got nothing' },
        { field: "lines[1].title", message: 'Expected the property "title", got nothing' },
        { field: "lines[1].quantity", message: 'Expected an integer, got "x"' },
      ],
      request_id,
    });
    expect(taken).toEqual({ code: "already_exists", message: 'There already is a coded "taken"', request_id });
    expect((await ask(platform, "GET /coded/none")).value).toMatchObject({ code: "not_found" });
    expect((await ask(platform, "POST /coded", { token: "" })).value).toMatchObject({ code: "unauthorized" });
    expect((await ask(platform, "GET /coded?limit=x")).value.details).toEqual([
      { field: "limit", message: 'Expected an integer, got "x"' },
    ]);
    const csv = { body: "a", headers: { "content-type": "text/csv" } };
    expect((await ask(platform, "POST /coded", csv)).value).toMatchObject({ code: "unsupported_media_type" });
  });

  it("is a list of errors with title, detail and source if that is documented", async () => {
    const platform = await platformOf("error-shapes");

    expect((await ask(platform, "POST /listed", { body: wrong })).value).toEqual({
      errors: [
        { code: "invalid_request", title: 'Expected the property "code"', detail: "Got nothing", source: "/code" },
        {
          code: "invalid_request",
          title: 'Expected the property "title"',
          detail: "Got nothing",
          source: "/lines/1/title",
        },
        { code: "invalid_request", title: "Expected an integer", detail: 'Got "x"', source: "/lines/1/quantity" },
      ],
    });
    expect((await ask(platform, "GET /listed?limit=x")).value.errors).toMatchObject([{ source: "limit" }]);
    expect((await ask(platform, "POST /listed", { token: "" })).value).toEqual({
      errors: [{ code: "unauthorized", title: expect.stringMatching(/^The request carries no credentials/) }],
    });
  });

  it("is a list of problems with the location as a list of names if that is documented", async () => {
    const platform = await platformOf("error-shapes");
    const known = { status: "422", title: "Unprocessable Entity" };

    expect((await ask(platform, "POST /json-api", { body: { code: 5 } })).value).toEqual({
      errors: [{ ...known, detail: "Expected a string, got 5", source: { pointer: "/code" }, path: ["code"] }],
    });
    expect((await ask(platform, "GET /json-api?limit=x")).value).toEqual({
      errors: [{ ...known, detail: 'Expected an integer, got "x"', source: { parameter: "limit" }, path: ["limit"] }],
    });
  });

  it("is one message with all violations if only a message is documented", async () => {
    const platform = await platformOf("error-shapes");
    const sentence = `${detail}: body /: expected the property "code", got nothing`;
    const many = { lines: Array.from({ length: 9 }, () => ({})) };

    expect((await ask(platform, "POST /message", { body: {} })).value).toEqual({ message: sentence });
    expect((await ask(platform, "POST /message", { body: many })).value.message).toMatch(
      /^The request has 10 violations of the contract: (body [^;]*; ){5}…$/,
    );
    expect((await ask(platform, "POST /fault", { body: {} })).value).toEqual({ fault: sentence });
  });

  it("uses the documented enum value for its code", async () => {
    const platform = await platformOf("error-shapes");
    const refused = await ask(platform, "POST /enumerated", { body: {} });
    const unlisted = await ask(platform, "POST /enumerated", { token: "" });

    expect(refused.value).toMatchObject({ error: "INVALID_REQUEST", statusCode: 400 });
    expect(unlisted.value).toMatchObject({ error: "OTHER", statusCode: 401 });
  });

  it("lists each violation in a documented list of errors", async () => {
    const headers = {
      authorization: `Basic ${btoa("mock-acme:")}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const { value } = await ask(await platformOf("forms-basic"), "POST /messages", { headers, body: "to=1" });

    expect(value.errors).toEqual([
      { message: 'body /: expected the property "text", got nothing' },
      { message: 'body /to: expected text that matches ^\\+[0-9]{4,12}$, got "1"' },
    ]);
  });

  it("has the form of the default response, without other properties", async () => {
    const { headers, value } = await ask(await platformOf("default-only"), "POST /notes", { body: {} });

    expect(headers["content-type"]).toBe("application/vnd.notes+json");
    expect(value).toEqual({
      status_code: 400,
      description: `${detail}: body /: expected the property "text", got nothing`,
    });
  });

  it("matches one branch of a oneOf, not a mixture", async () => {
    const platform = await platformOf("error-alternatives");
    const { value } = await ask(platform, "GET /jobs/none");

    expect(value).toEqual({ code: 404, message: 'There is no job "none"' });
  });

  it("is well-formed XML if XML is documented, whatever the request contains", async () => {
    const specialCharacters = `/feeds/%3Cx%3E&"'<a>\u0001`;
    const { status, headers, text } = await ask(await platformOf("other-media"), `GET ${specialCharacters}`);

    expect([status, headers["content-type"]]).toEqual([400, "application/xml"]);
    expect(text).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<problem xmlns="urn:ietf:rfc:7807"><type>about:blank</type>` +
        `<title>Bad Request</title><status>400</status><detail>The request has 2 violations of the contract</detail>` +
        `<instance>/feeds/%3Cx%3E&amp;&quot;&#39;&lt;a&gt;\ufffd</instance></problem>\n`,
    );
  });

  it("is its detail if text is documented", async () => {
    const platform = await platformOf("other-media");
    const plain = await ask(platform, "GET /feeds/1", { token: "" });
    const any = await ask(platform, "GET /pages/one");

    expect([plain.status, plain.headers["content-type"]]).toEqual([401, "text/plain"]);
    expect(plain.text).toMatch(/^The request carries no credentials: send the header "Authorization: Bearer …"/);
    expect([any.status, any.headers["content-type"], any.text]).toEqual([400, "text/plain", detail]);
  });

  it("is escaped if HTML is documented", async () => {
    const page = await ask(await platformOf("other-media", { profile: platformMock }), "GET /pages/1", { token: "x" });

    expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html"]);
    expect(page.text).toContain("it must read org_&lt;name&gt; or");
  });

  it("is empty in other media types", async () => {
    const platform = await platformOf("other-media");
    const png = { headers: { "content-type": "image/png" } };
    const missing = await ask(platform, "POST /pictures", png);
    const csv = await ask(platform, "POST /pictures", { headers: { "content-type": "text/csv" }, body: "a" });

    expect(missing).toMatchObject({ status: 400, headers: { "content-type": "image/png" }, text: "" });
    expect(csv).toMatchObject({ status: 415, text: "" });
    expect(csv.headers).not.toHaveProperty("content-type");
  });
});

describe("the reason in an error body", () => {
  const text = { type: "string" };
  const serving = (properties: JsonObject) => {
    const error = { type: "object", properties };
    const described = (schema: JsonObject): JsonObject => ({
      description: "It.",
      content: { "application/json": { schema } },
    });
    const user = described({ type: "object", properties: { id: text } });
    return platformServing([
      compileInMemory({
        paths: {
          "/users": { post: { responses: { "201": user } } },
          "/users/{id}": {
            parameters: [{ name: "id", in: "path", required: true, schema: text }],
            get: { responses: { "200": user, "404": described(error) } },
            delete: { responses: { "204": { description: "Gone." } } },
          },
        },
      }),
    ]);
  };

  it.each(["errorSummary", "error_reason", "faultText", "user_message", "Detail", "errorTitle", "ErrorDescription"])(
    "is in a member whose name ends like a message: %s",
    async (name) => {
      const platform = serving({ errorCode: text, [name]: text, errorId: text });
      const { value, headers } = await ask(platform, "GET /users/none");

      expect(value).toEqual({ errorCode: "not_found", [name]: 'There is no user "none"' });
      expect(headers).not.toHaveProperty("concord-refusal");
    },
  );

  it.each(["context", "subtitle", "status"])("is not in a member that only has the same letters: %s", async (name) => {
    const { value, headers } = await ask(serving({ errorCode: text, [name]: text }), "GET /users/none");

    expect(JSON.stringify(value)).not.toContain("There is no user");
    expect(headers["concord-refusal"]).toBe('There is no user "none"');
  });
});
