import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, fixture, ownContracts, ownPlatform, platformServing } from "../../test/support/mock/ask.ts";
import { type Contract, loadContract } from "../../contracts/index.ts";
import { escapeMarkup } from "../../formats/index.ts";
import { decorateDocument } from "./decorate-document.ts";
import { REFERENCE_PATH, createReference } from "./index.ts";
import { createPages } from "./pages.ts";
import { findRedoc } from "./redoc-bundle.ts";

const scratch = createScratch();
const hostile = `"><script>alert('a & b')</script>`;

describe("createReference()", () => {
  it("only serves its own paths", async () => {
    const reference = createReference(await ownContracts());

    expect(await reference("/_concord")).toBeUndefined();
    expect(await reference(`${REFERENCE_PATH}s`)).toBeUndefined();
    expect(await reference(REFERENCE_PATH)).toMatchObject({ status: 200 });
    expect(await reference(`${REFERENCE_PATH}/`)).toEqual(await reference(REFERENCE_PATH));
  });

  it("is served by the platform without credentials and without a socket", async () => {
    const platform = await ownPlatform();
    const get = await ask(platform, `GET ${REFERENCE_PATH}/entity?x=1`, { token: "" });
    const head = await ask(platform, `HEAD ${REFERENCE_PATH}/entity`, { token: "" });

    expect(get).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(head.headers).toEqual({ ...get.headers, "content-length": String(Buffer.byteLength(get.text)) });
    expect(head.text).toBe("");
  });

  it("gives precedence to a contract with the same path", async () => {
    const paths = { [`${REFERENCE_PATH}/{name}`]: { get: { responses: { 204: { description: "Fine." } } } } };
    const platform = platformServing([compileInMemory({ paths })]);

    expect(await ask(platform, `GET ${REFERENCE_PATH}/entity`)).toMatchObject({ status: 204 });
  });
});

describe("the index", () => {
  it("lists every API with the first sentence of its description, and every operation with its basis", async () => {
    const contracts = await ownContracts();
    const text = pageText(contracts, "");

    expect(text).toContain("Business objects (contacts, orders, products, contracts) are entities: flexible JSON");
    for (const { title, operations } of contracts) {
      expect(text).toContain(escapeMarkup(title));
      for (const { id, path } of operations) {
        expect(text).toContain(`#operation/${id}">${path}</a>`);
      }
    }
    expect(text).toMatch(/putSchema<\/span>\s*<span class="badge stated">stated in 4\.1<\/span>/);
    expect(text).toMatch(/getEntity<\/span>\s*<span class="badge assumed">assumed<\/span>/);
  });

  it("shows no basis if documents have no markers", async () => {
    const text = pageText([await fixture("library")], "");

    expect(text).toContain("listBooks");
    expect(text).not.toMatch(/stated|assumed/i);
  });

  it("shows only the first sentence of a description, as text", () => {
    const description = "# Pets\n\nSee `pets`, *e.g.* [cats](https://cats.example).\nMore of it. And more.";
    const contract = compileInMemory({ info: { title: "Pets", version: "1", description } });

    expect(pageText([contract], "")).toContain("<p>See pets, e.g. cats.</p>");
  });

  it("escapes every text of a document", () => {
    const contract = compileInMemory({
      info: { title: hostile, version: "1", description: hostile },
      paths: { [`/${hostile}`]: { get: { operationId: hostile, summary: hostile } } },
    });

    for (const name of ["", "test", "nothing"]) expect(pageText([contract], name)).not.toContain("<script>");
    expect(pageText([contract], "")).toContain(escapeMarkup(`/${hostile}`));
  });
});

describe("the page of an API", () => {
  it("links to the document, the index and the neighbours, and only loads files of the mock", () => {
    const contracts = ["Cats", "Ants", "Bees"].map((title) => compileInMemory({ info: { title, version: "1" } }));
    const response = pages(contracts)(`${REFERENCE_PATH}/test_3`);
    const text = Buffer.from(response.body).toString();

    expect(text).toContain(`data-document="${REFERENCE_PATH}/test_3.json"`);
    expect(text).toContain(`href="${REFERENCE_PATH}"`);
    expect(text).toContain(`rel="prev" href="${REFERENCE_PATH}/test_2" title="Previous: Ants"`);
    expect(text).toContain(`rel="next" href="${REFERENCE_PATH}/test" title="Next: Cats"`);
    expect(response.headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'; connect-src 'self'; worker-src blob:",
    );
  });

  it("explains the installation of a missing viewer", async () => {
    const without = createPages(await ownContracts(), () => undefined);
    const response = without(`${REFERENCE_PATH}/entity`);

    expect(response.status).toBe(501);
    expect(Buffer.from(response.body).toString()).toContain("npm install redoc");
    expect(Buffer.from(response.body).toString()).toContain(`href="${REFERENCE_PATH}/entity.json"`);
    expect(without(`${REFERENCE_PATH}/redoc.js`).status).toBe(404);
  });

  it("of a GraphQL schema shows its types and fields, with their basis", async () => {
    const sdl = `
      "A pet <b>. \\nx-spec: 2.7"
      type Pet { "x-assumed: Names are not shown" name(upper: Boolean): String! @deprecated(reason: "Slow") }
      "x-spec: 4" type Query { pet: Pet }
      "x-spec: 3" enum Kind { CAT DOG }
    `;
    const text = pageText([await loadContract(scratch.write({ "pets.graphql": sdl }))], "pets");

    expect(text).toContain('Pet <span class="badge stated">stated in 2.7</span>');
    expect(text).toContain("<p>A pet &lt;b&gt;.</p>");
    expect(text).toContain('name(upper: Boolean): String!</code> <span class="badge assumed">assumed</span>');
    expect(text).toContain("Deprecated: Slow. Assumed: Names are not shown.");
    expect(text).toContain("<code>CAT</code>");
  });

  it("with an unknown name links to all APIs", async () => {
    const response = pages(await ownContracts())(`${REFERENCE_PATH}/entities%ZZ`);

    expect(response.status).toBe(404);
    expect(Buffer.from(response.body).toString()).toContain("There is no API “entities%ZZ”");
    expect(Buffer.from(response.body).toString()).toContain(`href="${REFERENCE_PATH}/entity"`);
  });
});

describe("the files of the reference", () => {
  it("are the decorated document of each API, even if several have the same name", () => {
    const contracts = ["Cats", "Dogs"].map((title) => compileInMemory({ info: { title, version: "1" } }));

    expect(JSON.parse(pageText(contracts, "test.json"))).toEqual(decorateDocument(contracts[0] as Contract));
    expect(JSON.parse(pageText(contracts, "test_2.json"))).toEqual(decorateDocument(contracts[1] as Contract));
  });

  it("are Redoc, cacheable, and without its logo on another host", () => {
    const { status, headers, body } = createPages([], findRedoc)(`${REFERENCE_PATH}/redoc.js`);

    expect(status).toBe(200);
    expect(headers["cache-control"]).toContain("immutable");
    expect(Buffer.from(body).toString()).not.toContain("cdn.redoc.ly");
  });
});

function pages(contracts: readonly Contract[]) {
  return createPages(contracts, () => ({ version: "1", read: () => "" }));
}

function pageText(contracts: readonly Contract[], name: string): string {
  return Buffer.from(pages(contracts)(`${REFERENCE_PATH}/${name}`).body).toString();
}
