import { hasNoEffect } from "./equality/has-no-effect.ts";
import type { Both } from "../model/pair.ts";
import type { JsonType } from "../../contracts/index.ts";
import { mostSingledOut, numbersIn, withoutHeldBy } from "./redundant-keywords.ts";
import { unnamedOf } from "./members.ts";
import { isStructure } from "./parts.ts";
import { type Place, isAnnotation } from "./place.ts";
import { isAny } from "./types.ts";
import { type View, isWhole, listsBooleans } from "./view.ts";

/** Two views in one spelling, where both could be written so; `isRaw` where what nothing is said of is bytes. */
export function alikeViews({ base, revision }: Both<View>, isRaw: boolean): Both<View> {
  const isFile =
    (isBinary(base) && isMedia(revision)) ||
    (isMedia(base) && isBinary(revision)) ||
    (isRaw && isBytes(base) && isBytes(revision));
  if (isFile) return { base: { ...base, types: revision.types, parts: revision.parts }, revision };
  return { base: asBeside(base, revision), revision: asBeside(revision, base) };
}

/** Whether a view says no more than that a value is bytes, as OpenAPI 3.0 does. */
function isBinary(view: View): boolean {
  return saysOnly(view, ["type", "format"]) && view.parts.some(({ schema }) => schema["format"] === "binary");
}

/** Whether it says so as 3.1 does: without an encoding it is bytes as they are. */
function isMedia(view: View): boolean {
  return (
    saysOnly(view, ["type", "contentMediaType"]) &&
    view.parts.some(({ schema }) => schema["contentMediaType"] !== undefined)
  );
}

/** Whether it leaves open which bytes there are: 3.1 says nothing, or that they are of the type of any bytes. */
function isBytes(view: View): boolean {
  const isOctets = view.parts.every(({ schema }) => (schema["contentMediaType"] ?? octets) === octets);
  return isBinary(view) || (isAny(view.types) && isOctets && saysOnly(view, ["type", "contentMediaType"]));
}

const octets = "application/octet-stream";

function saysOnly({ types, parts, values }: View, keywords: readonly string[]): boolean {
  if (values || !(isAny(types) || (types.length === 1 && types[0] === "string"))) return false;
  const isIdle = (key: string): boolean => isAnnotation(key) || isStructure(key) || keywords.includes(key);
  return parts.every(({ schema }) =>
    Object.entries(schema).every(([key, value]) => isIdle(key) || hasNoEffect(key, value, schema)),
  );
}

function asBeside(view: View, other: View): View {
  return besideList(asTypeBeside(asWholeBeside(asCountedBeside(view, other), other.types), other), other);
}

/** A view of a list that ends with the items that have a schema each, with their number beside one that says how many. */
function asCountedBeside(view: View, other: View): View {
  const most = mostSingledOut(view.parts);
  const isCounted = numbersIn(view.parts, "maxItems").length > 0;
  if (most === Infinity || isCounted || numbersIn(other.parts, "maxItems").length === 0) return view;
  const closed = view.parts.find((part) => mostSingledOut([part]) === most);
  const parts = view.parts.map((part) => {
    const { schema, written } = part;
    if (part !== closed) return part;
    return {
      ...part,
      schema: { ...schema, maxItems: most },
      written: { ...written, maxItems: written?.["items"] ?? "items" },
    };
  });
  return { ...view, parts };
}

/** A view of whole numbers as one of integers, where it stands beside such. */
export function asWholeBeside(view: View, others: readonly JsonType[]): View {
  if (!view.types.includes("number") || others.includes("number") || !others.includes("integer")) return view;
  if (!isWhole(view)) return view;
  return { ...view, types: view.types.map((type) => (type === "number" ? "integer" : type)) };
}

/** A view that lists true and false as one of booleans, where it stands beside one that lists nothing. */
function asTypeBeside(view: View, other: View): View {
  if (other.values || !listsBooleans(view)) return view;
  const { values: _, ...rest } = view;
  return rest;
}

/** A view without what says nothing of the values that the other lists: that these were listed, or no more, tells all. */
function besideList(view: View, { values, listsAll }: View): View {
  return listsAll ? { ...view, parts: withoutHeldBy(values, view.parts) } : view;
}

/**
 * A view with the properties that it requires and does not list, where it stands beside one that lists them: as what it
 * says of them in other words, or, where that is wanted, as anything.
 */
export function asNamedBeside(
  view: View,
  other: Pick<View, "properties">,
  { asAnything }: { readonly asAnything: boolean },
): View {
  if (view.unresolved.length > 0) return view;
  const unnamed = [...view.required].flatMap(([name, at]): [string, readonly Place[]][] => {
    if (view.properties.has(name) || !other.properties.has(name)) return [];
    const places = unnamedOf(view.parts, name);
    // A place of its own: nothing stands there.
    const anything = !asAnything
      ? []
      : [{ pointer: `${at}/${encodeURIComponent(name)}`, schema: true, basis: view.basis }];
    return places.length + anything.length === 0 ? [] : [[name, places.length > 0 ? places : anything]];
  });
  return unnamed.length === 0 ? view : { ...view, properties: new Map([...view.properties, ...unnamed]) };
}
