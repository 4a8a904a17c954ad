import { noWorkLeases } from '../../platform/cluster/work-leases.ts'
import { SignJWT, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import type { LogoutDeliveriesTable } from '../../platform/database/database-schema.ts'
import type { Logger } from '../../platform/logger.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { OutboundErrorReason } from '../../platform/outbound/outbound-error.ts'
import type { OutboundHttpClient } from '../../platform/outbound/outbound-http-client.ts'
import { readAuditLog, sequenceAllAuditEntries } from '../../testing/read-database-state.ts'
import {
  createTestDatabase,
  databaseKinds,
  openTestDatabase,
  openDatabaseUntilTestEnds,
} from '../../testing/test-databases.ts'
import { deliverBackchannelLogouts, pruneLogoutDeliveries } from './deliver-backchannel-logouts.ts'
import type { LogoutDeliveryContext } from './deliver-backchannel-logouts.ts'
import { createLogoutToken } from './backchannel-logout-token.ts'
import type { TokenSigner } from './backchannel-logout-token.ts'

const start = Date.parse('2026-01-15T12:00:00.500Z')
const origin = 'https://sign-in.example'

let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('ES256')
})

const sign: TokenSigner = (payload, { typ, algorithm }) =>
  new SignJWT(payload).setProtectedHeader({ alg: algorithm, typ, kid: 'current' }).sign(keys.privateKey)

type Answer = number | OutboundErrorReason

interface Sent {
  at: number
  url: string
  token: string
}

interface TestWorld extends LogoutDeliveryContext {
  clock: () => number
  time: { now: number }
  sent: Sent[]
  logged: string[]
}

/** A world whose other servers answer as told: with a status, or a fault for its reason. */
function createWorld(
  { queries }: Database,
  answer: (url: string) => Answer | Promise<Answer>,
  changes: Partial<LogoutDeliveryContext> = {},
): TestWorld {
  const time = { now: start }
  const sent: Sent[] = []
  const logged: string[] = []
  const outbound: OutboundHttpClient = {
    fetch: async (url, { purpose, method, headers, body }) => {
      expect([purpose, method, headers]).toEqual([
        'logout',
        'POST',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ])
      sent.push({ at: time.now - start, url, token: new URLSearchParams(body).get('logout_token') ?? '' })
      const given = await answer(url)
      if (typeof given === 'string') throw new OutboundError(given, purpose, 'partner.example')
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
    workLeases: noWorkLeases,
    outbound,
    sign,
    origin,
    limits: { logoutAttempts: 8, outboundTimeoutSeconds: 3 },
    log,
    sent,
    logged,
    ...changes,
  }
}

let queued = 0

async function queue({ queries }: Database, changes: Partial<LogoutDeliveriesTable> = {}): Promise<string> {
  const id = `delivery-${String((queued += 1)).padStart(5, '0')}`
  const person = {
    id: 'person',
    display_name: null,
    picture_url: null,
    locale: null,
    status: 'active' as const,
    created_at: start,
    last_seen_at: start,
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
      created_at: start,
      attempts: 0,
      next_attempt_at: start,
      completed_at: null,
      outcome: null,
      ...changes,
    })
    .execute()
  return id
}

const readRows = ({ queries }: Database) =>
  queries
    .selectFrom('logout_deliveries')
    .select(['attempts', 'next_attempt_at', 'completed_at', 'outcome'])
    .orderBy('id')
    .execute()

/** Makes rounds, moving the clock to whatever is due next, until nothing is. */
async function deliverAll(database: Database, context: TestWorld): Promise<void> {
  for (;;) {
    await deliverBackchannelLogouts(context)
    const next = (await readRows(database)).map((row) => row.next_attempt_at).filter((at) => at !== null)
    if (next.length === 0) return
    context.time.now = Math.max(context.time.now, Math.min(...next))
  }
}

