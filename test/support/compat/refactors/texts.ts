import type { JsonObject, NodeKind } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting } from "../rewriting.ts";

/** Add texts, examples and extensions, which do not affect requests and responses. */
export const textRefactors: readonly Rewriting[] = [
  addTexts("schema", {
    title: "A title",
    description: "Another text",
    $comment: "Why",
    summary: "Short",
    "x-vendor": { a: [1] },
  }),
  addTexts("schema", { examples: ["an example"], externalDocs: { url: "https://example.com" }, xml: { name: "x" } }),
  addTexts("operation", { summary: "Another", description: "Text" }),
  addTexts("parameter", { description: "Another", example: "x", "x-vendor": true }),
  addTexts("response", { description: "Another", "x-vendor": 1 }),
  addTexts("header", { description: "Another", example: "x" }),
  addTexts("requestBody", { description: "Another" }),
  addTexts("mediaType", { example: { any: "thing" }, examples: {} }),
  addTexts("pathItem", { summary: "Another", description: "Text" }),
  addTexts("document", { tags: [{ name: "other" }], externalDocs: { url: "https://example.com" }, "x-vendor": {} }),
];

function addTexts(kind: NodeKind, members: JsonObject): Rewriting {
  return nodeRewriting(`describe a ${kind} by ${Object.keys(members).join(", ")}`, kind, ({ node }) =>
    node["$ref"] === undefined ? { ...node, ...members } : undefined,
  );
}
