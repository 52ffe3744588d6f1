import type { Json, JsonObject } from "../../model/json.ts";
import { type Naming, usualTime, wordsOf } from "../naming.ts";
import { address } from "./address.ts";
import { company } from "./company.ts";
import type { Domain, Entries, Maker, Making } from "./domain.ts";
import { drawFrom } from "./draw.ts";
import { internet } from "./internet.ts";
import { money } from "./money.ts";
import { person } from "./person.ts";
import { product } from "./product.ts";
import { text } from "./text.ts";
import { time } from "./time.ts";

/** The catalogue: one line for each domain. */
export const domains: readonly Domain[] = [person, company, address, money, product, internet, time, text];

type Table<T> = ReadonlyMap<string, Maker<T>>;

/** An entry, and what the value belongs to as far as the entry's name leaves that open. */
interface Found<T> {
  readonly make: Maker<T>;
  readonly owner: string;
}

const texts = createLookup(tableOf(domains.map((domain) => domain.texts)));
const numbers = createLookup(tableOf(domains.map((domain) => domain.numbers)));
const booleans = createLookup(tableOf(domains.map((domain) => domain.booleans)));
const formats = new Map(
  [...new Set(domains.flatMap((domain) => Object.keys(domain.formats ?? {})))].map((format) => [
    format,
    createLookup(tableOf(domains.map((domain) => domain.formats?.[format]))),
  ]),
);

/** What a text could be, by its name and its format, the likeliest first; nothing for a name that the catalogue lacks. */
export function textsNamed(naming: Naming, format: string | undefined, room: number): readonly string[] {
  const found = format === undefined ? texts(naming) : formats.get(format)?.(naming);
  return found ? made(found, naming, room) : [];
}

/** What a text of a format could be that only the catalogue knows: "phone", say. */
export function textsOfFormat(naming: Naming, format: string, room: number): readonly string[] {
  return textsNamed({ ...naming, label: format }, undefined, room);
}

export function numbersNamed(naming: Naming): readonly number[] {
  const found = numbers(naming);
  return found ? made(found, naming) : [];
}

export function booleansNamed(naming: Naming): readonly boolean[] {
  const found = booleans(naming);
  return found ? made(found, naming) : [];
}

function made<T>({ make, owner }: Found<T>, naming: Naming, room = Infinity): readonly T[] {
  const value = make(makingOf(naming, owner, room));
  return Array.isArray(value) ? value : [value as T];
}

function makingOf({ seed, time: now, owner }: Naming, kind: string, room: number): Making {
  return {
    owner: kind,
    room,
    time: now ?? usualTime,
    isNew: now !== undefined,
    own: () => drawFrom(seed),
    shared: (what) => drawFrom(`${owner?.seed ?? seed} ${what}`),
    around: (what) => drawFrom(`${owner?.around ?? seed} ${what}`),
    sibling: (...names) => owner && siblingOf(owner.members, names),
  };
}

function siblingOf(members: readonly JsonObject[], names: readonly string[]): Json | undefined {
  for (const object of members)
    for (const name of names) for (const key of keysOf(name)) if (Object.hasOwn(object, key)) return object[key];
  return undefined;
}

const knownKeys = new Map<string, readonly string[]>();

/** A name of the catalogue in snake_case and in camelCase. */
function keysOf(name: string): readonly string[] {
  let keys = knownKeys.get(name);
  if (!keys) {
    const camel = name.replaceAll(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase());
    knownKeys.set(name, (keys = [...new Set([name.replaceAll(" ", "_"), camel])]));
  }
  return keys;
}

function tableOf<T>(entries: readonly (Entries<T> | undefined)[]): Table<T> {
  return new Map(
    entries
      .flatMap((each) => Object.entries(each ?? {}))
      .flatMap(([names, make]) => names.split(", ").map((name) => [name, make] as const)),
  );
}

/** As many names as the lookups remember: those of maps come from consumers, and there is no end of them. */
const MAX_NAMES = 5_000;

/** Looks names up, each once: members have few names, which come again and again. */
function createLookup<T>(table: Table<T>): (naming: Naming) => Found<T> | undefined {
  const known = new Map<string, Found<T> | undefined>();
  return ({ label, owner }) => {
    const key = `${owner?.label ?? ""}.${label}`;
    if (known.size > MAX_NAMES) known.clear();
    if (!known.has(key)) known.set(key, entryFor(table, wordsOf(owner?.label ?? ""), wordsOf(label)));
    return known.get(key);
  };
}

function entryFor<T>(table: Table<T>, owner: readonly string[], own: readonly string[]): Found<T> | undefined {
  const words = [...owner, ...own];
  const member = own.join(" ");
  for (let start = 0; start < words.length; start++) {
    const named = table.get(words.slice(start).join(" "));
    const dotted = start > owner.length ? undefined : table.get(`${owner.slice(start).join(" ")}.${member}`);
    const make = dotted ?? named;
    const before = start > owner.length ? own.slice(0, start - owner.length) : owner;
    if (make) return { make, owner: before.join(" ") };
  }
  const make = table.get("*");
  return make && { make, owner: owner.join(" ") };
}
