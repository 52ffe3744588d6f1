import type { Place } from "../../schema/place.ts";

/** An element or attribute of an XML body. */
export interface XmlNode {
  /** Notation: "<tags><tag>" for elements, "@id" for an attribute. */
  readonly writing: string;
  /** Path step from the enclosing node. */
  readonly step: string;
  readonly pointer: string;
  readonly basis: Place["basis"];
}
