import type { Json } from "../../model/json.ts";

/** Fault of a file that does not prevent its use. */
export interface SourceFault {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly pointer: string;
  readonly isLost?: boolean;
  readonly value?: Json;
}
