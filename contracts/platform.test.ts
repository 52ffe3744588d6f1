import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import {
  type Contract,
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  isObject,
  jsonOf,
  lintContract,
  loadPlatform,
  responseFor,
  successOf,
} from "./index.ts";
import { uncoveredIn } from "./lint/coverage.ts";
import { misfitsIn } from "./lint/examples.ts";
import { join, pointerOfFragment, valueAt } from "./model/pointer.ts";
import { type Standing, hasMarkers, standingOf } from "./model/standing.ts";

const platform = await loadPlatform();
const apis = platform.map((contract) => ({ api: contract.api, contract }));

describe.each(apis)("the contract of the $api API", ({ contract }) => {
  it("loads without a problem, and stands before the linter", async () => {
    expect(contract.problems).toEqual([]);
    expect(await lintContract(contract)).toEqual([]);
  });

  it("is valid OpenAPI 3.1", async () => {
    await expect(SwaggerParser.validate(contract.file)).resolves.toMatchObject({ openapi: "3.1.0" });
  });

  it("has markers, and no part that none of them covers", () => {
    expect(hasMarkers(contract.document)).toBe(true);
    expect(uncoveredIn(contract.document)).toEqual([]);
  });

  it("cites sections, and says of all that it assumes why", () => {
    const sections = [...JSON.stringify(contract.document).matchAll(/"x-spec":"([^"]*)"/g)].map((found) => found[1]);

    const reasons = [...readFileSync(contract.file, "utf8").matchAll(/x-assumed: *(.*)/g)].map((found) => found[1]);

    expect(sections.length).toBeGreaterThan(0);
    expect(sections.filter((section) => !/^[1-9](\.\d+)?$/.test(section as string))).toEqual([]);
    expect(reasons.filter((reason) => (reason as string).length < 10)).toEqual([]);
  });

  it("has examples, all of which fit", () => {
    expect(JSON.stringify(contract.document)).toContain('"example":');
    expect(misfitsIn(contract)).toEqual([]);
  });
});

/** A row of the platform's specification: what it says of an operation. */
interface Row {
  readonly section: string;
  readonly operation: string;
  /** The operation itself is not shown, though what the row says of it is. */
  readonly assumed?: true;
  readonly query?: Readonly<Record<string, "optional" | "required">>;
  readonly path?: readonly string[];
  readonly request?: readonly string[];
  readonly response?: readonly string[];
  readonly status?: number;
  readonly statusSection?: string;
}

const schemaFields = [
  "slug",
  "conditions",
  "conditions[].options",
  "capabilities",
  "capabilities[].managed_fields",
  "ui_config.custom_tabs",
];

const rows: readonly Row[] = [
  { section: "4.1", operation: "GET /v1/entity/schemas", response: schemaFields.map((field) => `results[].${field}`) },
  { section: "4.1", operation: "GET /v1/entity/schemas/{slug}/head", path: ["slug"], response: schemaFields },
  {
    section: "4.1",
    operation: "PUT /v1/entity/schemas/{slug}",
    path: ["slug"],
    query: { base_version: "optional", base_updated_at: "optional" },
    request: schemaFields,
    status: 409,
    statusSection: "7",
  },
  {
    section: "4.1",
    operation: "GET /v1/entity/schemas/{slug}/versions",
    assumed: true,
    response: ["versions[].ui_config.custom_tabs"],
  },
  {
    section: "4.1",
    operation: "POST /v1/entity/schemas/capabilities",
    request: ["managed_fields"],
    response: ["composite_id"],
  },
  {
    section: "4.1",
    operation: "PUT /v1/entity/schemas/capabilities/{composite_id}",
    path: ["composite_id"],
    request: ["managed_fields"],
  },
  { section: "4.1", operation: "GET /v1/entity:autocomplete", query: { from: "optional" } },
  { section: "4.3", operation: "POST /v2/metering/readings", status: 429, statusSection: "7" },
  {
    section: "4.12",
    operation: "GET /v1/webhooks/.well-known/public-key",
    query: { orgId: "required" },
    response: ["public_key"],
  },
  { section: "2.3", operation: "POST /v1/webhooks", assumed: true, response: ["signing_secret"] },
  {
    section: "5.2",
    operation: "POST /v1/webhooks",
    assumed: true,
    request: [
      "endpoint_authentication",
      "endpoint_authentication.header",
      "endpoint_authentication.username",
      "endpoint_authentication.password",
    ],
  },
];

