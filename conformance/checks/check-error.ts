/** Error that a check of a profile or configuration has thrown. */
export class CheckError extends Error {
  override readonly name = "CheckError";

  constructor(check: string, cause: unknown) {
    super(`the check "${check}" of the configuration failed: ${String(cause)}`, { cause });
  }
}
