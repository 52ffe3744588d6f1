import type { Json } from "../../contracts/index.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { SentFile } from "../model/sent-file.ts";

/** Parameters and body of a request, read by its contract. */
export interface Input {
  /** Values by parameter name. A parameter that was not sent is absent. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Body of a JSON, form or text request. That of a multipart request lacks its files. */
  readonly body?: Json;
  /** Files of a multipart body, or the whole body of another media type as one file. */
  readonly files?: readonly SentFile[];
  /** Assumed constraints that the request violates. They do not refuse it. */
  readonly assumedViolations?: readonly RequestViolation[];
}
