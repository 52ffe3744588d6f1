export type * from "./model/contract.ts";
export type * from "./model/json.ts";
export { type EnumPolicy, assumedValuesMark, closedMark, emptiedMark, isOpenEnum, saysOpenEnum } from "./model/enum.ts";
export { compileDecided, isPatternLiteral } from "./schema/pattern.ts";
export { type Example, listExamples, examplesOfSchema } from "./schema/examples/list-examples.ts";
export { violationsOfExample } from "./schema/examples/violations-of-example.ts";
export { type TextBeyond, type TextLanguage, textBeyondPattern } from "./schema/text-beyond.ts";
export { keywords, mergedValue } from "./schema/keywords/index.ts";
export { closingKeywords, isClosedSchema } from "./schema/keywords/properties.ts";
export type { Keyword, QuickContext } from "./schema/keywords/keyword.ts";
export { readUnresolvedRef, unresolvedMark } from "./openapi/unresolved.ts";
export { compareDecimals, parseDecimal } from "./text/decimal.ts";
export { exactDocument, collectExactNumbers, isRawNumber, rawNumber, rewriteNumbers } from "./parsing/exact-numbers.ts";
export { type UnreadPart, selectLosses, readingNotes, findUnreadParts } from "./openapi/unread-parts.ts";
export { withEnumPolicy } from "./schema/closed-enums.ts";
export { openedContract, overlappingContract, writtenPointer } from "./schema/opened.ts";
export { ToolError } from "./model/error.ts";
export { lintContracts } from "./lint/lint.ts";
export { lintRules } from "./lint/rules/index.ts";
export { type Watched, watchedBy } from "./loading/watched.ts";
export { toUtcDate, isDate, readLifecycle } from "./openapi/lifecycle.ts";
export { loadContract, loadControl, loadPlatform, locate } from "./loading/load.ts";
export { type LoadContractsOptions, loadContracts } from "./loading/load-contracts.ts";
export { type InputOptions, type Inputs, type LoadedInputs, splitInputs, openInputs } from "./loading/inputs.ts";
export { readGitTexts } from "./sources/git-texts.ts";
export { type Repository, type GitTag, openRepository } from "./sources/repository.ts";
export { createDebug } from "./text/debug.ts";
export { foldedName } from "./text/folded.ts";
export {
  type RequestField,
  countNames,
  findDefault,
  directionNames,
  expandFieldValues,
  listRequestFields,
  filterMapNames,
  isPagingName,
  isPlaceName,
  isTimeField,
  limitNames,
  nextNames,
  offsetNames,
  orderNames,
  pageNames,
  searchNames,
  startNames,
  totalNames,
} from "./resources/list-fields.ts";
export { eventWords, isOrdered, readBound } from "./resources/lists/bounds.ts";
export {
  type SortSign,
  findSortFields,
  readDirection,
  readSortKey,
  readSortObject,
} from "./resources/lists/sort-fields.ts";
export { findPageFields, isPageObject, toMemberFields, listPageMembers } from "./resources/lists/page-fields.ts";
export {
  type VersionBase,
  findBodyBase,
  listQueryBases,
  saysOutdatedFails,
  readItemVersion,
  findVersionMember,
} from "./resources/version-base.ts";
export { listOwnServers, listServerUrls } from "./openapi/servers.ts";
export { isEnvelopeName } from "./resources/placing.ts";
export { readExamples, shapeOf } from "./resources/example-shape.ts";
export { extractItemId, withItemId, withShownKey, withoutItemId } from "./resources/item-id.ts";
export { measureSimilarity, knownHint, nearestWords, nearestHint } from "./text/nearest.ts";
export { shortenText } from "./text/shortened.ts";
export { printfFormat, shellWord } from "./text/shell-word.ts";
export { counted } from "./text/counted.ts";
export { nearestOperations } from "./text/nearest-operations.ts";
export { withoutOpening } from "./openapi/upgrading/closed-parts.ts";
export { compileGenerated, expandSubtypes, withDocument } from "./openapi/compile-generated.ts";
export { parseBounded } from "./parsing/bounds.ts";
export { boundedBody } from "./sources/bounded-body.ts";
export { findDocuments } from "./sources/find-documents.ts";
export { isRemoteFile } from "./parsing/origins.ts";
export { readBounded } from "./parsing/read-bounded.ts";
export { type PlainFile, plainLine, plainName, toPlainYaml, readPlain } from "./parsing/plain.ts";
export { monthsAfter } from "./text/months.ts";
export { article, singular, nameSubject } from "./text/nouns.ts";
export { splitSentences } from "./text/sentences.ts";
export { printableText } from "./text/printable-text.ts";
export { type Law, isGoneStatus, deriveLaw, refusesUnknown } from "./resources/laws.ts";
export { mergesNestedObjects } from "./resources/partial-update.ts";
export { saysUpsert } from "./resources/upsert.ts";
export { join as joinPointer, referenceTo, targetPointer, splitPointer, valueAt } from "./model/pointer.ts";
export {
  type JsonType,
  resolveMemberSchema,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  schemas,
  resolveTarget,
  getJsonType,
  listJsonTypes,
  unionKeywords,
} from "./schema/schema.ts";
export { meantBranches } from "./schema/union.ts";
export { omitUndefined } from "./model/omit-undefined.ts";
export { oncePer } from "./model/once-per.ts";
export { oncePerText } from "./model/once-per-text.ts";
export { findRareNames } from "./model/rare-names.ts";
export { isDecimalMultiple } from "./text/multiple.ts";
export { define, isObject, someObject } from "./model/shapes.ts";
export { type NodeKind, listChildNodes, rewriteTree, visitTree } from "./schema/document-tree.ts";
export { withoutTrailing } from "./text/trailing.ts";
export { areOpposite, isRestoring, findOppositeVerb, statesAfter } from "./text/verbs.ts";
export { acceptedByAll, fitsFormat } from "./schema/accepted-by-all.ts";
export {
  type Direction,
  type Validate,
  type Violation,
  getAcceptor,
  compileWhole,
  validatorOf,
} from "./schema/validator.ts";
export { createStatedAcceptor, createStatedValidator } from "./schema/stated-view.ts";
export { type SchemaPlace, listSchemaPlaces } from "./schema/places.ts";
export type { SchemaPart } from "./schema/shape.ts";
export {
  type Role,
  type RoleKind,
  type WeighedRole,
  canonicalPath,
  rolesOf,
  weighedRolesOf,
} from "./resources/roles.ts";
export { findReference, haveSameNoun } from "./resources/references.ts";
export { unversionedPath } from "./resources/resource-paths.ts";
export { type Doubt, doubtsOf } from "./resources/doubts.ts";
export { saysNothing, withLikelyBodies } from "./resources/likely-bodies.ts";
export { type Resource, resourcesIn } from "./resources/resources.ts";
export { holdsKey, listBodySites } from "./resources/sites.ts";
export { type Join, type JoinPart, joinsIn } from "./resources/memberships/joins.ts";
export { type Lookup, lookupsIn } from "./resources/lookups/lookups.ts";
export { type MemberListPart, memberListsIn } from "./resources/memberships/member-lists.ts";
export { type MembershipPart, membershipsIn } from "./resources/memberships/memberships.ts";
export type { SentKeys } from "./resources/memberships/linkage.ts";
export { type Success, isJson, findJsonMedia, findResponse, chooseSuccess } from "./model/success.ts";
export { type MatchBudget, chargeShared, isSharedUsedUp, limitMatches, sharedLeft } from "./patterns/work.ts";
export { type RoutedPlace, byRouterPriority, routedPlaces } from "./routing/places.ts";
export { type RouteMatch, type Router, createRouter, isPathVariant } from "./routing/router.ts";
export {
  acceptedMediaType,
  isReadableCharset,
  mediaTypeCovers,
  chooseMediaType,
  readContentType,
  writeMediaType,
} from "./http/content-type.ts";
export { readForm, writeForm } from "./http/form.ts";
export { type FormPart, readWrittenParts, writeMultipart, writeParts } from "./http/multipart.ts";
export { readStyledField, styledPairs } from "./http/styled-field.ts";
export {
  type Pairs,
  type ParameterReader,
  createParameterReader,
  headerParameter,
  writeParameterPairs,
  writeParameterText,
} from "./http/parameter.ts";
export { writeXml } from "./http/xml.ts";
export { createHeaderReader } from "./http/header.ts";
export { decodeExample } from "./http/decode-example.ts";
export { type Transfer, createTransfer } from "./http/travel.ts";
export { type StateProperty, resolveStateProperty } from "./resources/state-property.ts";
export { saysFixed } from "./resources/documented/fixed-keys.ts";
export { isStateRefusal, readDocumentedStates } from "./resources/documented/states.ts";
export { type DocumentedRate, documentedRate } from "./resources/documented/rate.ts";
export { type IdempotencyKeys, findIdempotencyKeys } from "./resources/idempotency-keys.ts";
export { findMentionedMembers, findUniqueMembers, uniquenessSentences } from "./resources/documented/uniqueness.ts";
export { isStreamingMediaType } from "./http/streaming.ts";
export { createTextReader, writeText } from "./http/text.ts";
export { decodeSegment, percentEncode, joinQuery, readQuery, writeQuery } from "./http/query.ts";
export { type Mount, listMounts } from "./graphql/mounts.ts";
export { graphqlLibrary } from "./parsing/graphql-library.ts";
export { getGraphqlSchema } from "./graphql/schema.ts";
export { graphqlOperations } from "./graphql/operations.ts";
export {
  type CompositeType,
  type Relation,
  connectionItemType,
  findIdField,
  isEntity,
  isGraphqlList,
  isRootType,
  findItemList,
  listPossibleTypes,
  listRelations,
  findEntityTypes,
} from "./graphql/entities.ts";
export { type MutationRole, findItemType, mutationRoles } from "./graphql/mutations.ts";
export { anonymousTemplate, listParameterNames, parseSelectors, withoutQuery } from "./model/template.ts";
export {
  bodyWithItem,
  itemInBody,
  itemInEntry,
  itemInRequest,
  findListedSchema,
  splitPropertyPath,
  schemasAtPath,
  unwrapSentSchema,
  listSentSteps,
  valueAtPath,
  withValueAtPath,
} from "./resources/steps.ts";
export { type Standing, hasMarkers, readStanding } from "./schema/standing.ts";
export { parseMediaType } from "./model/media-type.ts";
