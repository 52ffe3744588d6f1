import { toList } from "../../../contracts/model/json-parts.ts";
import { type Json, assumedValuesMark, isOpenEnum } from "../../../contracts/index.ts";
import type { FieldSchema } from "../fields.ts";
import { isDescribed } from "./description.ts";
import type { Need } from "./operation.ts";

/** Traits that a row claims about a field. */
export interface FieldTraits {
  readonly need?: Need;
  /** Values that its enum states among others. */
  readonly includes?: readonly Json[];
  /** Values that its enum no longer has. */
  readonly lacks?: readonly Json[];
  /** Consumers must be prepared for values that its enum does not list. */
  readonly open?: true;
  /** Accepts any text. */
  readonly anyText?: true;
  readonly deprecated?: true;
  /** Accepts nothing, because the field was removed. */
  readonly refused?: true;
  /** A JSON type that it can have, among others. */
  readonly type?: string;
  /** Start of a pattern, such as "^whsec_". */
  readonly pattern?: string;
  /** Name of a schema that it has, or that is one of its alternatives. */
  readonly canBe?: string;
  /** Words in its description. */
  readonly words?: string;
}

/** Keywords that refuse some texts. */
const limits = ["enum", "const", "pattern", "format", "maxLength", "not"];

type Judge<Trait> = (expected: Trait, fields: readonly FieldSchema[]) => string | false;

/** By trait, a function that returns the missing part, or false if the schemas of a field have the trait. */
const judges: { readonly [Trait in keyof FieldTraits]-?: Judge<NonNullable<FieldTraits[Trait]>> } = {
  need: (need, fields) => fields.some(({ isRequired }) => isRequired) !== (need === "required") && `it is not ${need}`,
  includes(values, fields) {
    const assumed = fields.flatMap(({ node }) => toList(node[assumedValuesMark]));
    const absent = values.filter(
      (value) => !valuesOf(fields.filter(isStated)).includes(value) || assumed.includes(value),
    );
    return absent.length > 0 && `its stated values lack ${absent.join(", ")}`;
  },
  lacks(values, fields) {
    const kept = values.filter((value) => valuesOf(fields).includes(value));
    return kept.length > 0 && `its values still have ${kept.join(", ")}`;
  },
  open: (_, fields) => !fields.some(({ node }) => isOpenEnum(node)) && "its values are closed",
  anyText: (_, fields) =>
    fields.some(({ node }) => limits.some((keyword) => node[keyword] !== undefined)) && "its text is limited",
  deprecated: (_, fields) =>
    !fields.filter(isStated).some(({ node }) => node["deprecated"] === true) && "it is not deprecated",
  refused: (_, fields) =>
    !fields.filter(isStated).some(({ node }) => JSON.stringify(node["not"]) === "{}") && "it is not refused",
  type: (type, fields) => !fields.some(({ node }) => [node["type"]].flat().includes(type)) && `it cannot be ${type}`,
  pattern: (beginning, fields) =>
    !fields.some(({ node }) => String(node["pattern"]).startsWith(beginning)) && `no pattern begins with ${beginning}`,
  canBe: (name, fields) =>
    !fields.filter(isStated).some(({ pointer }) => pointer.endsWith(`/${name}`)) && `it cannot be ${name}, as stated`,
  words: (words, fields) => !fields.some(({ node }) => isDescribed(node, words)) && "its description does not say so",
};

/** First trait that the schemas of a field lack. */
export function missingTrait(fields: readonly FieldSchema[], traits: FieldTraits): string | undefined {
  const found = Object.entries(traits).map(([trait, expected]) =>
    (judges[trait as "type"] as Judge<unknown>)(expected, fields),
  );
  return found.find((lacking) => lacking !== false);
}

/** Describes traits: ", optional, includes NOT_REACHED". */
export function describeTraits(traits: FieldTraits): string {
  const descriptions = Object.entries(traits).map(([trait, value]) => {
    if (trait === "need") return `, ${value}`;
    return value === true ? `, ${trait}` : `, ${trait} ${[value].flat().join(", ")}`;
  });
  return descriptions.join("");
}

function isStated({ standing }: FieldSchema): boolean {
  return standing.basis === "stated";
}

function valuesOf(fields: readonly FieldSchema[]): Json[] {
  return fields.flatMap(({ node }) => [
    ...toList(node["enum"]),
    ...(node["const"] === undefined ? [] : [node["const"]]),
  ]);
}
