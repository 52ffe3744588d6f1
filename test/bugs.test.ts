import { describe, expect, it } from "vitest";
import { checks, defaultConformance, propertiesWith } from "../conformance/index.ts";
import { bugClasses } from "../fixtures/providers/provider.ts";
import { argumentsOf, help } from "./support/bugs/arguments.ts";
import { caughtBy } from "./support/bugs/caught-by.ts";
import { type Finding, matchFindings, isFindingOf } from "./support/bugs/measure.ts";
import { tableOf } from "./support/bugs/table.ts";

const bug = { operations: ["GET /books", "POST /books"], class: "body" } as const;
const finding: Finding = { check: "body-conforms", operation: "GET /books", message: "" };

describe("caughtBy", () => {
  it("has every class, and checks that there are", () => {
    const known = [...checks, ...propertiesWith(defaultConformance)].map(({ id }) => id);

    expect(Object.keys(caughtBy)).toEqual([...bugClasses]);
    expect(
      Object.values(caughtBy)
        .flat()
        .filter((id) => !known.includes(id)),
    ).toEqual([]);
  });
});

describe("argumentsOf()", () => {
  it("takes a provider to be served, with its bugs", () => {
    const { served } = argumentsOf(["--serve", "library", "--bugs", "none-is-null"]);

    expect(served).toMatchObject({ provider: { name: "library" }, bugs: ["none-is-null"] });
  });

  it.each([
    [["--serve", "nope"], 'Cannot find the provider "nope": there is library, '],
    [["--provider", "nope"], 'Cannot find the provider "nope": there is library, '],
    [["--serve", "library", "--bugs", "nope"], 'Cannot switch on "nope": the provider library has '],
    [["--bugs", "nope"], "--bugs goes with --serve"],
    [["--runs", "x"], '--runs takes a whole number, not "x"'],
    [["--nope"], "Unknown option '--nope'"],
  ])("says what is wrong with %j", (args, reason) => {
    expect(() => argumentsOf(args)).toThrow(reason);
  });

  it("tells of every option in its help", () => {
    for (const name of ["provider", "runs", "seed", "serve", "bugs"]) expect(help).toContain(`  --${name} `);
    expect(argumentsOf(["--help"]).isHelp).toBe(true);
  });
});

describe("isOf()", () => {
  it("asks for the operation, and for a check of the class", () => {
    expect(isFindingOf(finding, bug)).toBe(true);
    expect(isFindingOf({ ...finding, operation: "GET /books/{book_id}" }, bug)).toBe(false);
    expect(isFindingOf({ ...finding, check: "no-server-error" }, bug)).toBe(false);
  });
});

describe("foundAmong()", () => {
  const broad = bug;
  const narrow = { ...bug, operations: ["GET /books"] };

  it("gives no finding to two bugs", () => {
    expect(matchFindings([broad, narrow], [finding]).size).toBe(1);
    expect(matchFindings([broad, { ...narrow }], [finding, { ...finding }]).size).toBe(2);
  });

  it("takes a finding from a bug that has another", () => {
    const other = { ...finding, operation: "POST /books" };

    expect(matchFindings([broad, narrow], [finding, other])).toEqual(new Set([broad, narrow]));
  });

  it("finds nothing in nothing", () => {
    expect(matchFindings([broad], [])).toEqual(new Set());
  });
});

describe("tableOf()", () => {
  it("puts numbers to the right", () => {
    expect(
      tableOf([
        ["class", "bugs"],
        ["body", 7],
        ["header", 12],
      ]),
    ).toBe(["| class  | bugs |", "| ------ | ---: |", "| body   |    7 |", "| header |   12 |", ""].join("\n"));
  });
});
