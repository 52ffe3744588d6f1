import {
  type Contract,
  type Json,
  type JsonObject,
  type MediaType,
  type Response,
  type Schema,
  getAcceptor,
  isJson,
  findJsonMedia,
  listSchemaParts,
  omitUndefined,
} from "../../contracts/index.ts";
import { escapeMarkup } from "../../formats/index.ts";
import { type SampleOptions, fit, project } from "../../contracts/generate/index.ts";
import { noBody } from "../model/exchange.ts";
import { type Refusal, toProblem, problemType } from "../model/problem.ts";
import { nonStreamingMedia } from "../semantics/streaming.ts";
import { textMatching } from "../semantics/text.ts";
import { describeRefusal, refusalText } from "./wording.ts";

/** Body of a refusal, and its media type. */
interface RefusalBody {
  /** Undefined if the body is empty. */
  readonly mediaType?: string;
  readonly body: Uint8Array;
  /** Reason of the refusal, if the documented body has no place for it. Printable ASCII, for a header. */
  readonly reason?: string;
}

interface RefusalContext {
  readonly contract: Contract;
  /** Documented response for the refusal's status. */
  readonly documented?: Response | undefined;
  /** Generates a value that matches a schema. */
  readonly sample: (schema: Schema, options: Omit<SampleOptions, "name">) => Json | undefined;
}

/** Writes a refusal in the documented form. Without one, writes a problem document (RFC 9457). */
export function writeRefusal(refusal: Refusal, instance: string, context: RefusalContext): RefusalBody {
  const problem = toProblem(refusal, instance);
  const content = nonStreamingMedia(context.documented?.content ?? []);
  const json = findJsonMedia(content);
  const [first] = content;
  if (first && !json) return nonJsonBody(first, problem, context);
  const text = JSON.stringify(json ? documentedBody(refusal, problem, json, context) : problem);
  const reason = hasReason(text, refusal) ? undefined : writeReason(refusal);
  return omitUndefined({
    mediaType: json && isJson(json.mediaType) ? json.mediaType : problemType,
    body: Buffer.from(text),
    reason,
  });
}

/** True if a body in JSON contains the text of the refusal, or the expectation of a violation. */
function hasReason(body: string, { refused, violations = [] }: Refusal): boolean {
  const texts = [refused, ...violations.map(({ expected }) => expected)];
  return texts.some((text) => body.includes(JSON.stringify(text).slice(1, -1)));
}

/** Maximum number of characters of a reason in a header. */
const MAX_REASON = 500;

/** Text of a refusal with its violations, in printable ASCII. */
function writeReason(refusal: Refusal): string {
  return refusalText(refusal)
    .replaceAll(/[^\u0020-\u007E]+/g, "?")
    .slice(0, MAX_REASON);
}

/** JSON body with the properties that the schema defines, filled from the problem document and from the refusal. */
function documentedBody(
  refusal: Refusal,
  problem: JsonObject,
  { schema, examples }: MediaType,
  { contract, sample }: RefusalContext,
): Json {
  const fallbackExample = Object.values(examples)[0];
  // Clients parse a documented 401 to log in again. Other refusals without a schema say more as a problem document.
  if (!schema) {
    if (refusal.status === 401) return fallbackExample ?? problem;
    return problem;
  }
  const accepts = getAcceptor(contract, schema.pointer, "response");
  const described = { ...problem, ...describeRefusal(contract, schema.value, refusal) };
  // The members of several exclusive alternatives may be present. Each alternative by itself is the second choice.
  const whole = project(contract, schema.value, described, "response");
  if (accepts(whole)) return whole;
  for (const part of listSchemaParts(contract, schema.value)) {
    const candidate = project(contract, part, described, "response");
    if (accepts(candidate)) return candidate;
  }
  return fit(contract, schema, whole, "response", (options) => sample(schema, { ...options, fallbackExample }));
}

/** Body in a media type other than JSON. Text and markup contain the detail, other types stay empty. */
function nonJsonBody({ mediaType, schema }: MediaType, problem: JsonObject, context: RefusalContext): RefusalBody {
  const sampleDetail = (of: Schema): Json | undefined => context.sample(of, {});
  const reason = String(problem["detail"]);
  const detail = textMatching(context.contract, schema, { known: [reason], sample: sampleDetail }) ?? reason;
  if (mediaType === "text/*") return { mediaType: "text/plain", body: Buffer.from(detail) };
  if (mediaType.includes("*")) return { body: noBody };
  if (mediaType === "application/xml" || mediaType === "text/xml" || mediaType.endsWith("+xml"))
    return { mediaType, body: Buffer.from(writeProblemXml(problem)) };
  if (mediaType === "text/html") return { mediaType, body: Buffer.from(escapeMarkup(detail)) };
  return { mediaType, body: mediaType.startsWith("text/") ? Buffer.from(detail) : noBody };
}

/** Problem document in XML (RFC 9457, appendix B). */
function writeProblemXml(problem: JsonObject): string {
  const members = ["type", "title", "status", "detail", "instance"].map(
    (name) => `<${name}>${escapeMarkup(String(problem[name]))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<problem xmlns="urn:ietf:rfc:7807">${members.join("")}</problem>\n`;
}
