export type { AdmitCall, Behaviour } from "./behaviour.ts";
export { combineAdmissions, follows, withBehaviour } from "./behaviour.ts";
export { customBehaviours } from "./custom/custom-behaviours.ts";
export {
  type CustomBehaviour,
  type CustomCall,
  type CustomState,
  type Next,
  type Reply,
  behaviour,
} from "./custom/custom.ts";
