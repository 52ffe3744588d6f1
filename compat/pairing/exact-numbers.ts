import type { Both, Pair } from "../model/pair.ts";
import {
  type Contract,
  type Json,
  compareDecimals,
  parseDecimal,
  collectExactNumbers,
  rawNumber,
  rewriteNumbers,
  withDocument,
} from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";

/** Two contracts whose numbers can be compared exactly, although some of them are not representable as doubles. */
export interface ExactNumbers {
  /**
   * The contracts with every number replaced by a code. Codes have the order of the numbers, and distinct numbers have
   * distinct codes.
   */
  readonly encoded: Both<Contract>;
  /** Replaces the codes in a value by the numbers as the documents write them. */
  decode(value: Json): Json;
  /** Replaces the codes in a change by the original numbers. */
  decodeChange(change: Change): Change;
}

interface NumberText {
  readonly text: string;
  readonly isExact: boolean;
  readonly code: number;
}

/**
 * Encodes the numbers of two contracts as distinct doubles, because rules, validators and searches work on doubles only.
 * Undefined if every number is a double already, as in nearly all documents.
 */
export function exactNumbers({ base, revision }: Pair<Contract>): ExactNumbers | undefined {
  if (!base || !revision || !(base.origins.numbers ?? revision.origins.numbers)) return undefined;
  const sides = [base, revision].map((contract) => {
    const texts = collectExactNumbers(contract);
    const values = new Set([...texts.values()].map(Number));
    return {
      contract,
      texts,
      textOf: (value: number, pointer: () => string) => (values.has(value) ? texts.get(pointer()) : undefined),
    };
  });
  if (sides.every(({ texts }) => texts.size === 0)) return undefined;
  const written = new Map<string, boolean>();
  for (const { contract, textOf } of sides)
    rewriteNumbers(contract.document, (value, pointer) => {
      const text = textOf(value, pointer);
      written.set(text ?? String(value), text === undefined);
      return value;
    });
  const codes = assignCodes(written);
  const byText = new Map(codes.flatMap(({ texts, code }) => texts.map((text) => [text, code])));
  const byCode = new Map(codes.map(({ code, text, isExact }) => [code, isExact ? Number(text) : rawNumber(text)]));
  const [fromBase, fromRevision] = sides.map(({ contract, textOf }) => {
    const encoded = rewriteNumbers(
      contract.document,
      (value, pointer) => byText.get(textOf(value, pointer) ?? String(value)) ?? value,
    );
    if (encoded === contract.document) return contract;
    return withDocument(contract, encoded as Contract["document"]);
  }) as [Contract, Contract];
  const decodeNumbers = (value: Json): Json => rewriteNumbers(value, (number) => byCode.get(number) ?? number);
  const decodeText = (text: string): string =>
    text.replaceAll(/(?<![\w.-])-?\d[\d.]*(?:e[-+]?\d+)?(?![\w-])/gi, (token) => {
      const end = /\.$/.exec(token)?.[0] ?? "";
      const number = Number(end === "" ? token : token.slice(0, -1));
      const found = byCode.get(number);
      if (found === undefined || String(number) + end !== token) return token;
      return JSON.stringify(found) + end;
    });
  return { encoded: { base: fromBase, revision: fromRevision }, decode: decodeNumbers, decodeChange };

  function decodeChange(change: Change): Change {
    const { message, note, before, after, witness } = change;
    return {
      ...change,
      message: decodeText(message),
      ...(note !== undefined && { note: decodeText(note) }),
      ...(before !== undefined && { before: decodeNumbers(before) }),
      ...(after !== undefined && { after: decodeNumbers(after) }),
      ...(witness && { witness: decodeNumbers(witness as unknown as Json) as unknown as NonNullable<typeof witness> }),
    };
  }
}

interface NumberCode extends NumberText {
  /** All spellings of the number, such as 1 and 1.0. */
  readonly texts: readonly string[];
}

/** Assigns a double to each number, in ascending order. Numbers that are exact doubles keep their value if possible. */
function assignCodes(written: ReadonlyMap<string, boolean>): readonly NumberCode[] {
  const sorted = [...written]
    .flatMap(([text, isExact]) => {
      const decimal = parseDecimal(text);
      if (decimal) return [{ text, isExact, decimal }];
      return [];
    })
    .toSorted((one, other) => compareDecimals(one.decimal, other.decimal));
  const groups: { text: string; isExact: boolean; texts: string[]; decimal: (typeof sorted)[number]["decimal"] }[] = [];
  for (const one of sorted) {
    const last = groups.at(-1);
    if (last && compareDecimals(last.decimal, one.decimal) === 0) last.texts.push(one.text);
    else groups.push({ ...one, texts: [one.text] });
  }
  const codes: NumberCode[] = [];
  for (const sameDouble of Map.groupBy(groups, ({ text }) => Number(text)).values()) {
    const anchor = Math.max(
      0,
      sameDouble.findIndex(({ isExact }) => isExact),
    );
    for (const [index, { text, isExact, texts }] of sameDouble.entries()) {
      const preferred = nthDoubleAfter(Number(text), index - anchor);
      const least = codes.at(-1)?.code ?? -Infinity;
      codes.push({ text, isExact, texts, code: preferred > least ? preferred : nthDoubleAfter(least, 1) });
    }
  }
  return codes;
}

/** The double that is a number of steps above or below another, in the sequence of all doubles. */
function nthDoubleAfter(value: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigInt64(0);
  // The bits of doubles, read as integers, have the same order; those of negative doubles have the reverse order.
  const rank = (bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits) + BigInt(steps);
  view.setBigInt64(0, rank < 0n ? -rank | -0x8000_0000_0000_0000n : rank);
  return view.getFloat64(0);
}
