import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { type Contract, type Operation, type Parameter, type Response, loadPlatform } from "../../contracts/index.ts";
import { rows } from "./rows/index.ts";
import { unclaimedParts, trace } from "./trace.ts";

const root = join(import.meta.dirname, "../..");
const specification = join(root, "../shared/spec/platform-interface.md");
const platform = await loadPlatform();

describe("the trace of the platform", () => {
  it("finds all claims", () => {
    expect(trace(platform).filter(({ missing }) => missing.length > 0)).toEqual([]);
  });

  it("points to existing lines of files", () => {
    const places = trace(platform).flatMap(({ carriers }) => carriers.flatMap(({ at }) => at));

    expect(places.filter(({ file }) => !existsSync(resolve(root, file))).map(({ file }) => file)).toEqual([]);
    expect(places.filter(({ line }) => line < 1)).toEqual([]);
  });

  it("finds nothing without contracts, except claims about code", () => {
    const carriers = trace([]).flatMap((row) => row.carriers);

    expect(carriers.filter(({ at: [first] }) => !first?.file.endsWith(".ts"))).toEqual([]);
  });

  it("has different claims in each row, and at least one", () => {
    for (const { section, row, claims } of rows) {
      const statements = claims.map(({ says }) => says);
      expect(statements, `§${section} ${row}`).not.toEqual([]);
      expect(new Set(statements).size, `§${section} ${row}`).toBe(statements.length);
    }
  });

  it("follows the order of the sections", () => {
    const sections = [...new Set(rows.map(({ section }) => section))];

    expect(sections).toEqual(sections.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })));
  });
});

describe("each part that contracts mark as stated", () => {
  it("belongs to a row of the specification, including parameters and error responses", () => {
    expect(unclaimedParts(platform)).toEqual([]);
  });

  it("is reported if no row claims it: a parameter, and a status", () => {
    const entity = platform.find(({ api }) => api === "entity") as Contract;
    const [first, ...others] = entity.operations as [Operation, ...Operation[]];
    const planted = { ...first.at, pointer: "/planted" };
    const known = entity.operations.flatMap(({ parameters }) => parameters)[0] as Parameter;
    const parameter: Parameter = { ...known, name: "since", in: "query", basis: "stated", at: planted };
    const response: Response = { ...(first.responses[0] as Response), status: "412", at: planted };
    const changed: Operation = {
      ...first,
      parameters: [...first.parameters, parameter],
      responses: [...first.responses, response],
    };
    const contract = { ...entity, operations: [changed, ...others] };

    expect(unclaimedParts(platform.map((one) => (one === entity ? contract : one))).map(({ says }) => says)).toEqual([
      "query since of GET /v1/entity/schemas",
      "status 412 of GET /v1/entity/schemas",
    ]);
  });
});

/** Rows of the specification that no contract can express, with reasons. */
const rowsWithoutContract: Readonly<Record<string, string>> = {
  "1 The service is a business platform": "A summary; the table below it names the APIs",
  "1 Every request is scoped to an organization": "How a request names its organization is not shown",
  "1 Typed client libraries exist for each API": "Not part of the contract, in its own words",
};

describe.skipIf(!existsSync(specification))("the specification", () => {
  const parts = existsSync(specification) ? partsOf(readFileSync(specification, "utf8")) : [];
  const statements = parts.filter(({ kind }) => kind === "statement");
  const ordered = parts.filter(({ kind }) => kind !== "statement");

  it("has tables and numbered lists, each row of which is traced exactly once", () => {
    const traced = rows.map(keyOf).filter((key) => !statements.some((part) => keyOf(part).startsWith(key)));

    expect(ordered.length).toBeGreaterThan(150);
    expect(traced.toSorted()).toEqual(ordered.map(keyOf).toSorted());
  });

  it("has statements that are traced once, or that no contract can express", () => {
    const keys = [...rows.map(keyOf), ...Object.keys(rowsWithoutContract)];
    const matchingKeys = statements.map((part) => keys.filter((key) => keyOf(part).startsWith(key)));

    expect(statements.filter((_, index) => matchingKeys[index]?.length !== 1).map(keyOf)).toEqual([]);
    expect(Object.keys(rowsWithoutContract).filter((key) => !matchingKeys.flat().includes(key))).toEqual([]);
  });

  it("names the built-in types of every GraphQL schema", () => {
    const schema = platform.find(({ kind }) => kind === "graphql")?.document["sdl"] as string;
    const types = Object.keys(buildSchema(schema).getTypeMap());
    const { row } = statements.find(({ section }) => section === "2.7") as Part;

    expect(types.filter((name) => name !== "Query" && !new RegExp(`\\b${name}\\b`).test(row))).toEqual([]);
  });
});

interface Part {
  readonly section: string;
  readonly row: string;
  readonly kind: "row" | "item" | "statement";
}

function keyOf({ section, row }: Pick<Part, "section" | "row">): string {
  return `${section} ${row}`;
}

/** Tables whose rows are identified by their first two cells. */
const named = ["Method | Path", "Resource | Field", "Status / code | Condition"];

/** Rows of tables, items of numbered lists, and other statements of the specification. */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  let section = "";
  let header = "";
  for (const line of markdown.split("\n")) {
    const heading = /^#+ (?<number>[\d.]*\d)/.exec(line)?.groups?.["number"];
    const item = /^(?<number>\d+)\. /.exec(line)?.groups?.["number"];
    const cells = line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
    if (line.startsWith("#")) [section, header] = [heading ?? "", ""];
    else if (line === "" || section === "" || line.startsWith("|---")) continue;
    else if (!line.startsWith("|")) {
      header = "";
      if (item !== undefined) parts.push({ section, row: `${section}.${item}`, kind: "item" });
      else if (isStatement(line)) parts.push({ section, row: line.replace(/^- /, ""), kind: "statement" });
    } else if (header === "") header = cells.join(" | ");
    else {
      const isPair = named.some((beginning) => header.startsWith(beginning));
      parts.push({ section, row: cells.slice(0, isPair ? 2 : 1).join(" "), kind: "row" });
    }
  }
  return parts;
}

/** Excludes sentences that only introduce a table or mention missing information. */
function isStatement(line: string): boolean {
  return line.split(/(?<=\.) (?=[A-Z])/).some((sentence) => !/(not shown\.|:)$/.test(sentence));
}
