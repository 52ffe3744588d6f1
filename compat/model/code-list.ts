/** The values that a body lists at one place. */
export interface CodeList {
  /** By their JSON text: where each is listed. */
  readonly values: ReadonlyMap<string, { readonly value: string | number; readonly at: string }>;
  /** Whether other values may stand there as well. */
  readonly isOpen: boolean;
}

/** What a body lists, by where that stands: "body.code". */
export type Codes = ReadonlyMap<string, CodeList>;
