import { beforeAll, describe, expect, it } from "vitest";
import { library } from "../../fixtures/providers/library/library.ts";
import { type Json, type JsonObject, type Operation, loadContract } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { startProvider } from "../../test/support/providers.ts";
import { computeCauseKey, groupByCause } from "./causes.ts";
import { getCheckTraits } from "./traits.ts";
import { judgeExchange } from "../checks/index.ts";
import { conform } from "../conform.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { mergeReports } from "../run/merge.ts";
import type { Finding } from "../checks/finding.ts";
import type { Failure, Report } from "./report.ts";
import { conformReports, renderConsole } from "../reports/index.ts";

const contract = await loadContract(library.document);

async function ran(bugs: readonly string[]): Promise<Report> {
  await using provider = await startProvider(library, { bugs });
  const run = { contracts: [contract], target: provider.url, token: "org_acme", mode: "sandbox", seed: 42 } as const;
  return await conform({ ...run, identities: { other: "org_beta" }, runs: 10 });
}

describe("causes", () => {
  let report: Report;
  beforeAll(async () => {
    report = await ran(Object.keys(library.bugs));
  });

  it("contain the id of every failure once", () => {
    const ids = (report.causes ?? []).flatMap(({ failures }) => failures);

    expect(ids.toSorted()).toEqual(report.failures.map(({ id }) => id).toSorted());
    expect(ids.length).toBeGreaterThan((report.causes ?? []).length);
  });

  it("are reported gravest first, each with a headline", () => {
    const gravities = (report.causes ?? []).map(({ gravity }) => gravity);
    const order = ["authorization", "data", "failure", "answer", "request", "other"];

    expect(gravities).toEqual(gravities.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(new Set((report.causes ?? []).map(({ cause }) => cause)).size).toBe(report.causes?.length);
    const text = renderConsole(judgementOf(report), { colours: false });
    const many = groupByCause(report.failures).find(({ findings }) => findings.length > 1);
    expect(text).toMatch(/: \d+ findings in \d+ operations?\n/);
    expect(text).toContain(`${many?.headline}: ${many?.findings.length} findings in `);
    expect(text).toMatch(/The \d+ failures probably have \d+ causes/);
    expect(String(conformReports["html"]?.({ report, judgement: judgementOf(report) }))).toContain("<h3>");
  });

  it("stay the same when reports are merged, and are optional", () => {
    expect(
      mergeReports([report])
        .causes?.map(({ cause }) => cause)
        .toSorted(),
    ).toEqual(report.causes?.map(({ cause }) => cause).toSorted());
    const old = report.failures.map(({ cause: _cause, ...failure }) => failure);
    expect(groupByCause(old)).toHaveLength(old.length);
  });
});

describe("causes of valid requests that are refused", () => {
  it("are places in the request, shared by operations of a collection", async () => {
    const { failures } = await ran(["oldest-refused", "drama-refused"]);
    const groups = groupByCause(failures);

    expect(failures.map(({ operation }) => operation).toSorted()).toEqual([
      "POST /books",
      "POST /books",
      "PUT /books/{book_id}",
      "PUT /books/{book_id}",
    ]);
    expect(groups.map(({ headline }) => headline)).toEqual([
      'POST /books with "year": 1450 in the body: answered 400, expected a success, because the contract allows it',
      'POST /books with "genre": "drama" in the body: answered 400, expected a success, because the contract allows it',
    ]);
    expect(groups.map(({ operations }) => operations)).toEqual([
      ["POST /books", "PUT /books/{book_id}"],
      ["POST /books", "PUT /books/{book_id}"],
    ]);
  });
});

describe("computeCauseKey()", () => {
  const named = (more: JsonObject = {}): JsonObject => ({
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, ...more },
  });
  const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const answers = (schema: JsonObject) => ({
    get: { responses: { 200: { description: "Fine.", content: { "application/json": { schema } } } } },
  });
  const small = compileInMemory({
    components: {
      schemas: {
        Book: { allOf: [reference("Thing"), { type: "object", properties: { author: reference("Person") } }] },
        Thing: named(),
        Person: named({ boss: named() }),
      },
    },
    paths: {
      "/books": answers({ type: "array", items: reference("Book") }),
      "/book": answers(reference("Book")),
      "/person": answers(reference("Person")),
      "/inline": answers(named()),
      "/other": answers(named()),
    },
  });
  const causes = (path: string, body: Json): readonly string[] => {
    const operation = small.operations.find((each) => each.path === path) as Operation;
    const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const request = { method: "GET", path, headers: {} };
    return judgeExchange({ request, response }, small, operation).map((finding) =>
      computeCauseKey(finding, operation, getCheckTraits(finding.check)),
    );
  };
  const wrong = { name: 1 };

  it.each<[string, string, Json, string, Json]>([
    ["an item of a list, and the item", "/books", [wrong], "/book", wrong],
    ["two items of a list", "/books", [{ name: "a" }, wrong], "/books", [wrong]],
    ["a schema that another one holds", "/book", { name: "a", author: wrong }, "/person", wrong],
    ["members that are missing", "/books", [{}], "/book", {}],
  ])("is equal for a member of one schema: %s", (_, path, body, other, otherBody) => {
    expect(causes(path, body)).toHaveLength(1);
    expect(causes(path, body)).toEqual(causes(other, otherBody));
  });

  it.each<[string, string, Json, string, Json]>([
    ["shared schemas", "/book", wrong, "/person", wrong],
    ["a schema and one in it", "/person", wrong, "/person", { name: "a", boss: wrong }],
    ["inline schemas", "/inline", wrong, "/other", wrong],
    ["missing members of shared schemas", "/book", {}, "/person", {}],
  ])("differs for a member of the same name in another schema: %s", (_, path, body, other, otherBody) => {
    expect(causes(path, body)).toHaveLength(1);
    expect(causes(path, body)).not.toEqual(causes(other, otherBody));
  });
});

