import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verify } from "../contracts/signatures/index.ts";
import { type Mock } from "../mock/index.ts";
import { startMock } from "../api/mock.ts";
import { type PlainClient, createPlainClient } from "./support/mock/plain-client.ts";

/*
 * Tests a client that knows only the platform's specification. It sends the documented members with plausible values: ids
 * in its own format, and no members that only the contracts have. Paths that the specification does not contain (of
 * webhooks, journey configurations and GraphQL) come from the contracts.
 * Workflows and automation are in specification/workflows.test.ts.
 */

let mock: Mock;
let send: PlainClient["send"];
let assertSuccess: PlainClient["assertSuccess"];

beforeAll(async () => {
  mock = await startMock({ rateLimit: { burst: 5, perSecond: 1 } });
  ({ send, assertSuccess } = createPlainClient(mock));
});
afterAll(() => mock.close());

const entitySchema = {
  slug: "boiler",
  conditions: [{ options: [{ matches: "installed" }] }],
  capabilities: [{ name: "maintenance", managed_fields: ["last_visit"] }],
  ui_config: { custom_tabs: [{ label: "Visits" }] },
};

const conditional = { conditional: { from_rows: [{ when: "A", then: "B" }] } };

describe("Entity API (§4.1)", () => {
  it("lists schemas", () => assertSuccess("entity", "GET /v1/entity/schemas"));

  it("accepts and returns a schema with condition options, managed fields and custom tabs", async () => {
    await assertSuccess("entity", "PUT /v1/entity/schemas/boiler", entitySchema);

    const shown = {
      slug: "boiler",
      conditions: [{ options: expect.anything() }],
      capabilities: [{ managed_fields: ["last_visit"] }],
      ui_config: { custom_tabs: [expect.anything()] },
    };
    expect(await assertSuccess("entity", "GET /v1/entity/schemas/boiler/head")).toMatchObject(shown);
    const { results } = await assertSuccess("entity", "GET /v1/entity/schemas");
    expect(results).toContainEqual(expect.objectContaining({ slug: "boiler", ui_config: expect.anything() }));
  });

  it("responds with 409 to an update based on another version", async () => {
    const byVersion = await send("entity", "PUT /v1/entity/schemas/boiler?base_version=77", entitySchema);
    const byTime = "base_updated_at=2020-01-01T00:00:00Z";

    expect(byVersion.status).toBe(409);
    expect((await send("entity", `PUT /v1/entity/schemas/boiler?${byTime}`, entitySchema)).status).toBe(409);
  });

  it("creates and replaces capabilities with managed fields", async () => {
    const capability = { name: "billing", managed_fields: ["iban"] };
    const made = await assertSuccess("entity", "POST /v1/entity/schemas/capabilities", capability);
    expect(made).toMatchObject(capability);

    const id = encodeURIComponent(made.composite_id ?? made.id);
    const changed = { ...capability, managed_fields: ["iban", "bic"] };
    expect(await assertSuccess("entity", `PUT /v1/entity/schemas/capabilities/${id}`, changed)).toMatchObject(changed);
  });

  it("returns suggestions", async () => {
    await assertSuccess("entity", "GET /v1/entity:autocomplete");
    await assertSuccess("entity", "GET /v1/entity:autocomplete?from=10");
  });
});

describe("Integration Toolkit API (§4.2)", () => {
  it.each(["v1", "v2", "v3"])("accepts updates in %s up to the maximum number", async (version) => {
    const line = `POST /${version}/erp/updates/events`;
    await assertSuccess("integration-toolkit", line, { events: [{ customer: "4711", changed: "address" }] });

    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await send("integration-toolkit", line, {})).status);
    expect(statuses).toContain(429);
  });

  it("simulates a conditional mapping", async () => {
    await assertSuccess("integration-toolkit", "POST /v1/erp/updates/direct_simulation", { mapping: conditional });
  });

  it("imports", async () => {
    const made = await assertSuccess("integration-toolkit", "POST /v2/erp/imports", { source: "customers.csv" });
    await assertSuccess("integration-toolkit", "GET /v2/erp/imports");
    await assertSuccess("integration-toolkit", `GET /v2/erp/imports/${made.id}`);
  });
});

