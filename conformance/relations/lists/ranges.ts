import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  joinPointer,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
  valueAt,
} from "../../../contracts/index.ts";
import type { Listing } from "./listing.ts";

/** What bounds a list: from a value of a property of its items on, or up to it. */
export interface Range {
  readonly name: string;
  readonly property: string;
  readonly side: "from" | "to";
  /** Whether the contract says that what is exactly at the bound is within it. */
  readonly isInclusive: boolean;
  /** Where a value is, to be compared with others; nothing where it has no such place. */
  at(value: Json | undefined): number | undefined;
  /** What may have been rounded away where values are shown. */
  readonly slack: number;
}

const lower = new Set(["min", "minimum", "gte", "gt", "ge", "from", "since", "after"]);
const upper = new Set(["max", "maximum", "lte", "lt", "le", "to", "until", "till", "before"]);
/** Words that say of a bare bound that it is about a time. */
const timeWords = /^(date|time|datetime|timestamp|at|day)$/;

const inclusive =
  /\b(and|or) (later|after|earlier|before|newer|older|above|below|more|less)\b|\binclusive(ly)?\b|\b(at|on) or (after|before)\b|\bat (least|most)\b|\bup to and including\b|\bnot? (before|after|earlier|later|less|more)\b|<=|>=|≤|≥/i;
const exclusive =
  /exclusive|strictly|exclud|\b(not|non)[- ]inclusive|(?<![<=>])[<>](?!=)|\b(more|greater|less) than(?! or)/i;
/** What makes it another comparison than that of one property. */
const vague =
  /overlap|during|intersect|active|cents|minor|ago\b|relative|timezone|time zone|local|round|convert|also|or null/i;
const deeds =
  /creat|updat|modif|chang|publish|expir|complet|finish|start|end(s|ed|ing)?\b|sent|receiv|paid|deliver|due|schedul/gi;

const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** The ranges of a list whose meaning is plain. */
export function rangesOf(contract: Contract, { operation, fields, item }: Listing): readonly Range[] {
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

/** "min_price", "price[gte]", "createdAfter", "from", "date_from": which side it bounds, and what of. */
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

/** Bare, it is about any; "created" is about "created_at". */
function isAbout(about: string, property: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return about === "" || plain(property) === about || plain(property).replace(/(at|on|date|time)$/, "") === about;
}

/** What happens is named, and it is not what the property is the time of. */
function isOfAnother(words: string, property: string): boolean {
  return [...words.matchAll(deeds)].some(([deed]) => !property.toLowerCase().includes(deed.toLowerCase()));
}

/** "since" often means what was changed since then. */
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

/** The items that tell of a property, with where they are. */
export function placed(
  items: readonly JsonObject[],
  { property, at }: Range,
): readonly (readonly [number, JsonObject])[] {
  return items.flatMap((item) => {
    const place = at(item[property]);
    return place === undefined ? [] : [[place, item] as const];
  });
}
