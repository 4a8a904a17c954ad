// Restrictions are stored apart from the document, so that its updates keep them (decision 0035).
import { supportedOAuthScopes as knownScopes } from '@countersign/api/api-endpoints'
import type { OAuthScope } from '@countersign/api/api-endpoints'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type { CodedApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition, GrantType } from './application-definition-types.ts'
import type { ApplicationsTable } from '../../platform/database/database-schema.ts'

export interface ClientMetadataDocumentDefinition {
  definition: ApplicationDefinition
  /** RFC 8252 §7.3. */
  anyLoopbackPort: boolean
}

interface StoredApplicationDocument {
  origin: ApplicationsTable['origin']
  definition: ApplicationDefinition
  document: ClientMetadataDocumentDefinition | null
  narrowing: OperatorClientMetadataRestrictions | null
}

/** Null if there is no metadata document; the definition, if the document was not stored. */
export const getStoredClientMetadataDocumentDefinition = ({
  origin,
  document,
  definition,
}: Omit<StoredApplicationDocument, 'narrowing'>): ClientMetadataDocumentDefinition | null =>
  origin === 'metadata-document' ? (document ?? { definition, anyLoopbackPort: false }) : null

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

export interface OperatorClientMetadataRestrictions {
  withheldScopes: OAuthScope[]
  addedScopes: OAuthScope[]
  withheldGrantTypes: GrantType[]
  dpopRequired: boolean
  pushedRequestRequired: boolean
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

/** @param rest supplies members that neither the document nor the restrictions define */
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

const keepOrderIfEqual = (before: OAuthScope[], after: OAuthScope[]): OAuthScope[] =>
  before.length === after.length && after.every((scope) => before.includes(scope)) ? before : after

const hasCode = (grantTypes: readonly GrantType[]): boolean => grantTypes.includes('authorization_code')

/** Withheld scopes stay withheld even while the document does not request them. */
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
  /** An unchanged value keeps the restriction; the document's value removes it. */
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

/** Includes changes by the previous release, which writes only `definition` (decision 0034). */
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
    // The previous release removes `offline_access` if the document allows no refresh tokens.
    scopes: inForce.scopes.filter((scope) => scope === 'offline_access' || definition.scopes.includes(scope)),
    dpopRequired,
    pushedRequestRequired,
    maxAgeSeconds,
  }
  return JSON.stringify(kept) === JSON.stringify(inForce)
    ? narrowing
    : computeClientMetadataRestrictions(document, narrowing, kept)
}

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