describe.each(databaseKinds)('logouts on %s', (kind) => {
  test('are told once, and recorded', async () => {
    const database = await openTestDatabase(kind)
    const id = await queue(database)
    const context = createWorld(database, () => 200)
    expect(await deliverBackchannelLogouts(context)).toBe(1)
    expect(await deliverBackchannelLogouts(context)).toBe(0)
    expect(context.sent.map(({ url }) => url)).toEqual([`https://wiki.example/logout/${id}`])
    expect(await readRows(database)).toEqual([
      { attempts: 1, next_attempt_at: null, completed_at: start, outcome: 'delivered' },
    ])
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":1}',
    ])
    await sequenceAllAuditEntries(database.queries)
    const evidence = await database.queries
      .selectFrom('audit_event_evidence')
      .select(['person_id', 'content'])
      .execute()
    expect(evidence).toEqual([{ person_id: 'person', content: JSON.stringify({ sid: `sid-${id}` }) }])
    expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 1 })
  })

  test.each(['erased', 'gone'])(
    'reach the application also of a person who is %s, and leave nothing of them',
    async (how) => {
      const database = await openTestDatabase(kind)
      await queue(database)
      if (how === 'gone') await database.queries.deleteFrom('people').execute()
      else await database.queries.updateTable('people').set({ status: 'erased' }).execute()
      const context = createWorld(database, () => 200)
      expect(await deliverBackchannelLogouts(context)).toBe(1)
      expect(context.sent).toHaveLength(1)
      expect(await readRows(database)).toEqual([])
      expect(await readAuditLog(database.queries)).toEqual([
        'logout.delivered success {"applicationId":"wiki","attempts":1}',
      ])
      await sequenceAllAuditEntries(database.queries)
      expect(await database.queries.selectFrom('audit_event_evidence').selectAll().execute()).toEqual([])
      expect(await verifyAuditLogIntegrity(database.queries)).toMatchObject({ outcome: 'whole', lines: 1, erased: 1 })
    },
  )

  test('are tried again with doubling pauses until the application has understood', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const answers: Answer[] = ['timed_out', 503, 'connection_failed', 429, 204]
    const context = createWorld(database, () => answers.shift() ?? 500)
    await deliverAll(database, context)
    expect(context.sent.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 15_000])
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":5}',
    ])
  })

  test('are given up after so many tries, and the log says why', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const context = createWorld(database, () => 'connection_failed')
    await deliverAll(database, context)
    expect(context.sent.map(({ at }) => at / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 127])
    expect(await readRows(database)).toMatchObject([{ attempts: 8, outcome: 'failed' }])
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.failed refused {"applicationId":"wiki","attempts":8,"reason":"connection_failed"}',
    ])
    expect(context.logged.at(-1)).toBe(
      'warn an application was not told of a logout; it is not tried again {"applicationId":"wiki","attempts":8,"reason":"connection_failed"}',
    )
    expect(context.logged.join()).not.toContain('what the other server says')
  })

  test('never pause for longer than an hour', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const context = createWorld(database, () => 500, { limits: { logoutAttempts: 20, outboundTimeoutSeconds: 3 } })
    await deliverAll(database, context)
    const pauses = context.sent.map(({ at }, index) => at - (context.sent[index - 1]?.at ?? 0))
    expect(pauses).toHaveLength(20)
    expect(Math.max(...pauses)).toBe(3_600_000)
  })

  test.each<[Answer, string]>([
    [400, 'status_400'],
    [404, 'status_404'],
    [302, 'status_302'],
    [202, 'status_202'],
    ['private_network', 'private_network'],
    ['plain_http', 'plain_http'],
  ])('are given up at once where the answer is %s', async (answer, reason) => {
    const database = await openTestDatabase(kind)
    await queue(database)
    await deliverBackchannelLogouts(createWorld(database, () => answer))
    expect(await readAuditLog(database.queries)).toEqual([
      `logout.failed refused {"applicationId":"wiki","attempts":1,"reason":"${reason}"}`,
    ])
  })

  test('of an application that does not answer hold up nobody else', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 30; index++)
      await queue(database, { application_id: 'dead', uri: 'https://dead.example/', next_attempt_at: start - 1000 })
    for (let index = 0; index < 30; index++) await queue(database)
    const healthy = Promise.withResolvers<void>()
    // The dead one only lets go when all others were told: were they behind it, this would never end.
    const context = createWorld(database, async (url) => {
      if (url === 'https://dead.example/') return healthy.promise.then(() => 'timed_out' as const)
      if (context.sent.filter((one) => one.url.startsWith('https://wiki')).length === 30) healthy.resolve()
      return 200
    })
    expect(await deliverBackchannelLogouts(context)).toBe(31)
    expect(context.sent.filter(({ url }) => url === 'https://dead.example/')).toHaveLength(1)
  })

  test('go to no more than 16 applications at the same time', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 40; index++) await queue(database, { application_id: `application-${index}` })
    let [now, most] = [0, 0]
    const context = createWorld(database, async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise(setImmediate)
      now -= 1
      return 200
    })
    expect(await deliverBackchannelLogouts(context)).toBe(40)
    expect(most).toBeLessThanOrEqual(16)
    expect(most).toBeGreaterThan(1)
  })

  test('are told once by several instances together', async () => {
    const address = await createTestDatabase(kind)
    const [one, two] = [openDatabaseUntilTestEnds(address), openDatabaseUntilTestEnds(address)]
    for (let index = 0; index < 40; index++) await queue(one, { application_id: `application-${index % 4}` })
    const worlds = [one, two, one, two].map((database) => createWorld(database, () => 200))
    await Promise.all(worlds.map((context) => deliverBackchannelLogouts(context)))
    const urls = worlds.flatMap(({ sent }) => sent.map(({ url }) => url))
    expect(urls).toHaveLength(40)
    expect(new Set(urls).size).toBe(40)
    expect((await readAuditLog(one.queries)).filter((line) => line.startsWith('logout.delivered'))).toHaveLength(40)
  })

  test('that an instance took and never reported are only delayed', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const crash = new Error('The process ends here.')
    const dying = createWorld(database, () => Promise.reject(crash))
    await expect(deliverBackchannelLogouts(dying)).rejects.toBe(crash)
    const other = createWorld(database, () => 200)
    other.time.now = start + 60_999
    expect(await deliverBackchannelLogouts(other)).toBe(0)
    other.time.now += 1
    expect(await deliverBackchannelLogouts(other)).toBe(1)
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":2}',
    ])
  })

  test('whose last try was never reported are not sent once more', async () => {
    const database = await openTestDatabase(kind)
    await queue(database, { attempts: 8 })
    const context = createWorld(database, () => 200)
    await deliverBackchannelLogouts(context)
    expect(context.sent).toEqual([])
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.failed refused {"applicationId":"wiki","attempts":9,"reason":"interrupted"}',
    ])
  })

  test('that another instance has taken over are not settled by the one that was too slow', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const slow = createWorld(database, async () => {
      const other = createWorld(database, () => 200)
      other.time.now = start + 120_000
      expect(await deliverBackchannelLogouts(other)).toBe(1)
      return 400
    })
    await deliverBackchannelLogouts(slow)
    expect(await readRows(database)).toMatchObject([{ attempts: 2, outcome: 'delivered' }])
    expect(await readAuditLog(database.queries)).toEqual([
      'logout.delivered success {"applicationId":"wiki","attempts":2}',
    ])
  })

  test('leave nothing in the log where they cannot be settled', async () => {
    const database = await openTestDatabase(kind)
    await queue(database)
    const context = createWorld(database, () => 200)
    const random = vi
      .fn(systemRandomBytes)
      .mockImplementationOnce(systemRandomBytes)
      .mockImplementationOnce(() => {
        throw new Error('broken')
      })
    await expect(deliverBackchannelLogouts({ ...context, random })).rejects.toThrow('broken')
    expect(await readRows(database)).toMatchObject([{ attempts: 1, completed_at: null, outcome: null }])
    expect(await readAuditLog(database.queries)).toEqual([])
  })

  test('are forgotten a week after they were settled, batch after batch', async () => {
    const database = await openTestDatabase(kind)
    for (let index = 0; index < 250; index++)
      await queue(database, { completed_at: start, outcome: 'delivered', next_attempt_at: null })
    await queue(database)
    const week = 7 * 86_400_000
    expect(await pruneLogoutDeliveries(database.queries, start + week - 1)).toBe(0)
    expect([
      await pruneLogoutDeliveries(database.queries, start + week),
      await pruneLogoutDeliveries(database.queries, start + week),
      await pruneLogoutDeliveries(database.queries, start + week),
    ]).toEqual([200, 50, 0])
    expect(await readRows(database)).toHaveLength(1)
  })
})

