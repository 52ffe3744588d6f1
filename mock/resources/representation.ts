import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  type Schema,
  hasMarkers,
  extractItemId,
  saysNothing,
  createStatedAcceptor,
  valueAtPath,
  splitPropertyPath,
  withValueAtPath,
  singular,
  nameSubject,
} from "../../contracts/index.ts";
import { type SampleOptions, type Values, createValues, fit, keepSent } from "../../contracts/generate/index.ts";
import type { FittingValue } from "../calls/call.ts";
import { type Ids, createIds } from "./ids.ts";
import { createShownPart } from "./members/shown-part.ts";
import { failImpossible } from "../model/fail-impossible.ts";
import { isoTime } from "./members/item-times.ts";
import { createOverlappingBranches, lacksItems } from "./bodies/overlapping-branches.ts";
import { createDocumentedExamples } from "./bodies/documented-examples.ts";
import { withExampleEnvelope } from "./bodies/example-envelope.ts";
import { createEntries } from "./bodies/entry.ts";
import { type ShownItems, createShownItems } from "./views/shown-items.ts";
import { createOutcomes } from "./bodies/outcome.ts";
import { identifySchema } from "./bodies/schema-form.ts";
import { type BodySchemas, createBodySchemas } from "./bodies/body-schemas.ts";
import { type ShownMembers, createShownMembers } from "./members/shown-members.ts";

/** Settings for generated parts of a value. */
interface ValueSettings {
  /** Seeds generated values. A function is called only if something is generated. */
  readonly name: string | (() => string);
  /** Present time, for generated times. */
  readonly now?: Date;
  /** Operation whose documented example provides strings. Default: the operation that responds. */
  readonly shownBy?: Operation;
  /** A value that is returned as it is, if the schema is the one that it matches. */
  readonly fitting?: FittingValue | undefined;
}

interface CompleteBody {
  readonly value: Json;
  readonly fits: boolean;
}

/** Conversion of resources of a contract to bodies of responses. */
export interface Representations extends Ids, ShownMembers, Pick<BodySchemas, "schemaOf" | "basisOf"> {
  readonly shownItems: ShownItems;
  /** True if a sent body matches several branches of a `oneOf`, because no value matches exactly one. */
  isAmbiguous(operation: Operation): boolean;
  /** The schema of that body, or the shape of its examples where a schema says nothing. Nothing is validated by it. */
  shapeOf(operation: Operation): JsonSchema;
  /** Identifies the schema of that body in a `FittingValue`. Undefined without a body. */
  formOf(operation: Operation): string | undefined;
  /** The body for a known value: valid, with generated members for missing ones and without undocumented ones. */
  answer(operation: Operation, value: Json, settings: ValueSettings): Json;
  /** The same body. `fits` is false if it contains values that violate assumed constraints. */
  complete(operation: Operation, value: Json, settings: ValueSettings): CompleteBody;
  /** An item in the form of an operation's list, in its entry. Undefined if the list cannot show it. */
  asListed(operation: Operation, item: JsonObject): Json | undefined;
  /** A complete generated body of an operation. */
  example(operation: Operation, name: string): Json;
  /** Noun for the body of an operation: "contact". */
  labelOf(operation: Operation): string;
  /** True if the document has an example of the operation's body. */
  isShownByExample(operation: Operation): boolean;
}

/** Maximum number of generated bodies that are kept. Clients read the same items again. */
const MAX_SAMPLES = 200;

/**
 * Bodies keep received values, unless they violate a stated constraint, or with `strictAssumed` an assumed one. With
 * `isUsual`, generated flags are off, and generated states are those in which things work.
 */
