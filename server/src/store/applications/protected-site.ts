// A site: pages that have no login of their own and are protected by forward authentication. It is an application, whose client is this
// server itself; what is particular to it stands here: the hosts it may have, and the addresses that follow from them.
import { createDefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { DefinitionErrorDetail } from '../definition-errors/definition-error.ts'
import type { ApplicationDefinition } from './application-definition.ts'

/** Under this path of every protected host the proxy leads to this server. */
export const siteEndpointPrefix = '/.countersign'

const maxHostLength = 253

/** Whether a host, with or without a port, is the machine of whoever opens it. A browser never asks the network for these (RFC 6761 §6.3). */
export const isLocalSiteHost = (host: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/.test(host)

/**
 * Where people open a site. Plain http is for the machine of whoever opens it alone.
 * @param isHttps whether the proxy says that it was opened by https, which such a machine can have as well
 */
export const getSiteOrigin = (host: string, isHttps = false): string =>
  `${isLocalSiteHost(host) && !isHttps ? 'http' : 'https'}://${host}`

const listSiteOrigins = (host: string): string[] => [...new Set([getSiteOrigin(host), getSiteOrigin(host, true)])]

/**
 * Looks at a host of a site.
 * @returns what is wrong with it and what is allowed; null where nothing is
 *
 * @example validateSiteHost('wiki.example:8443') // null
 */
export function validateSiteHost(host: string): DefinitionErrorDetail | null {
  if (host.length > maxHostLength) return createDefinitionErrorDetail('long', { max: maxHostLength })
  const origin = getSiteOrigin(host)
  const isPrinted = /^[a-z0-9.:[\]-]+$/.test(host) && URL.canParse(origin) && new URL(origin).href === `${origin}/`
  const [name = ''] = host.split(':')
  return isPrinted && !host.endsWith('.') && !host.includes('..') && !name.startsWith('.')
    ? null
    : createDefinitionErrorDetail('host_form')
}

/** The addresses of a site that people are sent back to: those that it was given, of everything else. */
export const getApplicationRedirectUris = ({ kind, redirectUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getSiteCallbackUrl) : redirectUris

/** The same after sign-out. */
export const getApplicationPostLogoutUris = ({ kind, postLogoutUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(listSiteOrigins).map(getSiteSignedOutUrl) : postLogoutUris

/** Where the browser comes back to after sign-in. @param origin of the site */
export const getSiteCallbackUrl = (origin: string): string => `${origin}${siteEndpointPrefix}/callback`

/** Where the browser comes back to after sign-out. @param origin of the site */
export const getSiteSignedOutUrl = (origin: string): string => `${origin}${siteEndpointPrefix}/signed-out`

/** Whoever proved themselves must be let in with it, or the browser would go round in circles. Seconds. */
const minMaxAgeSeconds = 60

type SiteValidationRule = (definition: ApplicationDefinition) => DefinitionErrorDetail | false

/** For a site, this member may only be what this server needs as a client of its own. */
const createSiteOnlyRule = <Member extends keyof ApplicationDefinition>(
  member: Member,
  isRight: (value: ApplicationDefinition[Member]) => boolean,
  value: string,
): readonly [Member, SiteValidationRule] => [
  member,
  (all) => all.kind === 'site' && !isRight(all[member]) && createDefinitionErrorDetail('site_only', { value }),
]

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0

/** What the members of a site say about each other, and that nothing else has hosts. */
export const siteValidationRules: readonly (readonly [keyof ApplicationDefinition, SiteValidationRule])[] = [
  ['hosts', (all) => all.kind === 'site' && all.hosts.length === 0 && createDefinitionErrorDetail('hosts_needed')],
  [
    'hosts',
    (all) =>
      all.kind !== 'site' && all.hosts.length > 0 && createDefinitionErrorDetail('hosts_needless', { kind: all.kind }),
  ],
  [
    'openPaths',
    (all) =>
      all.kind !== 'site' &&
      all.openPaths.length > 0 &&
      createDefinitionErrorDetail('open_paths_needless', { kind: all.kind }),
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
      createDefinitionErrorDetail('site_age', { min: minMaxAgeSeconds }),
  ],
]
