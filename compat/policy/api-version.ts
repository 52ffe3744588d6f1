import { type Contract, isObject, locate } from "../../contracts/index.ts";
import type { Location } from "../../contracts/index.ts";

/** Major, minor and patch version. */
export type VersionNumbers = readonly [major: number, minor: number, patch: number];

/** Version of a contract as its document has it, and its numbers if it is a semantic version (semver.org). */
export interface ApiVersion {
  /** Text in messages: `"1.0"`, or `missing`. */
  readonly text: string;
  readonly numbers?: VersionNumbers;
  /** Semantic version that is probably intended: "1.0.0" for "v1". */
  readonly suggestion: string;
  readonly at: Location;
}

const semanticVersion =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Version of an OpenAPI document. */
export function readApiVersion(contract: Contract): ApiVersion {
  const { info } = contract.document;
  const version = isObject(info) ? info["version"] : undefined;
  const at = locate(contract, version === undefined ? "/info" : "/info/version");
  if (version === undefined) return { text: "missing", suggestion: "1.0.0", at };
  // YAML reads 1.0 as a number.
  const written = typeof version === "string" ? version : JSON.stringify(version);
  const found = typeof version === "string" ? semanticVersion.exec(version) : null;
  return {
    text: JSON.stringify(written),
    ...(found && { numbers: [Number(found[1]), Number(found[2]), Number(found[3])] as const }),
    suggestion: suggestVersion(written),
    at,
  };
}

function suggestVersion(written: string): string {
  const [, major = "1", minor = "0", patch = "0"] =
    /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?![\d.])/i.exec(written.trim()) ?? [];
  return [major, minor, patch].map(Number).join(".");
}

/** Lowest version that may have breaking changes against a version. While the major version is 0, the minor one counts. */
export function nextBreaking([major, minor]: VersionNumbers): VersionNumbers {
  if (major === 0) return [0, minor + 1, 0];
  return [major + 1, 0, 0];
}

/** Lowest version that may have additions to a version. */
export function nextAddition([major, minor, patch]: VersionNumbers): VersionNumbers {
  if (major === 0) return [0, minor, patch + 1];
  return [major, minor + 1, 0];
}

/** Checks if a version is at least another one. */
export function isAtLeast(version: VersionNumbers, other: VersionNumbers): boolean {
  const index = version.findIndex((number, at) => number !== other[at]);
  return index === -1 || (version[index] as number) > (other[index] as number);
}
