import type { Json } from "../../contracts/index.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { SentFile } from "../model/sent-file.ts";

/** What a request asks for, read by its contract. */
export interface Input {
  /** Values by parameter name; what was not sent is absent. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** The body of a JSON, form or text request; of a multipart one without its files. */
  readonly body?: Json;
  /** The files of a multipart body, or the one that a body of another media type is. */
  readonly files?: readonly SentFile[];
  /** Assumed constraints that the request violates: they refuse nothing. */
  readonly assumedViolations?: readonly RequestViolation[];
}
