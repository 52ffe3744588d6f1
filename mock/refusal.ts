import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Response,
  type Schema,
  acceptorOf,
  isJson,
  jsonOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
} from "../contracts/index.ts";
import { fit, project } from "../contracts/values/index.ts";
import { noBody } from "./exchange.ts";
import { escapeMarkup } from "./markup.ts";
import { type Refusal, type RequestViolation, problemOf, problemType } from "./problem.ts";

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
  readonly sample: (schema: Schema, options: { readonly optional: boolean }) => Json | undefined;
}

/** Deeper than this, an error body is not looked into. */
const MAX_DEPTH = 3;

const texts = /^(message|msg|detail|description|reason|error|error_?(message|description))$/i;
const codes = /^(code|error_?code|status_?code|http_?status)$/i;
const lists = /^(errors|details|messages)$/i;

/** Writes a refusal in the form that the contract documents; as a problem document where it has none. */
export function writeRefusal(refusal: Refusal, instance: string, context: RefusalContext): RefusalBody {
  const problem = problemOf(refusal, instance);
  const content = context.documented?.content ?? [];
  const json = jsonOf(content);
  const other = content[0];
  if (other && !json) return inOtherMedia(other.mediaType, problem);
  const body = json?.schema ? inTheirForm(refusal, problem, json.schema, context) : problem;
  return {
    mediaType: json && isJson(json.mediaType) ? json.mediaType : problemType,
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** The problem itself where it fits, told also in the words that the schema has for it. */
function inTheirForm(refusal: Refusal, problem: JsonObject, schema: Schema, context: RefusalContext): Json {
  const { contract, sample } = context;
  const accepts = acceptorOf(contract, schema.pointer, "response");
  const told = { ...problem, ...wordsFor(contract, schema.value, refusal) };
  if (accepts(told)) return told;
  // Of alternatives that exclude each other, told may fit several at once.
  const chosen = partsOf(contract, schema.value)
    .map((part) => project(contract, part, told, "response"))
    .find((candidate) => accepts(candidate));
  return chosen ?? fit(contract, schema, told, "response", (options) => sample(schema, options));
}

/** The members that a schema has for a message, a code and a list of errors, filled in. */
function wordsFor(contract: Contract, schema: JsonSchema, refusal: Refusal, depth = 0): JsonObject {
  const words: Record<string, Json> = {};
  for (const name of propertyNamesOf(contract, schema)) {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const types = typesOf(contract, member);
    const isNested = depth < MAX_DEPTH;
    if (codes.test(name) && (types.includes("integer") || types.includes("number"))) words[name] = refusal.status;
    else if (lists.test(name) && types.includes("array") && isNested)
      words[name] = itemsFor(contract, member, refusal, depth);
    else if (texts.test(name) && types.includes("string")) words[name] = refusal.refused;
    else if (texts.test(name) && types.includes("object") && isNested)
      words[name] = wordsFor(contract, member, refusal, depth + 1);
  }
  return words;
}

/** An entry for each violation, or one for the refusal as a whole. */
function itemsFor(contract: Contract, list: JsonSchema, refusal: Refusal, depth: number): Json {
  const item: JsonSchema = { allOf: membersOf(contract, list, "items") };
  const types = typesOf(contract, item);
  const reasons = refusal.violations?.map(sentence) ?? [refusal.refused];
  return reasons.map((refused) =>
    types.includes("string") ? refused : wordsFor(contract, item, { refused, status: refusal.status }, depth + 1),
  );
}

function sentence({ in: place, pointer, expected, got }: RequestViolation): string {
  return `${place} ${pointer || "/"}: expected ${expected}, got ${got}`;
}

/** Media without a schema of JSON: text and markup tell the detail, the rest stays empty. */
function inOtherMedia(mediaType: string, problem: JsonObject): RefusalBody {
  const detail = String(problem["detail"]);
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
