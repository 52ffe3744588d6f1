import { expect, it } from "vitest";
import { renderAnnotations } from "./annotations.ts";

const annotation = { severity: "error", title: "a", message: "b", details: [], at: null } as const;

it.each([
  ["git:v1:a/b.yaml", "file=a/b.yaml,line=1,"],
  ["a,b:c.yaml", "file=a%2Cb%3Ac.yaml,line=1,"],
  ["https://a.example/b.yaml", ""],
])("an annotation of a line in %s is at the file in the checkout, if there is one", (file, place) => {
  expect(renderAnnotations([{ ...annotation, at: { file, line: 1 } }])).toBe(`::error ${place}title=a::b\n`);
});

it("renders details below the message, on one line each", () => {
  const details = [["sent", "GET /a\n::error::c"] as const];

  expect(renderAnnotations([{ ...annotation, details }])).toBe("::error title=a::b%0Asent: GET /a ::error::c\n");
});
