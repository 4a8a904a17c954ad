// Whether a message is for the origin that asks for the signature: the check that ERC-4361 §Verifying the Request Origin
// recommends to wallets, told part by part so that a person sees which one is off.
import type { Message } from '@countersign/message'
import type { HostRelation, OriginFinding } from './findings.ts'

type Part = OriginFinding['parts'][number]

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' }

/** Reads an origin, such as `https://example.com`; a path after it is left aside. Null for what has no host. */
export function readOrigin(text: string): URL | null {
  const url = readUrl(text.trim())
  return url === null || url.hostname === '' ? null : url
}

/**
 * Compares scheme, host, subdomain and port of the message with those of the origin. What the message does not tell has a
 * default (ERC-4361 §Message Fields): the scheme is https, the port that of the scheme.
 * @throws RangeError for an origin that cannot be read; ask `readOrigin` first
 */
export function judgeOrigin(message: Message, text: string): OriginFinding {
  const url = readOrigin(text)
  if (url === null) throw new RangeError('The origin is not a scheme and a host, such as https://example.com.')
  const { host, port } = splitDomain(message.domain)
  const relation = relationOf(host, url.hostname)
  const scheme = url.protocol.slice(0, -1)
  const parts = [
    judgeScheme(message.scheme, scheme),
    ...judgeHost(host, url.hostname, relation),
    judgePort(message.scheme ?? 'https', port, url.port, scheme),
  ]
  return {
    origin: `${scheme}://${url.host}`,
    matches: !parts.some(({ outcome }) => outcome === 'different'),
    relation,
    parts,
  }
}

function judgeScheme(told: string | undefined, scheme: string): Part {
  if (told === undefined)
    return { part: 'scheme', outcome: scheme === 'https' ? 'not-told' : 'different', message: null, origin: scheme }
  return {
    part: 'scheme',
    outcome: told.toLowerCase() === scheme ? 'same' : 'different',
    message: told,
    origin: scheme,
  }
}

/**
 * The host is the same, for a parent and a child too, whose subdomain then differs. Siblings count as different hosts: which
 * names belong to one owner is known only to a list of all registries (a.co.uk and b.co.uk are strangers).
 */
function judgeHost(host: string, origin: string, relation: HostRelation): Part[] {
  const related = relation === 'same' || relation === 'parent' || relation === 'child'
  const hostPart: Part = { part: 'host', outcome: related ? 'same' : 'different', message: host, origin }
  if (relation === 'unrelated' || isNumeric(host))
    return [hostPart, { part: 'subdomain', outcome: 'not-told', message: null, origin: null }]
  if (relation === 'same') return [hostPart, { part: 'subdomain', outcome: 'same', message: null, origin: null }]
  const shared = sharedLabels(host, origin)
  const without = (name: string): string => name.split('.').slice(0, -shared).join('.')
  return [hostPart, { part: 'subdomain', outcome: 'different', message: without(host), origin: without(origin) }]
}

function judgePort(messageScheme: string, told: string | null, originPort: string, originScheme: string): Part {
  const port = told ?? defaultPorts[messageScheme.toLowerCase()] ?? null
  const origin = originPort || (defaultPorts[originScheme] ?? null)
  const outcome = port === null ? 'not-told' : port === origin ? 'same' : 'different'
  return { part: 'port', outcome, message: told, origin }
}

/** RFC 3986 §3.2: authority = [ userinfo "@" ] host [ ":" port ]. Hosts do not differ by case (§3.2.2); an empty port is none (§3.2.3). */
export function splitDomain(domain: string): { userinfo: string | null; host: string; port: string | null } {
  const at = domain.indexOf('@')
  const rest = domain.slice(at + 1)
  const [, host, digits] = /^(.*?)(?::([0-9]*))?$/.exec(rest)!
  const port = digits === undefined || digits === '' ? null : digits.replace(/^0+(?=.)/, '')
  return { userinfo: at === -1 ? null : domain.slice(0, at), host: plainHost(host!), port }
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** One spelling for the many that an IPv6 address has; small letters for all else. */
function plainHost(host: string): string {
  return (host.startsWith('[') ? readUrl(`http://${host}`)?.hostname : undefined) ?? host.toLowerCase()
}

function relationOf(host: string, origin: string): HostRelation {
  if (host === origin) return 'same'
  if (isNumeric(host) || isNumeric(origin) || host === '') return 'unrelated'
  if (origin.endsWith('.' + host)) return 'parent'
  if (host.endsWith('.' + origin)) return 'child'
  return sharedLabels(host, origin) >= 2 ? 'sibling' : 'unrelated'
}

/** How many labels two names have in common, counted from the right. */
function sharedLabels(one: string, other: string): number {
  const left = one.split('.').toReversed()
  const right = other.split('.').toReversed()
  const difference = left.findIndex((label, index) => label !== right[index])
  return difference === -1 ? left.length : difference
}

/** An IP address has no subdomains. */
function isNumeric(host: string): boolean {
  return host.startsWith('[') || /^[0-9.]+$/.test(host)
}
