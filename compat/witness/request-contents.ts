import { severalMembers } from "./sides.ts";
import { type Json, type JsonSchema, isJson } from "../../contracts/index.ts";
import type { Witness } from "../model/change.ts";
import { type Finding, pairOn } from "../rules/support/judge.ts";
import type { UsagePath } from "../model/usage-graph.ts";
import type { RequestContent } from "./request.ts";
import { reservedCharacters } from "./reserved-text.ts";

/** Schema of lists and objects that are not empty. An empty one can have no text at all. */
const nonEmpty: JsonSchema = { minItems: 1, minProperties: 1 };

/** Schema of a text that JSON would parse as a number. */
const numeral: JsonSchema = { const: "1" };

/** Schemas of texts with a reserved character, alone or in a list. */
const reserved: JsonSchema = { type: "string", pattern: reservedCharacters.source };
const withReserved: readonly JsonSchema[] = [
  { const: "a/b" },
  reserved,
  { type: "array", minItems: 1, contains: reserved },
];

/**
 * Contents of a request that uses the removed part, for a finding that no value proves. The clearest come first, because
 * a search may not find all of them.
 */
export function requestContents(
  finding: Finding,
): readonly Pick<RequestContent, "like" | "isTypeOnly" | "partType" | "without">[] {
  const { rule, found } = finding;
  if (rule.proof === "bare-name") return [{ isTypeOnly: true }];
  if (rule.proof === "reserved-characters") return withReserved.map((like) => ({ like }));
  const part = rule.proof === "part-type" ? pairOn("part", finding) : undefined;
  if (part && typeof found.before === "string") {
    const of = { partType: found.before, without: part.revision.types ?? [] };
    return [{ like: nonEmpty, ...of }, of];
  }
  const isRewritten = rule.proof === "rewritten" || rule.proof === "rewritten-text";
  const isDocument = rule.proof === "rewritten-text" && found.values?.some((way) => isJson(String(way)));
  const like = isRewritten ? severalMembers : found.byName ? found.lost : undefined;
  return [
    ...(isDocument ? [{ like: numeral }] : []),
    ...(like === undefined ? [] : [{ like }]),
    { like: nonEmpty },
    {},
  ];
}

/** The removed value itself as a proof: credentials, a status, or a listed value of a response body. */
export function removedValue(
  { rule, found, polarity }: Finding,
  { root, path }: UsagePath,
): Required<Pick<Witness, "value" | "at">> | undefined {
  const [value, statuses] = (found.values ?? []) as readonly [Json?, Json?];
  if (rule.proof === "credentials" && value !== undefined) return { value, at: "security" };
  if (!found.byName || value === undefined) return undefined;
  if (rule.on === "responses" && rule.proof !== "moved-code") return { value, at: "status" };
  if (polarity !== "out") return undefined;
  if (rule.proof === "moved-code") {
    const [status] = statuses as readonly string[];
    return { value, at: `status ${status} ${found.step}` };
  }
  if (rule.proof !== "listed-value" || root.status === undefined) return undefined;
  return { value, at: `status ${root.status} ${path}${found.step ?? ""}` };
}
