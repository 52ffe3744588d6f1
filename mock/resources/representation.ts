import {
  type Basis,
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type MediaType,
  type Operation,
  type Role,
  type Schema,
  readExamples,
  hasMarkers,
  itemIdOf,
  itemInBody,
  listedSchemaIn,
  jsonOf,
  membersOf,
  propertyNamesOf,
  resourcesIn,
  saysNothing,
  schemasAtPath,
  sentSchemaIn,
  shapeOf,
  statedAcceptorOf,
  valueAtPath,
  propertyPathOf,
  successOf,
  withValueAtPath,
  singular,
  subjectOf,
} from "../../contracts/index.ts";
import { type SampleOptions, type Values, createValues, fit, keepSent } from "../../contracts/generate/index.ts";
import type { FittingValue } from "../calls/call.ts";
import { type Ids, createIds } from "./ids.ts";
import { isReadOnlyMember } from "./members/read-only-members.ts";
import { createShownPart } from "./members/shown-part.ts";
import { failImpossible } from "../model/fail-impossible.ts";
import { type Change, isoTime, writeTime } from "./members/item-times.ts";
import { createItemTraits, withShownNames } from "./members/item-traits.ts";
import { createOverlappingBranches, lacksItems } from "./bodies/overlapping-branches.ts";
import { createDocumentedExamples } from "./bodies/documented-examples.ts";
import { withExampleEnvelope } from "./bodies/example-envelope.ts";
import { createEntries } from "./bodies/entry.ts";
import { type ShownItems, createShownItems } from "./views/shown-items.ts";
import { createOutcomes } from "./bodies/outcome.ts";
import { identifySchema } from "./bodies/schema-form.ts";

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

/** Conversion of resources of a contract to bodies of responses. */
export interface Representations extends Ids {
  readonly shownItems: ShownItems;
  /** The schema of an operation's success body. */
  schemaOf(operation: Operation): Schema | undefined;
  /** True if a sent body matches several branches of a `oneOf`, because no value matches exactly one. */
  isAmbiguous(operation: Operation): boolean;
  /** The schema of that body, or the shape of its examples where a schema says nothing. Nothing is validated by it. */
  shapeOf(operation: Operation): JsonSchema;
  /** Identifies the schema of that body in a `FittingValue`. Undefined without a body. */
  formOf(operation: Operation): string | undefined;
  /** The basis of that body. */
  basisOf(operation: Operation): Basis;
  /** The body for a known value: valid, with generated members for missing ones and without undocumented ones. */
  answer(operation: Operation, value: Json, settings: ValueSettings): Json;
  /** The same body. `fits` is false if it contains values that violate assumed constraints. */
  complete(
    operation: Operation,
    value: Json,
    settings: ValueSettings,
  ): { readonly value: Json; readonly fits: boolean };
  /** An item in the form of an operation's list, in its entry. Undefined if the list cannot show it. */
  asListed(operation: Operation, item: JsonObject): Json | undefined;
  /** A complete generated body of an operation. */
  example(operation: Operation, name: string): Json;
  /** Noun for the body of an operation: "contact". */
  labelOf(operation: Operation): string;
  /** True if the document has an example of the operation's body. */
  isShownByExample(operation: Operation): boolean;
  /** Sets the documented times of creation and update at a change by an operation. */
  withTimes(operation: Operation, value: JsonObject, change: Change): JsonObject;
  /** The writable properties of an item in an operation's requests. */
  writableProperties(operation: Operation): ReadonlySet<string>;
  /** Renames members to those of the operation's body that have the same letters: `FriendlyName` to `friendly_name`. */
  withShownNames(operation: Operation, value: JsonObject): JsonObject;
  /** Removes properties that are readOnly in `operation`, unless requests of `by` can set them. */
  withoutReadOnly(operation: Operation, value: JsonObject, by: Operation): JsonObject;
  /** The required properties of the item in the operation's body. */
  requiredProperties(operation: Operation): ReadonlySet<string>;
  /** True if a property of the item is readOnly in the operation's body. */
  isReadOnly(operation: Operation, name: string): boolean;
  /** True for a readOnly property with the time of creation. */
  isCreationTime(operation: Operation, name: string): boolean;
  /** True if the item in the operation's body has the property. */
  hasProperty(operation: Operation, name: string): boolean;
  /** The properties of the item in the operation's body. */
  propertyNames(operation: Operation): ReadonlySet<string>;
  /** The schema of a property of the item in the operation's body. */
  propertyOf(operation: Operation, name: string): JsonSchema;
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
  const bodies = new Map<Operation, MediaType | undefined>();
  const labels = new Map<Operation, string>();
  const traitsOf = createItemTraits(contract, shownSchemaOf, exampleItemOf);
  const writableNames = new Map<Operation, ReadonlySet<string>>();
  const exampleOf = createDocumentedExamples(contract, bodyOf);
  const samples = new Map<string, Json>();
  const ambiguous = new Set<Operation>();
  const overlapping = createOverlappingBranches(contract);
  const shownPartOf = createShownPart({ contract, roles, itemSchemaOf, sentSchemaOf });
  const entryAround = createEntries({ contract, roles, shapeOfBody, exampleOf: (of) => exampleOf(of, schemaOf(of)) });
  const withOutcome = createOutcomes({ contract, roles, shapeOfBody, shownSchemaOf, sentSchemaOf });

