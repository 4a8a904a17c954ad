// Two sources of one definition: what an application's own document says (client ID metadata document), and how an operator narrowed that. They
// are stored apart, so that a document that changes counts, and never undoes what the operator decided (decision 0035).
import { supportedOAuthScopes as knownScopes } from '@countersign/api/api-endpoints'
import type { OAuthScope } from '@countersign/api/api-endpoints'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition, GrantType } from './application-definition-types.ts'
import type { ApplicationsTable } from '../../platform/database/database-schema.ts'

/** What a document says, as it was read last. */
export interface ClientMetadataDocumentDefinition {
  definition: ApplicationDefinition
  /** Whether its loopback redirect addresses hold for any port (RFC 8252 §7.3). */
  anyLoopbackPort: boolean
}

/** What is stored of an application about its document. */
interface StoredApplicationDocument {
  origin: ApplicationsTable['origin']
  definition: ApplicationDefinition
  document: ClientMetadataDocumentDefinition | null
  narrowing: OperatorClientMetadataRestrictions | null
}

/** What the document of an application says; null for applications without one. One that was kept before this was stored counts as it was kept. */
export const getStoredClientMetadataDocumentDefinition = ({
  origin,
  document,
  definition,
}: Omit<StoredApplicationDocument, 'narrowing'>): ClientMetadataDocumentDefinition | null =>
  origin === 'metadata-document' ? (document ?? { definition, anyLoopbackPort: false }) : null

/** Both, as operators read them; empty for an application without a document. */
export function describeClientMetadataAndRestrictions(record: StoredApplicationDocument): {
  document?: MetadataDocumentSummary
  narrowing?: OperatorClientMetadataRestrictions | null
} {
  const terms = getStoredClientMetadataDocumentDefinition(record)
  if (terms === null) return {}
  const { scopes, grantTypes, dpopRequired, pushedRequestRequired, maxAgeSeconds } = terms.definition
  const document = { scopes, grantTypes, dpopRequired, pushedRequestRequired, maxAgeSeconds }
  return { document, narrowing: getStoredClientMetadataRestrictions(record) }
}

type MetadataDocumentSummary = Pick<
  ApplicationDefinition,
  'scopes' | 'grantTypes' | 'dpopRequired' | 'pushedRequestRequired' | 'maxAgeSeconds'
>

/** How an operator narrowed a document, or added to it. */
export interface OperatorClientMetadataRestrictions {
  withheldScopes: OAuthScope[]
  /** Scopes that the document does not ask for, such as `groups`. */
  addedScopes: OAuthScope[]
  withheldGrantTypes: GrantType[]
  dpopRequired: boolean
  pushedRequestRequired: boolean
  /** The operator's own maximum; null where only the document's counts. */
  maxAgeSeconds: number | null
}

const noOperatorRestrictions: OperatorClientMetadataRestrictions = {
  withheldScopes: [],
  addedScopes: [],
  withheldGrantTypes: [],
  dpopRequired: false,
  pushedRequestRequired: false,
  maxAgeSeconds: null,
}

/** Members that only the document decides. */
const documentOnlyMembers = [
  'kind',
  'uri',
  'policyUri',
  'termsUri',
  'redirectUris',
  'postLogoutUris',
  'authentication',
  'jwks',
  'jwksUri',
  'idTokenAlgorithm',
] as const satisfies readonly (keyof ApplicationDefinition)[]

/**
 * The definition in force.
 * @param rest members that neither the document nor a narrowing is about
 */
export function applyClientMetadataRestrictions(
  rest: ApplicationDefinition,
  { definition: document }: ClientMetadataDocumentDefinition,
  narrowing: OperatorClientMetadataRestrictions | null,
): ApplicationDefinition {
  const { withheldScopes, addedScopes, withheldGrantTypes, ...operator } = narrowing ?? noOperatorRestrictions
  const grantTypes = document.grantTypes.filter((grantType) => !withheldGrantTypes.includes(grantType))
  const mayHave = (scope: OAuthScope): boolean => scope !== 'offline_access' || grantTypes.includes('refresh_token')
  const ages = [document.maxAgeSeconds, operator.maxAgeSeconds].filter((age) => age !== null)
  return {
    ...rest,
    ...Object.fromEntries(documentOnlyMembers.map((name) => [name, document[name]])),
    grantTypes,
    scopes: keepOrderIfEqual(
      rest.scopes,
      knownScopes.filter(
        (scope) =>
          mayHave(scope) &&
          ((document.scopes.includes(scope) && !withheldScopes.includes(scope)) || addedScopes.includes(scope)),
      ),
    ),
    dpopRequired: document.dpopRequired || operator.dpopRequired,
    pushedRequestRequired: document.pushedRequestRequired || (operator.pushedRequestRequired && hasCode(grantTypes)),
    maxAgeSeconds: ages.length > 0 ? Math.min(...ages) : null,
  }
}

