/** What is counted only when somebody asks. */
export interface Sizes {
  readonly organizations: number;
  readonly resources: number;
  /** Exchanges that journals keep. */
  readonly journalled: number;
}

export interface MetricsSources {
  readonly sizes: () => Promise<Sizes>;
}
