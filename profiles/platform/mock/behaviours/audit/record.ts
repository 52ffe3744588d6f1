import { type JsonObject, type Operation, listParameterNames, omitUndefined } from "../../../../../contracts/index.ts";
import { seededHex } from "../../../../../contracts/generate/index.ts";
import type { Answer, Call } from "../../../../../mock/profile/index.ts";

/** Parts that all audit records of an operation have in common. */
export interface AuditAction {
  /** Action and type of its target: "access_token.created". */
  readonly action: string;
  /** Type of the target: "access_token". */
  readonly target: string;
  /** Path parameter with the id of the target, if there is one. */
  readonly targetParameter?: string;
}

/** Irregular past forms of verbs, which do not end in "ed". */
const irregularPastForms: Readonly<Record<string, string>> = {
  cancel: "cancelled",
  find: "found",
  give: "given",
  lose: "lost",
  make: "made",
  put: "replaced",
  resend: "resent",
  reset: "reset",
  run: "run",
  send: "sent",
  set: "set",
  submit: "submitted",
  take: "taken",
  withdraw: "withdrawn",
  win: "won",
};

const known = new WeakMap<Operation, AuditAction>();

/** Action in the audit record of an operation, derived from its id: `createAccessToken` is "access_token.created". */
export function auditAction(operation: Operation): AuditAction {
  let action = known.get(operation);
  if (!action) known.set(operation, (action = chooseAuditAction(operation)));
  return action;
}

/** Action of a write, and its target. */
export interface Write {
  /** Action in the audit record, also the type of the event: "access_token.created". */
  readonly action: string;
  readonly target?: JsonObject & { readonly type: string; readonly id: string };
}

/** Action and target of an answered call. */
export function describeWrite({ operation, input }: Call, { headers }: Answer): Write {
  const { action, target, targetParameter } = auditAction(operation);
  const idFromLocation = headers?.["location"];
  const id =
    idFromLocation === undefined ? input.parameters[targetParameter ?? ""] : extractLastSegment(idFromLocation);
  return { action, ...(id !== undefined && { target: { type: target, id: String(id) } }) };
}

function extractLastSegment(location: string): string {
  return decodeURIComponent(location.slice(location.lastIndexOf("/") + 1));
}

function chooseAuditAction({ api, id, path }: Operation): AuditAction {
  const [verb = "do", ...words] = id
    .replace(/V\d+$/, "")
    .replaceAll(/[A-Z]+/g, (letters) => ` ${letters}`)
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, "")
    .split(" ")
    .filter((word) => word !== "");
  const particle = /^(in|off|out|up)$/.test(words[0] ?? "") ? `_${words.shift()}` : "";
  const target = words.length > 0 ? words.join("_") : api.replaceAll("-", "_");
  const targetParameter = listParameterNames(path).at(-1);
  const action = `${target}.${toPastForm(verb)}${particle}`;
  return omitUndefined({ action, target, targetParameter });
}

function toPastForm(verb: string): string {
  if (irregularPastForms[verb] !== undefined) return irregularPastForms[verb];
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return `${verb}ed`;
}

/** Digits that distinguish the ids of one organization from those of others. */
export function computeIdSuffix(seed: string, organization: string): string {
  return seededHex(`audit ${seed} ${organization}`, 8);
}

/** A UUID of version 7 (RFC 9562): the time, the number of the record, and digits of its organization. */
export function auditRecordId(count: number, now: number, tail: string): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, "0").slice(-12);
  const number = count.toString(16).padStart(10, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${number.slice(0, 3)}-8${number.slice(3, 6)}-${number.slice(6)}${tail}`;
}
