import { describe, expect, it } from "vitest";
import type { NeverRan } from "../findings/never-ran.ts";
import { renderConsole } from "./console.ts";
import { renderHtml } from "./html.ts";
import type { Judgement } from "./judgement.ts";
import { renderMarkdown } from "./markdown.ts";

const excluded: NeverRan[] = ["location", "<x>"].map((property) => ({
  property,
  reason: "not-applicable",
  message: "Nothing in the contract calls for this",
}));
const lacking: NeverRan = { property: "foreign-refused", reason: "no-credentials", message: "The run lacks a token" };
const judgement: Judgement = {
  title: "concord conform",
  target: "http://127.0.0.1:4010",
  durationMs: 1000,
  scope: "1 operation",
  cases: [],
  neverRan: [...excluded, lacking],
  claims: { location: "The Location header leads to the item" },
  interrupted: false,
};

describe("properties that never ran", () => {
  it("are listed with the reasons in the terminal and in Markdown, those that an option can change first", () => {
    const lines = [
      "1 property never ran: foreign-refused. The run lacks a token",
      "2 properties never ran: location, <x>. Nothing in the contract calls for this",
    ];

    expect(renderConsole(judgement, { colours: false })).toContain(`${lines.join("\n")}\n`);
    expect(renderMarkdown(judgement)).toContain("- 1 property never ran: foreign-refused. The run lacks a token\n");
  });

  it("are a section of the page, with their claims", () => {
    const page = renderHtml(judgement).replaceAll(/>\s+</g, "><");

    expect(page).toContain('<h2 id="never-ran">Never ran</h2>');
    expect(page).toContain(
      '<tr><th scope="row">location</th><td>The Location header leads to the item</td><td>Nothing in the contract calls for this</td></tr>',
    );
    expect(page).toContain('<th scope="row">&lt;x&gt;</th>');
    expect(renderHtml({ ...judgement, neverRan: [] })).not.toContain("Never ran");
  });

  it("are counted beyond the first of them on a line", () => {
    const neverRan = Array.from({ length: 20 }, (_, n) => ({ ...lacking, property: `p${n}` }));

    expect(renderConsole({ ...judgement, neverRan }, { colours: false })).toContain(
      "20 properties never ran: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11 and 8 more (--report html:FILE names all). The run",
    );
  });
});
