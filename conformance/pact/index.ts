export { checkPacts } from "./check/check.ts";
export { checkJudgementOf } from "./check/check-judgement.ts";
export { readPacts } from "./read-pacts.ts";
export { providerStates } from "./states.ts";
export { verifyPacts } from "./verify/verify.ts";
export { verifyJudgementOf } from "./verify/verify-judgement.ts";
