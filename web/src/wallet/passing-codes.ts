// Transient failures: refusals after which the same call, or the same signed message, may still be accepted.

export const passingCodes: ReadonlySet<string> = new Set([
  'network.offline',
  'network.unreachable',
  'network.cancelled',
  'database.unavailable',
  'database.in_doubt',
  'server.stopping',
  'rate.limited',
  'chain.unavailable',
])
