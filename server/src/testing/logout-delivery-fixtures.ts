// Back-channel logout deliveries for tests: database rows, responses, and the signing key.
import { SignJWT, generateKeyPair } from 'jose'
import { expect } from 'vitest'
import type { LogoutDeliveryContext } from '../oidc/logout/deliver-backchannel-logouts.ts'
import { deliverBackchannelLogouts } from '../oidc/logout/deliver-backchannel-logouts.ts'
import type { TokenSigner } from '../oidc/logout/create-backchannel-logout-token.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { noWorkQueueLeases } from '../platform/cluster/work-queue-leases.ts'
import type { LogoutDeliveriesTable } from '../platform/database/database-schema.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { Logger } from '../platform/logger.ts'
import { OutboundHttpError } from '../platform/outbound/outbound-http-error.ts'
import type { OutboundRequestErrorReason } from '../platform/outbound/outbound-http-error.ts'
import type { OutboundHttpClient } from '../platform/outbound/outbound-http-client.ts'

export const logoutDeliveryTestStartTime = Date.parse('2026-01-15T12:00:00.500Z')
export const logoutDeliveryTestOrigin = 'https://sign-in.example'
export const testLogoutTokenKeyPair = await generateKeyPair('ES256')

export const signTestLogoutToken: TokenSigner = (payload, { typ, algorithm }) =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: algorithm, typ, kid: 'current' })
    .sign(testLogoutTokenKeyPair.privateKey)

export type FakeLogoutDeliveryOutcome = number | OutboundRequestErrorReason

interface Sent {
  at: number
  url: string
  token: string
}

interface TestDeliveryContext extends LogoutDeliveryContext {
  clock: () => number
  time: { now: number }
  sent: Sent[]
  logged: string[]
}

export function createTestLogoutDeliveryContext(
  { queries }: Database,
  answer: (url: string) => FakeLogoutDeliveryOutcome | Promise<FakeLogoutDeliveryOutcome>,
  changes: Partial<LogoutDeliveryContext> = {},
): TestDeliveryContext {
  const time = { now: logoutDeliveryTestStartTime }
  const sent: Sent[] = []
  const logged: string[] = []
  const outbound: OutboundHttpClient = {
    fetch: async (url, { purpose, method, headers, body }) => {
      expect([purpose, method, headers]).toEqual([
        'logout',
        'POST',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ])
      sent.push({
        at: time.now - logoutDeliveryTestStartTime,
        url,
        token: new URLSearchParams(body).get('logout_token') ?? '',
      })
      const given = await answer(url)
      if (typeof given === 'string') throw new OutboundHttpError(given, purpose, 'partner.example')
      return { status: given, headers: {}, body: Buffer.from('what the other server says') }
    },
  }
  const write = (level: string) => (details: object, message: string) =>
    void logged.push(`${level} ${message} ${JSON.stringify(details)}`)
  const log = { info: write('info'), warn: write('warn') } as unknown as Logger
  return {
    queries,
    clock: () => time.now,
    time,
    random: systemRandomBytes,
    workLeases: noWorkQueueLeases,
    outbound,
    sign: signTestLogoutToken,
    origin: logoutDeliveryTestOrigin,
    limits: { logoutAttempts: 8, outboundTimeoutSeconds: 3 },
    log,
    sent,
    logged,
    ...changes,
  }
}

let queued = 0

export async function queueTestLogoutDelivery(
  { queries }: Database,
  changes: Partial<LogoutDeliveriesTable> = {},
): Promise<string> {
  const id = `delivery-${String((queued += 1)).padStart(5, '0')}`
  const person = {
    id: 'person',
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: logoutDeliveryTestStartTime,
    last_seen_at: logoutDeliveryTestStartTime,
  }
  await queries
    .insertInto('people')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await queries
    .insertInto('logout_deliveries')
    .values({
      id,
      application_id: 'wiki',
      person_id: 'person',
      uri: `https://wiki.example/logout/${id}`,
      subject: 'subject',
      sid: `sid-${id}`,
      algorithm: 'ES256',
      created_at: logoutDeliveryTestStartTime,
      attempts: 0,
      next_attempt_at: logoutDeliveryTestStartTime,
      completed_at: null,
      outcome: null,
      ...changes,
    })
    .execute()
  return id
}

export const readLogoutDeliveries = ({ queries }: Database) =>
  queries
    .selectFrom('logout_deliveries')
    .select(['attempts', 'next_attempt_at', 'completed_at', 'outcome'])
    .orderBy('id')
    .execute()

export async function deliverAllLogouts(database: Database, context: TestDeliveryContext): Promise<void> {
  for (;;) {
    await deliverBackchannelLogouts(context)
    const next = (await readLogoutDeliveries(database)).map((row) => row.next_attempt_at).filter((at) => at !== null)
    if (next.length === 0) return
    context.time.now = Math.max(context.time.now, Math.min(...next))
  }
}
