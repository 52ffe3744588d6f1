import type { Both } from "../model/pair.ts";
import { type Json, type JsonSchema, omitUndefined } from "../../contracts/index.ts";
import type { BranchPairs } from "./branches.ts";
import type { Side } from "./keys.ts";
import type { View } from "./view.ts";

/** Values of a property, by their JSON text. */
type Values = ReadonlyMap<string, Json>;

/** Property whose values each belong to one alternative, on both sides. */
interface Tag {
  readonly name: string;
  /** True if the alternatives list its values, not only the discriminator. */
  readonly isListed: boolean;
  readonly base: ReadonlyMap<View, Values>;
  readonly revision: ReadonlyMap<View, Values>;
}

/** Two alternatives, and the values of a tag that moved from one to the other. */
interface Move {
  readonly base: View;
  readonly revision: View;
  readonly values: Values;
}

/** Pairs of alternatives. Some are parts of a written alternative. */
export interface TaggedPairs extends BranchPairs {
  /** Values of the tag that belong to such a part only. */
  readonly parts: ReadonlyMap<View, Values>;
  /** Tag and common values of a pair with such a part, by its base. */
  readonly where: ReadonlyMap<View, { readonly name: string; readonly values: Values }>;
}

interface Options {
  readonly sides: Both<Side>;
  /** Keys of views. Those of new parts are added. */
  readonly keys: Both<Map<View, string>>;
  /** Properties of the discriminators. */
  readonly discriminators: readonly string[];
  /** Discriminator values of each alternative that its schema does not list, such as those of a mapping. */
  readonly named: Both<ReadonlyMap<View, Values>>;
}

/**
 * Pairs alternatives by the values of a tag. A value that moved to an alternative with another partner is compared as a
 * pair of its own, and the rest of both alternatives as they were paired.
 */
export function pairByTag(views: Both<readonly View[]>, branches: BranchPairs, options: Options): TaggedPairs {
  const { keys, discriminators } = options;
  const parts = new Map<View, Values>();
  const found = mayMove() ? tagAmong(views, branches, options) : undefined;
  if (!found) return { ...branches, parts, where: new Map() };
  const { tag, moves } = found;
  const rest = { base: createRemainder("base"), revision: createRemainder("revision") };
  const rests = branches.pairs.map(([one, other]) => [rest.base(one), rest.revision(other)] as const);
  const pairs = [
    ...rests.flatMap(([one, other]) => (one && other ? [[one, other] as const] : [])),
    ...moves.map(
      ({ base, revision, values }) =>
        [
          createMovedPart("base", base, values, [tag.name]),
          createMovedPart("revision", revision, values, [tag.name]),
        ] as const,
    ),
  ];
  const unpaired = { base: rests.filter(([, other]) => !other), revision: rests.filter(([one]) => !one) };
  return {
    pairs,
    base: [...branches.base.map(rest.base), ...unpaired.base.map(([one]) => one)].filter((view) => view !== undefined),
    revision: [...branches.revision.map(rest.revision), ...unpaired.revision.map(([, other]) => other)].filter(
      (view) => view !== undefined,
    ),
    parts,
    where: new Map(pairs.flatMap(([one, other]) => findDistinctTags(one, other))),
  };

  /** Checks that values may have moved. Equal alternatives have not, except under another name. */
  function mayMove(): boolean {
    const isPaired = branches.base.length === 0 || branches.revision.length === 0;
    const isSame = branches.pairs.every(([one, other]) => keys.base.get(one) === keys.revision.get(other));
    return discriminators.length > 0 || !isPaired || !isSame;
  }

  /** Alternative without the moved values. Undefined if nothing is left. */
  function createRemainder(side: "base" | "revision"): (view: View) => View | undefined {
    const moved = Map.groupBy(moves, (move) => move[side]);
    return (view) => {
      const own = tag[side].get(view);
      const movedValues = moved.get(view);
      if (!own || !movedValues) return view;
      const left = [...own].filter(([text]) => !movedValues.some(({ values }) => values.has(text)));
      if (left.length > 0) {
        if (tag.isListed) return createMovedPart(side, view, new Map(left), []);
        return view;
      }
      if (discriminators.length > 0 || view.required.has(tag.name)) return undefined;
      return view;
    };
  }

  function createMovedPart(side: "base" | "revision", view: View, values: Values, required: readonly string[]): View {
    const { name } = tag;
    const places = view.properties.get(name) ?? [];
    const only: JsonSchema = { enum: [...values.values()] };
    // The pointer is new, because the schema at the property lists more values.
    const pointer = `${places[0]?.pointer ?? view.pointer}/enum/${encodeURIComponent([...values.keys()].join())}`;
    const basis = places[0]?.basis ?? view.basis;
    const part = {
      ...view,
      key: `${view.key} ${pointer}`,
      schemas: [...view.schemas, { properties: { [name]: only }, required }],
      properties: new Map([...view.properties, [name, [...places, { pointer, schema: only, basis }]]]),
    };
    parts.set(part, values);
    keys[side].set(part, `${keys[side].get(view)} ${JSON.stringify([name, [...values.keys()].toSorted()])}`);
    return part;
  }

  function findDistinctTags(one: View, other: View): [View, { name: string; values: Values }][] {
    if (!parts.has(one) && !parts.has(other)) return [];
    const values = parts.get(one) ?? tag.base.get(one);
    const others = parts.get(other) ?? tag.revision.get(other);
    const isSame = values?.size === others?.size && values?.keys().every((text) => others?.has(text));
    if (values && isSame) return [[one, { name: tag.name, values }]];
    return [];
  }
}

