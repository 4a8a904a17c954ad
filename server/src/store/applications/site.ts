// A site: pages that have no login of their own and are protected by forward authentication. It is an application, whose client is this
// server itself; what is particular to it stands here: the hosts it may have, and the addresses that follow from them.
import { tell } from '../definition-errors/definition-fault.ts'
import type { ToldFault } from '../definition-errors/definition-fault.ts'
import type { ApplicationDefinition } from './definition.ts'

/** Under this path of every protected host the proxy leads to this server. */
export const sitePath = '/.countersign'

const longestHost = 253

/** Whether a host, with or without a port, is the machine of whoever opens it. A browser never asks the network for these (RFC 6761 §6.3). */
export const isLocalSite = (host: string): boolean =>
  /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/.test(host)

/**
 * Where people open a site. Plain http is for the machine of whoever opens it alone.
 * @param isHttps whether the proxy says that it was opened by https, which such a machine can have as well
 */
export const siteOrigin = (host: string, isHttps = false): string =>
  `${isLocalSite(host) && !isHttps ? 'http' : 'https'}://${host}`

const siteOrigins = (host: string): string[] => [...new Set([siteOrigin(host), siteOrigin(host, true)])]

/**
 * Looks at a host of a site.
 * @returns what is wrong with it and what is allowed; null where nothing is
 *
 * @example siteHostFault('wiki.example:8443') // null
 */
export function siteHostFault(host: string): ToldFault | null {
  if (host.length > longestHost) return tell('long', { max: longestHost })
  const origin = siteOrigin(host)
  const isPrinted = /^[a-z0-9.:[\]-]+$/.test(host) && URL.canParse(origin) && new URL(origin).href === `${origin}/`
  const [name = ''] = host.split(':')
  return isPrinted && !host.endsWith('.') && !host.includes('..') && !name.startsWith('.') ? null : tell('host_form')
}

/** The addresses of a site that people are sent back to: those that it was given, of everything else. */
export const redirectUrisOf = ({ kind, redirectUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(siteOrigins).map(siteCallback) : redirectUris

/** The same after sign-out. */
export const postLogoutUrisOf = ({ kind, postLogoutUris, hosts }: ApplicationDefinition): string[] =>
  kind === 'site' ? hosts.flatMap(siteOrigins).map(siteSignedOut) : postLogoutUris

/** Where the browser comes back to after sign-in. @param origin of the site */
export const siteCallback = (origin: string): string => `${origin}${sitePath}/callback`

/** Where the browser comes back to after sign-out. @param origin of the site */
export const siteSignedOut = (origin: string): string => `${origin}${sitePath}/signed-out`

/** Whoever proved themselves must be let in with it, or the browser would go round in circles. Seconds. */
const leastAge = 60

type SiteRule = (definition: ApplicationDefinition) => ToldFault | false

/** For a site, this member may only be what this server needs as a client of its own. */
const only = <Member extends keyof ApplicationDefinition>(
  member: Member,
  isRight: (value: ApplicationDefinition[Member]) => boolean,
  value: string,
): readonly [Member, SiteRule] => [
  member,
  (all) => all.kind === 'site' && !isRight(all[member]) && tell('site_only', { value }),
]

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0

/** What the members of a site say about each other, and that nothing else has hosts. */
export const siteRules: readonly (readonly [keyof ApplicationDefinition, SiteRule])[] = [
  ['hosts', (all) => all.kind === 'site' && all.hosts.length === 0 && tell('hosts_needed')],
  ['hosts', (all) => all.kind !== 'site' && all.hosts.length > 0 && tell('hosts_needless', { kind: all.kind })],
  [
    'openPaths',
    (all) => all.kind !== 'site' && all.openPaths.length > 0 && tell('open_paths_needless', { kind: all.kind }),
  ],
  only('redirectUris', isEmpty, '[]'),
  only('postLogoutUris', isEmpty, '[]'),
  only('backchannelLogoutUri', (value) => value === null, 'null'),
  only('authentication', (value) => value === 'none', '"none"'),
  only('resources', isEmpty, '[]'),
  only('sectorIdentifierUri', (value) => value === null, 'null'),
  // An alias leads nowhere, and `Remote-User` tells people apart already.
  only('email', (value) => value !== 'alias', '"none" or "verified"'),
  only('dpopRequired', (value) => !value, 'false'),
  only('pushedRequestRequired', (value) => !value, 'false'),
  // A signed message does not fit into a header, and nothing is left of a site while somebody is away.
  only(
    'scopes',
    (value) => !value.includes('proof') && !value.includes('offline_access'),
    'without "proof" and "offline_access"',
  ),
  [
    'maximumAgeSeconds',
    (all) =>
      all.kind === 'site' &&
      all.maximumAgeSeconds !== null &&
      all.maximumAgeSeconds < leastAge &&
      tell('site_age', { min: leastAge }),
  ],
]