describe("traitsOf()", () => {
  it("finds the traits of the catalogues, of runs and of a profile's promises", () => {
    const promises = [{ id: "orders-final", cause: "trace" }] as const;

    expect(getCheckTraits("body-conforms")).toMatchObject({ cause: "shape", faultCode: "F101" });
    expect(getCheckTraits("no-answer").cause).toBe("failure");
    expect(getCheckTraits("orders-final", { promises }).cause).toBe("trace");
    expect(getCheckTraits("orders-final")).toEqual({});
  });
});

describe("causes of failures", () => {
  const found = (operation: string, top: string, flaw: string): Failure => {
    const [within = "", pointer = ""] = top.split(" ");
    const finding = {
      check: "no-server-error",
      key: "500",
      sent: { within, pointer, keyword: flaw },
      exchange: { response: { status: 500 } },
    } as unknown as Finding;
    const of = { api: "shop", name: operation, security: [] } as unknown as Operation;
    const cause = computeCauseKey(finding, of, getCheckTraits("no-server-error"));
    const request = { method: "GET", url: "http://host/", headers: {}, body: "{}" };
    const { exchange, ...rest } = finding;
    const id = `${operation} ${top} ${flaw}`;
    return { ...rest, ...exchange, request, api: "shop", operation, id, cause } as unknown as Failure;
  };
  const collections = ["/authors", "/books", "/genres", "/shelves"];

  it("are a parameter that many collections read in one way", () => {
    const one = collections.map((path) => found(`GET ${path}`, "query /select", "enum"));
    const another = collections.map((path) => found(`GET ${path}`, "query /limit", "minimum"));

    expect(groupByCause([...one, ...another])).toHaveLength(2);
  });

  it("are not one for members of bodies of the same name", () => {
    expect(groupByCause(collections.map((path) => found(`POST ${path}`, "body /name", "type")))).toHaveLength(4);
  });
});
