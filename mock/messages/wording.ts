import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  joinPointer,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  splitPointer,
  oncePer,
  listJsonTypes,
} from "../../contracts/index.ts";
import { type Refusal, type RequestViolation, toErrorCode, toStatusTitle } from "../model/problem.ts";

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

/** Names of members with the reason, by their last word: "message", "error_description", "errorSummary". */
const messages = /^error$|(^|_)(message|msg|detail|description|reason|summary|text)$|_title$|^errormessage$/;
const codes = /^(code|error_?code)$/i;
const statuses = /^(status|status_?code|http_?status)$/i;
const lists = /^(errors|details|messages|violations|issues|invalid_?params)$/i;
const fields = /^(field|field_?name|property|attribute)$/i;
const parameters = /^param(eter)?$/i;
const pointers = /^(pointer|source|path|instance_?path)$/i;

/** A property of an error schema. */
interface ErrorProperty {
  readonly name: string;
  /** Its schemas together. */
  readonly schema: JsonSchema;
  readonly isText: boolean;
  readonly isNumber: boolean;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** Values of its enums. */
  readonly allowed: readonly Json[];
  readonly isRequired: boolean;
  /** True for a text without constraints whose name is not that of an identifier. */
  readonly isFreeText: boolean;
}

/** An error schema, as far as the words of a refusal depend on it. */
interface ErrorForm {
  readonly properties: readonly ErrorProperty[];
  readonly has: (name: string) => boolean;
  readonly hasAny: (kind: RegExp) => boolean;
}

const formsOf = oncePer((contract: Contract) => oncePer((schema: JsonObject) => compileErrorForm(contract, schema)));

const emptyForm: ErrorForm = { properties: [], has: () => false, hasAny: () => false };

function compileErrorForm(contract: Contract, schema: JsonSchema): ErrorForm {
  const names = listPropertyNames(contract, schema);
  const required = new Set(listSchemaParts(contract, schema).flatMap((part) => (part["required"] ?? []) as string[]));
  const limits = ["enum", "const", "format", "pattern", "maxLength"];
  const properties = [...names].map((name): ErrorProperty => {
    const member: JsonSchema = { allOf: listMemberSchemas(contract, schema, name) };
    const types = listJsonTypes(contract, member);
    const parts = listSchemaParts(contract, member);
    const isText = types.includes("string");
    const isLimited = parts.some((part) => limits.some((limit) => part[limit] !== undefined));
    return {
      name,
      schema: member,
      isText,
      isNumber: types.includes("integer") || types.includes("number"),
      isList: types.includes("array"),
      isObject: types.includes("object"),
      allowed: parts.flatMap((part) => (part["enum"] ?? []) as Json[]),
      isRequired: required.has(name),
      isFreeText: isText && !isLimited && !/(id|type|instance)$/i.test(name),
    };
  });
  return {
    properties,
    has: (name) => names.has(name),
    hasAny: (kind) => properties.some(({ name }) => kind.test(name)),
  };
}

