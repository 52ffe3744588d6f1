import {
  type Contract,
  type Json,
  type Location,
  emptiedMark,
  isObject,
  joinPointer,
  locate,
  tokensOf,
  unresolvedIn,
  valueAt,
} from "../contracts/index.ts";
import type { Finding } from "./judge.ts";
import type { Pair } from "./match.ts";
import type { ExchangeNode, Subjects } from "./subjects.ts";

/** Where else than in the part itself a rule on it looks; all that lies in the part, where it is not said. */
const looksAt: Readonly<Partial<Record<keyof Subjects, readonly string[]>>> = {
  api: ["paths", "webhooks"],
  operation: ["callbacks"],
  request: ["parameters", "requestBody"],
  answers: ["responses"],
};

/**
 * Takes back what a finding says of a part that cannot be read: behind a `$ref` that leads nowhere anything may stand, so
 * that nothing there is known to break; a keyword without a meaning may have been meant in any way, also in one that breaks.
 */
export function withUnresolved(finding: Finding, contracts: Pair<Contract>): Finding {
  const isKnown = finding.answer.verdict === "non-breaking";
  const [unknown] = (["base", "revision"] as const).flatMap((side) => [
    ...(isKnown ? [] : unresolvedFor(finding, contracts[side], side)).map(
      (reference) => `${JSON.stringify(reference)} leads to`,
    ),
    ...unreadableFor(finding, contracts[side], side).map((keyword) => `the ${side} says by "${keyword}"`),
  ]);
  if (unknown === undefined) return finding;
  const note = `What ${unknown} cannot be read, so that it is not known what changed`;
  return { ...finding, found: { ...finding.found, note }, answer: { ...finding.answer, verdict: "dangerous" } };
}

/** The keyword of which a side says what it cannot have, where the other side says something by it now. */
function unreadableFor(
  { rule, found, pair }: Finding,
  contract: Contract | undefined,
  side: "base" | "revision",
): readonly string[] {
  const unreadable = contract && unreadableIn(contract);
  if (!unreadable || unreadable.keywords.size === 0) return [];
  const other = side === "base" ? "revision" : "base";
  const node = pair[side];
  // An enum without a value is read: nothing is left of it.
  if ("valuesAt" in node && node.valuesAt.endsWith(emptiedMark)) return [];
  const there = tokensOf(found[other]);
  const keywords = rule.concern === "type" ? typing : there.slice(-1);
  const pointers = [
    // Where the other side says it now, or around that.
    ...there.map((_, index) => joinPointer("", ...there.slice(0, index + 1))),
    ...keywords.flatMap((keyword) => [joinPointer(found[side], keyword), joinPointer(node.pointer, keyword)]),
  ];
  return pointers.flatMap((pointer) => {
    const keyword = tokensOf(pointer).at(-1) ?? "";
    if (!unreadable.keywords.has(keyword)) return [];
    return unreadable.places.has(keyOf(keyword, locate(contract, pointer))) ? [keyword] : [];
  });
}

/** Each keyword by which a side may say of what type values are. */
const typing = ["type", "enum", "const", "allOf", "anyOf", "oneOf"];

/** Keywords of which a contract says what they cannot have, and where. */
interface Unreadable {
  readonly keywords: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

const known = new WeakMap<Contract, Unreadable>();

function unreadableIn(contract: Contract): Unreadable {
  let found = known.get(contract);
  if (!found) {
    const faults = contract.problems
      .filter(({ code }) => code === "invalid-keyword")
      .map(({ at }) => ({ at, keyword: tokensOf(at.pointer).at(-1) ?? "" }));
    found = {
      keywords: new Set(faults.map(({ keyword }) => keyword)),
      places: new Set(faults.map(({ at, keyword }) => keyOf(keyword, at))),
    };
    known.set(contract, found);
  }
  return found;
}

function keyOf(keyword: string, { file, pointer }: Location): string {
  return `${keyword} ${file}#${pointer}`;
}

function unresolvedFor({ rule, pair }: Finding, contract: Contract | undefined, side: "base" | "revision"): string[] {
  const node = pair[side];
  if ("unresolved" in node) return [...node.unresolved];
  if (!contract) return [];
  const { document } = contract;
  const members = looksAt[rule.on];
  const own = valueAt(document, node.pointer);
  if (!members) return referencesIn(own);
  const owner = rule.on === "request" ? valueAt(document, node.pointer.slice(0, node.pointer.lastIndexOf("/"))) : own;
  const within = [...members.map((name) => memberOf(own, name)), memberOf(owner, "parameters")];
  return [
    ...(unresolvedIn(own) ?? []),
    ...within.flatMap(referencesIn),
    ...("security" in node ? schemesOf(node, document) : []),
  ];
}

function schemesOf({ security = [] }: ExchangeNode, document: Contract["document"]): string[] {
  return security
    .flat()
    .flatMap(({ name }) => unresolvedIn(valueAt(document, joinPointer("/components/securitySchemes", name))) ?? []);
}

/** In the node itself and in what it holds, but for its schemas and operations, which are parts of their own. */
function referencesIn(node: Json | undefined): string[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => unresolvedIn(item) ?? []);
  if (!isObject(node)) return [];
  const held = Object.values(node).flatMap((value) => (isObject(value) ? [value, ...Object.values(value)] : []));
  return [node, ...held].flatMap((value) => unresolvedIn(value) ?? []);
}

function memberOf(node: Json | undefined, name: string): Json | undefined {
  return isObject(node) ? node[name] : undefined;
}
