import { isUtf8 } from "node:buffer";
import type { Json } from "../../contracts/index.ts";
import { countMembers } from "../model/nesting.ts";
import { MAX_NESTING } from "../model/parsed.ts";
import type { RequestViolation } from "../model/problem.ts";
import { countIn, repeatedMember } from "./repeated-member.ts";

/**
 * Reads the JSON of a request's body, as it is meant to be exchanged (RFC 8259, sections 4 and 8.1): in UTF-8, and
 * with names that differ. What parsers disagree about is refused; a byte order mark is ignored, as most of them do.
 */
export function readJsonBody(bytes: Uint8Array): { readonly value: Json } | RequestViolation {
  if (!isUtf8(bytes)) return violation("text in UTF-8", "bytes that are none");
  const text = textOf(bytes);
  const members = countMembers(text, MAX_NESTING);
  if (members === undefined) return violation(`JSON that nests at most ${MAX_NESTING} levels`, "more");
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return violation("JSON", (error as Error).message);
  }
  if (members === countIn(value)) return { value };
  return violation("one member of that name", "several", repeatedMember(text));
}

function textOf(bytes: Uint8Array): string {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const start = isMarked ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString();
}

function violation(expected: string, got: string, pointer = ""): RequestViolation {
  return { in: "body", pointer, expected, got };
}
