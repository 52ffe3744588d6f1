/** How credentials select an organization, and how the mock writes about them. */
export interface CredentialPolicy {
  /**
   * The organization of a request, by its credentials: one for each security scheme of a requirement. Undefined: the
   * request is refused with 401.
   */
  organizationOf(credentials: readonly string[]): string | undefined;
  /** A token that acts for an organization. */
  tokenOf(organization: string): string;
  /** What tokens select, in a few words, for the text that is printed at the start. */
  readonly about: string;
  /** Whether any credential is accepted. Documents and clients such as a conformance run can read it. */
  readonly acceptsAny: boolean;
  /** Why a request without credentials is refused; `place` describes where they belong. */
  missing(place: string): string;
  /** Why credentials that select no organization are refused. */
  readonly unknown: string;
}

/** Characters of the name of an organization. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/** Whether a text can be the name of an organization, so that a token can carry it. */
export function isOrganizationName(name: unknown): name is string {
  return typeof name === "string" && nameForm.test(name);
}
