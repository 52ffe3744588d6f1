/** Constant of a property that distinguishes a shape from the other shapes of a union. */
export interface DistinctiveConstant {
  /** Path step of the property: ".code". */
  readonly step: string;
  readonly value: string | number;
  readonly at: string;
  /** True if a shape of the other side differs from this one in the constant only. */
  readonly isAll: boolean;
}
