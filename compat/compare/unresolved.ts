import type { Both, Pair } from "../model/pair.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Location,
  anonymousTemplate,
  emptiedMark,
  isObject,
  joinPointer,
  locate,
  oncePer,
  targetPointer,
  splitPointer,
  readUnresolvedRef,
  valueAt,
} from "../../contracts/index.ts";
import { type CompatProfile, findClause } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import type { Finding } from "../rules/support/judge.ts";
import type { Found } from "../rules/support/rule.ts";
import { becameUnreadable } from "../rules/became-unreadable.ts";
import type { ExchangeNode, Subjects } from "../pairing/nodes/subjects.ts";
import { unreadableRemedy, quote, unreadableMessage } from "../model/wording.ts";

/** Members that the rules about each kind of part read; all members if the kind is absent. */
const membersRead: Readonly<Partial<Record<keyof Subjects, readonly string[]>>> = {
  operation: ["callbacks"],
  request: ["parameters", "requestBody"],
  responses: ["responses"],
};

/** Keywords whose schemas are compared as a whole. */
const wholeKeywords: ReadonlySet<string> = new Set(
  "not contains if then else propertyNames dependentSchemas unevaluatedItems unevaluatedProperties".split(" "),
);

/** Maximum number of findings that replace one finding. After corrections, the next run reports the others. */
const MAX_FINDINGS = 10;

/** Maximum number of nodes inside a schema that are searched for references. */
const MAX_NODES = 1_000;

/**
 * Replaces a finding on a part that cannot be read. The target of an unresolved `$ref` is unknown, so that no breaking
 * change is certain; a keyword with an invalid value may hide one. If the base was readable, the finding becomes
 * "became-unreadable"; else it becomes dangerous.
 */
export function withUnresolved(finding: Finding, contracts: Pair<Contract>, profile: CompatProfile): Finding[] {
  if (finding.rule === becameUnreadable) return [withoutPolarity(finding)];
  const { answer, found } = finding;
  const isKnown = answer.verdict === "non-breaking";
  const references = forBothSides((side) => (isKnown ? [] : listUnresolved(finding, contracts[side], side)));
  const keywords = forBothSides((side) => listUnreadable(finding, contracts[side], side));
  const [unknown] = (["base", "revision"] as const).flatMap((side) => [
    ...references[side].map((reference) => `${JSON.stringify(reference)} leads to`),
    ...keywords[side].map((keyword) => `the ${side} says by "${keyword}"`),
  ]);
  if (unknown === undefined) return [finding];
  const replacements = [
    ...newInRevision(references).map((reference, _, { length }) => {
      const message = unreadableMessage(`${quote(reference)} leads nowhere`);
      // With several references, it is unknown which of them led to the part.
      const step = length === 1 && found.step ? { step: found.step } : {};
      return unreadableFinding(finding, reference, { message, base: "", ...step }, profile);
    }),
    ...newInRevision(keywords).map((keyword) => {
      const message = unreadableMessage(`"${keyword}" there has no meaning`);
      return unreadableFinding(finding, keyword, { message, base: finding.pair.base.pointer }, profile);
    }),
  ];
  if (replacements.length > 0) return replacements;
  const note = `What ${unknown} cannot be read, so that it is not known what changed`;
  return [{ ...finding, found: { ...found, note }, answer: { ...answer, verdict: "dangerous" } }];
}

function forBothSides<T>(compute: (side: "base" | "revision") => T): Both<T> {
  return { base: compute("base"), revision: compute("revision") };
}

function newInRevision({ base, revision }: Both<readonly string[]>): string[] {
  return [...new Set(revision)].filter((one) => !base.includes(one)).slice(0, MAX_FINDINGS);
}

/** Finding that a part became unreadable. It is the same for all places that refer to the part. */
function unreadableFinding(
  finding: Finding,
  unread: string,
  { message, base, step }: Pick<Found, "message" | "base" | "step">,
  profile: CompatProfile,
): Finding {
  const { rule, answer, found } = finding;
  const removal = principleCriterion("restriction");
  const clause = findClause(profile, removal);
  // The part may have contained operations. A clause that also covers their removal does not exclude that.
  const mayEndOperation =
    rule.on === "api" ||
    found.removesOperation === true ||
    (clause !== undefined && findClause(profile, answer.criterion) === clause);
  return withoutPolarity({
    ...finding,
    rule: becameUnreadable,
    answer: {
      verdict: "breaking",
      criterion: mayEndOperation ? removal : principleCriterion(becameUnreadable.principle),
    },
    found: {
      message,
      base,
      revision: found.revision,
      ...(step !== undefined && { step }),
      ...(found.operation && { operation: found.operation }),
      values: [unread],
      byName: "unshown",
      note: unreadableRemedy,
      ...(mayEndOperation && { removesOperation: true }),
    },
  });
}

/** Removes the direction, so that request and response have one change. */
function withoutPolarity(finding: Finding): Finding {
  const { polarity: _, ...rest } = finding;
  return rest;
}

