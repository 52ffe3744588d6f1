import type { Contract, Header, Json, Location, MediaType, Operation, Parameter } from "../model/contract.ts";
import { locate } from "../model/load.ts";
import { successOf } from "../model/success.ts";
import { type FieldSchema, fieldsAt } from "./fields.ts";
import type { Claim, Look } from "./row.ts";

/** There is an API of this title. */
export function api(title: string): Claim {
  return {
    says: title,
    look(platform) {
      const contract = platform.find((one) => one.title === title);
      return contract ? { at: [locate(contract, "/info/title")] } : { missing: "no document has this title" };
    },
  };
}

/** There is this operation, and its document says that it is stated. */
export function operation(name: string): Claim {
  return about(name, name, ({ operation: { basis, at } }) =>
    basis === "stated" ? { at: [at] } : { missing: "it is only assumed" },
  );
}

/** There is this operation, which the specification names without its path or method. */
export function looseOperation(name: string): Claim {
  return about(name, name, ({ operation: { at } }) => ({ at: [at] }));
}

/** The operation takes this parameter, and must or need not be given it. */
export function parameter(name: string, place: Parameter["in"], parameterName: string, need: Need): Claim {
  return about(name, `${place} ${parameterName} of ${name}, ${need}`, ({ operation: { parameters } }) => {
    const found = parameters.find((one) => one.in === place && one.name === parameterName);
    if (!found) return { missing: "there is no such parameter" };
    if (found.basis === "assumed") return { missing: "it is only assumed" };
    return found.required === (need === "required") ? { at: [found.at] } : { missing: `it is not ${need}` };
  });
}

/** The operation has a body that need not be sent. */
export function optionalBody(name: string): Claim {
  return about(name, `optional body of ${name}`, ({ operation: { body } }) =>
    body && !body.required ? { at: [body.at] } : { missing: body ? "the body is required" : "there is no body" },
  );
}

/** The operation may answer with this status, stated in this section. */
export function status(name: string, code: number, section: string): Claim {
  return about(name, `status ${code} of ${name}`, ({ operation: { responses } }) => {
    const found = responses.find((response) => response.status === String(code));
    if (!found) return { missing: "it is not documented" };
    return found.basis === "stated" && found.section === section
      ? { at: [found.at] }
      : { missing: `it does not cite §${section}` };
  });
}

type Need = "required" | "optional";

/** What a row says of a field beside that it is there. */
export interface FieldTraits {
  readonly need?: Need;
  /** Values that its enum has among others. */
  readonly includes?: readonly Json[];
  /** Any text is taken. */
  readonly anyText?: true;
  readonly deprecated?: true;
  /** Nothing is taken: the field was removed. */
  readonly refused?: true;
  /** JSON types that it can have, among others. */
  readonly types?: readonly string[];
  /** A regular expression's beginning, such as "^whsec_". */
  readonly pattern?: string;
}

/** A field of the request's body. */
export function request(name: string, field: string, traits: FieldTraits = {}): Claim {
  return fieldClaim(name, "request", field, traits, ({ body }) => body?.content);
}

/** A field of the body with which the operation succeeds. */
export function response(name: string, field: string, traits: FieldTraits = {}): Claim {
  return fieldClaim(name, "response", field, traits, (found) => successOf(found, 201).response?.content);
}

function fieldClaim(
  name: string,
  side: string,
  field: string,
  traits: FieldTraits,
  contentOf: (found: Operation) => readonly MediaType[] | undefined,
): Claim {
  return about(name, `${side} ${field} of ${name}${toldOf(traits)}`, ({ contract, operation: found }) => {
    const fields = fieldsAt(contract, contentOf(found), field);
    const stated = fields.filter(({ standing }) => standing.basis === "stated");
    if (fields.length === 0) return { missing: "there is no such field" };
    if (stated.length === 0) return { missing: "it is only assumed" };
    const lacking = lackOf(fields, traits);
    return lacking === undefined
      ? { at: stated.map(({ pointer }) => locate(contract, pointer)) }
      : { missing: lacking };
  });
}

function toldOf(traits: FieldTraits): string {
  const told = Object.entries(traits).map(([trait, value]) => (value === true ? trait : `${trait} ${String(value)}`));
  return told.length === 0 ? "" : `, ${told.join(", ")}`;
}