describe("the specification's rows", () => {
  it.each(rows)("§$section $operation", (row) => {
    expect(missingOf(row, platform)).toEqual([]);
  });

  it("are missed where a document lacks them, or only assumes them", () => {
    const [, head, put] = rows as [Row, Row, Row];
    const without = (text: string, other: string): Contract[] =>
      platform.map((contract) => ({
        ...contract,
        document: JSON.parse(JSON.stringify(contract.document).replaceAll(text, other)) as JsonObject,
      }));
    const assumed = platform.map((contract) => ({
      ...contract,
      operations: contract.operations.map((operation): Operation => ({
        ...operation,
        basis: "assumed",
        parameters: [],
      })),
    }));

    expect(missingOf({ ...head, operation: "GET /v9/none" }, platform)).toEqual(["the operation"]);
    expect(missingOf(head, without('"custom_tabs":', '"tabs":'))).toEqual(["response ui_config.custom_tabs"]);
    expect(missingOf(head, without('"x-spec":"2.2"', '"x-assumed":"?"'))).toContain("response slug is assumed");
    expect(missingOf(put, assumed)).toEqual([
      "the operation is assumed",
      "path slug",
      "query base_version",
      "query base_updated_at",
    ]);
    expect(missingOf({ ...put, status: 410 }, platform)).toEqual(["status 410"]);
  });

  it("say which fields and parameters need not be sent (§4)", () => {
    const put = operationNamed("PUT /v1/entity/schemas/{slug}");
    const schema = valueAt(put.contract.document, "/components/schemas/EntitySchemaInput") as JsonObject;

    expect(schema["required"]).toBeUndefined();
    expect(put.operation.parameters.filter(({ required }) => required).map(({ name }) => name)).toEqual(["slug"]);
  });

  it("say that conditions no longer carry values (§2.2)", () => {
    const { contract, operation } = operationNamed("PUT /v1/entity/schemas/{slug}");

    expect(fieldsAt(contract, operation.body?.content, "conditions[].options")).not.toEqual([]);
    expect(fieldsAt(contract, operation.body?.content, "conditions[].values")).toEqual([]);
  });

  it("say that every request carries a bearer token (§5.1)", () => {
    for (const { security } of platform.flatMap(({ operations }) => operations)) {
      expect(security).toMatchObject([[{ type: "http", scheme: "bearer" }]]);
    }
  });

  it("say that a signing secret is shown once, and how it begins (§2.3)", () => {
    const { contract, operation } = operationNamed("POST /v1/webhooks");
    const created = responseFor(operation, 201)?.content;
    const [secret] = fieldsAt(contract, created, "signing_secret");
    const others = platform.flatMap(({ operations }) => operations).filter(({ name }) => name !== operation.name);

    expect(valueAt(contract.document, secret?.pointer ?? "")).toMatchObject({
      pattern: expect.stringMatching(/^\^whsec_/) as string,
    });
    expect(
      others.filter((other) => fieldsAt(contract, successOf(other).response?.content, "signing_secret").length > 0),
    ).toEqual([]);
    expect(fieldsAt(contract, operation.body?.content, "signing_secret")).toEqual([]);
  });

  it("say what a public key is (§2.5)", () => {
    const { contract, operation } = operationNamed("GET /v1/webhooks/.well-known/public-key");
    const [key] = fieldsAt(contract, responseFor(operation, 200)?.content, "public_key");

    expect(key?.standing).toEqual({ basis: "stated", section: "2.5" });
    expect(valueAt(contract.document, key?.pointer ?? "")).toMatchObject({
      type: "string",
      pattern: expect.stringContaining("BEGIN PUBLIC KEY") as string,
    });
  });

  it("say which headers a delivery carries (§2.4), and how they look (§5.3)", () => {
    const event = platform.flatMap(({ webhooks }) => webhooks).find(({ name }) => name === "event");
    const accepts = (name: string, value: Json): boolean => {
      const schema = event?.parameters.find((parameter) => parameter.name === name)?.schema.value as JsonObject;
      return typeof value === "number"
        ? schema["type"] === "integer"
        : new RegExp(schema["pattern"] as string, "u").test(value as string);
    };

    expect(event).toMatchObject({ basis: "stated", section: "2.4" });
    expect(event?.parameters.map(({ name, in: place, required, basis }) => [name, place, required, basis])).toEqual([
      ["webhook-id", "header", true, "stated"],
      ["webhook-timestamp", "header", true, "stated"],
      ["webhook-signature", "header", true, "stated"],
    ]);
    expect([accepts("webhook-id", "msg_1"), accepts("webhook-id", "1")]).toEqual([true, false]);
    expect(accepts("webhook-timestamp", 1)).toBe(true);
    expect([
      accepts("webhook-signature", "v1a,YQ== v1,Yg=="),
      accepts("webhook-signature", "v1,Yg== v1a,YQ=="),
    ]).toEqual([true, false]);
  });

  it("say in which three ways a delivery is authenticated (§5.2)", () => {
    const { contract } = operationNamed("POST /v1/webhooks");
    const schemes = valueAt(contract.document, "/components/securitySchemes") as Readonly<Record<string, JsonObject>>;
    const { security } = valueAt(contract.document, "/webhooks/event/post") as { security: JsonObject[] };
    const used = security.flatMap((requirement) => Object.keys(requirement)).map((name) => schemes[name]);

    expect(used).toMatchObject([
      { "x-spec": "5.2", type: "apiKey", in: "header", name: "X-API-Key" },
      { "x-spec": "5.2", type: "http", scheme: "basic" },
      { "x-spec": "5.2", type: "http", scheme: "bearer" },
    ]);
    expect(valueAt(contract.document, "/components/schemas/EndpointAuthentication/oneOf")).toHaveLength(3);
  });
});

