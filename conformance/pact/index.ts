export { checkPacts } from "./check.ts";
export { checkJudgementOf } from "./check-judgement.ts";
export { readPacts } from "./read-pacts.ts";
export { providerStates } from "./states.ts";
export { verifyPacts } from "./verify.ts";
export { verifyJudgementOf } from "./verify-judgement.ts";