describe("Metering API (§4.3)", () => {
  it("accepts readings up to the maximum number", async () => {
    const reading = { meter: "1EMH0012345678", value: 4711.5 };
    await assertSuccess("metering", "POST /v2/metering/readings", reading);

    const statuses: number[] = [];
    for (let count = 0; count < 8; count++)
      statuses.push((await send("metering", "POST /v2/metering/readings", reading)).status);
    expect(statuses).toContain(429);
  });
});

describe("Pricing API (§4.7)", () => {
  const fees = { external_fees_metadata: { inputs: { city: "Ulm" } } };
  const line_items = [{ product: "heat pump", ...fees }];
  let id: string;

  it("recommends products", () =>
    assertSuccess("pricing", "POST /v1/public/product-recommendations", { interest: "heating" }));

  it("accepts and changes an order with the inputs of its fees", async () => {
    const made = await assertSuccess("pricing", "POST /v1/order", { line_items });
    expect(made).toMatchObject({ line_items: [fees] });
    id = made.id;
    expect(await assertSuccess("pricing", `PUT /v1/order/${id}`, { line_items })).toMatchObject({ line_items: [fees] });
  });

  it("computes prices", () => assertSuccess("pricing", "POST /v1/pricing:compute", { line_items }));

  it("checks out a cart", () => assertSuccess("pricing", "POST /v1/public/cart:checkout", { line_items }));

  it("computes a price with a city, and reports what it is based on", async () => {
    const line = "POST /v1/public/integration/tariffs-1/compute-price";
    const { body } = await send("pricing", line, { city: "Ulm", postal_code: "89073" });
    expect(JSON.stringify(body)).toContain("inputs");
  });
});

describe("Audit Log API (§4.8)", () => {
  it("finds records with their visibility", async () => {
    const { results } = await assertSuccess("audit-log", "POST /v1/logs", {});
    expect(results[0]).toHaveProperty("visibility");

    await assertSuccess("audit-log", "POST /v1/logs", { visibility: results[0].visibility });
    const id = results[0].id ?? results[0].log_id;
    await assertSuccess("audit-log", `GET /v1/logs/${id}`);
    await assertSuccess("audit-log", `GET /v1/logs/${id}?visibility=${results[0].visibility}`);
  });
});

describe("Journey Config API (§4.9)", () => {
  it("stores which steps guests see, and returns the environment", async () => {
    const steps = [{ title: "Address", guestVisible: true }];
    const made = await assertSuccess("journey", "POST /v1/journey/configuration", { steps });
    expect(made).toMatchObject({ steps });
    const id = made.id ?? made.journeyId;
    await assertSuccess("journey", `PUT /v1/journey/configuration/${id}`, { steps });
    await assertSuccess("journey", `GET /v1/journey/configuration/${id}/environment`);
  });

  it("returns environment variables", () => assertSuccess("journey", "GET /v1/journey/environment-variables"));
});

describe("Blueprint Manifest API (§4.10)", () => {
  it("publishes a blueprint with a name, a slug and a version, or without", async () => {
    const made = await assertSuccess("blueprint-manifest", "POST /v3/blueprint-manifest/blueprints", { title: "Heat" });
    const line = `POST /v3/blueprint-manifest/blueprints/${made.id}:publish`;
    await assertSuccess("blueprint-manifest", line, { name: "Heat", slug: "heat", version: "1.0" });
    await assertSuccess("blueprint-manifest", line, {});
    await assertSuccess("blueprint-manifest", line);
  });

  it.each([
    "GET /v2/blueprint-manifest/blueprints/b-1/patches",
    "POST /v2/blueprint-manifest/blueprints/b-1/patches",
    "GET /v2/blueprint-manifest/blueprints/b-1/patches/p-1",
    "POST /v2/blueprint-manifest/blueprints/b-1/patches:detect",
    "POST /v2/blueprint-manifest/blueprints/b-1/patches/p-1:apply",
    "POST /v2/blueprint-manifest/blueprints/b-1/patches/p-1/orgs/o-1:retry",
    "POST /v2/blueprint-manifest/blueprint:install",
    "POST /v2/blueprint-manifest/blueprints/b-1:export",
    "POST /v2/blueprint-manifest/blueprints:publish",
  ])("no longer has %s", async (line) => {
    expect((await send("blueprint-manifest", line, line.startsWith("POST") ? {} : undefined)).status).toBe(410);
  });
});

