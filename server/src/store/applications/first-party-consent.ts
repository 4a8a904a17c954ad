// Which applications need no consent page (decision 0085, RFC 8252 §8.6; THREATS O30).
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  ApplicationDefinitionErrorDetail,
  CodedApplicationDefinitionFieldError,
} from '../definition-errors/create-application-definition-error.ts'
import { deviceCodeGrantType } from './application-definition-types.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import type { ApplicationRecord } from './application-store.ts'
import { isLoopbackHost } from './validate-redirect-uri.ts'

type FirstPartyDefinition = Pick<ApplicationDefinition, 'firstParty' | 'kind' | 'grantTypes' | 'redirectUris'>

const firstPartyKinds: ReadonlySet<ApplicationDefinition['kind']> = new Set(['web', 'single-page', 'native'])

const isOnLoopbackHost = (uri: string): boolean =>
  URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol) && isLoopbackHost(new URL(uri).hostname)

/** Any program on the device can answer on a loopback host, also with https (RFC 8252 §7.3). */
const isClaimedHttps = (uri: string): boolean =>
  URL.canParse(uri) && new URL(uri).protocol === 'https:' && !isOnLoopbackHost(uri)

/** The rules that do not depend on the address of this server. */
export function validateFirstPartyCombination({
  firstParty,
  kind,
  grantTypes,
  redirectUris,
}: FirstPartyDefinition): ApplicationDefinitionErrorDetail | false {
  if (!firstParty) return false
  if (!firstPartyKinds.has(kind)) return createApplicationDefinitionErrorDetail('first_party_kind', { kind })
  if (grantTypes.includes(deviceCodeGrantType)) return createApplicationDefinitionErrorDetail('first_party_device')
  const address = redirectUris.find((uri) => !isClaimedHttps(uri) && (kind === 'native' || !isOnLoopbackHost(uri)))
  return address !== undefined && createApplicationDefinitionErrorDetail('first_party_redirect', { address })
}

export function validateFirstPartyRedirects(
  { origin }: { origin: string },
  { firstParty, redirectUris }: FirstPartyDefinition,
): CodedApplicationDefinitionFieldError[] {
  if (!firstParty || isOnLoopbackHost(origin)) return []
  const address = redirectUris.find((uri) => !isClaimedHttps(uri))
  return address === undefined
    ? []
    : [
        createApplicationDefinitionFieldError(
          'firstParty',
          createApplicationDefinitionErrorDetail('first_party_localhost', { address }),
        ),
      ]
}

/** Checked for each request, because the definition or the origin can have changed. */
export function isFirstParty(
  { origin: addedBy, definition }: Pick<ApplicationRecord, 'origin' | 'definition'>,
  origin: string,
): boolean {
  return (
    definition.firstParty &&
    addedBy === 'operator' &&
    validateFirstPartyCombination(definition) === false &&
    validateFirstPartyRedirects({ origin }, definition).length === 0
  )
}

/**
 * @param redirectUri of the request; undefined in the device flow
 * @param origin of this server, such as `https://sign-in.example`
 */
export function skipsConsent(
  application: Pick<ApplicationRecord, 'origin' | 'definition'>,
  redirectUri: string | undefined,
  origin: string,
): boolean {
  if (redirectUri === undefined || !isFirstParty(application, origin)) return false
  return (
    isClaimedHttps(redirectUri) ||
    (application.definition.kind !== 'native' && isOnLoopbackHost(redirectUri) && isOnLoopbackHost(origin))
  )
}
