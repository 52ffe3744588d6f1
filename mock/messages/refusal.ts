import {
  type Contract,
  type Json,
  type JsonObject,
  type MediaType,
  type Response,
  type Schema,
  acceptorOf,
  isJson,
  jsonOf,
  partsOf,
} from "../../contracts/index.ts";
import { escapeMarkup } from "../../formats/index.ts";
import { type SampleOptions, fit, project } from "../../contracts/generate/index.ts";
import { noBody } from "../model/exchange.ts";
import { type Refusal, problemOf, problemType } from "../model/problem.ts";
import { wholeMedia } from "../semantics/streaming.ts";
import { fittingText } from "../semantics/text.ts";
import { wordsFor } from "./wording.ts";

/** What a refusal is sent with. */
interface RefusalBody {
  /** Nothing where a body would be none. */
  readonly mediaType?: string;
  readonly body: Uint8Array;
}

interface RefusalContext {
  readonly contract: Contract;
  /** What the contract documents for the refusal's status. */
  readonly documented?: Response | undefined;
  /** A value that fits a schema, where nothing is known. */
  readonly sample: (schema: Schema, options: Omit<SampleOptions, "name">) => Json | undefined;
}

/** Writes a refusal in the form that the contract documents; as a problem document where it has none. */
export function writeRefusal(refusal: Refusal, instance: string, context: RefusalContext): RefusalBody {
  const problem = problemOf(refusal, instance);
  const content = wholeMedia(context.documented?.content ?? []);
  const json = jsonOf(content);
  const other = content[0];
  if (other && !json) return inOtherMedia(other, problem, context);
  const body = json ? inTheirForm(refusal, problem, json, context) : problem;
  return {
    mediaType: json && isJson(json.mediaType) ? json.mediaType : problemType,
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** The members that the schema names, of a problem and in words of its own; all where it names none. */
function inTheirForm(
  refusal: Refusal,
  problem: JsonObject,
  { schema, examples }: MediaType,
  { contract, sample }: RefusalContext,
): Json {
  if (!schema) return problem;
  const accepts = acceptorOf(contract, schema.pointer, "response");
  const told = { ...problem, ...wordsFor(contract, schema.value, refusal) };
  const shown = Object.values(examples)[0];
  // Of alternatives that exclude each other, told may fit several at once.
  const [whole, ...parts] = [schema.value, ...partsOf(contract, schema.value)].map((part) =>
    project(contract, part, told, "response"),
  ) as [Json, ...Json[]];
  return (
    [whole, ...parts].find((candidate) => accepts(candidate)) ??
    fit(contract, schema, whole, "response", (options) => sample(schema, { ...options, shown }))
  );
}

/** Media that are no JSON: text and markup tell the detail, if that fits, and the rest stays empty. */
function inOtherMedia({ mediaType, schema }: MediaType, problem: JsonObject, context: RefusalContext): RefusalBody {
  const sample = (of: Schema): Json | undefined => context.sample(of, {});
  const detail = fittingText(context.contract, schema, { known: [String(problem["detail"])], sample });
  if (mediaType === "text/*") return { mediaType: "text/plain", body: Buffer.from(detail) };
  if (mediaType.includes("*")) return { body: noBody };
  if (mediaType === "application/xml" || mediaType === "text/xml" || mediaType.endsWith("+xml"))
    return { mediaType, body: Buffer.from(xmlOf(problem)) };
  if (mediaType === "text/html") return { mediaType, body: Buffer.from(escapeMarkup(detail)) };
  return { mediaType, body: mediaType.startsWith("text/") ? Buffer.from(detail) : noBody };
}

/** A problem document in XML (RFC 9457, appendix B). */
function xmlOf(problem: JsonObject): string {
  const members = ["type", "title", "status", "detail", "instance"].map(
    (name) => `<${name}>${escapeMarkup(String(problem[name]))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<problem xmlns="urn:ietf:rfc:7807">${members.join("")}</problem>\n`;
}
