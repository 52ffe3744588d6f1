import {
  type Exchange,
  hasPlain,
  type Property,
  type InitialScope,
  weakestBasis,
  type WireRequest,
} from "../../../conformance/profile/index.ts";
import type { Operation } from "../../../contracts/index.ts";

const versionPrefix = /^\/v\d+(?=\/)/;

/**
 * Several versions of an operation exist together, under their prefixes (§9.1). A path counts as
 * missing only if its response equals that of an impossible path, and another version of the path
 * responds differently.
 */
export const versionsCoexist: Property = {
  id: "versions-coexist",
  claim: "Every version of an operation in the contract exists",
  phase: "promises",
  writes: false,
  applies: (setting) => findOtherVersion(setting) !== undefined,
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, scope) {
    const { exchange, operation } = scope;
    const exchanged = await exchange(request);
    if (exchanged.response.status !== 404) return [];
    const impossibleExchange = await exchange(withPathReplaced(request, /[^/?]+(?=\?|$)/, "concord-no-such-path"));
    if (!isSameResponse(exchanged, impossibleExchange)) return [];
    const sibling = findOtherVersion(scope) as Operation;
    const other = await exchange(
      withPathReplaced(request, versionPrefix, versionPrefix.exec(sibling.path)?.[0] ?? ""),
      sibling,
    );
    if (other.response.status === 404 || other.response.status >= 500) return [];
    return [
      {
        check: "versions-coexist",
        key: "missing",
        message: `The path is answered as one that does not exist, though ${sibling.name} is there`,
        basis: weakestBasis(operation.basis, sibling.basis),
        section: "9.1",
        exchange: exchanged,
        steps: [impossibleExchange, other],
      },
    ];
  },
};

/** The same operation under another version. Only for paths that need no existing item. */
function findOtherVersion({ contract, operation }: InitialScope): Operation | undefined {
  const { method, path } = operation;
  if (path.includes("{") || !versionPrefix.test(path)) return undefined;
  return contract.operations.find(
    (other) =>
      other !== operation &&
      other.method === method &&
      versionPrefix.test(other.path) &&
      other.path.replace(versionPrefix, "") === path.replace(versionPrefix, ""),
  );
}

function withPathReplaced(request: WireRequest, pattern: RegExp, replacement: string): WireRequest {
  const [path = "", ...query] = request.path.split("?");
  return { ...request, path: [path.replace(pattern, replacement), ...query].join("?") };
}

/** True if the responses of two paths are equal, apart from the paths themselves. */
function isSameResponse(one: Exchange, other: Exchange): boolean {
  return comparableText(one) === comparableText(other);
}

function comparableText({ request, response: { status, body } }: Exchange): string {
  const path = request.path.split("?", 1)[0] as string;
  const lastSegment = path.split("/").at(-1) as string;
  // Request ids and times differ between responses.
  return `${status} ${body
    .replaceAll(path, "")
    .replaceAll(lastSegment, "")
    .replaceAll(/[0-9a-f-]{16,}|\d+/gi, "")}`;
}
