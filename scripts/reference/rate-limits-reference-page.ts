import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { resolveRateLimitIpNetworks } from '../../server/src/platform/ip-network-prefix.ts'
import {
  ipNetworkRateLimitBudgets,
  maxIpNetworkRateLimitShare,
  recognizedCallerRateLimitShare,
  walletAndPersonRateLimitBudgets,
  operationsWithoutRateLimit,
  rateLimitWindowMs,
} from '../../server/src/platform/rate-limits/rate-limit-budgets.ts'
import type {
  IpNetworkRateLimitBudget,
  WalletOrPersonRateLimitBudget,
} from '../../server/src/platform/rate-limits/rate-limit-budgets.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

const limitCell = (name: keyof typeof serverLimitDefinitions, times = 1): string =>
  `${times === 1 ? '' : `${times} × `}${serverLimitDefinitions[name].default}: ${formatMarkdownCode(name)}`

const percent = (share: number): string => `${share * 100} %`

/** Network levels by prefix length; each has a multiple of the narrowest level's budget. */
const listNetworkLevels = (address: string): string[][] =>
  resolveRateLimitIpNetworks(address).map(({ prefix, budgetMultiplier }) => [
    `/${prefix.split('/')[1]}`,
    `× ${budgetMultiplier}`,
  ])

export function renderRateLimitsReferencePage(): string {
  const all: [string, IpNetworkRateLimitBudget][] = Object.entries(ipNetworkRateLimitBudgets)
  const own: WalletOrPersonRateLimitBudget[] = Object.values(walletAndPersonRateLimitBudgets)
  const rows = all.map(([, { what, worth, perNetwork, times, inAll, isInstances }]) => [
    what,
    limitCell(perNetwork, times),
    worth,
    inAll === null ? '–' : `${limitCell(inAll)}${isInstances === true ? ', per instance' : ''}`,
  ])
  return `# Rate limits

Rate limits apply to windows of ${rateLimitWindowMs / 1000} seconds that start at the full minute. A request over the limit changes nothing
and gets 429 \`rate.limited\`, which says when the window ends (\`Retry-After\`, \`retryAfterSeconds\`).
Every number is a configurable limit ([limits.md](limits.md)).

## Two-stage counting

1. An attempt is **first counted against its own networks**, in the memory of the instance that
   received it. An address belongs to several networks at once:

   ${['203.0.113.9', '2001:db8::1'].flatMap((address) => listNetworkLevels(address).map(([length, times]) => `${address.includes(':') ? 'IPv6' : 'IPv4'} ${length} ${times}`)).join(' · ')}

2. It must then **meet the condition for the shared budget** (the third column below). Otherwise it is
   refused, is recorded nowhere and uses no shared budget.
3. An attempt that meets the condition is counted **in the shared counters**: the total and, if
   instances share a PostgreSQL database, its networks across all instances. Either all of these
   counters count it or none does: a refused attempt leaves no row.
4. Of the total, ${percent(1 - recognizedCallerRateLimitShare)} is for everyone. An IPv6 /32 or IPv4 /16 is refused once it has used ${percent(maxIpNetworkRateLimitShare)} of what is left,
   so that a few early networks always leave room for later ones. Long polls (waiting for another
   device) are divided in the same way. The other ${percent(recognizedCallerRateLimitShare)} is **reserved for callers with a session or a
   known browser**, and divided in the same way.
5. The wider networks (IPv6 /56 to /32, IPv4 /24 and /16) limit only unknown callers: a caller with a
   session or a known browser is not affected by others in the same network.

A challenge does not make its holder known, because anyone can request one. If counters cannot be
read, requests are refused. Addresses that cannot be parsed count as one network, × ${resolveRateLimitIpNetworks('unknown')[0]?.budgetMultiplier}. With SQLite, all
counters are in the memory of the single process. An instance keeps counters of about ten megabytes
at most, and counts further unknown callers together. In PostgreSQL, counters are rows of keyed
hashes, updated by one statement and removed every minute.

${formatMarkdownTable(['Attempt', 'Per IPv4 address or IPv6 /64', 'Condition for the shared budget', 'Total'], rows)}

## Limits per wallet, challenge and person

${formatMarkdownTable(
  ['Attempt', 'Per minute'],
  own.map(({ what, limit }) => [what, typeof limit === 'number' ? String(limit) : limitCell(limit)]),
)}

## Operations without a rate limit

${formatMarkdownTable(
  ['Operation', 'Reason'],
  operationsWithoutRateLimit.map(({ what, why }) => [what, why]),
)}
`
}