  return {
    schemaOf,
    shapeOf: (operation) => shapeOfBody(operation) ?? true,
    formOf(operation) {
      const schema = schemaOf(operation);
      return schema && identifySchema(schema);
    },
    isAmbiguous: (operation) => ambiguous.has(operation),
    basisOf,
    labelOf,
    answer: (operation, value, settings) => complete(operation, value, settings).value,
    complete,
    asListed(operation, item) {
      const role = roles.get(operation);
      if (role?.listsKeys) return itemIdOf(item, role);
      const steps = propertyPathOf(contract, shapeOfBody(operation) ?? true, role?.itemsProperty);
      const entry = entryAround(operation, item);
      const id = String(role && itemIdOf(item, role));
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
        samples.get(key) ?? sampleOf(operation, schema, { name, label: labelOf(operation), optional: true });
      if (samples.size >= MAX_SAMPLES) samples.clear();
      samples.set(key, sample);
      return sample;
    },
    ...createIds({ contract, roles, values, itemSchemaOf }),
    shownItems: createShownItems(contract, roles),
    isShownByExample: (operation) => exampleOf(operation, schemaOf(operation)) !== undefined,
    withTimes(operation, value, { now, isNew, by }) {
      const { created, updated } = traitsOf(operation);
      const withTime: Record<string, Json> = { ...value };
      for (const forms of isNew ? [updated, created] : [updated])
        for (const [name, form] of forms)
          // Without the format of a time, a member that a request can set is left to the client.
          if (form === "date-time" || !writableProperties(by).has(name)) withTime[name] = writeTime(now, form);
      return withTime;
    },
    writableProperties,
    withShownNames: (operation, value) => withShownNames(traitsOf(operation), value),
    withoutReadOnly(operation, value, by) {
      const { readOnlySomewhere } = traitsOf(operation);
      const isReadOnlyIn = (item: JsonSchema, name: string): boolean => isReadOnlyMember(contract, item, name, value);
      const isRemoved = (name: string): boolean =>
        readOnlySomewhere.has(name) &&
        isReadOnlyIn(shownSchemaOf(operation) ?? true, name) &&
        (!writableProperties(by).has(name) || isReadOnlyIn(sentSchemaOf(by), name));
      if (!Object.keys(value).some(isRemoved)) return value;
      return Object.fromEntries(Object.entries(value).filter(([name]) => !isRemoved(name)));
    },
    requiredProperties: (operation) => traitsOf(operation).required,
    isReadOnly: (operation, name) => traitsOf(operation).readOnly.has(name),
    isCreationTime: (operation, name) =>
      traitsOf(operation).created.has(name) && traitsOf(operation).readOnly.has(name),
    hasProperty: (operation, name) => traitsOf(operation).names.has(name),
    propertyNames: (operation) => traitsOf(operation).names,
    propertyOf: (operation, name) => ({ allOf: membersOf(contract, shownSchemaOf(operation) ?? true, name) }),
  };

  function complete(
    operation: Operation,
    value: Json,
    settings: ValueSettings,
  ): { readonly value: Json; readonly fits: boolean } {
    const { name, now, shownBy = operation, fitting } = settings;
    const schema = schemaOf(operation);
    if (!schema) return { value: withExample(operation, value), fits: true };
    if (fitting?.value === value && fitting.form === identifySchema(schema)) return { value, fits: true };
    const kept = withOutcome(operation, shownPartOf(operation, schema, withExample(operation, value)));
    const withNames = (options: Omit<SampleOptions, "name">): SampleOptions => {
      const fallbackExample = exampleOf(shownBy, schema) ?? exampleOf(operation, schema);
      const seed = typeof name === "string" ? name : name();
      return { name: seed, label: labelOf(operation), fallbackExample, ...(now && { time: isoTime(now) }), ...options };
    };
    const generated = fit(contract, schema, kept, "response", (options) => {
      const naming = withNames(options);
      // If single members cannot be generated, the whole value is.
      return options.missing ? values.sample(schema, { ...naming, isUsual }) : sampleOf(operation, schema, naming);
    });
    if (ambiguous.has(operation) || lacksItems(contract, roles.get(operation), { schema, known: kept, generated })) {
      const whole = overlapping.fitWhole(schema, kept, (options) => ({ ...withNames(options), isUsual }));
      if (whole !== undefined) {
        ambiguous.add(operation);
        return { value: whole, fits: false };
      }
    }
    if (strictAssumed || generated === kept || !hasMarkers(contract.document)) return { value: generated, fits: true };
    const accepts = (one: Json) => statedAcceptorOf(contract, schema, basisOf(operation), "response")(one);
    const withKept = keepSent({ generated, sent: kept }, accepts);
    return { value: withKept, fits: withKept === generated };
  }

