import type { Place } from "../../schema/place.ts";

/** What stands in a body in XML. */
export interface XmlNode {
  /** How it is written: "<tags><tag>", or "@id" for an attribute. */
  readonly writing: string;
  /** Where it is, from the pair that encloses it. */
  readonly step: string;
  readonly pointer: string;
  readonly basis: Place["basis"];
}
