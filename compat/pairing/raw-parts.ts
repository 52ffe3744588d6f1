import type { Both } from "../model/pair.ts";
import { type MediaType, isJson } from "../../contracts/index.ts";
import type { Spot } from "../model/usage-graph.ts";
import { propertyStep } from "../model/wording.ts";

/** Media types that are written from a value. */
const written = /^(text|multipart)\/|[/+]xml$/;

/** Whether all that stands at a spot is bytes as they are, where nothing is said of them: a part, or each of several. */
export function isRawPart({ asText, ways }: Spot): boolean {
  if (asText === "text") return ways.every(({ from }) => from.asText === "part" && isRawPart(from));
  return asText === "part" && ways.every(({ from, step }) => mediaAround(from).every((media) => isRaw(media, step)));
}

/** Whether neither side says that a part is written from a value. */
function isRaw({ base, revision }: Both<MediaType>, step: string): boolean {
  return [base, revision].every(({ encodings = {} }) =>
    Object.entries(encodings).every(
      ([name, { style, contentType = "" }]) =>
        propertyStep(name) !== step ||
        (style === undefined &&
          !contentType.split(",").some((type) => isJson(type.trim()) || written.test(type.trim()))),
    ),
  );
}

function mediaAround(spot: Spot): Both<MediaType>[] {
  const seen = new Set([spot]);
  // A set goes on to what is added to it.
  for (const { ways } of seen) for (const { from } of ways) seen.add(from);
  return [...seen].flatMap(({ root }) => root?.media ?? []);
}
