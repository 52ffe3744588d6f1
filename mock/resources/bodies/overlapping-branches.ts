import {
  type Contract,
  type Json,
  type JsonSchema,
  type Role,
  type Schema,
  openedContract,
  overlappingContract,
  splitPropertyPath,
  valueAt,
  valueAtPath,
} from "../../../contracts/index.ts";
import { type SampleOptions, createValues, fit, isContained } from "../../../contracts/generate/index.ts";

type Options = (more: Pick<SampleOptions, "optional" | "like" | "missing">) => SampleOptions;

/** Values that match several branches of a `oneOf`, for schemas of which no fitting value matches exactly one. */
export interface OverlappingBranches {
  sample(schema: Schema, options: SampleOptions): Json | undefined;
  /** A value that keeps all of a known one. Undefined if more than a `oneOf` refuses it. */
  fitWhole(schema: Schema, known: Json, optionsWith: Options): Json | undefined;
}

export function createOverlappingBranches(contract: Contract): OverlappingBranches {
  return {
    sample: (schema, options) =>
      sampleView(overlappingContract(contract), schema, options) ??
      sampleView(openedContract(contract), schema, options),
    fitWhole(schema, known, optionsWith) {
      const view = overlappingContract(contract);
      const own = findViewSchema(view, schema);
      if (!own) return undefined;
      const values = createValues(view, "response");
      const fitted = fit(view, own, known, "response", (more) => values.sample(own, optionsWith(more)));
      if (isContained(known, fitted)) return fitted;
      return undefined;
    },
  };

  function sampleView(view: Contract, schema: Schema, options: SampleOptions): Json | undefined {
    const own = findViewSchema(view, schema);
    return own && createValues(view, "response").sample(own, options);
  }
}

/** True if a generated list lacks known items, because a value without them fits a branch of a `oneOf`, too. */
export function lacksItems(
  contract: Contract,
  role: Role | undefined,
  { schema, known, generated }: { readonly schema: Schema; readonly known: Json; readonly generated: Json },
): boolean {
  if (role?.kind !== "list" || generated === known) return false;
  const steps = splitPropertyPath(contract, schema.value, role.itemsProperty);
  const [all, shown] = [valueAtPath(known, steps), valueAtPath(generated, steps)];
  if (Array.isArray(all)) return !Array.isArray(shown) || shown.length < all.length;
  return all !== undefined && shown === undefined;
}

function findViewSchema({ document }: Contract, schema: Schema): Schema | undefined {
  const value = valueAt(document, schema.pointer) as JsonSchema | undefined;
  if (value === undefined) return undefined;
  return { ...schema, value };
}