  function sampleOf(operation: Operation, schema: Schema, options: SampleOptions): Json {
    const usual = { ...options, isUsual };
    const sample = ambiguous.has(operation) ? undefined : values.sample(schema, usual);
    return sample ?? severalBranchesSample(operation, schema, usual) ?? failImpossible(contract, operation, schema);
  }

  /** Generates a value that matches several branches of a `oneOf`, if no value matches exactly one. */
  function severalBranchesSample(operation: Operation, schema: Schema, options: SampleOptions): Json | undefined {
    const sample = overlapping.sample(schema, options);
    if (sample !== undefined) ambiguous.add(operation);
    return sample;
  }

  function labelOf(operation: Operation): string {
    let label = labels.get(operation);
    if (label === undefined) {
      const role = roles.get(operation);
      label = role && role.kind !== "action" ? singular(role.collection) : subjectOf(operation.path);
      labels.set(operation, label);
    }
    return label;
  }

  function schemaOf(operation: Operation): Schema | undefined {
    return bodyOf(operation)?.schema;
  }

  function shapeOfBody(operation: Operation): JsonSchema | undefined {
    const media = bodyOf(operation);
    return media && shapeOf(contract)(media);
  }

  /** A body with the members that only its example documents around the item or the list. */
  function withExample(operation: Operation, value: Json): Json {
    const { kind, itemsProperty, wrapper } = roles.get(operation) ?? {};
    const path = kind === "list" ? itemsProperty : wrapper;
    const isOpen = path !== undefined && shapeOfBody(operation) !== schemaOf(operation)?.value;
    return isOpen ? withExampleEnvelope(value, exampleOf(operation, schemaOf(operation)), path.split(".")) : value;
  }

  function basisOf(operation: Operation): Basis {
    return bodyOf(operation)?.basis ?? operation.basis;
  }

  function bodyOf(operation: Operation): MediaType | undefined {
    if (!bodies.has(operation)) {
      const { kind } = roles.get(operation) ?? {};
      const { response } = successOf(operation, kind === "create" || kind === "copy" ? 201 : undefined);
      bodies.set(operation, response && jsonOf(response.content));
    }
    return bodies.get(operation);
  }

  function writableProperties(operation: Operation): ReadonlySet<string> {
    let names = writableNames.get(operation);
    if (!names) {
      const item = sentSchemaOf(operation);
      names = new Set([...propertyNamesOf(contract, item)].filter((name) => !isReadOnlyMember(contract, item, name)));
      writableNames.set(operation, names);
    }
    return names;
  }

  /** The schema of the item in an operation's request, without its wrapper. */
  function sentSchemaOf(operation: Operation): JsonSchema {
    const schema = resourcesIn(contract).bodies.requestSchema(operation) ?? false;
    return sentSchemaIn(contract, schema, roles.get(operation));
  }

  /** The item in the documented example of an operation's body. */
  function exampleItemOf(operation: Operation): Json | undefined {
    return itemInBody(readExamples(bodyOf(operation))[0], roles.get(operation) ?? {});
  }

  /** The schema of the item that an operation shows alone or in a list. */
  function shownSchemaOf(operation: Operation): JsonSchema | undefined {
    const role = roles.get(operation);
    const schema = shapeOfBody(operation);
    if (role?.kind !== "list" || schema === undefined) return itemSchemaOf(operation);
    return listedSchemaIn(contract, schema, role);
  }

  /** The schema of the item in an operation's body, without its wrapper. Undefined for a list. */
  function itemSchemaOf(operation: Operation): JsonSchema | undefined {
    const role = roles.get(operation);
    const schema = role?.kind === "list" ? undefined : shapeOfBody(operation);
    if (schema === undefined || role?.wrapper === undefined) return schema;
    return { allOf: schemasAtPath(contract, schema, role.wrapper.split(".")) };
  }
}
