/** URL of a server with its variables, and all URLs that result from the listed values of the variables. */
export interface Server {
  readonly url: string;
  readonly places: readonly string[];
}
