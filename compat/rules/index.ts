import type { AnyRule } from "./support/rule.ts";
import { additionalPropertiesClosed } from "./additional-properties-closed.ts";
import { additionalPropertiesOpened } from "./additional-properties-opened.ts";
import { assumedBecameStated } from "./assumed-became-stated.ts";
import { becameUnreadable } from "./became-unreadable.ts";
import { callbackAdded } from "./callback-added.ts";
import { callbackRemoved } from "./callback-removed.ts";
import { conditionAdded } from "./condition-added.ts";
import { conditionChanged } from "./condition-changed.ts";
import { conditionRemoved } from "./condition-removed.ts";
import { containsAdded } from "./contains-added.ts";
import { containsChanged } from "./contains-changed.ts";
import { containsRemoved } from "./contains-removed.ts";
import { contentAdded } from "./content-added.ts";
import { contentChanged } from "./content-changed.ts";
import { contentRemoved } from "./content-removed.ts";
import { defaultChanged } from "./default-changed.ts";
import { deliveryCredentialsAdded } from "./delivery-credentials-added.ts";
import { deliveryCredentialsRemoved } from "./delivery-credentials-removed.ts";
import { dependentRequiredChanged } from "./dependent-required-changed.ts";
import { dependentRequiredRelaxed } from "./dependent-required-relaxed.ts";
import { dependentRequiredTightened } from "./dependent-required-tightened.ts";
import { dependentSchemasAdded } from "./dependent-schemas-added.ts";
import { dependentSchemasChanged } from "./dependent-schemas-changed.ts";
import { dependentSchemasRemoved } from "./dependent-schemas-removed.ts";
import { discriminatorChanged } from "./discriminator-changed.ts";
import { discriminatorTargetChanged } from "./discriminator-target-changed.ts";
import { discriminatorValueAdded } from "./discriminator-value-added.ts";
import { discriminatorValueRemoved } from "./discriminator-value-removed.ts";
import { emptyValueAllowed } from "./empty-value-allowed.ts";
import { emptyValueRefused } from "./empty-value-refused.ts";
import { enumClosed } from "./enum-closed.ts";
import { enumOpened } from "./enum-opened.ts";
import { enumValueAdded } from "./enum-value-added.ts";
import { enumValueRemoved } from "./enum-value-removed.ts";
import { errorCodeMoved } from "./error-code-moved.ts";
import { errorStatusAdded } from "./error-status-added.ts";
import { errorStatusMoved } from "./error-status-moved.ts";
import { errorStatusRemoved } from "./error-status-removed.ts";
import { formatAdded } from "./format-added.ts";
import { formatChanged } from "./format-changed.ts";
import { formatRemoved } from "./format-removed.ts";
import { maxContainsDecreased } from "./max-contains-decreased.ts";
import { maxContainsIncreased } from "./max-contains-increased.ts";
import { maxItemsDecreased } from "./max-items-decreased.ts";
import { maxItemsIncreased } from "./max-items-increased.ts";
import { maxLengthDecreased } from "./max-length-decreased.ts";
import { maxLengthIncreased } from "./max-length-increased.ts";
import { maxPropertiesDecreased } from "./max-properties-decreased.ts";
import { maxPropertiesIncreased } from "./max-properties-increased.ts";
import { maximumDecreased } from "./maximum-decreased.ts";
import { maximumIncreased } from "./maximum-increased.ts";
import { mediaTypeAdded } from "./media-type-added.ts";
import { mediaTypeRemoved } from "./media-type-removed.ts";
import { minContainsDecreased } from "./min-contains-decreased.ts";
import { minContainsIncreased } from "./min-contains-increased.ts";
import { minItemsDecreased } from "./min-items-decreased.ts";
import { minItemsIncreased } from "./min-items-increased.ts";
import { minLengthDecreased } from "./min-length-decreased.ts";
import { minLengthIncreased } from "./min-length-increased.ts";
import { minPropertiesDecreased } from "./min-properties-decreased.ts";
import { minPropertiesIncreased } from "./min-properties-increased.ts";
import { minimumDecreased } from "./minimum-decreased.ts";
import { minimumIncreased } from "./minimum-increased.ts";
import { multipleOfChanged } from "./multiple-of-changed.ts";
import { multipleOfRelaxed } from "./multiple-of-relaxed.ts";
import { multipleOfTightened } from "./multiple-of-tightened.ts";
import { notAdded } from "./not-added.ts";
import { notChanged } from "./not-changed.ts";
import { notRemoved } from "./not-removed.ts";
import { nullAdded } from "./null-added.ts";
import { nullRemoved } from "./null-removed.ts";
import { operationAdded } from "./operation-added.ts";
import { operationDeprecated } from "./operation-deprecated.ts";
import { operationIdChanged } from "./operation-id-changed.ts";
import { operationReactivated } from "./operation-reactivated.ts";
import { operationRemoved } from "./operation-removed.ts";
import { operationServerAdded } from "./operation-server-added.ts";
import { operationServerRemoved } from "./operation-server-removed.ts";
import { operationSunsetChanged } from "./operation-sunset-changed.ts";
import { parameterDeprecated } from "./parameter-deprecated.ts";
import { parameterReactivated } from "./parameter-reactivated.ts";
import { parameterReservedAllowed } from "./parameter-reserved-allowed.ts";
import { parameterReservedRefused } from "./parameter-reserved-refused.ts";
import { parameterSunsetChanged } from "./parameter-sunset-changed.ts";
import { parameterWritingChanged } from "./parameter-writing-changed.ts";
import { partHeaderAdded } from "./part-header-added.ts";
import { partHeaderBecameOptional } from "./part-header-became-optional.ts";
import { partHeaderBecameRequired } from "./part-header-became-required.ts";
import { partHeaderRemoved } from "./part-header-removed.ts";
import { partMediaTypeAdded } from "./part-media-type-added.ts";
import { partMediaTypeRemoved } from "./part-media-type-removed.ts";
import { partReservedAllowed } from "./part-reserved-allowed.ts";
import { partReservedRefused } from "./part-reserved-refused.ts";
import { partWritingChanged } from "./part-writing-changed.ts";
import { pathParameterRenamed } from "./path-parameter-renamed.ts";
import { patternAdded } from "./pattern-added.ts";
import { patternChanged } from "./pattern-changed.ts";
import { patternPropertyAdded } from "./pattern-property-added.ts";
import { patternPropertyRemoved } from "./pattern-property-removed.ts";
import { patternRemoved } from "./pattern-removed.ts";
import { propertyDeprecated } from "./property-deprecated.ts";
import { propertyNamesAdded } from "./property-names-added.ts";
import { propertyNamesChanged } from "./property-names-changed.ts";
import { propertyNamesRemoved } from "./property-names-removed.ts";
import { propertyReactivated } from "./property-reactivated.ts";
import { propertySunsetChanged } from "./property-sunset-changed.ts";
import { requestBodyAdded } from "./request-body-added.ts";
import { requestBodyBecameOptional } from "./request-body-became-optional.ts";
import { requestBodyBecameRequired } from "./request-body-became-required.ts";
import { requestBodyRemoved } from "./request-body-removed.ts";
import { requestParameterAdded } from "./request-parameter-added.ts";
import { requestParameterBecameOptional } from "./request-parameter-became-optional.ts";
import { requestParameterBecameRequired } from "./request-parameter-became-required.ts";
import { requestParameterRemoved } from "./request-parameter-removed.ts";
import { requestPropertyAdded } from "./request-property-added.ts";
import { requestPropertyBecameOptional } from "./request-property-became-optional.ts";
import { requestPropertyBecameRequired } from "./request-property-became-required.ts";
import { requestPropertyRemoved } from "./request-property-removed.ts";
import { responseHeaderAdded } from "./response-header-added.ts";
import { responseHeaderBecameOptional } from "./response-header-became-optional.ts";
import { responseHeaderBecameRequired } from "./response-header-became-required.ts";
import { responseHeaderDeprecated } from "./response-header-deprecated.ts";
import { responseHeaderReactivated } from "./response-header-reactivated.ts";
import { responseHeaderRemoved } from "./response-header-removed.ts";
import { responseHeaderSunsetChanged } from "./response-header-sunset-changed.ts";
import { responseHeaderWritingChanged } from "./response-header-writing-changed.ts";
import { responsePropertyAdded } from "./response-property-added.ts";
import { responsePropertyBecameOptional } from "./response-property-became-optional.ts";
import { responsePropertyBecameRequired } from "./response-property-became-required.ts";
import { responsePropertyRemoved } from "./response-property-removed.ts";
import { securityNarrowed } from "./security-narrowed.ts";
import { securityWidened } from "./security-widened.ts";
import { serverAdded } from "./server-added.ts";
import { serverRemoved } from "./server-removed.ts";
import { statedBecameAssumed } from "./stated-became-assumed.ts";
import { successStatusAdded } from "./success-status-added.ts";
import { successStatusRemoved } from "./success-status-removed.ts";
import { tagAdded } from "./tag-added.ts";
import { tagRemoved } from "./tag-removed.ts";
import { tokenSourceAdded } from "./token-source-added.ts";
import { tokenSourceRemoved } from "./token-source-removed.ts";
import { typeChanged } from "./type-changed.ts";
import { unevaluatedItemsAdded } from "./unevaluated-items-added.ts";
import { unevaluatedItemsChanged } from "./unevaluated-items-changed.ts";
import { unevaluatedItemsRemoved } from "./unevaluated-items-removed.ts";
import { unevaluatedPropertiesAdded } from "./unevaluated-properties-added.ts";
import { unevaluatedPropertiesChanged } from "./unevaluated-properties-changed.ts";
import { unevaluatedPropertiesRemoved } from "./unevaluated-properties-removed.ts";
import { unionBranchAdded } from "./union-branch-added.ts";
import { unionBranchRemoved } from "./union-branch-removed.ts";
import { unionOverlapRefused } from "./union-overlap-refused.ts";
import { unionOverlapTaken } from "./union-overlap-taken.ts";
import { uniqueItemsDropped } from "./unique-items-dropped.ts";
import { uniqueItemsRequired } from "./unique-items-required.ts";
import { valuesListed } from "./values-listed.ts";
import { valuesUnlisted } from "./values-unlisted.ts";
import { webhookAdded } from "./webhook-added.ts";
import { webhookRemoved } from "./webhook-removed.ts";
import { xmlWritingChanged } from "./xml-writing-changed.ts";

