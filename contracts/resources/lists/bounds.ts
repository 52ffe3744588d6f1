import type { Contract } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import { listMemberSchemas, listPropertyNames, listJsonTypes } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { type RequestField, findTimeFormat } from "../list-fields.ts";

/** A field of a list that is a lower or an upper bound of a property of its items. */
export interface Bound {
  readonly relation: ">" | ">=" | "<" | "<=";
  /** Properties that the bound can be about, the likeliest first. Empty if none fits. */
  readonly properties: readonly string[];
}

/** Names of bounds, with underscores for other signs: "placed_after", "price_min", "minPrice". */
const forms: readonly (readonly [form: RegExp, relation: Bound["relation"]])[] = [
  [/^(?<of>.*?)_?(after|gt)$/i, ">"],
  [/^(?<of>.*?)_?(before|lt)$/i, "<"],
  [/^(?<of>.*?)_?(from|since|min(imum)?|gte|ge)$/i, ">="],
  [/^(?<of>.*?)_?(to|until|till|max(imum)?|lte|le)$/i, "<="],
  [/^(from|since)_?(?<of>.+)$/i, ">="],
  [/^(to|until|till)_?(?<of>.+)$/i, "<="],
  [/^(gt|after)_(?<of>.+)$/i, ">"],
  [/^(lt|before)_(?<of>.+)$/i, "<"],
  [/^(min(imum)?_?|gte?_)(?<of>.+)$/i, ">="],
  [/^(max(imum)?_?|lte?_)(?<of>.+)$/i, "<="],
];

/** Names of bounds that do not name a property. */
const timeWords = /^(date|time|date_?time|timestamp|at|day)?$/i;

/** Endings of a property that the name of its bound leaves out: "created" bounds "created_at". */
const endings = ["", "at", "on", "date", "time"];

/** Events whose time a property is. */
export const eventWords =
  /\b(creat|updat|modif|chang|publish|expir|complet|finish|start|end(s|ed|ing)?\b|sent\b|receiv|paid|deliver|due|schedul)/i;

/**
 * Reads the name of a field as a bound of a property. Undefined if it has no such name.
 *
 * @param item schema of the items.
 */
export function readBound(contract: Contract, item: JsonSchema, field: RequestField): Bound | undefined {
  const name = field.name.replaceAll(/[^A-Za-z0-9]+/g, "_").replace(/_$/, "");
  let bound: Bound | undefined;
  for (const [form, relation] of forms) {
    const subject = form.exec(name)?.groups?.["of"];
    if (subject === undefined) continue;
    const properties = findBounded(contract, item, { ...field, name: subject });
    if (properties.length > 0) return { relation, properties };
    bound ??= { relation, properties: findOnlyTime(contract, item, field, subject) };
  }
  return bound;
}

/** Properties with the name of the subject: "placed_at" of "placed", "Price" of "price". */
function findBounded(contract: Contract, item: JsonSchema, { name }: RequestField): readonly string[] {
  if (name === "") return [];
  const ordered = [...listPropertyNames(contract, item)].filter((each) =>
    isOrdered(contract, { allOf: listMemberSchemas(contract, item, each) }),
  );
  return endings.flatMap((ending) => ordered.filter((each) => foldedName(each) === foldedName(name) + ending));
}

/**
 * The time that a bound without the name of a property, such as "from" or "date_to", is about: the one that the
 * description names, otherwise the only one. Empty if it is unclear.
 */
function findOnlyTime(
  contract: Contract,
  item: JsonSchema,
  { name, schema, description = "" }: RequestField,
  subject: string,
): readonly string[] {
  if (!timeWords.test(subject) || findTimeFormat(contract, schema) === undefined) return [];
  const times = [...listPropertyNames(contract, item)].filter(
    (each) => findTimeFormat(contract, { allOf: listMemberSchemas(contract, item, each) }) !== undefined,
  );
  const named = times.filter((each) => mentionsProperty(description, each));
  // "since" often means the latest change, and a description can be about a time that the item does not show.
  const isUnclear = /since/i.test(name) || eventWords.test(description);
  const candidates = named.length > 0 || isUnclear ? named : times;
  return candidates.length === 1 ? candidates : [];
}

/** True if a text names a property or what happens at its time: "start at or after" names "startsAt". */
function mentionsProperty(text: string, property: string): boolean {
  const [word = ""] = property
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const stem = word.length > 4 ? word.replace(/(ed|es|s|e)$/, "") : word.replace(/s$/, "");
  return stem.length > 2 && new RegExp(`\\b${stem}`, "i").test(text);
}

/** True for the schema of numbers or of times. */
export function isOrdered(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema).filter((type) => type !== "null");
  const isTime = findTimeFormat(contract, schema) !== undefined;
  return isTime || (types.length > 0 && types.every((type) => type === "number" || type === "integer"));
}
