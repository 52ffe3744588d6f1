import type { WireRequest } from "../../model/wire-message.ts";
import { type Contract, type Operation, responseFor } from "../../../contracts/index.ts";
import { type Precondition, type Reading, fixVersion, preconditionsOf } from "../../requests/preconditions.ts";

/** A documented way to send the base version of a change. */
export interface Base {
  /** Name of the header, query parameter or member, such as "If-Match" or "base_version". */
  readonly name: string;
  /** Status codes that refuse an outdated version. */
  readonly refusals: readonly number[];
  /** The version of the item in a reading. */
  of(reading: Reading): string | undefined;
  /** A version that the item does not have yet. Undefined if versions have no order. */
  later(base: string): string | undefined;
  /** The request with this version, which is sent unchanged. */
  on(request: WireRequest, base: string): WireRequest;
  /** True if a request has a base version. */
  isOn(request: WireRequest): boolean;
}

/** Base versions that an operation accepts, if it also documents the status code that refuses an outdated one. */
export function basesOf(operation: Operation, contract: Contract): readonly Base[] {
  const refusals = [409, 412].filter((status) => {
    const found = responseFor(operation, status);
    return found !== undefined && found.status !== "default";
  });
  return preconditionsOf(contract)(operation).flatMap((precondition) => {
    const isHeader = /^if-/i.test(precondition.name);
    if (isHeader) return /^if-match$/i.test(precondition.name) && refusals.includes(412) ? [tagBase(precondition)] : [];
    return refusals.length > 0 ? [versionBase(precondition)] : [];
  });
}

function tagBase({ on, isIn }: Precondition): Base {
  return {
    name: "If-Match",
    refusals: [412],
    of: ({ exchange }) => exchange.response.headers["etag"],
    later: () => '"concord-4097"',
    on: (request, base) => fixVersion(on(request, base)),
    isOn: isIn,
  };
}

function versionBase({ name, on, isIn, versionsOf }: Precondition): Base {
  return {
    name,
    refusals: [409, 412],
    of: (reading) => versionsOf(reading)[0],
    later: laterNumber,
    on: (request, base) => fixVersion(on(request, base)),
    isOn: isIn,
  };
}

/** Far from the current version, so that no other change reaches it meanwhile. */
const VERSIONS_LATER = 4096;

function laterNumber(base: string): string | undefined {
  const later = Number(base) + VERSIONS_LATER;
  return Number.isSafeInteger(later) ? String(later) : undefined;
}
