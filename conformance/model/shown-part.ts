/** Part of a response or of an item that a finding is about. */
export interface ShownPart {
  /** JSON pointer, with indexes. */
  readonly pointer: string;
  /** Names of the required members that the object at the pointer lacks. */
  readonly missing?: readonly string[];
  /** Expected value or type, in words. Absent where the part should not be there. */
  readonly expected?: string;
  /** Value that was found, in words. */
  readonly actual?: string;
  /** True for a member that the request leaves out. */
  readonly isLeftOut?: true;
}