describe("other APIs (§4.11)", () => {
  it("validates a document template", () =>
    assertSuccess("document", "POST /v2/templates:validate", { template: "Dear {{contact.name}}" }));

  it("previews a public file", async () => {
    for (const query of ["", "?keep_original=true"]) {
      const response = await fetch(`${mock.url}/file/v1/files/public/file-7/preview${query}`, {
        headers: { authorization: "Bearer org_stranger" },
      });
      expect([200, 404]).toContain(response.status);
    }
  });

  it.each(["replace", "replaceAsync"])("accepts any language for templates:%s", (action) =>
    assertSuccess("email-template", `POST /v1/email-template/templates:${action}`, {
      variable_parameters: { language: "pt-BR" },
    }),
  );

  it("accepts any language of users", async () => {
    await assertSuccess("user", "POST /v2/users/invite", { email: "ada@example.com", language: "fr" });
    await assertSuccess("user", "POST /v2/users/invite:resendEmail", { email: "ada@example.com", language: "it" });
    await assertSuccess("user", "POST /v2/users/public/signup", { email: "grace@example.com", language: "sv" });
  });

  it("checks a token", () => assertSuccess("user", "GET /v2/users/public/checkToken?token=abc"));
});

describe("Webhooks API (§2.3, §4.12, §5.3)", () => {
  it("returns a public key, and requires an organization", async () => {
    const { public_key } = await assertSuccess("webhooks", "GET /v1/webhooks/.well-known/public-key?orgId=stranger");
    expect(public_key).toContain("BEGIN PUBLIC KEY");

    expect((await send("webhooks", "GET /v1/webhooks/.well-known/public-key")).status).toBe(400);
  });

  it("delivers with both signatures to a webhook that returns its secret once", async () => {
    const received: { headers: Record<string, unknown>; body: string }[] = [];
    const receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    const made = await assertSuccess("webhooks", "POST /v1/webhooks", { url });
    const secret: string = made.signing_secret ?? made.secret;
    expect(secret).toMatch(/^whsec_/);
    expect(JSON.stringify(await assertSuccess("webhooks", `GET /v1/webhooks/${made.id}`))).not.toContain(secret);

    await assertSuccess("pricing", "POST /v1/order", {});
    await mock.org("stranger").deliveries.settled();
    receiver.close();
    const { public_key } = await assertSuccess("webhooks", "GET /v1/webhooks/.well-known/public-key?orgId=stranger");
    expect(received.length).toBeGreaterThan(0);
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(headers["webhook-id"]).toMatch(/^msg_/);
    expect(
      verify({ headers: headers as Record<string, string>, body: Buffer.from(body), secret, publicKey: public_key }),
    ).toMatchObject({ ok: true });
  });
});

describe("GraphQL (§4.13)", () => {
  it("has Query as its only root type", async () => {
    const query = "{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }";
    const { data } = await assertSuccess("portal", "POST /v2/portal/graphql", { query });
    expect(Object.values(data)[0]).toEqual({
      queryType: { name: "Query" },
      mutationType: null,
      subscriptionType: null,
    });
  });
});

describe("authentication (§5.1)", () => {
  it("refuses requests without a token", async () => {
    expect((await fetch(`${mock.url}/entity/v1/entity/schemas`)).status).toBe(401);
  });
});
