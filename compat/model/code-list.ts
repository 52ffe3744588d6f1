/** Values that a body lists at one path. */
export interface CodeList {
  /** Values and their pointers, by JSON text. */
  readonly values: ReadonlyMap<string, { readonly value: string | number; readonly at: string }>;
  /** True if the body can contain other values as well. */
  readonly isOpen: boolean;
}

/** Listed values of a body, by path: "body.code". */
export type Codes = ReadonlyMap<string, CodeList>;