/** Keywords with an invalid value on one side, where the finding is about the same keyword of the other side. */
function listUnreadable(
  { rule, found, pair }: Finding,
  contract: Contract | undefined,
  side: "base" | "revision",
): readonly string[] {
  const unreadable = contract && unreadableIn(contract);
  if (!unreadable || unreadable.keywords.size === 0) return [];
  const other = side === "base" ? "revision" : "base";
  const node = pair[side];
  // An enum without values is readable.
  if ("valuesAt" in node && node.valuesAt.endsWith(emptiedMark)) return [];
  const there = splitPointer(found[other]);
  const keywords = rule.concern === "type" ? typeKeywords : there.slice(-1);
  const pointers = [
    // The place of the finding on the other side, and all places that contain it.
    ...there.map((_, index) => joinPointer("", ...there.slice(0, index + 1))),
    ...keywords.flatMap((keyword) => [joinPointer(found[side], keyword), joinPointer(node.pointer, keyword)]),
  ];
  return pointers.flatMap((pointer) => {
    const keyword = splitPointer(pointer).at(-1) ?? "";
    if (!unreadable.keywords.has(keyword)) return [];
    if (unreadable.places.has(toKeywordKey(keyword, locate(contract, pointer)))) return [keyword];
    return [];
  });
}

/** Keywords that may limit the types of a value. */
const typeKeywords = ["type", "enum", "const", "allOf", "anyOf", "oneOf"];

/** Keywords with invalid values, and their places. */
interface Unreadable {
  readonly keywords: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

const unreadableIn = oncePer(({ problems }: Contract): Unreadable => {
  const faults = problems
    .filter(({ code }) => code === "invalid-keyword")
    .map(({ at }) => ({ at, keyword: splitPointer(at.pointer).at(-1) ?? "" }));
  return {
    keywords: new Set(faults.map(({ keyword }) => keyword)),
    places: new Set(faults.map(({ at, keyword }) => toKeywordKey(keyword, at))),
  };
});

function toKeywordKey(keyword: string, { file, pointer }: Location): string {
  return `${keyword} ${file}#${pointer}`;
}

function listUnresolved(
  { rule, found, pair }: Finding,
  contract: Contract | undefined,
  side: "base" | "revision",
): string[] {
  const node = pair[side];
  const isWhole = wholeKeywords.has(splitPointer(found[side]).at(-1) ?? "");
  if ("unresolved" in node)
    return [...node.unresolved, ...(contract && isWhole ? unresolvedInside(contract, found[side]) : [])];
  if (!contract) return [];
  const { document } = contract;
  const members = membersRead[rule.on];
  const own = valueAt(document, node.pointer);
  const item = found.operation && unresolvedPathItems(document).get(anonymousPath(found.operation.name));
  if (item !== undefined) return [item];
  if (rule.on === "api") return ["paths", "webhooks"].flatMap((name) => readUnresolvedRef(document[name]) ?? []);
  if (!members) return listUnresolvedRefs(own);
  const owner = rule.on === "request" ? valueAt(document, node.pointer.slice(0, node.pointer.lastIndexOf("/"))) : own;
  const within = [...members.map((name) => getNodeMember(own, name)), getNodeMember(owner, "parameters")];
  return [
    ...(readUnresolvedRef(own) ?? []),
    ...within.flatMap(listUnresolvedRefs),
    ...("security" in node ? listUnresolvedSchemes(node, document) : []),
  ];
}

/** Path of an operation without the names of its parameters, or name of a webhook. */
function anonymousPath(name: string): string {
  return anonymousTemplate(name.slice(name.indexOf(" ") + 1));
}

/** References to path items that cannot be resolved, by path. */
const unresolvedPathItems = oncePer((document: JsonObject): ReadonlyMap<string, string> => {
  const items = [document["paths"], document["webhooks"]].flatMap((member) =>
    isObject(member) ? Object.entries(member) : [],
  );
  return new Map(
    items.flatMap(([name, item]) => {
      const reference = readUnresolvedRef(item);
      if (reference === undefined) return [];
      return [[anonymousTemplate(name), reference] as const];
    }),
  );
});

/** Unresolved references inside a schema that is compared as a whole, and inside the targets of its references. */
function unresolvedInside({ document, problems }: Contract, pointer: string): string[] {
  if (!problems.some(({ code }) => code === "unresolved-ref")) return [];
  const around = valueAt(document, pointer.replace(/\/if$/, ""));
  const isCondition = pointer.endsWith("/if");
  const open = isCondition ? ["if", "then", "else"].map((name) => getNodeMember(around, name)) : [around];
  const seen = new Set<Json>();
  for (const node of open) {
    if (typeof node !== "object" || node === null || seen.has(node)) continue;
    if (seen.size === MAX_NODES) break;
    seen.add(node);
    const { $ref } = node as JsonObject;
    if (typeof $ref === "string") open.push(valueAt(document, targetPointer($ref)));
    for (const value of Object.values(node)) open.push(value);
  }
  return [...seen].flatMap((node) => readUnresolvedRef(node) ?? []);
}

function listUnresolvedSchemes({ security = [] }: ExchangeNode, document: Contract["document"]): string[] {
  return security
    .flat()
    .flatMap(
      ({ name }) => readUnresolvedRef(valueAt(document, joinPointer("/components/securitySchemes", name))) ?? [],
    );
}

/** Unresolved references in a node and its members, without its schemas and operations, which are parts of their own. */
function listUnresolvedRefs(node: Json | undefined): string[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => readUnresolvedRef(item) ?? []);
  if (!isObject(node)) return [];
  const nested = Object.values(node).flatMap((value) => (isObject(value) ? [value, ...Object.values(value)] : []));
  return [node, ...nested].flatMap((value) => readUnresolvedRef(value) ?? []);
}

function getNodeMember(node: Json | undefined, name: string): Json | undefined {
  return isObject(node) ? node[name] : undefined;
}
