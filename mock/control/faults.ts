import type { Json } from "../../contracts/index.ts";
import type { Answer } from "../calls/call.ts";
import type { OrganizationFaults, FaultSetting } from "../faults/index.ts";
import { type ControlHandlers, refuseFaults } from "./operation.ts";

/** Handlers for the faults of an organization. */
export const faultHandlers: ControlHandlers = {
  readFaults: ({ organization: { faults } }) => faultsAnswer(faults),
  setFaults({ organization: { faults }, body }) {
    return refuseFaults(() => {
      faults.set(body["faults"] as unknown as readonly FaultSetting[]);
      return faultsAnswer(faults);
    }, 409);
  },
};

function faultsAnswer(faults: OrganizationFaults): Answer {
  return { value: { faults: faults.get() as unknown as Json } };
}
