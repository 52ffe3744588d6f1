import { unordered } from "./json-text.ts";
import { hasNoEffect } from "./has-no-effect.ts";
import { toSortedJson } from "./json-text.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  assumedValuesMark,
  isObject,
  keywords,
  referenceTo,
  resolveTarget,
  targetPointer,
  unresolvedMark,
} from "../../../contracts/index.ts";
import { cyclesFrom } from "./cycles.ts";
import { listSubtypes } from "../subtypes.ts";

/** Number of a schema. Schemas with the same number accept the same values, in all contracts of one comparison. */
export type Digest = (schema: JsonSchema) => number;

/** Keywords that no rule reads. */
const unread = new Set([
  "title",
  "description",
  "example",
  "examples",
  "externalDocs",
  "xml",
  "$id",
  "$schema",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
]);
/** Extensions that rules read. */
const fromBase = new Set([
  "x-extensible-enum",
  "x-closed",
  assumedValuesMark,
  "x-spec",
  "x-assumed",
  "x-published",
  "x-deprecated",
  "x-sunset",
  unresolvedMark,
]);
/** Maximum number of refinement rounds. Beyond it, all schemas of a cycle count as different. */
const MAX_ROUNDS = 60;

interface Component {
  readonly contract: Contract;
  readonly pointer: string;
  /**
   * Number that identifies the schema's text without references, and the referenced components in order. Computed on first
   * use.
   */
  readonly skeleton: number;
  readonly references: readonly Component[];
  /** Undefined until it is computed. */
  colour: number | undefined;
}

/**
 * Digests of the schemas of several contracts. A `$ref` counts as its target; names of components, the order of members
 * and descriptive texts do not count. Recursive schemas are distinguished by partition refinement: two are equal as
 * long as their references do not differ. Digests are computed on demand.
 */
