/** A constant by which a shape is told from others. */
export interface Mark {
  /** ".code". */
  readonly step: string;
  readonly value: string | number;
  readonly at: string;
  /** Whether a shape of the other side has the same properties: nothing but the constant is another one. */
  readonly isAll: boolean;
}
