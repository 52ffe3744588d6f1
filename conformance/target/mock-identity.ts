/** Identity of a provider, as the control API of a mock reports it. */
export interface MockIdentity {
  /** True for a Concord mock, on which all properties may run. */
  readonly isMock: boolean;
  /** True for a mock that is not strict: it accepts requests that violate only assumed constraints. */
  readonly acceptsAssumed: boolean;
  readonly acceptsAnyCredential: boolean;
  /** APIs that a mock serves. Undefined for any other target. */
  readonly mockApis: readonly string[] | undefined;
  /** Token of an organization, whose name replaces "{organization}". Undefined if it is not a mock. */
  readonly mockToken: string | undefined;
}

/** Identity of a provider by its response at the path of a mock's control API. */
export function mockIdentity(statusCode: number, text: string): MockIdentity {
  const isMock = statusCode === 200 && /"concord":"mock"/.test(text);
  return {
    isMock,
    acceptsAssumed: isMock && /"strictAssumed":false/.test(text),
    acceptsAnyCredential: isMock && /"acceptsAnyCredential":true/.test(text),
    mockApis: isMock ? parseApis(text) : undefined,
    mockToken: isMock ? /"token":"([^"\\]+)"/.exec(text)?.[1] : undefined,
  };
}

function parseApis(text: string): readonly string[] {
  try {
    const { apis } = JSON.parse(text) as { readonly apis?: unknown };
    if (Array.isArray(apis)) return apis.map(String);
    return [];
  } catch {
    return [];
  }
}