export function createDigests(contracts: readonly Contract[]): readonly Digest[] {
  const known = new Map<string, number>();
  let numbers = 0;
  const components = new Map<Contract, Map<string, Component>>(contracts.map((contract) => [contract, new Map()]));
  return contracts.map((contract) => reader(contract, (reference) => `$${getColour(contract, reference)}`, new Map()));

  function getComponent(contract: Contract, reference: string): Component {
    const own = components.get(contract) as Map<string, Component>;
    const pointer = targetPointer(reference);
    let component = own.get(pointer);
    if (component) return component;
    const references: Component[] = [];
    const readSkeleton = reader(contract, (inside) => {
      references.push(getComponent(contract, inside));
      return "$";
    });
    let skeleton: number | undefined;
    component = {
      contract,
      pointer,
      get skeleton() {
        return (skeleton ??= readSkeleton(resolveTarget(contract, reference)));
      },
      get references() {
        skeleton ??= readSkeleton(resolveTarget(contract, reference));
        return references;
      },
      colour: undefined,
    };
    own.set(pointer, component);
    return component;
  }

  function getColour(contract: Contract, reference: string): number {
    const component = getComponent(contract, reference);
    if (component.colour === undefined) {
      const unknown = ({ references }: Component) => references.filter(({ colour }) => colour === undefined);
      for (const cycle of cyclesFrom(component, unknown)) settleCycle(cycle);
    }
    return component.colour as number;
  }

  /** Sets the colours of the components of a cycle. All other referenced components have theirs. */
  function settleCycle(cycle: readonly Component[]): void {
    const [only] = cycle as readonly [Component];
    if (cycle.length === 1 && !only.references.includes(only)) {
      only.colour = assignNumber(textWith(only, ({ colour }) => colour));
      return;
    }
    const colours = refined(cycle);
    for (const component of cycle) component.colour = colours.get(component) as number;
    // A component that refers into the cycle and equals one of its components is that component.
    for (const component of cycle) {
      const text = textWith(component, ({ colour }) => colour);
      if (!known.has(text)) known.set(text, component.colour as number);
    }
  }

  /**
   * Refines the colours until no round distinguishes more components. A round looks one reference further, and another
   * cycle may differ further on, so a colour includes all colours of its cycle.
   */
  function refined(cycle: readonly Component[]): ReadonlyMap<Component, number> {
    let colours: ReadonlyMap<Component, number> = new Map(cycle.map((component) => [component, 0]));
    let count = 1;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const earlier = colours;
      colours = new Map(
        cycle.map((component) => [
          component,
          assignNumber(textWith(component, (inside) => earlier.get(inside) ?? inside.colour)),
        ]),
      );
      const distinct = new Set(colours.values());
      if (distinct.size === count) {
        const all = assignNumber([...distinct].toSorted((one, other) => one - other).join());
        return new Map([...colours].map(([component, colour]) => [component, assignNumber(`${colour} of ${all}`)]));
      }
      count = distinct.size;
    }
    return new Map(
      cycle.map((component) => [
        component,
        assignNumber(`${contracts.indexOf(component.contract)} ${component.pointer}`),
      ]),
    );
  }

  function textWith(
    { skeleton, references }: Component,
    colourOfInside: (inside: Component) => number | undefined,
  ): string {
    return `${skeleton}:${references.map(colourOfInside).join()}`;
  }

  function reader(contract: Contract, refer: (reference: string) => string, memory?: Map<object, number>): Digest {
    return readSkeleton;

    function readSkeleton(schema: JsonSchema): number {
      if (typeof schema === "boolean") return assignNumber(String(schema));
      const remembered = memory?.get(schema);
      if (remembered !== undefined) return remembered;
      const parts = Object.keys(schema)
        .filter((keyword) => isRead(keyword) && !hasNoEffect(keyword, schema[keyword] as Json, schema))
        .toSorted()
        .map((keyword) => `${keyword}=${readKeyword(keyword, schema[keyword] as Json)}`);
      const subtypes = listSubtypes(contract, schema).map(
        ({ pointer, value }) => `${toSortedJson(value ?? null)}${refer(referenceTo(pointer))}`,
      );
      const number = assignNumber(`{${parts.join(" ")}}${subtypes.join()}`);
      memory?.set(schema, number);
      return number;
    }

    function readKeyword(keyword: string, value: Json): string {
      if (keyword === "$ref" && typeof value === "string") return refer(value);
      if (keyword === "discriminator" && isObject(value)) return readDiscriminator(value);
      const form = keywords.get(keyword)?.subschemas?.form;
      if (form === "one" && isSchema(value)) return String(readSkeleton(value));
      if (form === "list" && Array.isArray(value)) return value.map((item: Json) => readItem(item)).join(",");
      if (form === "map" && isObject(value)) return readMap(value);
      if (unordered.has(keyword) && Array.isArray(value))
        return String(assignNumber(value.map(toSortedJson).toSorted().join()));
      return String(assignNumber(toSortedJson(value)));
    }

    /** Digest of a discriminator: the targets of its values, without component names. */
    function readDiscriminator({ mapping, ...others }: JsonObject): string {
      const targets = Object.entries(isObject(mapping) ? mapping : {}).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      );
      const named = targets.map(([value, target]) => {
        const isReference = typeof target === "string" && target.startsWith("#");
        return `${JSON.stringify(value)}=${isReference ? refer(target) : toSortedJson(target)}`;
      });
      return `${toSortedJson(others)} ${named.join(" ")}`;
    }

    function readMap(value: JsonObject): string {
      const members = Object.keys(value).toSorted();
      return `{${members.map((name) => `${JSON.stringify(name)}=${readItem(value[name] as Json)}`).join(" ")}}`;
    }

    function readItem(value: Json): string {
      if (isSchema(value)) return String(readSkeleton(value));
      return toSortedJson(value);
    }
  }

  function assignNumber(text: string): number {
    let number = known.get(text);
    if (number === undefined) known.set(text, (number = ++numbers));
    return number;
  }
}

function isRead(keyword: string): boolean {
  if (keyword.startsWith("x-")) return fromBase.has(keyword);
  return !unread.has(keyword);
}

function isSchema(value: Json): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}
