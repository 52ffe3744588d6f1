// Public entry point `concord-toolkit/contracts`: documents as contracts, their validation, and values that fit them.
export { loadContract, loadContracts, loadPlatform, locate } from "../contracts/index.ts";
export { ToolError, lintContracts, lintRules } from "../contracts/index.ts";
export type {
  Basis,
  Body,
  Contract,
  Deprecation,
  Header,
  Json,
  JsonObject,
  JsonSchema,
  Location,
  MediaType,
  Method,
  Operation,
  Parameter,
  ParameterLocation,
  Problem,
  Published,
  RemovedOperation,
  Response,
  Schema,
  SecurityRequirement,
  SecurityScheme,
  Webhook,
} from "../contracts/index.ts";
export { type RouteMatch, type Router, createRouter } from "../contracts/index.ts";
export { type Direction, type Validate, type Violation, validatorOf } from "../contracts/index.ts";
export { type Values, createValues } from "../contracts/generate/index.ts";
