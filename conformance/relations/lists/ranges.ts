import {
  type Contract,
  joinPointer,
  type Json,
  type JsonSchema,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
  valueAt,
} from "../../../contracts/index.ts";
import type { ListShape } from "./list-shape.ts";

/** A parameter that is a lower or an upper bound of one property. */
export interface Range {
  readonly name: string;
  readonly property: string;
  readonly side: "from" | "to";
  /** True if the contract says that the bound itself is included. */
  readonly isInclusive: boolean;
  /** The value as a number that can be compared. Returns undefined for values without one. */
  at(value: Json | undefined): number | undefined;
  /** Tolerance for rounding of shown values. */
  readonly slack: number;
}

const lower = new Set(["min", "minimum", "gte", "gt", "ge", "from", "since", "after"]);
const upper = new Set(["max", "maximum", "lte", "lt", "le", "to", "until", "till", "before"]);
/** Words that make a bound without a property name a bound of a time. */
const timeWords = /^(date|time|datetime|timestamp|at|day)$/;

const inclusive =
  /\b(and|or) (later|after|earlier|before|newer|older|above|below|more|less)\b|\binclusive(ly)?\b|\b(at|on) or (after|before)\b|\bat (least|most)\b|\bup to and including\b|\bnot? (before|after|earlier|later|less|more)\b|<=|>=|≤|≥/i;
const exclusive =
  /exclusive|strictly|exclud|\b(not|non)[- ]inclusive|(?<![<=>])[<>](?!=)|\b(more|greater|less) than(?! or)/i;
/** Words of descriptions whose comparison is not that of one property. */
const vague =
  /overlap|during|intersect|active|cents|minor|ago\b|relative|timezone|time zone|local|round|convert|also|or null/i;
const deeds =
  /creat|updat|modif|chang|publish|expir|complet|finish|start|end(s|ed|ing)?\b|sent|receiv|paid|deliver|due|schedul/gi;

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Ranges of a list with a clear meaning. */
export function rangesOf(contract: Contract, { operation, fields, item }: ListShape): readonly Range[] {
  const names = propertyNamesOf(contract, item);
  const properties = [...names].flatMap((name) => {
    const kind = kindOf(contract, { allOf: membersOf(contract, item, name) });
    return kind ? [{ name, kind }] : [];
  });
  const ofOperation = textAt(contract, operation.pointer);
  return fields.flatMap(({ name, schema }): readonly Range[] => {
    const bound = names.has(name) ? undefined : boundIn(name);
    const kind = kindOf(contract, schema);
    const parameter = operation.parameters.find((each) => each.name === name && each.in === "query");
    if (!bound || !kind || !parameter) return [];
    const words = [
      textAt(contract, parameter.pointer),
      ...partsOf(contract, schema).map(({ description }) => description),
    ]
      .filter((text) => typeof text === "string")
      .join(" ");
    const formula = new RegExp(String.raw`(\b${escaped(name)}\s*(<=|>=|≤|≥))|((<=|>=|≤|≥)\s*${escaped(name)}\b)`);
    const candidates = properties.filter((each) => each.kind === kind && isAbout(bound.about, each.name));
    const [property] = candidates;
    if (!property || candidates.length > 1 || vague.test(words) || isOfAnother(words, property.name)) return [];
    if (bound.about === "" && (kind !== "time" || isUnclear(name, property.name, words))) return [];
    return [
      {
        name,
        property: property.name,
        side: bound.side,
        isInclusive: (inclusive.test(words) || formula.test(ofOperation)) && !exclusive.test(words),
        at: kind === "time" ? instantOf : (value) => (typeof value === "number" ? value : undefined),
        slack: kind === "time" ? 1000 : 1e-6,
      },
    ];
  });
}

function kindOf(contract: Contract, schema: JsonSchema): "time" | "number" | undefined {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  const parts = partsOf(contract, schema);
  if (types.length === 1 && types[0] === "string" && parts.some(({ format }) => format === "date-time")) return "time";
  return types.length > 0 && types.every((type) => type === "number" || type === "integer") ? "number" : undefined;
}

/** The side and the property of a bound, from names such as "min_price", "price[gte]", "createdAfter", "from", "date_from". */
function boundIn(name: string): { readonly side: Range["side"]; readonly about: string } | undefined {
  const words = name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const at = [0, words.length - 1].find((index) => lower.has(words[index] ?? "") || upper.has(words[index] ?? ""));
  if (at === undefined) return undefined;
  const about = words.filter((word, index) => index !== at && !timeWords.test(word)).join("");
  return { side: lower.has(words[at] as string) ? "from" : "to", about };
}

/** True where the name of a bound fits a property: "created" fits "created_at", and an empty name fits any. */
function isAbout(about: string, property: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return about === "" || plain(property) === about || plain(property).replace(/(at|on|date|time)$/, "") === about;
}

/** True where the description names an event other than the one of the property. */
function isOfAnother(words: string, property: string): boolean {
  return [...words.matchAll(deeds)].some(([deed]) => !property.toLowerCase().includes(deed.toLowerCase()));
}

/** True for "since" without "created" in its description, because it often refers to the last change. */
function isUnclear(name: string, property: string, words: string): boolean {
  return /since/i.test(name) && /creat/i.test(property) && !/creat/i.test(words);
}

function instantOf(value: Json | undefined): number | undefined {
  const instant = typeof value === "string" && dateTime.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

function textAt({ document }: Contract, pointer: string): string {
  const texts = ["summary", "description"].map((name) => valueAt(document, joinPointer(pointer, name)));
  return texts.filter((text) => typeof text === "string").join(" ");
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
