import type { JsonObject, Kind } from "../../../../contracts/index.ts";
import { type Rewriting, atNode } from "../rewriting.ts";

/** What is told to people says nothing of the wire. */
export const texts: readonly Rewriting[] = [
  tell("schema", {
    title: "A title",
    description: "Another text",
    $comment: "Why",
    summary: "Short",
    "x-vendor": { a: [1] },
  }),
  tell("schema", { examples: ["an example"], externalDocs: { url: "https://example.com" }, xml: { name: "x" } }),
  tell("operation", { summary: "Another", description: "Text" }),
  tell("parameter", { description: "Another", example: "x", "x-vendor": true }),
  tell("response", { description: "Another", "x-vendor": 1 }),
  tell("header", { description: "Another", example: "x" }),
  tell("requestBody", { description: "Another" }),
  tell("mediaType", { example: { any: "thing" }, examples: {} }),
  tell("pathItem", { summary: "Another", description: "Text" }),
  tell("document", { tags: [{ name: "other" }], externalDocs: { url: "https://example.com" }, "x-vendor": {} }),
];

function tell(kind: Kind, members: JsonObject): Rewriting {
  return atNode(`describe a ${kind} by ${Object.keys(members).join(", ")}`, kind, ({ node }) =>
    node["$ref"] === undefined ? { ...node, ...members } : undefined,
  );
}
