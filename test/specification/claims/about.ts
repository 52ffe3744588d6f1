import type { Contract, Operation } from "../../../contracts/index.ts";
import type { Claim, Look } from "../row.ts";

interface Subject {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** A claim about one operation. */
export function about(name: string, says: string, look: (subject: Subject) => Look): Claim {
  return {
    says,
    look(platform) {
      const contract = platform.find(({ routes }) => routes.some((route) => route.name === name));
      const found = contract?.operations.find((one) => one.name === name);
      return contract && found ? look({ contract, operation: found }) : { missing: "there is no such operation" };
    },
  };
}
