import { compareText } from "../model/compare-text.ts";
import { basisRules } from "./basis-marks.ts";
import { becameUnreadable } from "./became-unreadable.ts";
import { constraintRules } from "./constraints.ts";
import { defaultChanged } from "./default-changed.ts";
import { deliveryCredentialsAdded } from "./delivery-credentials-added.ts";
import { deliveryCredentialsRemoved } from "./delivery-credentials-removed.ts";
import { deprecationRules } from "./deprecations.ts";
import { discriminatorChanged } from "./discriminator-changed.ts";
import { discriminatorTargetChanged } from "./discriminator-target-changed.ts";
import { discriminatorValueAdded } from "./discriminator-value-added.ts";
import { discriminatorValueRemoved } from "./discriminator-value-removed.ts";
import { emptyValueRules } from "./empty-values.ts";
import { enumClosed } from "./enum-closed.ts";
import { enumOpened } from "./enum-opened.ts";
import { enumValueAdded } from "./enum-value-added.ts";
import { enumValueRemoved } from "./enum-value-removed.ts";
import { errorCodeMoved } from "./error-code-moved.ts";
import { errorStatusAdded } from "./error-status-added.ts";
import { errorStatusMoved } from "./error-status-moved.ts";
import { errorStatusRemoved } from "./error-status-removed.ts";
import { limitRules } from "./limits.ts";
import { mediaTypeAdded } from "./media-type-added.ts";
import { mediaTypeRemoved } from "./media-type-removed.ts";
import { nullRules } from "./null.ts";
import { operationAdded } from "./operation-added.ts";
import { operationIdChanged } from "./operation-id-changed.ts";
import { operationRemoved } from "./operation-removed.ts";
import { operationServerAdded } from "./operation-server-added.ts";
import { operationServerRemoved } from "./operation-server-removed.ts";
import { parameterWritingChanged } from "./parameter-writing-changed.ts";
import { partHeaderAdded } from "./part-header-added.ts";
import { partHeaderRemoved } from "./part-header-removed.ts";
import { partMediaTypeRules } from "./part-media-types.ts";
import { partWritingChanged } from "./part-writing-changed.ts";
import { pathParameterRenamed } from "./path-parameter-renamed.ts";
import { presenceRules } from "./presence.ts";
import { requestBodyAdded } from "./request-body-added.ts";
import { requestBodyRemoved } from "./request-body-removed.ts";
import { requestParameterAdded } from "./request-parameter-added.ts";
import { requestParameterRemoved } from "./request-parameter-removed.ts";
import { requestPropertyAdded } from "./request-property-added.ts";
import { requestPropertyBecameOptional } from "./request-property-became-optional.ts";
import { requestPropertyBecameRequired } from "./request-property-became-required.ts";
import { requestPropertyRemoved } from "./request-property-removed.ts";
import { reservedCharacterRules } from "./reserved-characters.ts";
import { responseHeaderAdded } from "./response-header-added.ts";
import { responseHeaderRemoved } from "./response-header-removed.ts";
import { responseHeaderWritingChanged } from "./response-header-writing-changed.ts";
import { responsePropertyAdded } from "./response-property-added.ts";
import { responsePropertyBecameOptional } from "./response-property-became-optional.ts";
import { responsePropertyBecameRequired } from "./response-property-became-required.ts";
import { responsePropertyRemoved } from "./response-property-removed.ts";
import { securityNarrowed } from "./security-narrowed.ts";
import { securityWidened } from "./security-widened.ts";
import { sentOperationRules } from "./sent-operations.ts";
import { serverAdded } from "./server-added.ts";
import { serverRemoved } from "./server-removed.ts";
import { subschemaRules } from "./subschemas.ts";
import { successStatusAdded } from "./success-status-added.ts";
import { successStatusRemoved } from "./success-status-removed.ts";
import { tagRules } from "./tags.ts";
import { tokenSourceAdded } from "./token-source-added.ts";
import { tokenSourceRemoved } from "./token-source-removed.ts";
import { typeChanged } from "./type-changed.ts";
import { unionBranchAdded } from "./union-branch-added.ts";
import { unionBranchRemoved } from "./union-branch-removed.ts";
import { unionOverlapRefused } from "./union-overlap-refused.ts";
import { unionOverlapTaken } from "./union-overlap-taken.ts";
import { valuesListed } from "./values-listed.ts";
import { valuesUnlisted } from "./values-unlisted.ts";
import { xmlWritingChanged } from "./xml-writing-changed.ts";
import type { AnyRule } from "./support/rule.ts";

/** Rules and tables of rules, one line for each file. */
const catalogue: readonly (AnyRule | readonly AnyRule[])[] = [
  basisRules,
  becameUnreadable,
  constraintRules,
  defaultChanged,
  deliveryCredentialsAdded,
  deliveryCredentialsRemoved,
  deprecationRules,
  discriminatorChanged,
  discriminatorTargetChanged,
  discriminatorValueAdded,
  discriminatorValueRemoved,
  emptyValueRules,
  enumClosed,
  enumOpened,
  enumValueAdded,
  enumValueRemoved,
  errorCodeMoved,
  errorStatusAdded,
  errorStatusMoved,
  errorStatusRemoved,
  limitRules,
  mediaTypeAdded,
  mediaTypeRemoved,
  nullRules,
  operationAdded,
  operationIdChanged,
  operationRemoved,
  operationServerAdded,
  operationServerRemoved,
  parameterWritingChanged,
  partHeaderAdded,
  partHeaderRemoved,
  partMediaTypeRules,
  partWritingChanged,
  pathParameterRenamed,
  presenceRules,
  requestBodyAdded,
  requestBodyRemoved,
  requestParameterAdded,
  requestParameterRemoved,
  requestPropertyAdded,
  requestPropertyBecameOptional,
  requestPropertyBecameRequired,
  requestPropertyRemoved,
  reservedCharacterRules,
  responseHeaderAdded,
  responseHeaderRemoved,
  responseHeaderWritingChanged,
  responsePropertyAdded,
  responsePropertyBecameOptional,
  responsePropertyBecameRequired,
  responsePropertyRemoved,
  securityNarrowed,
  securityWidened,
  sentOperationRules,
  serverAdded,
  serverRemoved,
  subschemaRules,
  successStatusAdded,
  successStatusRemoved,
  tagRules,
  tokenSourceAdded,
  tokenSourceRemoved,
  typeChanged,
  unionBranchAdded,
  unionBranchRemoved,
  unionOverlapRefused,
  unionOverlapTaken,
  valuesListed,
  valuesUnlisted,
  xmlWritingChanged,
];

/** Every rule, in the order of the ids. */
export const rules: readonly AnyRule[] = catalogue
  .flatMap((entry) => entry)
  .toSorted((one, other) => compareText(one.id, other.id));
