// docs/reference/rate-limits.md: who is let in and who is not, from the one table of budgets.
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

/** How a network is called by its length, and how many times the budget of the narrowest it has. */
const listNetworkLevels = (address: string): string[][] =>
  resolveRateLimitIpNetworks(address).map(({ prefix, budgetMultiplier }) => [
    `/${prefix.split('/')[1]}`,
    `× ${budgetMultiplier}`,
  ])

/** The page of all rate limits. */
export function renderRateLimitsReferencePage(): string {
  const all: [string, IpNetworkRateLimitBudget][] = Object.entries(ipNetworkRateLimitBudgets)
  const own: WalletOrPersonRateLimitBudget[] = Object.values(walletAndPersonRateLimitBudgets)
  const rows = all.map(([, { what, worth, perNetwork, times, inAll, isInstances }]) => [
    what,
    limitCell(perNetwork, times),
    worth,
    inAll === null ? '–' : `${limitCell(inAll)}${isInstances === true ? ', of each instance' : ''}`,
  ])
  return `# Rate limits

How often something may be tried, in windows of ${rateLimitWindowMs / 1000} seconds that begin at the full minute. Who comes too often is answered 429 \`rate.limited\`, which says when
the window ends (\`Retry-After\`, \`retryAfterSeconds\`), and has changed nothing. Every number is a limit that can be set ([limits.md](limits.md)).

## The rule

1. An attempt **first pays from the budgets of its own networks**, in the memory of the instance that it reached. An address is counted in several networks at once:

   ${['203.0.113.9', '2001:db8::1'].flatMap((address) => listNetworkLevels(address).map(([length, times]) => `${address.includes(':') ? 'IPv6' : 'IPv4'} ${length} ${times}`)).join(' · ')}

2. Then it has to be **worth something** (the third column below). What is not is refused. It was written down nowhere, and has used up nothing that others share.
3. What is worth something is counted **where all are**: in all, and, where instances share a PostgreSQL, in its networks over all instances. Either all
   of its counters count it, or none does: an attempt that is refused leaves no row.
4. Of what may happen in all, ${percent(1 - recognizedCallerRateLimitShare)} are for everybody. No IPv6 /32 and no IPv4 /16 is let in once it has ${percent(maxIpNetworkRateLimitShare)} of what is left: however early a few of them come, there
   is room for who comes later. Requests that are held open (waiting for another device) are divided in the same way. The other ${percent(recognizedCallerRateLimitShare)} are **kept for who has a session or a known browser**, divided in the same way.
5. The wider networks (IPv6 /56 to /32, IPv4 /24 and /16) hold up strangers alone: whoever has a session or a known browser is not made to pay for their neighbours.

To hold a challenge makes nobody known: everybody can ask for one. Counters that cannot be read refuse. Addresses that cannot be read are one network, × ${resolveRateLimitIpNetworks('unknown')[0]?.budgetMultiplier}. On SQLite all counters are in
the memory of the one process; an instance keeps at most so many that they take some ten megabytes, and counts further strangers together. In PostgreSQL they are rows of keyed hashes, counted by one
statement and swept by the minute.

${formatMarkdownTable(['what is counted', 'from one IPv4 address or IPv6 /64', 'worth something where', 'in all'], rows)}

## One wallet, one challenge, one person

${formatMarkdownTable(
  ['what is counted', 'in a minute'],
  own.map(({ what, limit }) => [what, typeof limit === 'number' ? String(limit) : limitCell(limit)]),
)}

## What is not counted

${formatMarkdownTable(
  ['what', 'why'],
  operationsWithoutRateLimit.map(({ what, why }) => [what, why]),
)}
`
}
