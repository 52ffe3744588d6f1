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

/** A refusal, or a single violation of it. */
interface Reason extends Refusal {
  readonly violation?: RequestViolation;
  /** True if the body lists the violations, so that messages need not repeat them. */
  readonly isListed?: boolean;
}

/** Maximum depth of an error body that is filled in. */
const MAX_DEPTH = 3;

/** Maximum number of violations in one message. */
const MAX_IN_MESSAGE = 5;

const messages = /^(message|msg|detail|description|reason|error|error_?(message|description))$/i;
const codes = /^(code|error_?code)$/i;
const statuses = /^(status|status_?code|http_?status)$/i;
const lists = /^(errors|details|messages|violations|issues|invalid_?params)$/i;
const fields = /^(field|field_?name|property|attribute)$/i;
const parameters = /^param(eter)?$/i;
const pointers = /^(pointer|source|path|instance_?path)$/i;

/** Fills in the properties of an error schema by their names: message, code, status, location, list of errors. */
export function describeRefusal(contract: Contract, schema: JsonSchema, refusal: Reason, depth = 0): JsonObject {
  const names = propertyNamesOf(contract, schema);
  const reason = { ...refusal, isListed: refusal.isListed || hasAny(lists) };
  const required = new Set(partsOf(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  // With a status, the title is its reason phrase. Without one, the title describes the error.
  const titleDescribes = names.has("title") && !names.has("status");
  const filledProperties: Record<string, Json> = {};
  for (const name of names) {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const value = valueFor(name, member);
    if (value !== undefined) filledProperties[name] = value;
  }
  // If no property has a usual name, a required text property gets the message.
  const isDescribed = Object.keys(filledProperties).some(
    (name) => name === "title" || messages.test(name) || lists.test(name),
  );
  const unusual = [...names].find(
    (name) => required.has(name) && filledProperties[name] === undefined && isFreeText(name),
  );
  if (!isDescribed && !reason.violation && unusual !== undefined) filledProperties[unusual] = messageText();
  return filledProperties;

  function valueFor(name: string, member: JsonSchema): Json | undefined {
    const types = typesOf(contract, member);
    const isText = types.includes("string");
    const isNumber = types.includes("integer") || types.includes("number");
    if (codes.test(name)) return isNumber ? reason.status : isText ? enumValue(member, codeOf(reason)) : undefined;
    if (statuses.test(name)) return isNumber ? reason.status : isText ? String(reason.status) : undefined;
    if (name === "title" && isText) return titleDescribes ? titleText() : titleOf(reason.status);
    if (lists.test(name) && types.includes("array")) return depth < MAX_DEPTH ? listFor(name, member) : undefined;
    if (name === "error" && isText && [...names].some((other) => other !== "error" && messages.test(other)))
      return enumValue(member, codeOf(reason));
    if (name === "detail" && titleDescribes && isText) return detailText();
    if (messages.test(name) && isText) return messageText();
    if (messages.test(name) && types.includes("object") && depth < MAX_DEPTH)
      return describeRefusal(contract, member, reason, depth + 1);
    return reason.violation && locationFor(name, member, reason.violation);
  }

  function locationFor(name: string, member: JsonSchema, violation: RequestViolation): Json | undefined {
    const types = typesOf(contract, member);
    if (pointers.test(name) && types.includes("array")) return tokensOfViolation(violation);
    if (pointers.test(name) && types.includes("object") && depth < MAX_DEPTH)
      return describeRefusal(contract, member, reason, depth + 1);
    if (!types.includes("string")) return undefined;
    // If the schema has a property "in" for the part of the request, the pointer is relative to that part.
    if (pointers.test(name) && names.has("in")) return violation.pointer;
    const isParameter = violation.in !== "body";
    if (pointers.test(name)) return isParameter && hasAny(parameters) ? undefined : pointerTo(violation);
    if (fields.test(name)) return fieldPathOf(violation);
    if (parameters.test(name)) return isParameter ? fieldPathOf(violation) : undefined;
    if (name === "in") return violation.in;
    if (name === "expected") return violation.expected;
    return name === "got" ? violation.got : undefined;
  }

  /** True for a text property without constraints whose name is not that of an identifier. */
  function isFreeText(name: string): boolean {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const limits = ["enum", "const", "format", "pattern", "maxLength"];
    const isLimited = partsOf(contract, member).some((part) => limits.some((limit) => part[limit] !== undefined));
    return !isLimited && typesOf(contract, member).includes("string") && !/(id|type|instance)$/i.test(name);
  }

  function hasAny(kind: RegExp): boolean {
    return [...names].some((name) => kind.test(name));
  }

  function messageText(): string {
    const { violation } = reason;
    const hasLocation = hasAny(pointers) || hasAny(fields);
    return violation && hasLocation ? `Expected ${violation.expected}, got ${violation.got}` : refusalText(reason);
  }

  function titleText(): string {
    return reason.violation && names.has("detail") ? `Expected ${reason.violation.expected}` : messageText();
  }

  function detailText(): string | undefined {
    if (reason.violation) return `Got ${reason.violation.got}`;
    return required.has("detail") ? reason.refused : undefined;
  }

  /** One entry for each violation. Without violations, one entry for the refusal, unless another property describes it. */
  function listFor(name: string, list: JsonSchema): Json | undefined {
    const { violations, ...whole } = reason;
    const isDescribedElsewhere = titleDescribes || [...names].some((other) => other !== name && messages.test(other));
    if (!violations && isDescribedElsewhere && !required.has(name)) return undefined;
    const item: JsonSchema = { allOf: membersOf(contract, list, "items") };
    const isText = typesOf(contract, item).includes("string");
    const reasons: Reason[] = violations?.map((violation) => ({ ...whole, violation })) ?? [whole];
    return reasons.map((each) => (isText ? refusalText(each) : describeRefusal(contract, item, each, depth + 1)));
  }

  /** The enum value with the same letters as the word, in any case. The word itself if the schema has no enum. */
  function enumValue(member: JsonSchema, word: string): Json | undefined {
    const allowed = partsOf(contract, member).flatMap((part) => (part["enum"] ?? []) as Json[]);
    const lettersOf = (text: Json): string =>
      String(text)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, "");
    return allowed.length === 0 ? word : allowed.find((each) => lettersOf(each) === lettersOf(word));
  }
}

/** Message of a refusal: its text, and its violations if no list contains them. */
export function refusalText({ refused, violation, violations = [], isListed = false }: Reason): string {
  if (violation) return violationText(violation);
  if (isListed || violations.length === 0) return refused;
  const texts = violations.slice(0, MAX_IN_MESSAGE).map(violationText);
  return `${refused}: ${texts.join("; ")}${violations.length > MAX_IN_MESSAGE ? "; …" : ""}`;
}

function violationText({ in: place, pointer, expected, got }: RequestViolation): string {
  return `${place} ${pointer || "/"}: expected ${expected}, got ${got}`;
}

/** Pointer tokens of a violation. The first one is the name for a parameter. */
function tokensOfViolation({ pointer, member }: RequestViolation): string[] {
  return [...tokensOf(pointer), ...(member === undefined ? [] : [member])];
}

/** JSON Pointer into the body, or the name of a parameter. */
function pointerTo(violation: RequestViolation): string {
  const tokens = tokensOfViolation(violation);
  return violation.in === "body" ? joinPointer("", ...tokens) : (tokens[0] ?? "");
}

/** Path of a violation in the form "lines[2].quantity". */
function fieldPathOf(violation: RequestViolation): string {
  const path = tokensOfViolation(violation)
    .map((token, index) => (index > 0 && /^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("");
  return path.replace(/^\./, "") || violation.in;
}
