import type { Found } from "./rule.ts";

/** What a query or a form carries, and whether it may have reserved characters as they are: undefined where it cannot. */
interface Carrying {
  readonly pointer: string;
  readonly step: string;
  readonly allowsReserved?: boolean;
}

/** What is found where reserved characters are allowed from now on, or refused, in what is called so. */
export function reservedBecame(allowed: boolean, base: Carrying, revision: Carrying, named: string): readonly Found[] {
  if (base.allowsReserved !== !allowed || revision.allowsReserved !== allowed) return [];
  return [
    {
      message: `${named} can ${allowed ? "" : "no longer "}have reserved characters as they are`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: !allowed,
      after: allowed,
      effect: allowed ? "grew" : "shrank",
      byName: true,
    },
  ];
}
