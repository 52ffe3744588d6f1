import type { Basis } from "../../contracts/index.ts";
import { type Citations, clauseText } from "../model/citations.ts";

/** Interaction of a pact. */
export interface NamedInteraction {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly description: string;
  readonly states: readonly string[];
  /** JSON pointer into the file. */
  readonly pointer: string;
}

/** Unique names of interactions for reports: "a meter is read, given the fixtures small". */
export function nameInteractions(interactions: readonly NamedInteraction[]): string[] {
  const names = interactions.map(({ description, states }) =>
    states.length === 0 ? description : `${description}, given ${states.join(" and ")}`,
  );
  const keys = interactions.map(({ consumer, provider }, index) => `${consumer} ${provider} ${names[index]}`);
  return names.map((name, index) => {
    const { file, pointer } = interactions[index] as NamedInteraction;
    if (keys.indexOf(keys[index] as string) === keys.lastIndexOf(keys[index] as string)) return name;
    return `${name} (${file} ${pointer})`;
  });
}

/** Clause and basis of an interaction: "section 4.1, stated". Undefined without a basis. */
export function citeInteraction(
  { section, basis }: { readonly section?: string; readonly basis?: Basis },
  profile: Citations,
): string | undefined {
  if (basis === undefined) return undefined;
  if (section === undefined) return basis;
  return `${clauseText(profile, section)}, ${basis}`;
}
