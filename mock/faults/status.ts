import { callFault } from "./fault.ts";
import { integerOption } from "./option.ts";
import type { Refusal } from "../model/problem.ts";

export const status = callFault({
  id: "status",
  forms: ["status=503:0.1"],
  summary: "refuses calls, here one in ten, with this status code, and does not carry them out",
  options: {
    status: integerOption({ min: 400, max: 599, required: true, description: "Status code of the refusal." }),
    retryAfter: integerOption({
      min: 0,
      description: "Seconds for the header Retry-After. Default: 1 with a 429, else no header.",
    }),
  },
  argument: "status",
  consumerRuns: [
    {
      name: "5xx-always",
      about: "each call gets 503 and is not carried out",
      isJudgedByCalls: true,
      settings: () => [{ id: "status", status: 503 }],
    },
    {
      name: "429-always",
      about: "each call gets 429, and may be repeated at once",
      isJudgedByCalls: true,
      settings: () => [{ id: "status", status: 429, retryAfter: 0 }],
    },
  ],
  refuse: ({ setting }) => refusalWith(setting.status, setting.retryAfter),
});

/** A refusal by a fault: in the form that the contract documents. Its detail names the fault as the cause. */
export function refusalWith(code: number, retryAfter = code === 429 ? 1 : undefined): Refusal {
  return {
    refused: `A fault fails this call on purpose with ${code}`,
    status: code,
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  };
}
