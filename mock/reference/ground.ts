import { type Basis, type Contract, type JsonObject, standingOf } from "../../contracts/index.ts";

/** What a part of a contract rests on, as a reader is told. */
export interface Ground {
  readonly basis: Basis;
  readonly section?: string;
  /** Why it was assumed. */
  readonly reason?: string;
}

/** The ground of what no marker covers, in a document that has markers. */
export const uncovered: Ground = { basis: "assumed" };

/** The ground of a node: its own marker's, else the one that it inherits. */
export function groundOf(node: JsonObject, inherited: Ground): Ground {
  const standing = standingOf(node, inherited);
  const reason = node["x-assumed"];
  if (standing === inherited || standing.basis === "stated" || typeof reason !== "string") return standing;
  return { ...standing, reason };
}

/** Whether both are as good: assumed for whatever reasons, or stated in the same section. */
export function isAsGood(ground: Ground, other: Ground): boolean {
  return ground.basis === other.basis && ground.section === other.section;
}

/** Whether a contract says of its parts where they come from; a document without markers is a user's own. */
export function tellsGrounds({ operations, webhooks }: Contract): boolean {
  return [...operations, ...webhooks].some(({ basis, section }) => basis === "assumed" || section !== undefined);
}
