import { readNodeLifecycle, lifecycleOfView } from "./read-lifecycle.ts";
import type { Both } from "../../model/pair.ts";
import {
  type Contract,
  type Json,
  type Parameter,
  acceptedByAll,
  isObject,
  valueAt,
} from "../../../contracts/index.ts";
import { mayBeReserved } from "../body-parts.ts";
import type { WireParameter } from "../wire-parameters.ts";
import type { ParameterNode, Polarity } from "./subjects.ts";
import type { View } from "../../schema/view.ts";
import { propertyStep } from "../../model/wording.ts";

/** Path step of a parameter: "query.limit". */
export function parameterStep({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return place + propertyStep(place === "header" ? name.toLowerCase() : name);
}

/** Node of a parameter. `types` are the types of its values; `view` is its schema. */
export function parameterNode(
  contract: Contract,
  parameter: WireParameter,
  polarity: Polarity,
  { types, view }: { readonly types: View["types"]; readonly view: View },
): ParameterNode {
  const { name, in: place, required, pointer, basis, owner = pointer } = parameter;
  const node = valueAt(contract.document, pointer);
  const container = valueAt(contract.document, owner);
  const lifecycle = readNodeLifecycle(node);
  return {
    polarity,
    name,
    step: parameterStep(parameter),
    in: place,
    required,
    writing: parameterWriting(parameter, types, hasOneItem(view)),
    writesName: writesName(parameter, types),
    isAlikeInJson: !mayBeReserved(types),
    ...(place === "query" &&
      parameter.mediaType === undefined &&
      mayBeReserved(types) && { allowsReserved: isReservedAllowed(container) }),
    allowsEmpty: place === "query" && isObject(node) && node["allowEmptyValue"] === true,
    // Parsers disagree about lists and objects without a value, so they count as accepted.
    acceptsEmpty: () =>
      types.includes("array") ||
      types.includes("object") ||
      acceptedByAll(contract, [parameter.schema.value], "request", "") !== false,
    pointer,
    basis,
    lifecycle: lifecycle.deprecated ? lifecycle : readNodeLifecycle(container),
    schemaLifecycle: lifecycleOfView(view),
  };
}

/**
 * The pair of parameters, if both are deprecated by themselves or by their schemas. Undefined if only the schemas are,
 * because the schema rules report that.
 */
export function bothDeprecated({ base, revision }: Both<ParameterNode>): Both<ParameterNode> | undefined {
  if (!base.lifecycle.deprecated && !revision.lifecycle.deprecated) return undefined;
  const [one, other] = [base, revision].map((node) => ({
    ...node,
    lifecycle: node.lifecycle.deprecated ? node.lifecycle : node.schemaLifecycle,
  })) as [ParameterNode, ParameterNode];
  if (one.lifecycle.deprecated && other.lifecycle.deprecated) return { base: one, revision: other };
  return undefined;
}

/** Checks for `allowReserved`: values can contain reserved URL characters unencoded. */
export function allowsReserved({ document }: Contract, { pointer }: Parameter): boolean {
  return isReservedAllowed(valueAt(document, pointer));
}

function isReservedAllowed(node: Json | undefined): boolean {
  return isObject(node) && node["allowReserved"] === true;
}

/**
 * Serialization of a parameter: "form exploded". Equal for styles that serialize the values of these types in the same
 * way, such as exploded and unexploded scalars.
 */
export function parameterWriting(
  { mediaType, style, explode, in: place }: Parameter,
  types: View["types"],
  isOneItem = false,
): string {
  if (mediaType !== undefined) return mediaType;
  const isPlain = types.length < 6 && !types.includes("array") && !types.includes("object");
  if (isPlain) {
    if (["label", "matrix"].includes(style)) return style;
    return place;
  }
  const isExploded = explode || (isOneItem && !types.includes("object"));
  return `${style}${isExploded && (style !== "simple" || types.includes("object")) ? " exploded" : ""}`;
}

/** Checks that a list has at most one item, which is written alike with and without `explode`. */
function hasOneItem({ parts }: View): boolean {
  return parts.some(({ schema }) => typeof schema["maxItems"] === "number" && schema["maxItems"] <= 1);
}

/**
 * Checks that the path contains the parameter's name, as in `;id=1` (RFC 6570, 3.2.7). Exploded objects write their member
 * names.
 */
function writesName({ mediaType, style, explode }: Parameter, types: View["types"]): boolean {
  return mediaType === undefined && style === "matrix" && !(explode && types.join() === "object");
}