/** What the schemas of a field lack of what is said of it. */
function lackOf(fields: readonly FieldSchema[], traits: FieldTraits): string | undefined {
  const nodes = fields.map(({ node }) => node);
  const values = nodes.flatMap((node) => [node["enum"] ?? [], node["const"] ?? []].flat());
  const types = nodes.flatMap((node) => [node["type"] ?? []].flat());
  const isRequired = fields.some((field) => field.isRequired);
  const missing = (traits.includes ?? []).filter((value) => !values.includes(value));
  const untyped = (traits.types ?? []).filter((type) => !types.includes(type));
  if (traits.need && isRequired !== (traits.need === "required")) return `it is not ${traits.need}`;
  if (missing.length > 0) return `its values lack ${missing.join(", ")}`;
  if (untyped.length > 0) return `it cannot be ${untyped.join(", ")}`;
  if (traits.anyText && (values.length > 0 || nodes.some((node) => node["pattern"] !== undefined)))
    return "its text is limited";
  if (traits.deprecated && !nodes.some((node) => node["deprecated"] === true)) return "it is not deprecated";
  if (traits.refused && !nodes.some(({ not }) => JSON.stringify(not) === "{}")) return "it is not refused";
  const { pattern } = traits;
  if (pattern !== undefined && !nodes.some((node) => String(node["pattern"]).startsWith(pattern)))
    return `no pattern begins with ${pattern}`;
  return undefined;
}

/** A field that no body of the operation has, by its name alone. */
export function noField(name: string, side: "request" | "response", field: string): Claim {
  return about(name, `no ${side} ${field} of ${name}`, ({ contract, operation: found }) => {
    const content = side === "request" ? found.body?.content : successOf(found, 201).response?.content;
    const [first] = fieldsAt(contract, content, field);
    return first ? { missing: "it is still there" } : { at: [found.at] };
  });
}

/** An operation that was removed: absent, and listed as such. */
export function removed(name: string): Claim {
  return {
    says: `${name}, removed`,
    look(platform) {
      if (platform.some(({ routes }) => routes.some((one) => one.name === name)))
        return { missing: "it is still there" };
      const found = platform.flatMap((contract) => contract.removed).find((one) => one.name === name);
      return found ? { at: [found.at] } : { missing: "x-removed does not list it" };
    },
  };
}

/** A header that every webhook delivery carries; its pattern takes the first text and not the second. */
export function deliveryHeader(name: string, taken: string, refused: string): Claim {
  return {
    says: `delivery header ${name}`,
    look(platform) {
      const found = platform.flatMap(({ webhooks }) => webhooks).flatMap(({ parameters }) => parameters);
      const header = found.find((one) => one.in === "header" && one.name === name);
      if (!header) return { missing: "no delivery has it" };
      if (header.basis === "assumed" || !header.required) return { missing: "it is not stated and required" };
      const fits = (text: string): boolean => takesText(header, text);
      return fits(taken) && !fits(refused)
        ? { at: [header.at] }
        : { missing: `its schema does not take ${taken} alone` };
    },
  };
}

function takesText({ schema }: Parameter | Header, text: string): boolean {
  const { type, pattern } = schema.value as { type?: string; pattern?: string };
  if (type === "integer") return /^\d+$/.test(text);
  return pattern === undefined || new RegExp(pattern, "u").test(text);
}

/** A part of a document at a pointer, whatever it is. */
export function part(apiName: string, pointer: string, says: string, holds: (node: Json) => boolean): Claim {
  return {
    says,
    look(platform) {
      const contract = platform.find((one) => one.api === apiName);
      const node = contract && nodeAt(contract, pointer);
      if (!contract || node === undefined) return { missing: `${apiName} has nothing at ${pointer}` };
      return holds(node) ? { at: [locate(contract, pointer)] } : { missing: "it says something else" };
    },
  };
}

function nodeAt({ document }: Contract, pointer: string): Json | undefined {
  const tokens = pointer.split("/").slice(1);
  return tokens.reduce<Json | undefined>((node, token) => {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof node === "object" && node !== null ? (node as Readonly<Record<string, Json>>)[name] : undefined;
  }, document);
}

/** Carried by code, not by a document. */
export function inCode(file: string, says: string, holds: boolean): Claim {
  const at: Location = { file, line: 1, pointer: "" };
  return { says, look: () => (holds ? { at: [at] } : { missing: "the code says something else" }) };
}

interface Subject {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** A claim about one operation. */
function about(name: string, says: string, look: (subject: Subject) => Look): Claim {
  return {
    says,
    look(platform) {
      const contract = platform.find(({ routes }) => routes.some((route) => route.name === name));
      const found = contract?.operations.find((one) => one.name === name);
      return contract && found ? look({ contract, operation: found }) : { missing: "there is no such operation" };
    },
  };
}