export function createRepresentations(
  contract: Contract,
  roles: ReadonlyMap<Operation, Role>,
  strictAssumed = true,
  isUsual = false,
): Representations {
  const values: Values = createValues(contract, "response");
  const schemas = createBodySchemas(contract, roles);
  const { bodyOf, schemaOf, shapeOfBody, basisOf } = schemas;
  const parts = { contract, roles, values, ...schemas };
  const labels = new Map<Operation, string>();
  const exampleOf = createDocumentedExamples(contract, bodyOf);
  const samples = new Map<string, Json>();
  const ambiguous = new Set<Operation>();
  const overlapping = createOverlappingBranches(contract);
  const shownPartOf = createShownPart(parts);
  const entryAround = createEntries({ ...parts, exampleOf: (of) => exampleOf(of, schemaOf(of)) });
  const withOutcome = createOutcomes(parts);

  return {
    schemaOf,
    shapeOf: (operation) => shapeOfBody(operation) ?? true,
    formOf(operation) {
      const schema = schemaOf(operation);
      return schema && identifySchema(schema);
    },
    isAmbiguous: (operation) => ambiguous.has(operation),
    basisOf,
    labelOf: labelItem,
    answer: (operation, value, settings) => complete(operation, value, settings).value,
    complete,
    asListed(operation, item) {
      const role = roles.get(operation);
      if (role?.listsKeys) return extractItemId(item, role);
      const steps = splitPropertyPath(contract, shapeOfBody(operation) ?? true, role?.itemsProperty);
      const entry = entryAround(operation, item);
      const id = String(role && extractItemId(item, role));
      const whole = withValueAtPath({}, steps, role?.isKeyed ? { [id]: entry } : [entry]);
      const name = role?.entryProperty === undefined ? operation.id : `${operation.id} ${id}`;
      return valueAtPath(complete(operation, whole, { name }).value, [...steps, role?.isKeyed ? id : "0"]);
    },
    example(operation, name) {
      const schema = schemaOf(operation);
      const documented = exampleOf(operation, schema);
      if (documented !== undefined || !schema) return documented ?? null;
      const key = `${operation.name} ${name}`;
      if (saysNothing(contract, schema.value)) return {};
      const sample =
        samples.get(key) ?? sampleBody(operation, schema, { name, label: labelItem(operation), optional: true });
      if (samples.size >= MAX_SAMPLES) samples.clear();
      samples.set(key, sample);
      return sample;
    },
    ...createIds(parts),
    shownItems: createShownItems(contract, roles),
    isShownByExample: (operation) => exampleOf(operation, schemaOf(operation)) !== undefined,
    ...createShownMembers(contract, schemas),
  };

  function complete(operation: Operation, value: Json, settings: ValueSettings): CompleteBody {
    const { name, now, shownBy = operation, fitting } = settings;
    const schema = schemaOf(operation);
    if (!schema) return { value: withExample(operation, value), fits: true };
    if (fitting?.value === value && fitting.form === identifySchema(schema)) return { value, fits: true };
    const kept = withOutcome(operation, shownPartOf(operation, schema, withExample(operation, value)));
    const withNames = (options: Omit<SampleOptions, "name">): SampleOptions => {
      const fallbackExample = exampleOf(shownBy, schema) ?? exampleOf(operation, schema);
      const seed = typeof name === "string" ? name : name();
      return {
        name: seed,
        label: labelItem(operation),
        fallbackExample,
        ...(now && { time: isoTime(now) }),
        ...options,
      };
    };
    const generated = fit(contract, schema, kept, "response", (options) => {
      const naming = withNames(options);
      // If single members cannot be generated, the whole value is.
      if (options.missing) return values.sample(schema, { ...naming, isUsual });
      return sampleBody(operation, schema, naming);
    });
    if (ambiguous.has(operation) || lacksItems(contract, roles.get(operation), { schema, known: kept, generated })) {
      const whole = overlapping.fitWhole(schema, kept, (options) => ({ ...withNames(options), isUsual }));
      if (whole !== undefined) {
        ambiguous.add(operation);
        return { value: whole, fits: false };
      }
    }
    if (strictAssumed || generated === kept || !hasMarkers(contract.document)) return { value: generated, fits: true };
    const acceptsStated = (one: Json) => createStatedAcceptor(contract, schema, basisOf(operation), "response")(one);
    const withKept = keepSent({ generated, sent: kept }, acceptsStated);
    return { value: withKept, fits: withKept === generated };
  }

  function sampleBody(operation: Operation, schema: Schema, options: SampleOptions): Json {
    const usual = { ...options, isUsual };
    const sample = ambiguous.has(operation) ? undefined : values.sample(schema, usual);
    if (sample !== undefined) return sample;
    // A value that matches several branches of a `oneOf`, if no value matches exactly one.
    const several = overlapping.sample(schema, usual);
    if (several === undefined) return failImpossible(contract, operation, schema);
    ambiguous.add(operation);
    return several;
  }

  function labelItem(operation: Operation): string {
    let label = labels.get(operation);
    if (label === undefined) {
      const role = roles.get(operation);
      label = role && role.kind !== "action" ? singular(role.collection) : nameSubject(operation.path);
      labels.set(operation, label);
    }
    return label;
  }

  /** A body with the members that only its example documents around the item or the list. */
  function withExample(operation: Operation, value: Json): Json {
    const { kind, itemsProperty, wrapper } = roles.get(operation) ?? {};
    const path = kind === "list" ? itemsProperty : wrapper;
    const isOpen = path !== undefined && shapeOfBody(operation) !== schemaOf(operation)?.value;
    if (isOpen) return withExampleEnvelope(value, exampleOf(operation, schemaOf(operation)), path.split("."));
    return value;
  }
}
