import { describe, expect, it } from "vitest";
import { ask, ownPlatform, platformOf } from "../testing/mock/ask.ts";

const detail = "The request has 1 violation of the contract";

describe("a refusal", () => {
  it("is a problem document where the contract has no form for it", async () => {
    const { headers, value } = await ask(await platformOf("library"), "GET /books?limit=many");

    expect(headers["content-type"]).toBe("application/problem+json");
    expect(value).toMatchObject({ type: "about:blank", title: "Bad Request", status: 400, detail, instance: "/books" });
    expect(value.violations).toHaveLength(1);
  });

  it("is a problem document, and nothing else, where that is the documented form", async () => {
    const { value } = await ask(await ownPlatform(), "GET /v2/metering/readings", { token: "" });

    expect(Object.keys(value)).toEqual(["type", "title", "status", "detail", "instance"]);
  });

  it("tells its message and code in the documented form", async () => {
    const pets = await platformOf("wrapped-nullable");
    const { value, headers } = await ask(pets, "POST /pets", { body: {} });

    expect(headers["content-type"]).toBe("application/json");
    expect(value.error).toEqual({ code: 422, message: detail });
    expect(value.violations).toEqual([{ in: "body", pointer: "", expected: 'the property "pet"', got: "nothing" }]);
  });

  it("tells each violation in a documented list of errors", async () => {
    const headers = {
      authorization: `Basic ${btoa("org_acme:")}`,
      "content-type": "application/x-www-form-urlencoded",
    };
    const { value } = await ask(await platformOf("forms-basic"), "POST /messages", { headers, body: "to=1" });

    expect(value.errors).toEqual([
      { message: 'body /: expected the property "text", got nothing' },
      { message: 'body /to: expected text that matches ^\\+[0-9]{4,12}$, got "1"' },
    ]);
  });

  it("takes the form of the default response, and no more than it allows", async () => {
    const { headers, value } = await ask(await platformOf("default-only"), "POST /notes", { body: {} });

    expect(headers["content-type"]).toBe("application/vnd.notes+json");
    expect(value).toEqual({ status_code: 400, description: detail });
  });

  it("is one of alternatives, not a mixture", async () => {
    const platform = await platformOf("error-alternatives");
    const { value } = await ask(platform, "GET /jobs/none");

    expect(value).toEqual({ code: 404, message: 'There is no job "none"' });
  });

  it("is well-formed XML where XML is documented, whatever was sent", async () => {
    const nasty = `/feeds/%3Cx%3E&"'<a>\u0001`;
    const { status, headers, text } = await ask(await platformOf("other-media"), `GET ${nasty}`);

    expect([status, headers["content-type"]]).toEqual([400, "application/xml"]);
    expect(text).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<problem xmlns="urn:ietf:rfc:7807"><type>about:blank</type>` +
        `<title>Bad Request</title><status>400</status><detail>The request has 2 violations of the contract</detail>` +
        `<instance>/feeds/%3Cx%3E&amp;&quot;&#39;&lt;a&gt;\ufffd</instance></problem>\n`,
    );
  });

  it("is its detail where text is documented", async () => {
    const platform = await platformOf("other-media");
    const plain = await ask(platform, "GET /feeds/1", { token: "" });
    const any = await ask(platform, "GET /pages/one");

    expect([plain.status, plain.headers["content-type"]]).toEqual([401, "text/plain"]);
    expect(plain.text).toMatch(/^The request carries no credentials: send the header "Authorization: Bearer …"/);
    expect([any.status, any.headers["content-type"], any.text]).toEqual([400, "text/plain", detail]);
  });

  it("is escaped where HTML is documented", async () => {
    const page = await ask(await platformOf("other-media"), "GET /pages/1", { token: "x" });

    expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html"]);
    expect(page.text).toContain("it must read org_&lt;name&gt; or");
  });

  it("is empty in any other form", async () => {
    const platform = await platformOf("other-media");
    const png = { headers: { "content-type": "image/png" } };
    const missing = await ask(platform, "POST /pictures", png);
    const csv = await ask(platform, "POST /pictures", { headers: { "content-type": "text/csv" }, body: "a" });

    expect(missing).toMatchObject({ status: 400, headers: { "content-type": "image/png" }, text: "" });
    expect(csv).toMatchObject({ status: 415, text: "" });
    expect(csv.headers).not.toHaveProperty("content-type");
  });
});
