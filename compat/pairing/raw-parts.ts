import type { Both } from "../model/pair.ts";
import { type MediaType, isJson } from "../../contracts/index.ts";
import type { UsageNode } from "../model/usage-graph.ts";
import { propertyStep } from "../model/wording.ts";

/** Media types whose bodies are written from a value, and so are not raw bytes. */
const schemaEncodedType = /^(text|multipart)\/|[/+]xml$/;

/** Checks that a schema is used only for multipart parts without an encoding, whose bytes are sent unchanged. */
export function isRawPart({ textKind, edges }: UsageNode): boolean {
  if (textKind === "text") return edges.every(({ from }) => from.textKind === "part" && isRawPart(from));
  return (
    textKind === "part" &&
    edges.every(({ from, step }) => enclosingMedia(from).every((media) => isUnencoded(media, step)))
  );
}

/** Checks that neither side declares an `encoding` that makes the part JSON, XML or text instead of raw bytes. */
function isUnencoded({ base, revision }: Both<MediaType>, step: string): boolean {
  return [base, revision].every(({ encodings = {} }) =>
    Object.entries(encodings).every(
      ([name, { style, contentType = "" }]) =>
        propertyStep(name) !== step ||
        (style === undefined &&
          !contentType.split(",").some((type) => isJson(type.trim()) || schemaEncodedType.test(type.trim()))),
    ),
  );
}

function enclosingMedia(usage: UsageNode): Both<MediaType>[] {
  const seen = new Set([usage]);
  // Iteration over a Set includes items that are added during it.
  for (const { edges } of seen) for (const { from } of edges) seen.add(from);
  return [...seen].flatMap(({ root }) => root?.media ?? []);
}
