export { maskBody } from "./body.ts";
export { maskCarried, maskedForm, secretsIn, withoutSecrets } from "./carried.ts";
export { maskSecrets } from "./known.ts";
export { isSecretPlace, maskCookies, maskHeaders, maskPlaced, maskText, maskUrl, maskValue } from "./mask.ts";
export { isSecretName } from "./names.ts";
export { maskedHeaders, maskedTarget, withoutMasked } from "./passing.ts";
export { MASK, maskForms, maskMarked, maskMembersOf } from "./text.ts";
