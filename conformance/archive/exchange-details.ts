import type { Contract, Operation } from "../../contracts/index.ts";
/** Property and time of an exchange. */
export interface ExchangeTiming {
  /** The property being tried. Absent for a preparing request. */
  readonly property?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Operation, contract, property and time of an archived exchange. */
export interface ExchangeDetails {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly timing: ExchangeTiming;
}
