import {
  type CompareOptions,
  type CompatReport,
  type Deprecated,
  type Ledger,
  type Sources,
  type Version,
  checkCompat,
  addVersionToLedger,
  statusOf,
} from "../../../compat/index.ts";
import type { Contract } from "../../../contracts/index.ts";
import { platformCompat } from "../../../profiles/platform/compat.ts";

/** `checkCompat` with the platform's profile, which the report passes on. */
export function checkOnPlatform(
  base: readonly Contract[],
  revision: readonly Contract[],
  options: CompareOptions = {},
): CompatReport {
  return checkCompat(base, revision, { profile: platformCompat, ...options });
}

/** `statusOf` with the platform's profile. */
export function statusOnPlatform(contracts: readonly Contract[], today: string, sources: Sources = {}): Deprecated[] {
  return statusOf(contracts, today, { profile: platformCompat, ...sources });
}

/** `addVersionToLedger` with the platform's profile. */
export function growLedgerOnPlatform(
  ledger: Ledger,
  version: Version & { readonly contracts: readonly Contract[] },
): Ledger {
  return addVersionToLedger(ledger, version, platformCompat);
}
