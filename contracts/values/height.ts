import type { JsonSchema } from "../model/contract.ts";
import type { Case } from "./cases.ts";
import { caseTypes } from "./type-names.ts";

/** Values that need more levels than this are not made: what is still open cannot end. */
const MAX_HEIGHT = 24;

type Schemas = readonly JsonSchema[];

interface Source {
  readonly cases: (schemas: Schemas) => readonly Case[];
  /** Equal for equal schemas. */
  readonly keyOf: (schemas: Schemas) => string;
}

/** The cases of some schemas by the levels of nesting that their values need. */
export interface Heights {
  /** The cases that come to an end, the simplest first. */
  flattestFirst(schemas: Schemas): readonly Case[];
  /** The cases that come to an end soonest; none where no value can. */
  flattest(schemas: Schemas): readonly Case[];
}

export function createHeights({ cases, keyOf }: Source): Heights {
  const known = new Map<string, boolean>();
  return {
    flattestFirst: (schemas) =>
      measured(schemas)
        .toSorted((one, other) => one.height - other.height || rank(one.wanted) - rank(other.wanted))
        .map(({ wanted }) => wanted),
    flattest(schemas) {
      const all = measured(schemas);
      const lowest = Math.min(...all.map(({ height }) => height));
      return all.filter(({ height }) => height === lowest).map(({ wanted }) => wanted);
    },
  };

  function measured(schemas: Schemas): { wanted: Case; height: number }[] {
    return cases(schemas)
      .map((wanted) => ({ wanted, height: heightOf(wanted) }))
      .filter(({ height }) => height <= MAX_HEIGHT);
  }

  function heightOf(wanted: Case): number {
    let levels = 0;
    while (levels <= MAX_HEIGHT && !caseEnds(wanted, levels)) levels++;
    return levels;
  }

  function ends(schemas: Schemas | undefined, levels: number): boolean {
    if (!schemas || levels < 0) return false;
    const key = `${keyOf(schemas)} ${levels}`;
    let result = known.get(key);
    if (result === undefined) {
      result = cases(schemas).some((wanted) => caseEnds(wanted, levels));
      known.set(key, result);
    }
    return result;
  }

  function caseEnds(wanted: Case, levels: number): boolean {
    if (wanted.values) return true;
    if (wanted.type === "array") return neededItems(wanted).every((items) => ends(items, levels - 1));
    if (wanted.type !== "object") return true;
    const { members, required, minProperties } = wanted;
    const free = required.length < minProperties ? [...members.names, "another"] : [];
    return (
      required.every((name) => ends(members.schemasAt(name), levels - 1)) &&
      (free.length === 0 || free.some((name) => ends(members.schemasAt(name), levels - 1)))
    );
  }
}

function rank({ type }: Case): number {
  return caseTypes.indexOf(type);
}

function neededItems({ minItems, prefix, itemAt, contains }: Case): Schemas[] {
  const items = Array.from({ length: Math.min(minItems, prefix + 1) }, (_, index) => itemAt(index));
  return [...items, ...contains.flatMap(({ schema, least }) => (least > 0 ? [[schema]] : []))];
}