/** Every rule, one line each. */
export const rules: readonly AnyRule[] = [
  additionalPropertiesClosed,
  additionalPropertiesOpened,
  assumedBecameStated,
  becameUnreadable,
  callbackAdded,
  callbackRemoved,
  conditionAdded,
  conditionChanged,
  conditionRemoved,
  containsAdded,
  containsChanged,
  containsRemoved,
  contentAdded,
  contentChanged,
  contentRemoved,
  defaultChanged,
  deliveryCredentialsAdded,
  deliveryCredentialsRemoved,
  dependentRequiredChanged,
  dependentRequiredRelaxed,
  dependentRequiredTightened,
  dependentSchemasAdded,
  dependentSchemasChanged,
  dependentSchemasRemoved,
  discriminatorChanged,
  discriminatorTargetChanged,
  discriminatorValueAdded,
  discriminatorValueRemoved,
  emptyValueAllowed,
  emptyValueRefused,
  enumClosed,
  enumOpened,
  enumValueAdded,
  enumValueRemoved,
  errorCodeMoved,
  errorStatusAdded,
  errorStatusMoved,
  errorStatusRemoved,
  formatAdded,
  formatChanged,
  formatRemoved,
  maxContainsDecreased,
  maxContainsIncreased,
  maxItemsDecreased,
  maxItemsIncreased,
  maxLengthDecreased,
  maxLengthIncreased,
  maxPropertiesDecreased,
  maxPropertiesIncreased,
  maximumDecreased,
  maximumIncreased,
  mediaTypeAdded,
  mediaTypeRemoved,
  minContainsDecreased,
  minContainsIncreased,
  minItemsDecreased,
  minItemsIncreased,
  minLengthDecreased,
  minLengthIncreased,
  minPropertiesDecreased,
  minPropertiesIncreased,
  minimumDecreased,
  minimumIncreased,
  multipleOfChanged,
  multipleOfRelaxed,
  multipleOfTightened,
  notAdded,
  notChanged,
  notRemoved,
  nullAdded,
  nullRemoved,
  operationAdded,
  operationDeprecated,
  operationIdChanged,
  operationReactivated,
  operationRemoved,
  operationServerAdded,
  operationServerRemoved,
  operationSunsetChanged,
  parameterDeprecated,
  parameterReactivated,
  parameterReservedAllowed,
  parameterReservedRefused,
  parameterSunsetChanged,
  parameterWritingChanged,
  partHeaderAdded,
  partHeaderBecameOptional,
  partHeaderBecameRequired,
  partHeaderRemoved,
  partMediaTypeAdded,
  partMediaTypeRemoved,
  partReservedAllowed,
  partReservedRefused,
  partWritingChanged,
  pathParameterRenamed,
  patternAdded,
  patternChanged,
  patternPropertyAdded,
  patternPropertyRemoved,
  patternRemoved,
  propertyDeprecated,
  propertyNamesAdded,
  propertyNamesChanged,
  propertyNamesRemoved,
  propertyReactivated,
  propertySunsetChanged,
  requestBodyAdded,
  requestBodyBecameOptional,
  requestBodyBecameRequired,
  requestBodyRemoved,
  requestParameterAdded,
  requestParameterBecameOptional,
  requestParameterBecameRequired,
  requestParameterRemoved,
  requestPropertyAdded,
  requestPropertyBecameOptional,
  requestPropertyBecameRequired,
  requestPropertyRemoved,
  responseHeaderAdded,
  responseHeaderBecameOptional,
  responseHeaderBecameRequired,
  responseHeaderDeprecated,
  responseHeaderReactivated,
  responseHeaderRemoved,
  responseHeaderSunsetChanged,
  responseHeaderWritingChanged,
  responsePropertyAdded,
  responsePropertyBecameOptional,
  responsePropertyBecameRequired,
  responsePropertyRemoved,
  securityNarrowed,
  securityWidened,
  serverAdded,
  serverRemoved,
  statedBecameAssumed,
  successStatusAdded,
  successStatusRemoved,
  tagAdded,
  tagRemoved,
  tokenSourceAdded,
  tokenSourceRemoved,
  typeChanged,
  unevaluatedItemsAdded,
  unevaluatedItemsChanged,
  unevaluatedItemsRemoved,
  unevaluatedPropertiesAdded,
  unevaluatedPropertiesChanged,
  unevaluatedPropertiesRemoved,
  unionBranchAdded,
  unionBranchRemoved,
  unionOverlapRefused,
  unionOverlapTaken,
  uniqueItemsDropped,
  uniqueItemsRequired,
  valuesListed,
  valuesUnlisted,
  webhookAdded,
  webhookRemoved,
  xmlWritingChanged,
];
