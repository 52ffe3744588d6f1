import type { Both, Pair } from "../model/pair.ts";
import {
  type Contract,
  type Json,
  compareDecimals,
  decimalOf,
  exactNumbersOf,
  rawNumber,
  rewriteNumbers,
  withDocument,
} from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";

/** Two contracts whose numbers are compared exactly, although some of them are no doubles. */
export interface ExactNumbers {
  /** The contracts with other numbers, in the same order. Two are the same only where they are written the same. */
  readonly encoded: Both<Contract>;
  /** A value of the encoded contracts as it is written. */
  decode(value: Json): Json;
  /** A change between the encoded contracts as one between those that were given. */
  decodeChange(change: Change): Change;
}

interface Coded {
  readonly text: string;
  readonly isExact: boolean;
  readonly code: number;
}

/**
 * Rules, validators and searches know doubles only. Where a document has numbers that no double is, each number of both
 * documents is replaced by a double of its own, in the order of what is written: so all of them judge correctly.
 * Undefined where every number is a double, as in nearly all documents.
 */
export function exactNumbers({ base, revision }: Pair<Contract>): ExactNumbers | undefined {
  if (!base || !revision || !(base.origins.numbers ?? revision.origins.numbers)) return undefined;
  const sides = [base, revision].map((contract) => ({ contract, texts: exactNumbersOf(contract) }));
  if (sides.every(({ texts }) => texts.size === 0)) return undefined;
  const written = new Map<string, boolean>();
  for (const { contract, texts } of sides)
    rewriteNumbers(contract.document, (value, pointer) => {
      const text = texts.get(pointer);
      written.set(text ?? String(value), text === undefined);
      return value;
    });
  const coded = codesOf(written);
  const byText = new Map(coded.flatMap(({ texts, code }) => texts.map((text) => [text, code])));
  const byCode = new Map(coded.map(({ code, text, isExact }) => [code, isExact ? Number(text) : rawNumber(text)]));
  const [ours, theirs] = sides.map(({ contract, texts }) =>
    withDocument(
      contract,
      rewriteNumbers(
        contract.document,
        (value, pointer) => byText.get(texts.get(pointer) ?? String(value)) ?? value,
      ) as Contract["document"],
    ),
  ) as [Contract, Contract];
  const decode = (value: Json): Json => rewriteNumbers(value, (number) => byCode.get(number) ?? number);
  const inText = (text: string): string =>
    text.replaceAll(/(?<![\w.-])-?\d[\d.]*(?:e[-+]?\d+)?(?![\w-])/gi, (token) => {
      const end = /\.$/.exec(token)?.[0] ?? "";
      const number = Number(end === "" ? token : token.slice(0, -1));
      const found = byCode.get(number);
      return found === undefined || String(number) + end !== token ? token : JSON.stringify(found) + end;
    });
  return { encoded: { base: ours, revision: theirs }, decode, decodeChange };

  function decodeChange(change: Change): Change {
    const { message, note, before, after, witness } = change;
    return {
      ...change,
      message: inText(message),
      ...(note !== undefined && { note: inText(note) }),
      ...(before !== undefined && { before: decode(before) }),
      ...(after !== undefined && { after: decode(after) }),
      ...(witness && { witness: decode(witness as unknown as Json) as unknown as NonNullable<typeof witness> }),
    };
  }
}

interface Code extends Coded {
  /** All that are written for the one number: 1 and 1.0. */
  readonly texts: readonly string[];
}

/** A double for each of some numbers, by their texts and whether these are doubles: those keep what they are where they can. */
function codesOf(written: ReadonlyMap<string, boolean>): readonly Code[] {
  const sorted = [...written]
    .flatMap(([text, isExact]) => {
      const decimal = decimalOf(text);
      return decimal ? [{ text, isExact, decimal }] : [];
    })
    .toSorted((one, other) => compareDecimals(one.decimal, other.decimal));
  const groups: { text: string; isExact: boolean; texts: string[]; decimal: (typeof sorted)[number]["decimal"] }[] = [];
  for (const one of sorted) {
    const last = groups.at(-1);
    if (last && compareDecimals(last.decimal, one.decimal) === 0) last.texts.push(one.text);
    else groups.push({ ...one, texts: [one.text] });
  }
  const codes: Code[] = [];
  for (const near of Map.groupBy(groups, ({ text }) => Number(text)).values()) {
    const anchor = Math.max(
      0,
      near.findIndex(({ isExact }) => isExact),
    );
    for (const [index, { text, isExact, texts }] of near.entries()) {
      const own = stepped(Number(text), index - anchor);
      const least = codes.at(-1)?.code ?? -Infinity;
      codes.push({ text, isExact, texts, code: own > least ? own : stepped(least, 1) });
    }
  }
  return codes;
}

/** The double that is so many doubles above another one, or below. */
function stepped(value: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigInt64(0);
  // As integers, doubles are in their order; negative ones in the reverse.
  const rank = (bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits) + BigInt(steps);
  view.setBigInt64(0, rank < 0n ? -rank | -0x8000_0000_0000_0000n : rank);
  return view.getFloat64(0);
}
