import type { Standing } from "../../contracts/index.ts";

/** Basis of a part of a document, with the section that it names: "stated 4.1" or "assumed". */
export function basisText({ basis, section }: Standing): string {
  if (basis === "stated" && section !== undefined) return `stated ${section}`;
  return basis;
}
