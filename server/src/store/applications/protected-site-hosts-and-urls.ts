// A site: pages that have no login of their own and are protected by forward authentication. It is an application, whose client is this
// server itself; what is particular to it stands here: the hosts it may have, and the addresses that follow from them.
import { createApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinitionErrorDetail } from '../definition-errors/create-application-definition-error.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'

/** Under this path of every protected host the proxy leads to this server. */
export const protectedSiteEndpointPrefix = '/.countersign'

const maxHostLength = 253

/** Whether a host, with or without a port, is the machine of whoever opens it. A browser never asks the network for these (RFC 6761 §6.3). */
export const isLocalProtectedSiteHost = (host: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/.test(host)

/**
 * Where people open a site. Plain http is for the machine of whoever opens it alone.
 * @param isHttps whether the proxy says that it was opened by https, which such a machine can have as well
 */
export const getProtectedSiteOrigin = (host: string, isHttps = false): string =>
  `${isLocalProtectedSiteHost(host) && !isHttps ? 'http' : 'https'}://${host}`

const listSiteOrigins = (host: string): string[] => [
  ...new Set([getProtectedSiteOrigin(host), getProtectedSiteOrigin(host, true)]),
]

/**
 * Looks at a host of a site.
 * @returns what is wrong with it and what is allowed; null where nothing is
 *
 * @example validateProtectedSiteHost('wiki.example:8443') // null
 */
export function validateProtectedSiteHost(host: string): ApplicationDefinitionErrorDetail | null {
  if (host.length > maxHostLength) return createApplicationDefinitionErrorDetail('long', { max: maxHostLength })
  const origin = getProtectedSiteOrigin(host)
  const isPrinted = /^[a-z0-9.:[\]-]+$/.test(host) && URL.canParse(origin) && new URL(origin).href === `${origin}/`
  const [name = ''] = host.split(':')
  return isPrinted && !host.endsWith('.') && !host.includes('..') && !name.startsWith('.')
    ? null
    : createApplicationDefinitionErrorDetail('host_form')
}

/** The addresses of a site that people are sent back to: those that it was given, of everything else. */
export const getApplicationRedirectUris = ({ kind, redirectUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getProtectedSiteCallbackUrl) : redirectUris

/** The same after sign-out. */
export const getApplicationPostLogoutUris = ({ kind, postLogoutUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getProtectedSiteSignedOutUrl) : postLogoutUris

/** Where the browser comes back to after sign-in. @param origin of the site */
export const getProtectedSiteCallbackUrl = (origin: string): string =>
  `${origin}${protectedSiteEndpointPrefix}/callback`

/** Where the browser comes back to after sign-out. @param origin of the site */
export const getProtectedSiteSignedOutUrl = (origin: string): string =>
  `${origin}${protectedSiteEndpointPrefix}/signed-out`

/** Whoever proved themselves must be let in with it, or the browser would go round in circles. Seconds. */
const minMaxAgeSeconds = 60

type SiteValidationRule = (definition: ApplicationDefinition) => ApplicationDefinitionErrorDetail | false

/** For a site, this member may only be what this server needs as a client of its own. */
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

/** What the members of a site say about each other, and that nothing else has hosts. */
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
  // An alias leads nowhere, and `Remote-User` tells people apart already.
  createSiteOnlyRule('email', (value) => value !== 'alias', '"none" or "verified"'),
  createSiteOnlyRule('dpopRequired', (value) => !value, 'false'),
  createSiteOnlyRule('pushedRequestRequired', (value) => !value, 'false'),
  // A signed message does not fit into a header, and nothing is left of a site while somebody is away.
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
