import {
  type Contract,
  eventWords,
  joinPointer,
  type Json,
  type JsonSchema,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  readBound,
  listJsonTypes,
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

const inclusive =
  /\b(and|or) (later|after|earlier|before|newer|older|above|below|more|less)\b|\binclusive(ly)?\b|\b(at|on) or (after|before)\b|\bat (least|most)\b|\bup to and including\b|\bnot? (before|after|earlier|later|less|more)\b|<=|>=|≤|≥/i;
const exclusive =
  /exclusive|strictly|exclud|\b(not|non)[- ]inclusive|(?<![<=>])[<>](?!=)|\b(more|greater|less) than(?! or)/i;
/** Words of descriptions whose comparison is not that of one property. */
const vague =
  /overlap|during|intersect|active|cents|minor|ago\b|relative|timezone|time zone|local|round|convert|also|or null/i;
const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Ranges of a list with a clear meaning. */
export function findRanges(contract: Contract, { operation, fields, item }: ListShape): readonly Range[] {
  const names = listPropertyNames(contract, item);
  const ofOperation = readDescriptions(contract, operation.pointer);
  return fields.flatMap((field): readonly Range[] => {
    const { name, schema } = field;
    const bound = names.has(name) ? undefined : readBound(contract, item, field);
    const kind = classifyRange(contract, schema);
    const parameter = operation.parameters.find((each) => each.name === name && each.in === "query");
    if (!bound || !kind || !parameter) return [];
    const [property, ...others] = bound.properties.filter(
      (each) => classifyRange(contract, { allOf: listMemberSchemas(contract, item, each) }) === kind,
    );
    if (property === undefined || others.length > 0) return [];
    const words = [
      readDescriptions(contract, parameter.pointer),
      ...listSchemaParts(contract, schema).map(({ description }) => description),
    ]
      .filter((text) => typeof text === "string")
      .join(" ");
    if (vague.test(words) || isOfAnother(words, property)) return [];
    const formula = new RegExp(
      String.raw`(\b${escapePattern(name)}\s*(<=|>=|≤|≥))|((<=|>=|≤|≥)\s*${escapePattern(name)}\b)`,
    );
    return [
      {
        name,
        property,
        side: bound.relation.startsWith(">") ? "from" : "to",
        isInclusive: (inclusive.test(words) || formula.test(ofOperation)) && !exclusive.test(words),
        at: kind === "time" ? parseInstant : (value) => (typeof value === "number" ? value : undefined),
        slack: kind === "time" ? 1000 : 1e-6,
      },
    ];
  });
}

function classifyRange(contract: Contract, schema: JsonSchema): "time" | "number" | undefined {
  const types = listJsonTypes(contract, schema).filter((type) => type !== "null");
  const parts = listSchemaParts(contract, schema);
  if (types.length === 1 && types[0] === "string" && parts.some(({ format }) => format === "date-time")) return "time";
  if (types.length > 0 && types.every((type) => type === "number" || type === "integer")) return "number";
  return undefined;
}

/** True where the description names an event other than the one of the property. */
function isOfAnother(words: string, property: string): boolean {
  return [...words.matchAll(new RegExp(eventWords, "gi"))].some(
    ([event]) => !property.toLowerCase().includes(event.toLowerCase()),
  );
}

function parseInstant(value: Json | undefined): number | undefined {
  const instant = typeof value === "string" && dateTime.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) return undefined;
  return instant;
}

function readDescriptions({ document }: Contract, pointer: string): string {
  const texts = ["summary", "description"].map((name) => valueAt(document, joinPointer(pointer, name)));
  return texts.filter((text) => typeof text === "string").join(" ");
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
