import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  joinPointer,
  membersOf,
  partsOf,
  propertyNamesOf,
  tokensOf,
  typesOf,
} from "../../contracts/index.ts";
import { type Refusal, type RequestViolation, codeOf, titleOf } from "../model/problem.ts";

/** A refusal, or one of its violations by itself. */
interface Reason extends Refusal {
  readonly violation?: RequestViolation;
  /** Whether some list tells its violations, so that a message need not. */
  readonly isListed?: boolean;
}

/** Deeper than this, an error body is not looked into. */
const MAX_DEPTH = 3;

/** A message that tells of more violations is not read. */
const MAX_TOLD = 5;

const messages = /^(message|msg|detail|description|reason|error|error_?(message|description))$/i;
const codes = /^(code|error_?code)$/i;
const statuses = /^(status|status_?code|http_?status)$/i;
const lists = /^(errors|details|messages|violations|issues|invalid_?params)$/i;
const fields = /^(field|field_?name|property|attribute)$/i;
const parameters = /^param(eter)?$/i;
const pointers = /^(pointer|source|path|instance_?path)$/i;

/** The members that a schema has for a message, a code, a place and a list of errors, filled in. */
export function wordsFor(contract: Contract, schema: JsonSchema, told: Reason, depth = 0): JsonObject {
  const names = propertyNamesOf(contract, schema);
  const reason = { ...told, isListed: told.isListed || hasAny(lists) };
  const required = new Set(partsOf(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  // Beside a status, a title only names it; where there is none, it says what is wrong.
  const titleTells = names.has("title") && !names.has("status");
  const words: Record<string, Json> = {};
  for (const name of names) {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const word = wordFor(name, member);
    if (word !== undefined) words[name] = word;
  }
  // The name of what says it may be an unusual one.
  const isTold = Object.keys(words).some((name) => name === "title" || messages.test(name) || lists.test(name));
  const unusual = [...names].find((name) => required.has(name) && words[name] === undefined && isFreeText(name));
  if (!isTold && !reason.violation && unusual !== undefined) words[unusual] = sentence();
  return words;

  function wordFor(name: string, member: JsonSchema): Json | undefined {
    const types = typesOf(contract, member);
    const isText = types.includes("string");
    const isNumber = types.includes("integer") || types.includes("number");
    if (codes.test(name)) return isNumber ? reason.status : isText ? listed(member, codeOf(reason)) : undefined;
    if (statuses.test(name)) return isNumber ? reason.status : isText ? String(reason.status) : undefined;
    if (name === "title" && isText) return titleTells ? titleText() : titleOf(reason.status);
    if (lists.test(name) && types.includes("array")) return depth < MAX_DEPTH ? listFor(name, member) : undefined;
    if (name === "error" && isText && [...names].some((other) => other !== "error" && messages.test(other)))
      return listed(member, codeOf(reason));
    if (name === "detail" && titleTells && isText) return detailText();
    if (messages.test(name) && isText) return sentence();
    if (messages.test(name) && types.includes("object") && depth < MAX_DEPTH)
      return wordsFor(contract, member, reason, depth + 1);
    return reason.violation && placeFor(name, member, reason.violation);
  }

  function placeFor(name: string, member: JsonSchema, violation: RequestViolation): Json | undefined {
    const types = typesOf(contract, member);
    if (pointers.test(name) && types.includes("array")) return placeOf(violation);
    if (pointers.test(name) && types.includes("object") && depth < MAX_DEPTH)
      return wordsFor(contract, member, reason, depth + 1);
    if (!types.includes("string")) return undefined;
    // Beside the part of the request, a pointer is one into that part.
    if (pointers.test(name) && names.has("in")) return violation.pointer;
    const isParameter = violation.in !== "body";
    if (pointers.test(name)) return isParameter && hasAny(parameters) ? undefined : pointerTo(violation);
    if (fields.test(name)) return fieldNamed(violation);
    if (parameters.test(name)) return isParameter ? fieldNamed(violation) : undefined;
    if (name === "in") return violation.in;
    if (name === "expected") return violation.expected;
    return name === "got" ? violation.got : undefined;
  }

  /** Whether a member can hold any text, and is none that names something. */
  function isFreeText(name: string): boolean {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const limits = ["enum", "const", "format", "pattern", "maxLength"];
    const isLimited = partsOf(contract, member).some((part) => limits.some((limit) => part[limit] !== undefined));
    return !isLimited && typesOf(contract, member).includes("string") && !/(id|type|instance)$/i.test(name);
  }

  function hasAny(kind: RegExp): boolean {
    return [...names].some((name) => kind.test(name));
  }

  function sentence(): string {
    const { violation } = reason;
    const isPlaced = hasAny(pointers) || hasAny(fields);
    return violation && isPlaced ? `Expected ${violation.expected}, got ${violation.got}` : textOf(reason);
  }

  function titleText(): string {
    return reason.violation && names.has("detail") ? `Expected ${reason.violation.expected}` : sentence();
  }

  function detailText(): string | undefined {
    if (reason.violation) return `Got ${reason.violation.got}`;
    return required.has("detail") ? reason.refused : undefined;
  }

  /** An entry for each violation; where there is none, one for the refusal, if nothing else tells of it. */
  function listFor(name: string, list: JsonSchema): Json | undefined {
    const { violations, ...whole } = reason;
    const isToldBeside = titleTells || [...names].some((other) => other !== name && messages.test(other));
    if (!violations && isToldBeside && !required.has(name)) return undefined;
    const item: JsonSchema = { allOf: membersOf(contract, list, "items") };
    const isText = typesOf(contract, item).includes("string");
    const reasons: Reason[] = violations?.map((violation) => ({ ...whole, violation })) ?? [whole];
    return reasons.map((each) => (isText ? textOf(each) : wordsFor(contract, item, each, depth + 1)));
  }

  /** Of the words that a schema lists, the one that is meant; any where it lists none. */
  function listed(member: JsonSchema, word: string): Json | undefined {
    const allowed = partsOf(contract, member).flatMap((part) => (part["enum"] ?? []) as Json[]);
    const plain = (text: Json): string =>
      String(text)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, "");
    return allowed.length === 0 ? word : allowed.find((each) => plain(each) === plain(word));
  }
}

function textOf({ refused, violation, violations = [], isListed = false }: Reason): string {
  if (violation) return violationText(violation);
  if (isListed || violations.length === 0) return refused;
  const texts = violations.slice(0, MAX_TOLD).map(violationText);
  return `${refused}: ${texts.join("; ")}${violations.length > MAX_TOLD ? "; …" : ""}`;
}

function violationText({ in: place, pointer, expected, got }: RequestViolation): string {
  return `${place} ${pointer || "/"}: expected ${expected}, got ${got}`;
}

/** The way to what is wrong; a parameter is named by itself. */
function placeOf({ pointer, member }: RequestViolation): string[] {
  return [...tokensOf(pointer), ...(member === undefined ? [] : [member])];
}

/** A JSON pointer into the body, or the name of a parameter. */
function pointerTo(violation: RequestViolation): string {
  const place = placeOf(violation);
  return violation.in === "body" ? joinPointer("", ...place) : (place[0] ?? "");
}

/** "lines[2].quantity" */
function fieldNamed(violation: RequestViolation): string {
  const path = placeOf(violation)
    .map((token, index) => (index > 0 && /^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("");
  return path.replace(/^\./, "") || violation.in;
}
