import { inFixedOrder } from "../schema/equality/in-fixed-order.ts";
import { toSortedJson } from "../schema/equality/json-text.ts";
import type { Pair } from "../model/pair.ts";
import { createHash } from "node:crypto";
import {
  type Contract,
  type Json,
  type JsonObject,
  anonymousTemplate,
  isObject,
  joinPointer,
  oncePer,
  splitPointer,
  valueAt,
} from "../../contracts/index.ts";
import type { Finding } from "../rules/support/judge.ts";

/** Id of a change. It does not depend on message texts, on time, or on the operations that use the changed part. */
export function computeChangeId({ rule, found, polarity }: Finding, pair: Pair<Contract>, api: string): string {
  const base = stablePointer(pair.base, found.base);
  const revision = stablePointer(pair.revision, found.revision);
  const place = rule.kind === "changed" ? [base, revision] : rule.kind === "added" ? revision : base;
  return hashJson([api, rule.id, polarity ?? "", place, [...(found.values ?? [])]]);
}

/** Possible ids of a change without values that has the same place on both sides: one for each direction. */
export function listPossibleIds(
  contract: Contract,
  pointer: string,
  { rule, api }: { rule: string; api: string },
): string[] {
  const place = stablePointer(contract, pointer);
  return ["", "in", "out"].map((polarity) => hashJson([api, rule, polarity, [place, place], []]));
}

/** Pointer with stable names instead of indexes of parameters and branches, and without names in path templates. */
function stablePointer(contract: Contract | undefined, pointer: string): string {
  if (!contract) return "";
  const tokens = splitPointer(pointer);
  const findPathNode = (length: number): Json | undefined =>
    valueAt(contract.document, joinPointer("", ...tokens.slice(0, length)));
  const steps = tokens.map((token, index) => {
    if (index === 1 && tokens[0] === "paths") return anonymousTemplate(token);
    const around = tokens[index - 1] ?? "";
    if (around === "parameters") {
      const parameter = findPathNode(index + 1);
      if (isObject(parameter)) return `${parameter["in"]} ${parameter["name"]}`;
      return token;
    }
    const branches = branchKeywords.has(around) ? findPathNode(index) : undefined;
    if (Array.isArray(branches)) return branchNames(branches)[Number(token)] ?? token;
    return token;
  });
  return joinPointer("", ...steps);
}

const branchKeywords = new Set(["anyOf", "oneOf"]);

/** Stable names of union branches: by the first naming that is unique in the union. Equal branches are numbered. */
const branchNames = oncePer((branches: readonly Json[]): readonly string[] => {
  const found: (string | undefined)[] = branches.map(() => undefined);
  for (const naming of namings) {
    // The last naming takes long, and is rarely needed.
    if (!found.includes(undefined)) break;
    const names = branches.map(naming);
    const byName = Map.groupBy(names, (name) => name);
    for (const [index, name] of names.entries()) if (byName.get(name)?.length === 1) found[index] ??= name;
  }
  const seen = new Map<string, number>();
  return branches.map((branch, index) => {
    const name = found[index];
    if (name !== undefined) return name;
    const text = digestBranch(branch);
    const before = seen.get(text) ?? 0;
    seen.set(text, before + 1);
    return `${text} ${before}`;
  });
});

/** Ways to name a branch, the most stable first. */
const namings: readonly ((branch: Json) => string | undefined)[] = [
  (branch) => readBranchText(branch, "$ref"),
  (branch) => readBranchText(branch, "title"),
  joinConstants,
  readBranchType,
  joinPropertyNames,
  digestBranch,
];

function readBranchText(branch: Json, keyword: string): string | undefined {
  const text = isObject(branch) ? branch[keyword] : undefined;
  if (typeof text === "string") return `${keyword} ${text}`;
  return undefined;
}

/** Constants of the branch's properties, such as discriminator values. */
function joinConstants(branch: Json): string | undefined {
  const constants = Object.entries(readBranchProperties(branch)).flatMap(([name, schema]) => {
    const { const: constant, enum: values = [constant] } = isObject(schema) ? schema : {};
    const [only, another] = values as readonly (Json | undefined)[];
    if (only === undefined || another !== undefined) return [];
    return [`${name} ${toSortedJson(only)}`];
  });
  if (constants.length === 0) return undefined;
  return constants.toSorted().join();
}

function readBranchType(branch: Json): string | undefined {
  if (!isObject(branch)) return undefined;
  const { const: constant, type } = branch;
  if (constant !== undefined) return `const ${toSortedJson(constant)}`;
  if (type !== undefined) return `type ${toSortedJson(inFixedOrder({ type }))}`;
  return ["properties", "enum"].find((keyword) => branch[keyword] !== undefined);
}

function joinPropertyNames(branch: Json): string | undefined {
  const names = Object.keys(readBranchProperties(branch));
  if (names.length === 0) return undefined;
  return `{ ${names.toSorted().join()} }`;
}

function readBranchProperties(branch: Json): JsonObject {
  const properties = isObject(branch) ? branch["properties"] : undefined;
  return isObject(properties) ? properties : {};
}

function digestBranch(branch: Json): string {
  return hashJson(inFixedOrder(branch));
}

function hashJson(value: Json): string {
  return createHash("sha256").update(toSortedJson(value)).digest("hex").slice(0, 12);
}
