export { checkPacts } from "./check/check.ts";
export { toCheckJudgement } from "./check/check-judgement.ts";
export { readPacts } from "./read-pacts.ts";
export { providerStates } from "./states.ts";
export { verifyPacts } from "./verify/verify.ts";
export { toVerifyJudgement } from "./verify/verify-judgement.ts";
