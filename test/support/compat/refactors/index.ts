import type { Rewriting } from "../rewriting.ts";
import { choices } from "./choices.ts";
import { defaults } from "./defaults.ts";
import {
  headerCase,
  mediaParameters,
  parameterCase,
  parametersToOperations,
  parametersToPath,
  renameSecurity,
  securityToOperations,
} from "./exchanges.ts";
import { listHeirs } from "./heirs.ts";
import { idle } from "./idle.ts";
import { members } from "./members.ts";
import { nullables } from "./nullable.ts";
import { reorders } from "./order.ts";
import { parents } from "./parents.ts";
import { places } from "./places.ts";
import {
  extractBody,
  extractHeader,
  extractParameter,
  extractResponse,
  extractSchema,
  inlineBody,
  inlineHeader,
  inlineParameter,
  inlineResponse,
  inlineSchema,
  renameComponent,
} from "./references.ts";
import { segmentToServers, serversToOperations } from "./servers.ts";
import { spellings } from "./spellings.ts";
import { texts } from "./texts.ts";
import { types } from "./types.ts";
import { wire } from "./wire.ts";
import { referInAllOf, split, unwrap, wraps } from "./wrapping.ts";

/** Rewritings after which a document says the same. */
export const refactors: readonly Rewriting[] = [
  inlineSchema,
  inlineParameter,
  inlineResponse,
  inlineBody,
  inlineHeader,
  extractSchema,
  extractParameter,
  extractResponse,
  extractBody,
  extractHeader,
  renameComponent,
  ...reorders,
  ...defaults,
  ...wraps,
  unwrap,
  split,
  referInAllOf,
  ...types,
  ...spellings,
  ...members,
  ...idle,
  parametersToOperations,
  parametersToPath,
  parameterCase,
  headerCase,
  ...mediaParameters,
  securityToOperations,
  renameSecurity,
  serversToOperations,
  segmentToServers,
  ...texts,
  ...parents,
  ...choices,
  ...places,
  ...nullables,
  ...wire,
  listHeirs,
];
