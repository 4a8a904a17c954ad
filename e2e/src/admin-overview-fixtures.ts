// Responses for an overview with large numbers, hostile text, and every kind of alert.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'

const dayMs = 86_400_000
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
const timeOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString()

export const busyServerMetrics: AdminApiEndpointOutput<'readMetrics'> = {
  from: dayOf(29),
  to: dayOf(0),
  signIns: Array.from({ length: 30 }, (_, daysAgo) => [
    { day: dayOf(daysAgo), signInMethod: 'key' as const, outcome: 'success' as const, count: 1200 + daysAgo },
    { day: dayOf(daysAgo), signInMethod: 'contract' as const, outcome: 'success' as const, count: 80 },
    { day: dayOf(daysAgo), signInMethod: 'passkey' as const, outcome: 'success' as const, count: 300 },
    { day: dayOf(daysAgo), signInMethod: null, outcome: 'refused' as const, count: 40 },
  ]).flat(),
  refusals: [
    { reason: 'expired', count: 900, days: [{ day: dayOf(3), count: 900 }] },
    { reason: 'message.domain_mismatch', count: 200, days: [{ day: dayOf(0), count: 200 }] },
    { reason: '<img src=x onerror=alert(1)>', count: 3, days: [{ day: dayOf(29), count: 3 }] },
    { reason: `a reason without an end ${'x'.repeat(200)}`, count: 1, days: [{ day: dayOf(1), count: 1 }] },
  ],
  newPeople: Array.from({ length: 30 }, (_, daysAgo) => ({ day: dayOf(daysAgo), count: daysAgo })),
  people: { active: 123_456, suspended: 12 },
  sessions: { live: 34_567 },
  applications: { enabled: 40, disabled: 2 },
  groups: 12,
  chains: [
    { id: '1', name: 'Ethereum', state: 'well', readAt: new Date().toISOString(), unreachableSessions: 0 },
    {
      id: '8453',
      name: 'Base',
      state: 'failing',
      readAt: new Date(Date.now() - dayMs).toISOString(),
      unreachableSessions: 7,
    },
    { id: '10', name: 'OP Mainnet', state: 'unread', readAt: null, unreachableSessions: 0 },
  ],
  keys: [
    {
      algorithm: 'ES256',
      state: 'current',
      createdAt: new Date(Date.now() - 40 * dayMs).toISOString(),
      signsUntil: new Date(Date.now() + 50 * dayMs).toISOString(),
    },
  ],
  backup: { lastAt: new Date(Date.now() - 9 * dayMs).toISOString() },
  logouts: { waiting: 3, failed: 2 },
  uncounted: 0,
}

/** What `everyAdminAlert` is about. */
export const alarmingServerMetrics: AdminApiEndpointOutput<'readMetrics'> = {
  ...busyServerMetrics,
  signIns: busyServerMetrics.signIns.flatMap((signIn) => {
    const isToday = signIn.day === dayOf(0)
    if (signIn.outcome === 'refused') return [{ ...signIn, count: isToday ? 900 : 12 }]
    return isToday ? [] : [signIn]
  }),
  refusals: busyServerMetrics.refusals.map((refusal) =>
    refusal.reason === 'expired' ? { ...refusal, days: [{ day: dayOf(0), count: 900 }] } : refusal,
  ),
  newPeople: busyServerMetrics.newPeople.filter(({ day }) => day !== dayOf(0)),
  keys: busyServerMetrics.keys.map((key) => ({ ...key, createdAt: timeOf(91), signsUntil: timeOf(1) })),
  backup: { lastAt: null },
  logouts: { waiting: 3, failed: 41 },
}

export const everyAdminAlert: AdminApiEndpointOutput<'listAlerts'> = {
  items: [
    {
      kind: 'sign_ins_stopped',
      way: null,
      walletName: null,
      since: timeOf(1.1),
      usual: 1580,
      adminSignIns: 0,
      failures: 31,
      failureReason: 'wallet-failed',
    },
    {
      kind: 'logouts',
      count: 41,
      hasMore: false,
      application: { id: 'shop', name: 'The shop with the longest name that an operator gave it' },
      from: timeOf(7),
    },
    { kind: 'chain', id: '8453', name: 'Base', sessions: 7 },
    { kind: 'key', algorithm: 'ES256', until: timeOf(1), isOver: true },
    { kind: 'refusals', count: 900, usual: 12, from: timeOf(0) },
    { kind: 'mails', count: 3, hasMore: false, from: timeOf(7) },
    { kind: 'held', count: 2 },
    { kind: 'introspection', id: 'wiki', name: 'Wiki', isOwn: false },
    { kind: 'backup', lastAt: null },
  ],
}

/** Right after the first owner has signed in. */
export const newServerMetrics: AdminApiEndpointOutput<'readMetrics'> = {
  ...busyServerMetrics,
  signIns: [{ day: dayOf(0), signInMethod: 'key', outcome: 'success', count: 1 }],
  refusals: [],
  newPeople: [{ day: dayOf(0), count: 1 }],
  people: { active: 1, suspended: 0 },
  sessions: { live: 1 },
  applications: { enabled: 0, disabled: 0 },
  groups: 0,
  chains: [],
  backup: { lastAt: null },
  logouts: { waiting: 0, failed: 0 },
}

export const newServerSetupSteps: AdminApiEndpointOutput<'readSetupSteps'> = {
  steps: (['passkey', 'application', 'chain', 'backup'] as const).map((step) => ({
    step,
    done: false,
    dismissed: false,
  })),
}

export const someSetupStepsDone: AdminApiEndpointOutput<'readSetupSteps'> = {
  steps: newServerSetupSteps.steps.map((one) => ({ ...one, done: one.step === 'application' || one.step === 'chain' })),
}

export const noAuditEventCounts: AdminApiEndpointOutput<'aggregateEvents'> = {
  items: [],
  nextCursor: null,
  total: null,
  scanned: 0,
  isComplete: true,
}
