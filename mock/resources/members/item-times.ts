import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  listMemberSchemas,
  listSchemaParts,
  listJsonTypes,
} from "../../../contracts/index.ts";

/** Form of a time in an item. Seconds and milliseconds count from 1970. */
export type TimeForm = "date-time" | "date-time text" | "seconds" | "milliseconds";

/** A change of an item. */
export interface Change {
  readonly now: Date;
  readonly isNew: boolean;
  readonly by: Operation;
}

/** Names of members with the time of creation, and of the latest change. */
export const createdNames =
  /^_?((created|inserted)(_?(at|on|time|date|timestamp))?|creat(e|ion)_?(time|date|timestamp)|date_?created)(_?(ms|millis))?$/i;
export const updatedNames =
  /^_?((last_?)?(updated|modified|changed)(_?(at|on|time|date|timestamp))?|update_?time|date_?(updated|modified))(_?(ms|millis))?$/i;

/** Names that say by themselves that a member is a time, not a count or a person. */
const timeNames = /(at|on|time|date|timestamp|ms|millis)$|^_?date/i;
const timeWords = /\b(date|time|timestamp|when|unix|epoch|rfc ?3339|iso ?8601|(milli)?seconds)\b/i;
const millisecondWords = /\b(milliseconds|millis|ms|javascript)\b/i;
const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Lowest number that is a time in milliseconds: 1973 in milliseconds, the year 5138 in seconds. */
const MIN_MILLISECONDS = 1e11;

/** Form of a member that holds a time. Undefined if its schema and its example do not say that it is one. */
export function findTimeForm(
  contract: Contract,
  item: JsonSchema,
  name: string,
  documentedExample: Json | undefined,
): TimeForm | undefined {
  const member: JsonSchema = { allOf: listMemberSchemas(contract, item, name) };
  const parts = listSchemaParts(contract, member);
  if (parts.some(({ format }) => format === "date-time")) return "date-time";
  const types = listJsonTypes(contract, member).filter((type) => type !== "null");
  const isLimited = parts.some((part) => "enum" in part || "const" in part || "pattern" in part);
  const examples = [documentedExample, ...parts.flatMap(listSchemaExamples)].filter(
    (each) => each !== undefined && each !== null,
  );
  const description = parts.map((part) => String(part["description"] ?? "")).join(" ");
  const saysTime = timeNames.test(name) || timeWords.test(description);
  if (isLimited) return undefined;
  if (types.join() === "string") {
    const hasFormat = parts.some(({ format }) => format !== undefined);
    if (hasFormat || !(saysTime || examples.length > 0)) return undefined;
    if (examples.every((each) => isoForm.test(String(each)))) return "date-time text";
    return undefined;
  }
  if (types.length === 0 || !types.every((type) => type === "integer" || type === "number")) return undefined;
  return findUnit(name, description, { examples, saysTime });
}

/** Unit of a time as a number: that of its example, or else the one that its description or its name says. */
function findUnit(
  name: string,
  description: string,
  { examples, saysTime }: { readonly examples: readonly Json[]; readonly saysTime: boolean },
): TimeForm | undefined {
  const [example] = examples;
  if (typeof example === "number") {
    if (example >= MIN_MILLISECONDS) return "milliseconds";
    if (saysTime || example >= MIN_MILLISECONDS / 1000) return "seconds";
    return undefined;
  }
  if (!saysTime) return undefined;
  if (millisecondWords.test(description) || /(ms|millis)$/i.test(name)) return "milliseconds";
  return "seconds";
}

function listSchemaExamples({ example, examples }: JsonObject): Json[] {
  const listed = Array.isArray(examples) ? (examples as Json[]) : [];
  if (example === undefined) return listed;
  return [example, ...listed];
}

/** A time in the form of a member. */
export function writeTime(time: Date, form: TimeForm): Json {
  if (form === "seconds") return Math.floor(time.getTime() / 1000);
  if (form === "milliseconds") return time.getTime();
  return isoTime(time);
}

let last = { time: Number.NaN, text: "" };

/** A time in ISO 8601. A change writes the same one several times. */
export function isoTime(date: Date): string {
  const time = date.getTime();
  if (last.time !== time) last = { time, text: date.toISOString() };
  return last.text;
}
