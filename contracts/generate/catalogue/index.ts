import type { Json, JsonObject } from "../../model/json.ts";
import { oncePerText } from "../../model/once-per-text.ts";
import { type Naming, usualTime, wordsOf } from "../naming.ts";
import { address } from "./address.ts";
import { company } from "./company.ts";
import type { Domain, Entries, CatalogueMaker, ValueContext } from "./domain.ts";
import { type Draw, drawFrom } from "./draw.ts";
import { internet } from "./internet.ts";
import { money } from "./money.ts";
import { person } from "./person.ts";
import { product } from "./product.ts";
import { text } from "./text.ts";
import { time } from "./time.ts";

/** All domains of the catalogue. */
export const domains: readonly Domain[] = [person, company, address, money, product, internet, time, text];

type MakersByName<T> = ReadonlyMap<string, CatalogueMaker<T>>;

/** Maker of values for a name, and the words before the matched name, which describe the owner. */
interface CatalogueEntry<T> {
  readonly make: CatalogueMaker<T>;
  readonly owner: string;
}

const texts = createLookup(makersByName(domains.map((domain) => domain.texts)));
const numbers = createLookup(makersByName(domains.map((domain) => domain.numbers)));
const booleans = createLookup(makersByName(domains.map((domain) => domain.booleans)));
const formats = new Map(
  [...new Set(domains.flatMap((domain) => Object.keys(domain.formats ?? {})))].map((format) => [
    format,
    createLookup(makersByName(domains.map((domain) => domain.formats?.[format]))),
  ]),
);

/** Possible texts for a name and a format, most likely first. Empty if the catalogue lacks the name. */
export function textsNamed(naming: Naming, format: string | undefined, maxLength: number): readonly string[] {
  const found = format === undefined ? texts(naming) : formats.get(format)?.(naming);
  if (found) return makeCatalogueValues(found, naming, maxLength);
  return [];
}

/** Possible texts for a format that only the catalogue knows, such as "phone". */
export function textsOfFormat(naming: Naming, format: string, maxLength: number): readonly string[] {
  return textsNamed({ ...naming, label: format }, undefined, maxLength);
}

export function numbersNamed(naming: Naming): readonly number[] {
  const found = numbers(naming);
  return found ? makeCatalogueValues(found, naming) : [];
}

export function booleansNamed(naming: Naming): readonly boolean[] {
  const found = booleans(naming);
  return found ? makeCatalogueValues(found, naming) : [];
}

function makeCatalogueValues<T>(
  { make, owner }: CatalogueEntry<T>,
  naming: Naming,
  maxLength = Infinity,
): readonly T[] {
  const value = make(new NamedContext(naming, owner, maxLength));
  if (Array.isArray(value)) return value;
  return [value as T];
}

/** The value made for the last object, because members such as names and addresses share a person. */
let lastOfObject: { readonly name: string; readonly made: unknown } = { name: "", made: undefined };

/** Context of a value. A class, because most makers use one of its functions. */
class NamedContext implements ValueContext {
  readonly owner: string;
  readonly maxLength: number;
  readonly time: string;
  readonly isNew: boolean;
  private readonly naming: Naming;

  constructor(naming: Naming, owner: string, maxLength: number) {
    this.naming = naming;
    this.owner = owner;
    this.maxLength = maxLength;
    this.time = naming.time ?? usualTime;
    this.isNew = naming.time !== undefined;
  }

  ownDraw(): Draw {
    return drawFrom(this.naming.seed);
  }

  objectDraw(topic: string): Draw {
    const { owner, seed } = this.naming;
    return drawFrom(`${owner?.seed ?? seed} ${topic}`);
  }

  ofObject<T>(topic: string, make: (draw: Draw) => T): T {
    const { owner, seed } = this.naming;
    const name = `${owner?.seed ?? seed} ${topic}`;
    if (lastOfObject.name !== name) lastOfObject = { name, made: make(drawFrom(name)) };
    return lastOfObject.made as T;
  }

  wholeDraw(topic: string): Draw {
    const { owner, seed } = this.naming;
    return drawFrom(`${owner?.rootSeed ?? seed} ${topic}`);
  }

  sibling(...names: readonly string[]): Json | undefined {
    const { owner } = this.naming;
    return owner && findNamedSibling(owner.members, names);
  }
}

function findNamedSibling(members: readonly JsonObject[], names: readonly string[]): Json | undefined {
  for (const object of members)
    for (const name of names) for (const key of keysOf(name)) if (Object.hasOwn(object, key)) return object[key];
  return undefined;
}

/** Keys of a catalogue name in snake_case and in camelCase. */
const keysOf = oncePerText((name): readonly string[] => {
  const camel = name.replaceAll(/ ([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([name.replaceAll(" ", "_"), camel])];
});

function makersByName<T>(entries: readonly (Entries<T> | undefined)[]): MakersByName<T> {
  return new Map(
    entries
      .flatMap((each) => Object.entries(each ?? {}))
      .flatMap(([names, make]) => names.split(", ").map((name) => [name, make] as const)),
  );
}

/** Maximum number of cached names. Maps have names from consumers, without a limit. */
const MAX_NAMES = 5_000;

/** Creates a cached lookup, because the same few names occur again and again. */
function createLookup<T>(table: MakersByName<T>): (naming: Naming) => CatalogueEntry<T> | undefined {
  const cache = new Map<string, Map<string, CatalogueEntry<T> | undefined>>();
  let size = 0;
  return ({ label, owner }) => {
    const ownerLabel = owner?.label ?? "";
    const known = cache.get(ownerLabel);
    const found = known?.get(label);
    if (found || known?.has(label)) return found;
    if (size++ > MAX_NAMES) {
      cache.clear();
      size = 0;
    }
    const entry = findCatalogueEntry(table, wordsOf(ownerLabel), wordsOf(label));
    cache.set(ownerLabel, (cache.get(ownerLabel) ?? new Map()).set(label, entry));
    return entry;
  };
}

function findCatalogueEntry<T>(
  table: MakersByName<T>,
  owner: readonly string[],
  values: readonly string[],
): CatalogueEntry<T> | undefined {
  const words = [...owner, ...values];
  const member = values.join(" ");
  for (let start = 0; start < words.length; start++) {
    const entry = table.get(words.slice(start).join(" "));
    const dotted = start > owner.length ? undefined : table.get(`${owner.slice(start).join(" ")}.${member}`);
    const make = dotted ?? entry;
    const before = start > owner.length ? values.slice(0, start - owner.length) : owner;
    if (make) return { make, owner: before.join(" ") };
  }
  const make = table.get("*");
  return make && { make, owner: owner.join(" ") };
}
