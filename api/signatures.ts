// Public entry point `concord-toolkit/signatures`: signing and verifying of webhook deliveries. It loads no other part
// of the package.
export { type Reason, type ReceivedHeaders, reasons } from "../contracts/signatures/index.ts";
export {
  type SignatureHeaders,
  type SignatureKey,
  type Signing,
  privateKeyFrom,
  sign,
} from "../contracts/signatures/index.ts";
export { type Received, type Verified, verify } from "../contracts/signatures/index.ts";
