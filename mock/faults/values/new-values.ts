import { type Contract, type Json, type SchemaPlace, isOpenEnum, visitTree } from "../../../contracts/index.ts";
import { seededHex, seededNumber } from "../../../contracts/generate/index.ts";
import { cachedBy } from "../../model/cached-by.ts";
import { imitateStyle } from "./style.ts";

/** Original values of open enums, by the value that replaces them. */
type Originals = ReadonlyMap<Json, readonly Json[]>;

/** Originals of a contract by seed. */
const originalsOf = cachedBy<Contract, Map<string, Originals>>(() => new Map());

/**
 * Values that the enums of a place do not list, of the same type and style. Empty without an open enum. They depend on
 * the listed values, not on the place, so that a request can send them back.
 */
export function newValues({ value, parts }: SchemaPlace, seed: string): Json[] {
  const isFixed = parts.some(
    ({ schema }) => schema["const"] !== undefined || (Array.isArray(schema["enum"]) && !isOpenEnum(schema)),
  );
  const lists = parts.flatMap(({ schema }) =>
    Array.isArray(schema["enum"]) ? [schema["enum"] as readonly Json[]] : [],
  );
  const [first] = lists;
  if (isFixed || !first) return [];
  return listReplacements(value, first, seed).filter(
    (replacements) => !lists.some((list) => list.includes(replacements)),
  );
}

/** Checks that a contract has an enum that may get further values. */
export function hasOpenEnum({ document }: Contract): boolean {
  let isFound = false;
  visitTree(document, "document", (node, kind) => {
    isFound ||= kind === "schema" && isOpenEnum(node);
  });
  return isFound;
}

/** Original values of the open enums of a contract. */
export function findOriginals(contract: Contract, seed: string): Originals {
  const seeds = originalsOf(contract);
  let originals = seeds.get(seed);
  if (!originals) seeds.set(seed, (originals = originalsOfContract(contract, seed)));
  return originals;
}

function originalsOfContract({ document }: Contract, seed: string): Originals {
  const originals = new Map<Json, Json[]>();
  visitTree(document, "document", (node, kind) => {
    if (kind !== "schema" || !isOpenEnum(node)) return;
    const list = node["enum"] as readonly Json[];
    for (const value of list)
      for (const replacements of listReplacements(value, list, seed)) {
        const its = originals.get(replacements);
        if (!its) originals.set(replacements, [value]);
        else if (!its.includes(value)) its.push(value);
      }
  });
  return originals;
}

/** Replacements of an enum value, the longest first. Different values have different replacements. */
function listReplacements(value: Json, list: readonly Json[], seed: string): Json[] {
  const name = `${seed} ${JSON.stringify(list)}`;
  const position = list.includes(value) ? list.indexOf(value) : list.length;
  const replacements =
    typeof value === "number"
      ? newNumbers(list, name, position)
      : typeof value === "string"
        ? newTexts(list, name, position)
        : [];
  return replacements.filter((each) => !list.includes(each));
}

function newTexts(list: readonly Json[], name: string, position: number): string[] {
  const texts = list.filter((each) => typeof each === "string");
  const [mark, short] = [uniqueDigits(name, position, 4), uniqueDigits(name, position, 2)];
  return [["new", "value", mark], ["new", short], [short]].map((words) => imitateStyle(texts, words));
}

/** Hexadecimal digits that differ for each place of the list. */
function uniqueDigits(name: string, position: number, digits: number): string {
  const number = (Number.parseInt(seededHex(name, digits), 16) + position) % 16 ** digits;
  return number.toString(16).padStart(digits, "0");
}

function newNumbers(list: readonly Json[], name: string, position: number): number[] {
  const largest = Math.floor(Math.max(...list.filter((each) => typeof each === "number")));
  return [largest + 1 + (Math.abs(seededNumber(name)) % 9) + position, largest + 1 + position, largest + 1];
}
