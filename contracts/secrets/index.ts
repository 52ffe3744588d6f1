export { type BoundSecret, bindSecret, revealSecret } from "./bound-secret.ts";
export { maskBody } from "./mask-body.ts";
export { maskCarried, maskedForm, extractSecrets, dropSecretHeaders } from "./mask-carried.ts";
export { maskSecrets } from "./mask-secrets.ts";
export {
  isSecretPlace,
  isWriteOnly,
  maskCookies,
  maskHeadersByContract,
  maskPlaced,
  maskText,
  maskUrl,
  maskValue,
} from "./mask.ts";
export { isSecretHeader, isSecretName } from "./secret-names.ts";
export { maskHeadersExceptSignatures, maskedTarget, withoutMasked } from "./mask-headers-except-signatures.ts";
export { MASK, maskForms, maskMarked, maskTextMembers } from "./mask-forms.ts";
