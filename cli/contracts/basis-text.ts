import type { Standing } from "../../contracts/index.ts";

/** Basis of a part of a document, with the section that it names: "stated 4.1" or "assumed". */
export function basisText({ basis, section }: Standing): string {
  return basis === "stated" && section !== undefined ? `stated ${section}` : basis;
}
