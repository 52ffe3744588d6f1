export { counted } from "../contracts/index.ts";
