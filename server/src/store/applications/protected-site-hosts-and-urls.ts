// For sites without their own sign-in, this server is the OIDC client (forward authentication).
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

export const protectedSiteEndpointPrefix = '/.countersign'

const maxHostLength = 253

/** Browsers resolve these hosts locally (RFC 6761 §6.3). */
export const isLocalProtectedSiteHost = (host: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/.test(host)

/** Plain http is allowed only for local hosts, which can use https as well. */
export const getProtectedSiteOrigin = (host: string, isHttps = false): string =>
  `${isLocalProtectedSiteHost(host) && !isHttps ? 'http' : 'https'}://${host}`

const listSiteOrigins = (host: string): string[] => [
  ...new Set([getProtectedSiteOrigin(host), getProtectedSiteOrigin(host, true)]),
]

export function validateProtectedSiteHost(host: string): ApplicationDefinitionErrorDetail | null {
  if (host.length > maxHostLength) return createApplicationDefinitionErrorDetail('long', { max: maxHostLength })
  const origin = getProtectedSiteOrigin(host)
  const isPrinted = /^[a-z0-9.:[\]-]+$/.test(host) && URL.canParse(origin) && new URL(origin).href === `${origin}/`
  const [name = ''] = host.split(':')
  return isPrinted && !host.endsWith('.') && !host.includes('..') && !name.startsWith('.')
    ? null
    : createApplicationDefinitionErrorDetail('host_form')
}

export const getApplicationRedirectUris = ({ kind, redirectUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getProtectedSiteCallbackUrl) : redirectUris

export const getApplicationPostLogoutUris = ({ kind, postLogoutUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getProtectedSiteSignedOutUrl) : postLogoutUris

export const getProtectedSiteCallbackUrl = (origin: string): string =>
  `${origin}${protectedSiteEndpointPrefix}/callback`

export const getProtectedSiteSignedOutUrl = (origin: string): string =>
  `${origin}${protectedSiteEndpointPrefix}/signed-out`

/** In seconds. A sign-in must remain valid long enough to avoid a redirect loop. */
const minMaxAgeSeconds = 60

type SiteValidationRule = (definition: ApplicationDefinition) => ApplicationDefinitionErrorDetail | false

const createSiteOnlyRule = <Member extends keyof ApplicationDefinition>(
  member: Member,
  isRight: (value: ApplicationDefinition[Member]) => boolean,
  value: string,
): readonly [Member, SiteValidationRule] => [
  member,
  (all) =>
    all.kind === 'site' && !isRight(all[member]) && createApplicationDefinitionErrorDetail('site_only', { value }),
]

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0

export const protectedSiteValidationRules: readonly (readonly [keyof ApplicationDefinition, SiteValidationRule])[] = [
  [
    'hosts',
    (all) => all.kind === 'site' && all.hosts.length === 0 && createApplicationDefinitionErrorDetail('hosts_needed'),
  ],
  [
    'hosts',
    (all) =>
      all.kind !== 'site' &&
      all.hosts.length > 0 &&
      createApplicationDefinitionErrorDetail('hosts_needless', { kind: all.kind }),
  ],
  [
    'openPaths',
    (all) =>
      all.kind !== 'site' &&
      all.openPaths.length > 0 &&
      createApplicationDefinitionErrorDetail('open_paths_needless', { kind: all.kind }),
  ],
  createSiteOnlyRule('redirectUris', isEmpty, '[]'),
  createSiteOnlyRule('postLogoutUris', isEmpty, '[]'),
  createSiteOnlyRule('backchannelLogoutUri', (value) => value === null, 'null'),
  createSiteOnlyRule('authentication', (value) => value === 'none', '"none"'),
  createSiteOnlyRule('resources', isEmpty, '[]'),
  createSiteOnlyRule('sectorIdentifierUri', (value) => value === null, 'null'),
  // An alias receives no mail, and `Remote-User` already identifies the person.
  createSiteOnlyRule('email', (value) => value !== 'alias', '"none" or "verified"'),
  createSiteOnlyRule('dpopRequired', (value) => !value, 'false'),
  createSiteOnlyRule('pushedRequestRequired', (value) => !value, 'false'),
  // A signed message does not fit into a header, and sites have no offline access.
  createSiteOnlyRule(
    'scopes',
    (value) => !value.includes('proof') && !value.includes('offline_access'),
    'without "proof" and "offline_access"',
  ),
  [
    'maxAgeSeconds',
    (all) =>
      all.kind === 'site' &&
      all.maxAgeSeconds !== null &&
      all.maxAgeSeconds < minMaxAgeSeconds &&
      createApplicationDefinitionErrorDetail('site_age', { min: minMaxAgeSeconds }),
  ],
]
