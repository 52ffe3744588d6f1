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
  it("lists every class of bugs, with checks that exist", () => {
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
  it("reads a provider to serve, with its bugs", () => {
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
  ])("explains the mistake in %j", (args, reason) => {
    expect(() => argumentsOf(args)).toThrow(reason);
  });

  it("describes every option in its help", () => {
    for (const name of ["provider", "runs", "seed", "serve", "bugs"]) expect(help).toContain(`  --${name} `);
    expect(argumentsOf(["--help"]).isHelp).toBe(true);
  });
});

describe("isOf()", () => {
  it("compares the operation and the check of a finding with a bug", () => {
    expect(isFindingOf(finding, bug)).toBe(true);
    expect(isFindingOf({ ...finding, operation: "GET /books/{book_id}" }, bug)).toBe(false);
    expect(isFindingOf({ ...finding, check: "no-server-error" }, bug)).toBe(false);
  });
});

describe("foundAmong()", () => {
  const broad = bug;
  const narrow = { ...bug, operations: ["GET /books"] };

  it("assigns a finding to one bug only", () => {
    expect(matchFindings([broad, narrow], [finding]).size).toBe(1);
    expect(matchFindings([broad, { ...narrow }], [finding, { ...finding }]).size).toBe(2);
  });

  it("reassigns a finding if its bug has another one", () => {
    const other = { ...finding, operation: "POST /books" };

    expect(matchFindings([broad, narrow], [finding, other])).toEqual(new Set([broad, narrow]));
  });

  it("returns no bugs without findings", () => {
    expect(matchFindings([broad], [])).toEqual(new Set());
  });
});

describe("tableOf()", () => {
  it("right-aligns numbers", () => {
    expect(
      tableOf([
        ["class", "bugs"],
        ["body", 7],
        ["header", 12],
      ]),
    ).toBe(["| class  | bugs |", "| ------ | ---: |", "| body   |    7 |", "| header |   12 |", ""].join("\n"));
  });
});
