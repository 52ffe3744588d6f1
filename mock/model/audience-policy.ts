import type { MockRequest } from "./exchange.ts";

/** Sender of a query. */
export interface Viewer {
  readonly audience: string;
  /** Id of the sender's own object, if the credentials contain it. */
  readonly id?: string;
}

/** Restriction of types and fields of a GraphQL schema to an audience. */
export interface AudiencePolicy {
  /** Audiences by the directive of a type or field. */
  readonly directives: Readonly<Record<string, string>>;
  /** Returns the sender of a request. */
  viewerOf(request: MockRequest): Viewer;
  /** Returns the error for a field that only another audience may read. */
  accessError(field: string, audience: string): { readonly message: string; readonly code: string };
}