/** The same items in another order are no change. */
const keepOrderIfEqual = (before: OAuthScope[], after: OAuthScope[]): OAuthScope[] =>
  before.length === after.length && after.every((scope) => before.includes(scope)) ? before : after

const hasCode = (grantTypes: readonly GrantType[]): boolean => grantTypes.includes('authorization_code')

/**
 * The narrowing after an operator asked for a definition. What they withheld before stays withheld, also where the document does not ask for it
 * now, until they allow it.
 */
export function computeClientMetadataRestrictions(
  terms: ClientMetadataDocumentDefinition,
  before: OperatorClientMetadataRestrictions | null,
  wanted: ApplicationDefinition,
): OperatorClientMetadataRestrictions {
  const { definition: document } = terms
  const inForce = applyClientMetadataRestrictions(wanted, terms, before)
  const old = before ?? noOperatorRestrictions
  const withheld = <Item>(earlier: readonly Item[], said: readonly Item[], wished: readonly Item[]): Item[] =>
    [...new Set([...earlier, ...said])].filter((item) => !wished.includes(item))
  /** What was not changed says nothing new; the document's own value takes the operator's back. */
  function chosen<Name extends 'dpopRequired' | 'pushedRequestRequired' | 'maxAgeSeconds'>(name: Name) {
    if (wanted[name] === inForce[name]) return old[name]
    return wanted[name] === document[name] ? noOperatorRestrictions[name] : wanted[name]
  }
  return {
    withheldScopes: withheld(old.withheldScopes, document.scopes, wanted.scopes),
    addedScopes: wanted.scopes.filter((scope) => !document.scopes.includes(scope) || old.addedScopes.includes(scope)),
    withheldGrantTypes: withheld(old.withheldGrantTypes, document.grantTypes, wanted.grantTypes),
    dpopRequired: chosen('dpopRequired'),
    pushedRequestRequired: chosen('pushedRequestRequired'),
    maxAgeSeconds: chosen('maxAgeSeconds'),
  }
}

/**
 * The narrowing of a stored application, with what an operator changed by an instance of the release before, which writes the definition alone
 * (decision 0034).
 */
export function getStoredClientMetadataRestrictions(
  record: StoredApplicationDocument,
): OperatorClientMetadataRestrictions | null {
  const { definition, narrowing } = record
  const document = getStoredClientMetadataDocumentDefinition(record)
  if (document === null) return null
  const inForce = applyClientMetadataRestrictions(definition, document, narrowing)
  const { dpopRequired, pushedRequestRequired, maxAgeSeconds } = definition
  const kept = {
    ...inForce,
    // That release itself takes this one away, where the document has no refresh tokens.
    scopes: inForce.scopes.filter((scope) => scope === 'offline_access' || definition.scopes.includes(scope)),
    dpopRequired,
    pushedRequestRequired,
    maxAgeSeconds,
  }
  return JSON.stringify(kept) === JSON.stringify(inForce)
    ? narrowing
    : computeClientMetadataRestrictions(document, narrowing, kept)
}

/** What an operator asked for that cannot be had, because the document says otherwise. */
export function findClientMetadataDocumentConflicts(
  wanted: ApplicationDefinition,
  inForce: ApplicationDefinition,
): CodedApplicationDefinitionFieldError[] {
  const text = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
  const names = Object.keys(inForce) as (keyof ApplicationDefinition)[]
  return names
    .filter((name) => text(wanted[name]) !== text(inForce[name]))
    .map((name) =>
      createApplicationDefinitionFieldError(
        name,
        createApplicationDefinitionErrorDetail('document_says', { value: text(inForce[name]) }),
      ),
    )
}