describe('O13 a logout token', () => {
  const logout = { applicationId: 'wiki', subject: 'subject', sid: 'sid', algorithm: 'ES256' as const }

  test('says who is logged out of what, and nothing that an ID token says', async () => {
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7)
    const token = await createLogoutToken(sign, random, origin, logout, start)
    const { payload, protectedHeader } = await jwtVerify(token, keys.publicKey, {
      typ: 'logout+jwt',
      issuer: origin,
      audience: 'wiki',
      currentDate: new Date(start),
    })
    expect({ protectedHeader, payload }).toMatchInlineSnapshot(`
      {
        "payload": {
          "aud": "wiki",
          "events": {
            "http://schemas.openid.net/event/backchannel-logout": {},
          },
          "exp": 1768478520,
          "iat": 1768478400,
          "iss": "https://sign-in.example",
          "jti": "77777777777777777777777777",
          "sid": "sid",
          "sub": "subject",
        },
        "protectedHeader": {
          "alg": "ES256",
          "kid": "current",
          "typ": "logout+jwt",
        },
      }
    `)
  })

  test('ends, and is another one at each try', async () => {
    vi.useFakeTimers({ now: start, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const database = await openTestDatabase('sqlite')
    await queue(database)
    const answers: Answer[] = [503, 200]
    const context = createWorld(database, () => answers.shift() ?? 500)
    await deliverAll(database, context)
    const tokens = await Promise.all(
      context.sent.map(({ token }) => jwtVerify(token, keys.publicKey, { requiredClaims: ['iat', 'exp', 'jti'] })),
    )
    expect(tokens.map(({ payload }) => (payload.exp ?? 0) - (payload.iat ?? 0))).toEqual([120, 120])
    expect(new Set(tokens.map(({ payload }) => payload.jti)).size).toBe(2)
    await expect(
      jwtVerify(context.sent[0]?.token ?? '', keys.publicKey, { currentDate: new Date(start + 121_000) }),
    ).rejects.toThrow('exp')
  })
})
