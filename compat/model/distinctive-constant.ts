/** A constant that distinguishes a shape from others. */
export interface DistinctiveConstant {
  /** ".code". */
  readonly step: string;
  readonly value: string | number;
  readonly at: string;
  /** True if a shape of the other side differs in this constant only. */
  readonly isAll: boolean;
}
