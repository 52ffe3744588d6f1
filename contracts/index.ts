export type * from "./model/contract.ts";
export type * from "./model/json.ts";
export { assumedValuesMark, closedMark, emptiedMark, isOpenEnum } from "./model/enum.ts";
export { decidedPatternOf } from "./model/pattern.ts";
export { typeKeywords } from "./model/type-keywords.ts";
export { unresolvedIn, unresolvedMark } from "./model/unresolved.ts";
export { type Decimal, compareDecimals, decimalOf } from "./model/decimal.ts";
export { exactDocument, exactNumbersOf, isRawNumber, rawNumber, rewriteNumbers } from "./model/exact-numbers.ts";
export { type Unread, readingNotes, unreadIn } from "./model/unread.ts";
export { openedContract, writtenPointer } from "./model/opened.ts";
export { ToolError } from "./model/error.ts";
export { lintContract, lintContracts } from "./lint/lint.ts";
export { lintRules } from "./lint/rules/index.ts";
export { type Watched, watchedBy } from "./model/watched.ts";
export { dayOf, isDate, lifecycleOf } from "./model/lifecycle.ts";
export { loadContract, loadContracts, loadControl, loadPlatform, locate } from "./model/load.ts";
export { type InputOptions, type Inputs, type Loaded, inputsIn, openInputs } from "./sources/inputs.ts";
export { textsAt } from "./sources/texts-at.ts";
export { type Repository, type Tag, openRepository } from "./sources/repository.ts";
export { folded } from "./model/folded.ts";
export {
  type Field,
  afterNames,
  beforeNames,
  countNames,
  cursorNames,
  defaultOf,
  directionNames,
  fieldsOf,
  isPagingName,
  limitNames,
  nextNames,
  offsetNames,
  orderNames,
  pageNames,
  startNames,
  totalNames,
} from "./model/list-fields.ts";
export { idShown, withIdShown, withoutIdShown } from "./model/item-id.ts";
export { likeness, nearestWords, theNearest } from "./model/nearest.ts";
export type { OrganizationState, StateItem } from "./model/organization-state.ts";
export { contractOf, withDocument } from "./model/made.ts";
export { parseBounded } from "./model/bounds.ts";
export { boundedBody } from "./sources/bounded-body.ts";
export { readBounded } from "./model/read-bounded.ts";
export { type PlainFile, plainLine, plainName, plainText, readPlain } from "./model/plain.ts";
export { monthsAfter } from "./model/months.ts";
export { policy } from "./model/policy.ts";
export { join as joinPointer, referenceTo, targetPointer, tokensOf, valueAt } from "./model/pointer.ts";
export {
  type JsonType,
  memberSchemaOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  targetOf,
  typeOf,
  typesOf,
} from "./model/schema.ts";
export { rareNamesIn } from "./model/rare-names.ts";
export { isMultipleOf } from "./model/multiple.ts";
export { type Kind, childrenOf, isObject, rewriteTree, someObject, visitTree } from "./model/shapes.ts";
export { withoutTrailing } from "./model/trailing.ts";
export { type Direction, type Validate, type Violation, acceptorOf, fitsAll, validatorOf } from "./model/validator.ts";
export { statedAcceptorOf, statedValidatorOf } from "./model/stated-view.ts";
export { type Place, type SchemaPart, placesOf } from "./model/places.ts";
export { type Role, type RoleKind, canonical, rolesOf } from "./model/roles.ts";
export { type Success, isJson, jsonOf, responseFor, successOf } from "./model/success.ts";
export { type MatchBudget, limitMatches } from "./patterns/work.ts";
export { type RoutedPlace, inOrder, routedPlaces } from "./routing/places.ts";
export { type Match, type Router, createRouter, isVariant } from "./routing/router.ts";
export { covers, isReadable, readContentType } from "./wire/content-type.ts";
export { readForm, writeForm } from "./wire/form.ts";
export { readStyledField, styledPairs } from "./wire/styled-field.ts";
export {
  type Pairs,
  type ParameterReader,
  createParameterReader,
  headerParameter,
  writeParameterPairs,
  writeParameterText,
} from "./wire/parameter.ts";
export { type Arriving, createArriving } from "./wire/travel.ts";
export { type Archived, type ArchivedMessage, harEntryOf, harFrame, harOf } from "./wire/har.ts";
export { type StateProperty, statePropertyIn } from "./model/state-property.ts";
export { sentencesIn } from "./model/sentences.ts";
export { type Stated, isRefusing, statedOf } from "./model/told-states.ts";
export { membersNamed, toldUnique } from "./model/told-uniqueness.ts";
export { isStreamingMediaType } from "./wire/streaming.ts";
export { createTextReader, writeText } from "./wire/text.ts";
export { type Markup, escapeMarkup, escapeText, html, scriptAt } from "./wire/markup.ts";
export { type Page, pageOf } from "./wire/page.ts";
export { decodeSegment, encode, joinQuery, readQuery, writeQuery } from "./wire/query.ts";
export { type Mount, mountsOf } from "./graphql/mounts.ts";
export { graphqlLibrary } from "./model/graphql-library.ts";
export { graphqlSchemaOf } from "./model/graphql-schema.ts";
export { graphqlOperations } from "./graphql/operations.ts";
export { anonymous, namesIn, selectorsOf } from "./model/template.ts";
export { schemasAt, stepped, stepsTo, withStepped } from "./model/steps.ts";
export { type Standing, hasMarkers, standingOf, standingText } from "./model/standing.ts";
export { type Overstated, type TracedRow, overstated, trace } from "./trace/trace.ts";