/** Tag by which values moved, with the moves. Of several tags, the one with the fewest moves. */
function tagAmong(
  views: Both<readonly View[]>,
  branches: BranchPairs,
  { sides, discriminators, named }: Options,
): { readonly tag: Tag; readonly moves: readonly Move[] } | undefined {
  if (discriminators.length > 1) return undefined;
  const names = discriminators.length > 0 ? discriminators : [...(views.base.find(isObject)?.properties.keys() ?? [])];
  const listTagValues = (name: string, more?: typeof listFewTypeValues): Partial<Both<Map<View, Values>>> => {
    const base = collectTagValues(views.base, name, sides.base, more);
    const revision = base && collectTagValues(views.revision, name, sides.revision, more);
    return omitUndefined({ base, revision });
  };
  // True, false and null distinguish alternatives by type, if no list does.
  const more = names.some((name) => listTagValues(name).revision) ? undefined : listFewTypeValues;
  return names
    .flatMap((name) => {
      const { base, revision } = listTagValues(name, more);
      if (base && revision) {
        const tag = { name, isListed: true, base, revision };
        return [{ tag, moves: movesBy(tag, branches) }];
      }
      // A value that names another alternative, while the first one remains, is reported by its name.
      const tag = { name, isListed: false, ...named };
      return [{ tag, moves: movesBy(tag, branches).filter((move) => !isPairedMove(move, branches)) }];
    })
    .filter(({ moves }) => moves.length > 0)
    .toSorted((one, other) => one.moves.length - other.moves.length)[0];
}

/** Listed values of a property in each alternative. Undefined if they do not distinguish all. */
function collectTagValues(
  views: readonly View[],
  name: string,
  { read }: Side,
  more?: typeof listFewTypeValues,
): Map<View, Values> | undefined {
  const all = new Map<View, Values>();
  const known = new Set<string>();
  for (const view of views) {
    if (!isObject(view)) continue;
    const listed = read(view.properties.get(name) ?? []);
    const values = listed.values ?? more?.(listed);
    if (!values || listed.valuesAt.endsWith("/x-extensible-enum")) return undefined;
    for (const text of values.keys()) {
      if (known.has(text)) return undefined;
      known.add(text);
    }
    all.set(view, values);
  }
  return all;
}

/** Values of a type that has few: true, false and null. */
function listFewTypeValues({ types }: View): Values | undefined {
  if (types.length === 0 || !types.every((type) => Object.hasOwn(few, type))) return undefined;
  return new Map(types.flatMap((type) => few[type] ?? []).map((value) => [String(value), value]));
}

/** Values by type. */
const few: Readonly<Record<string, readonly Json[]>> = { boolean: [true, false], null: [null] };

function movesBy(tag: Tag, { pairs }: BranchPairs): Move[] {
  const partners = new Map(pairs);
  const holders = new Map(
    [...tag.revision].flatMap(([view, values]) => [...values.keys()].map((text) => [text, view])),
  );
  return [...tag.base].flatMap(([base, own]) => {
    const byHolder = Map.groupBy(own, ([text]) => holders.get(text));
    return [...byHolder].flatMap(([revision, values]) =>
      !revision || partners.get(base) === revision ? [] : [{ base, revision, values: new Map(values) }],
    );
  });
}

/** Checks that both alternatives of a move are paired. */
function isPairedMove({ base, revision }: Move, { pairs }: BranchPairs): boolean {
  return pairs.some(([one]) => one === base) && pairs.some(([, other]) => other === revision);
}

function isObject({ types }: View): boolean {
  return types.includes("object");
}
