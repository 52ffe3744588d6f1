import { isUtf8 } from "node:buffer";
import type { Json } from "../../contracts/index.ts";
import { type ReadingBudget, refuseValues } from "../model/body-limits.ts";
import { toBuffer } from "../model/exchange.ts";
import { countMembers, hasMoreValues } from "../model/nesting.ts";
import { MAX_NESTING } from "../model/parse-json-body.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";
import { findContradiction, hasAtMostMembers, memberCount } from "./repeated-names.ts";

/**
 * Parses the JSON body of a request (RFC 8259, sections 4 and 8.1). Refuses what parsers disagree about: encodings other
 * than UTF-8, and a name with several values. Ignores a byte order mark, as most parsers do.
 */
export function readJsonBody(
  bytes: Uint8Array,
  budget: ReadingBudget,
): { readonly value: Json } | RequestViolation | Refusal {
  if (!isUtf8(bytes)) return violation("text in UTF-8", "bytes that are not UTF-8");
  const text = withoutByteOrderMark(bytes);
  if (hasMoreValues(text, budget.values)) return refuseValues(budget);
  let value: Json | undefined;
  let fault: unknown;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    fault = error;
  }
  const parsed = value === undefined ? Number.NaN : memberCount(value, MAX_NESTING);
  if (value !== undefined && hasAtMostMembers(text, parsed)) return { value };
  const members = countMembers(text, MAX_NESTING);
  if (members === undefined) return violation(`JSON that nests at most ${MAX_NESTING} levels`, "more");
  if (value === undefined) return violation("JSON", syntaxFault(text, fault as Error));
  const contradicted = members === parsed ? undefined : findContradiction(text);
  if (contradicted === undefined) return { value };
  return violation("one value of that name", "several", contradicted);
}

/** Text that is not JSON, with the place of its first error. */
function syntaxFault(text: string, { message }: Error): string {
  if (text.trim() === "") return "an empty body";
  const [place = ""] = /\(line \d+ column \d+\)$/.exec(message) ?? [];
  if (place !== "") return `a text with a syntax error at ${place.slice(1, -1)}`;
  if (/end of JSON|Unterminated/.test(message)) return "a text that ends too early";
  return "another text";
}

function withoutByteOrderMark(bytes: Uint8Array): string {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return toBuffer(bytes).toString("utf8", isMarked ? 3 : 0);
}

function violation(expected: string, got: string, pointer = ""): RequestViolation {
  return { in: "body", pointer, expected, got };
}
