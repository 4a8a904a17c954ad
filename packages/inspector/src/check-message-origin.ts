// Compares a message with the origin that requested it (ERC-4361 §Verifying the Request Origin).
import type { SignInMessage } from '@countersign/message'
import type { OriginHostRelation, MessageOriginFinding } from './message-inspection-findings.ts'

type OriginFindingPart = MessageOriginFinding['parts'][number]

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' }

/** Ignores any path. Returns null if there is no host. */
export function parseOriginUrl(text: string): URL | null {
  const url = parseUrl(text.trim())
  return url === null || url.hostname === '' ? null : url
}

/**
 * The default scheme is https (ERC-4361 §Message Fields).
 * @throws RangeError for an origin that `parseOriginUrl` refuses
 */
export function checkMessageOrigin(message: SignInMessage, text: string): MessageOriginFinding {
  const url = parseOriginUrl(text)
  if (url === null) throw new RangeError('The origin must be a scheme and a host, such as https://example.com.')
  const { host, port } = splitUriAuthority(message.domain)
  const relation = getHostRelation(host, url.hostname)
  const scheme = url.protocol.slice(0, -1)
  const parts = [
    compareScheme(message.scheme, scheme),
    ...compareHost(host, url.hostname, relation),
    comparePort(message.scheme ?? 'https', port, url.port, scheme),
  ]
  return {
    origin: `${scheme}://${url.host}`,
    matches: !parts.some(({ outcome }) => outcome === 'different'),
    relation,
    parts,
  }
}

function compareScheme(told: string | undefined, scheme: string): OriginFindingPart {
  if (told === undefined)
    return { part: 'scheme', outcome: scheme === 'https' ? 'not-told' : 'different', message: null, origin: scheme }
  return {
    part: 'scheme',
    outcome: told.toLowerCase() === scheme ? 'same' : 'different',
    message: told,
    origin: scheme,
  }
}

// Sibling hosts count as different, because a.co.uk and b.co.uk may have different owners.
function compareHost(host: string, origin: string, relation: OriginHostRelation): OriginFindingPart[] {
  const related = relation === 'same' || relation === 'parent' || relation === 'child'
  const hostPart: OriginFindingPart = { part: 'host', outcome: related ? 'same' : 'different', message: host, origin }
  if (relation === 'unrelated' || isIpAddress(host))
    return [hostPart, { part: 'subdomain', outcome: 'not-told', message: null, origin: null }]
  if (relation === 'same') return [hostPart, { part: 'subdomain', outcome: 'same', message: null, origin: null }]
  const shared = countSharedLabels(host, origin)
  const without = (name: string): string => name.split('.').slice(0, -shared).join('.')
  return [hostPart, { part: 'subdomain', outcome: 'different', message: without(host), origin: without(origin) }]
}

function comparePort(
  messageScheme: string,
  told: string | null,
  originPort: string,
  originScheme: string,
): OriginFindingPart {
  const port = told ?? defaultPorts[messageScheme.toLowerCase()] ?? null
  const origin = originPort || (defaultPorts[originScheme] ?? null)
  const outcome = port === null ? 'not-told' : port === origin ? 'same' : 'different'
  return { part: 'port', outcome, message: told, origin }
}

// The host becomes lowercase (RFC 3986 §3.2.2), and an empty port becomes null (§3.2.3).
export function splitUriAuthority(domain: string): { userinfo: string | null; host: string; port: string | null } {
  const at = domain.indexOf('@')
  const rest = domain.slice(at + 1)
  const [, host, digits] = /^(.*?)(?::([0-9]*))?$/.exec(rest)!
  const port = digits === undefined || digits === '' ? null : digits.replace(/^0+(?=.)/, '')
  return { userinfo: at === -1 ? null : domain.slice(0, at), host: normalizeHost(host!), port }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

// Canonicalizes IPv6 addresses.
function normalizeHost(host: string): string {
  return (host.startsWith('[') ? parseUrl(`http://${host}`)?.hostname : undefined) ?? host.toLowerCase()
}

function getHostRelation(host: string, origin: string): OriginHostRelation {
  if (host === origin) return 'same'
  if (isIpAddress(host) || isIpAddress(origin) || host === '') return 'unrelated'
  if (origin.endsWith('.' + host)) return 'parent'
  if (host.endsWith('.' + origin)) return 'child'
  return countSharedLabels(host, origin) >= 2 ? 'sibling' : 'unrelated'
}

function countSharedLabels(one: string, other: string): number {
  const left = one.split('.').toReversed()
  const right = other.split('.').toReversed()
  const difference = left.findIndex((label, index) => label !== right[index])
  return difference === -1 ? left.length : difference
}

function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^[0-9.]+$/.test(host)
}
