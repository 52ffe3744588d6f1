import { type Basis, type Contract, type JsonObject, readStanding } from "../../contracts/index.ts";

/** Basis of a part of a contract, as the reference shows it. */
export interface BasisInfo {
  readonly basis: Basis;
  readonly section?: string;
  /** Reason of an assumption. */
  readonly reason?: string;
}

/** Basis of parts without a marker, in a document that has markers. */
export const unmarkedBasis: BasisInfo = { basis: "assumed" };

/** Basis of a node: by its own marker, or inherited. */
export function readBasisInfo(node: JsonObject, inherited: BasisInfo): BasisInfo {
  const basisOfNode = readStanding(node, inherited);
  const reason = node["x-assumed"];
  if (basisOfNode === inherited || basisOfNode.basis === "stated" || typeof reason !== "string") return basisOfNode;
  return { ...basisOfNode, reason };
}

/** True if basis and section are equal. Reasons may differ. */
export function isSameBasis(one: BasisInfo, other: BasisInfo): boolean {
  return one.basis === other.basis && one.section === other.section;
}

/** True if a contract has markers for the basis of its parts. */
export function hasMarkers({ operations, webhooks }: Contract): boolean {
  return [...operations, ...webhooks].some(({ basis, section }) => basis === "assumed" || section !== undefined);
}