function operationNamed(name: string): { contract: Contract; operation: Operation } {
  for (const contract of platform) {
    const operation = contract.operations.find((one) => one.name === name);
    if (operation) return { contract, operation };
  }
  throw new Error(`There is no operation "${name}"`);
}

/** What a row names and the contracts do not state. */
function missingOf(row: Row, contracts: readonly Contract[]): string[] {
  const contract = contracts.find(({ operations }) => operations.some(({ name }) => name === row.operation));
  const operation = contract?.operations.find(({ name }) => name === row.operation);
  if (!contract || !operation) return ["the operation"];
  const parameters = [
    ...(row.path ?? []).map((name) => ["path", name, "required"] as const),
    ...Object.entries(row.query ?? {}).map(([name, need]) => ["query", name, need] as const),
  ];
  const documented =
    row.status === undefined ? undefined : operation.responses.find(({ status }) => status === String(row.status));
  return [
    ...(operation.basis === (row.assumed ? "assumed" : "stated") ? [] : [`the operation is ${operation.basis}`]),
    ...(row.assumed || operation.basis === "assumed" || operation.section === row.section
      ? []
      : [`the operation is stated in §${operation.section}`]),
    ...parameters.flatMap(([place, name, need]) => {
      const parameter = operation.parameters.find((one) => one.in === place && one.name === name);
      if (!parameter) return [`${place} ${name}`];
      if (parameter.basis === "assumed") return [`${place} ${name} is assumed`];
      return parameter.required === (need === "required") ? [] : [`${place} ${name} is not ${need}`];
    }),
    ...missingFields(contract, "request", operation.body?.content, row.request),
    ...missingFields(contract, "response", successOf(operation, 201).response?.content, row.response),
    ...(row.status === undefined || (documented?.basis === "stated" && documented.section === row.statusSection)
      ? []
      : [`status ${row.status}`]),
  ];
}

function missingFields(
  contract: Contract,
  side: string,
  content: readonly MediaType[] | undefined,
  fields: readonly string[] = [],
): string[] {
  return fields.flatMap((field) => {
    const found = fieldsAt(contract, content, field);
    if (found.length === 0) return [`${side} ${field}`];
    return found.some(({ standing }) => standing.basis === "stated") ? [] : [`${side} ${field} is assumed`];
  });
}

interface Field {
  readonly pointer: string;
  readonly standing: Standing;
}

/** The schemas of a field such as "results[].slug" in some content, over `$ref`s and unions. */
function fieldsAt(contract: Contract, content: readonly MediaType[] | undefined, field: string): Field[] {
  const schema = content && jsonOf(content)?.schema;
  if (!schema) return [];
  const steps = field.replaceAll("[]", ".[]").split(".");
  let found: Field[] = partsAt({ pointer: schema.pointer, standing: schema });
  for (const step of steps) found = found.flatMap((part) => partsAt(memberOf(part, step)));
  return found.map(({ pointer, standing: { basis, section } }) => ({
    pointer,
    standing: { basis, ...(section !== undefined && { section }) },
  }));

  function memberOf({ pointer, standing }: Field, step: string): Field {
    return { pointer: step === "[]" ? join(pointer, "items") : join(pointer, "properties", step), standing };
  }

  function partsAt({ pointer, standing }: Field): Field[] {
    const node = valueAt(contract.document, pointer);
    if (!isObject(node)) return [];
    const own = standingOf(node, standing);
    const target = typeof node["$ref"] === "string" ? [pointerOfFragment(node["$ref"].slice(1))] : [];
    const branches = ["allOf", "oneOf"].flatMap((keyword) =>
      Object.keys(node[keyword] ?? {}).map((index) => join(pointer, keyword, index)),
    );
    return [
      { pointer, standing: own },
      ...[...target, ...branches].flatMap((at) => partsAt({ pointer: at, standing: own })),
    ];
  }
}
