/** Selection of an organization by credentials, with the texts of the mock about it. */
export interface CredentialPolicy {
  /**
   * The organization of a request, by its credentials: one for each security scheme of a requirement. Undefined: the
   * request is refused with 401.
   */
  organizationOf(credentials: readonly string[]): string | undefined;
  /** A token that acts for an organization. */
  tokenOf(organization: string): string;
  /** Short description of tokens, printed when the mock starts. */
  readonly about: string;
  /** True if any credential is accepted. Served by the control API, for clients such as a conformance run. */
  readonly acceptsAny: boolean;
  /** Reason for the refusal of a request without credentials. `place` describes their location. */
  missing(place: string): string;
  /** Reason for the refusal of credentials that select no organization. */
  readonly unknown: string;
}

/** Characters of the name of an organization. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;

/** True for a valid name of an organization, which a token can contain. */
export function isOrganizationName(name: unknown): name is string {
  return typeof name === "string" && nameForm.test(name);
}