/** Fills in the properties of an error schema by their names: message, code, status, location, list of errors. */
export function describeRefusal(contract: Contract, schema: JsonSchema, refusal: Reason, depth = 0): JsonObject {
  const { properties, has, hasAny } = typeof schema === "boolean" ? emptyForm : formsOf(contract)(schema);
  const reason = { ...refusal, isListed: refusal.isListed || hasAny(lists) };
  // With a status, the title is its reason phrase. Without one, the title describes the error.
  const titleDescribes = has("title") && !has("status");
  const filledProperties: Record<string, Json> = {};
  for (const property of properties) {
    const value = fillProperty(property);
    if (value !== undefined) filledProperties[property.name] = value;
  }
  // If no property has a usual name, a required text property gets the message.
  const isDescribed = Object.keys(filledProperties).some(
    (name) => name === "title" || isMessageName(name) || lists.test(name),
  );
  const unusual = properties.find(
    ({ name, isRequired, isFreeText }) => isRequired && isFreeText && filledProperties[name] === undefined,
  );
  if (!isDescribed && !reason.violation && unusual) filledProperties[unusual.name] = messageText();
  return filledProperties;

  function fillProperty(property: ErrorProperty): Json | undefined {
    const { name, isText, isNumber } = property;
    if (codes.test(name)) {
      if (isNumber) return reason.status;
      if (isText) return enumValue(property, toErrorCode(reason));
      return undefined;
    }
    if (statuses.test(name)) {
      if (isNumber) return reason.status;
      if (isText) return String(reason.status);
      return undefined;
    }
    if (name === "title" && isText) {
      if (titleDescribes) return titleText();
      return toStatusTitle(reason.status);
    }
    if (lists.test(name) && property.isList) {
      if (depth < MAX_DEPTH) return fillList(property);
      return undefined;
    }
    if (name === "error" && isText && properties.some((other) => other.name !== "error" && isMessageName(other.name)))
      return enumValue(property, toErrorCode(reason));
    if (name === "detail" && titleDescribes && isText) return detailText(property);
    if (isMessageName(name) && isText) return messageText();
    if (isMessageName(name) && property.isObject && depth < MAX_DEPTH)
      return describeRefusal(contract, property.schema, reason, depth + 1);
    return reason.violation && fillLocation(property, reason.violation);
  }

  function fillLocation(
    { name, schema: member, ...types }: ErrorProperty,
    violation: RequestViolation,
  ): Json | undefined {
    if (pointers.test(name) && types.isList) return tokensOfViolation(violation);
    if (pointers.test(name) && types.isObject && depth < MAX_DEPTH)
      return describeRefusal(contract, member, reason, depth + 1);
    if (!types.isText) return undefined;
    // If the schema has a property "in" for the part of the request, the pointer is relative to that part.
    if (pointers.test(name) && has("in")) return violation.pointer;
    const isParameter = violation.in !== "body";
    if (pointers.test(name)) {
      if (isParameter && hasAny(parameters)) return undefined;
      return toErrorPointer(violation);
    }
    if (fields.test(name)) return toFieldPath(violation);
    if (parameters.test(name)) {
      if (isParameter) return toFieldPath(violation);
      return undefined;
    }
    if (name === "in") return violation.in;
    if (name === "expected") return violation.expected;
    return name === "got" ? violation.got : undefined;
  }

  function messageText(): string {
    const { violation } = reason;
    const hasLocation = hasAny(pointers) || hasAny(fields);
    if (violation && hasLocation) return `Expected ${violation.expected}, got ${violation.got}`;
    return refusalText(reason);
  }

  function titleText(): string {
    if (reason.violation && has("detail")) return `Expected ${reason.violation.expected}`;
    return messageText();
  }

  function detailText({ isRequired }: ErrorProperty): string | undefined {
    if (reason.violation) return `Got ${reason.violation.got}`;
    return isRequired ? reason.refused : undefined;
  }

  /** One entry for each violation. Without violations, one entry for the refusal, unless another property describes it. */
  function fillList({ name, schema: list, isRequired }: ErrorProperty): Json | undefined {
    const { violations, ...whole } = reason;
    const isDescribedElsewhere =
      titleDescribes || properties.some((other) => other.name !== name && isMessageName(other.name));
    if (!violations && isDescribedElsewhere && !isRequired) return undefined;
    const { item, isText } = itemOf(contract)(list as JsonObject);
    const reasons: Reason[] = violations?.map((violation) => ({ ...whole, violation })) ?? [whole];
    return reasons.map((each) => (isText ? refusalText(each) : describeRefusal(contract, item, each, depth + 1)));
  }

  /** The enum value with the same letters as the word, in any case. The word itself if the schema has no enum. */
  function enumValue({ allowed }: ErrorProperty, word: string): Json | undefined {
    const keepLetters = (text: Json): string =>
      String(text)
        .toLowerCase()
        .replaceAll(/[^a-z]/g, "");
    if (allowed.length === 0) return word;
    return allowed.find((each) => keepLetters(each) === keepLetters(word));
  }
}

function isMessageName(name: string): boolean {
  return messages.test(name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase());
}

/** Schema of the items of a list, and whether they are texts. */
const itemOf = oncePer((contract: Contract) =>
  oncePer((list: JsonObject) => {
    const item: JsonSchema = { allOf: listMemberSchemas(contract, list, "items") };
    return { item, isText: listJsonTypes(contract, item).includes("string") };
  }),
);

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
  return [...splitPointer(pointer), ...(member === undefined ? [] : [member])];
}

/** JSON Pointer into the body, or the name of a parameter. */
function toErrorPointer(violation: RequestViolation): string {
  const tokens = tokensOfViolation(violation);
  if (violation.in === "body") return joinPointer("", ...tokens);
  return tokens[0] ?? "";
}

/** Path of a violation in the form "lines[2].quantity". */
function toFieldPath(violation: RequestViolation): string {
  const path = tokensOfViolation(violation)
    .map((token, index) => (index > 0 && /^\d+$/.test(token) ? `[${token}]` : `.${token}`))
    .join("");
  return path.replace(/^\./, "") || violation.in;
}
