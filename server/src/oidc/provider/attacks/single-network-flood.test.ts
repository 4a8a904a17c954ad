// A flood from one network does not affect others, within one rate limit window.
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { formatSignInMessage } from '@countersign/message'
import type { LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { createTestServer } from '../../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../../testing/oidc-application-test-steps.ts'

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.length
  } finally {
    query.mockRestore()
  }
}

test('N17: invalid requests need no database query, and a sign-in uses one for all rate limits', async () => {
  const app = await createTestServer({ database: 'postgres' })
  const kinds = await worthless(app)
  const browser = app.openBrowser({ address: '2001:db8:bad:1::1' })
  for (const kind of [
    'a sign-in with a nonce of somebody else',
    'a sign-in with no message',
    'a passkey that answers nothing',
    'a challenge for a contract wallet',
  ] as const) {
    const send = kinds[kind] ?? expect.fail()
    expect(await countStatements(() => send(browser, 0)), kind).toBe(0)
  }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  expect((await browser.signIn()).statusCode).toBe(200)
  const counting = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('rate_limits'))
  query.mockRestore()
  expect(counting).toHaveLength(1)
})

const people = 50
const hex = (index: number): string => index.toString(16)

/** Small budgets keep the flood short; their ratios are the default ones. */
const environment = {
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '20',
  COUNTERSIGN_SIGN_INS_PER_MINUTE: '4000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '20',
  COUNTERSIGN_CHALLENGES_PER_MINUTE: '4000',
  COUNTERSIGN_CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE: '20',
  COUNTERSIGN_CLIENT_REQUESTS_PER_MINUTE: '4000',
  COUNTERSIGN_DEVICE_CODES_PER_MINUTE: '200',
}
const ofWidest = 8 * 20

const attackers =
  (app: TestServer) =>
  (index: number): TestBrowser =>
    app.openBrowser({ address: `2001:db8:bad:${hex(index % 0xffff)}::${hex((index % 0xfff) + 1)}` })
const home = (person: number): string =>
  person % 2 === 0 ? `198.18.${person}.7` : `2001:db8:${hex(0x1000 + person)}:1::7`

const clientData = (challenge: string): string =>
  Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: 'https://sign-in.example' })).toString(
    'base64url',
  )
const post = (browser: TestBrowser, url: string, form: Record<string, string>) =>
  browser.send('POST', url, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })

async function worthless(
  app: TestServer,
): Promise<Readonly<Record<string, (browser: TestBrowser, index: number) => Promise<LightMyRequestResponse>>>> {
  const { message: issued } = await app.openBrowser({ address: '2001:db8:bad::1' }).requestChallenge()
  const foreign = formatSignInMessage({
    ...issued,
    nonce: 'a'.repeat(72),
    address: createEthereumTestKey(7).address,
    chainId: '1',
  })
  const signature = `0x${'1'.repeat(128)}1b`
  const assertion = {
    id: 'AAAA',
    clientDataJSON: clientData('a'.repeat(72)),
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    userHandle: null,
  }
  return {
    'a sign-in with a nonce of somebody else': (browser) =>
      browser.send('POST', '/api/sign-in', { message: foreign, signature }),
    'a sign-in with no message': (browser) =>
      browser.send('POST', '/api/sign-in', { message: 'x'.repeat(200), signature }),
    'a step-up of nobody': (browser) => browser.send('POST', '/api/step-up', { message: foreign, signature }),
    'a passkey that answers nothing': (browser) => browser.send('POST', '/api/sign-in/passkey', { assertion }),
    'a challenge for no interaction': (browser, index) =>
      browser.send('POST', '/api/challenges', { purpose: 'sign-in', interaction: `none${index}` }),
    'a challenge for a contract wallet': (browser) =>
      browser.send('POST', '/api/challenges', { purpose: 'sign-in', walletKind: 'contract' }),
    'an unknown application': (browser) =>
      browser.send('GET', '/authorize?client_id=nobody&response_type=code&scope=openid'),
    'a pushed request of nobody': (browser) => post(browser, '/par', { client_id: 'nobody', scope: 'openid' }),
    'a device of nobody': (browser) => post(browser, '/device/authorize', { client_id: 'nobody', scope: 'openid' }),
    'a code of a device, signed out': (browser) => browser.send('POST', '/api/device/read', { userCode: 'BCDF-GHJK' }),
    'a sign-out of nobody': (browser) => browser.send('GET', '/end-session?id_token_hint=nothing'),
    'a code for the first owner, signed out': (browser) =>
      browser.send('POST', '/api/setup', { code: 'AAAA-AAAA-AAAA-AAAA' }),
    'a token of the administration': (browser) =>
      browser.send('GET', '/api/admin/people', undefined, { authorization: 'Bearer nothing' }),
  }
}

async function countRows({ database }: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'audit_events',
    'sessions',
    'browsers',
    'people',
    'spent_challenges',
    'pending_challenges',
    'provider_records',
  ] as const) {
    const { rows } = await database.queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(rows)
  }
  const limits =
    database.pool === null
      ? 0
      : Number((await database.pool.query<{ rows: string }>('select count(*) as rows from rate_limits')).rows[0]?.rows)
  return { ...counts, limits }
}

const tally = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => code)).map(([code, same]) => [code, same?.length ?? 0]),
  )

async function live(app: TestServer, application: TestClientApplication, person: number): Promise<string[]> {
  const browser = app.openBrowser({ address: home(person) })
  const [key, second] = [createEthereumTestKey(1000 + person), createEthereumTestKey(2000 + person)]
  const answers = [
    await browser.signIn(key),
    await browser.stepUp(key),
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', second)),
  ]
  const back = await runOidcAuthorizationUntilCallback(browser, application, {}, { key })
  return [...answers.map(({ statusCode }) => String(statusCode)), back.searchParams.has('code') ? 'code' : back.href]
}
const well = ['200', '200', '200', 'code']

describe.each(databaseKinds)('N17 N18: flood on %s', (kind) => {
  test('invalid requests from one /48 leave no rows and affect no one else', { timeout: 180_000 }, async () => {
    const app = await createOidcTestServer({ database: kind, environment })
    const application = await addTestClientApplication(app)
    const kinds = await worthless(app)
    const before = await countRows(app)
    const attacker = attackers(app)
    for (const [name, send] of Object.entries(kinds)) {
      const statuses: string[] = []
      for (let index = 0; index < 200; index++) {
        const { statusCode, headers } = await send(attacker(index), index)
        statuses.push(
          statusCode === 303
            ? getRedirectLocation({ headers } as LightMyRequestResponse).replace(/&.*/, '')
            : String(statusCode),
        )
      }
      expect(
        statuses.filter((status) => /^(200|5..)$/.test(status)),
        name,
      ).toEqual([])
    }
    expect(await countRows(app)).toEqual(before)
    for (let person = 0; person < people; person++) expect(await live(app, application, person)).toEqual(well)
  })

  test('challenge answers from one /48 are limited to the budget of one network', { timeout: 180_000 }, async () => {
    const app = await createOidcTestServer({ database: kind, environment })
    const application = await addTestClientApplication(app)
    const attacker = attackers(app)
    const before = await countRows(app)
    const flood = async (index: number, key = createEthereumTestKey(5000 + index), wrong = false): Promise<string> => {
      const browser = attacker(index * 0x100)
      const asked = await browser.send('POST', '/api/challenges', { purpose: 'sign-in' })
      if (asked.statusCode !== 200) return String(asked.statusCode)
      const { message: issued } = asked.json<{ message: Parameters<typeof formatSignInMessage>[0] }>()
      const message = formatSignInMessage({ ...issued, address: key.address, chainId: '1' })
      return String(
        (
          await browser.send('POST', '/api/sign-in', {
            message,
            signature: wrong ? `0x${'1'.repeat(128)}1b` : signEthereumMessage(key, message),
          })
        ).statusCode,
      )
    }
    const codes: string[] = []
    for (let index = 0; index < 120; index++) codes.push(await flood(index, createEthereumTestKey(7), true))
    for (let index = 120; index < 400; index++) codes.push(await flood(index))
    expect(tally(codes)).toEqual({ '400': 120, '200': ofWidest - 120, '429': 400 - ofWidest })
    for (let index = 0; index < 200; index++)
      await attacker(index * 0x100).send('GET', createAuthorizationUrl(application))
    const after = await countRows(app)
    expect((after.spent_challenges ?? 0) - (before.spent_challenges ?? 0)).toBe(ofWidest)
    expect(after.provider_records).toBe(ofWidest)
    expect(after.limits).toBeLessThan(5 * 3 * ofWidest)
    for (let person = 0; person < people; person++) expect(await live(app, application, person)).toEqual(well)
    app.pass(120_000)
    await app.pruneExpired()
    expect((await countRows(app)).limits).toBe(0)
  })

  test(
    'a flood from many networks blocks strangers, but no session or known browser',
    { timeout: 180_000 },
    async () => {
      const app = await createTestServer({ database: kind, environment: { COUNTERSIGN_SIGN_INS_PER_MINUTE: '120' } })
      const [owner, visitor] = [app.openBrowser({ address: '198.18.1.1' }), app.openBrowser({ address: '198.18.2.1' })]
      const [ownerKey, visitorKey] = [createEthereumTestKey(11), createEthereumTestKey(12)]
      for (const answer of [
        await owner.signIn(ownerKey),
        await owner.stepUp(ownerKey),
        await visitor.signIn(visitorKey),
      ])
        expect(answer.statusCode).toBe(200)
      expect((await owner.send('POST', '/api/sign-out')).statusCode).toBe(204)
      app.clock.now += 60_000
      const codes: number[] = []
      for (let network = 0; network < 130; network++)
        codes.push(
          (await app.openBrowser({ address: `10.${network}.0.1` }).signIn(createEthereumTestKey(100 + network)))
            .statusCode,
        )
      expect(tally(codes.map(String))).toEqual({ '200': 90, '429': 40 })
      const stranger = app.openBrowser({ address: '198.18.3.1' })
      const refused = await stranger.signIn(createEthereumTestKey(13))
      expect(refused.json()).toMatchObject({ code: 'rate.limited', retryAfterSeconds: 60 })
      for (const [name] of owner.cookies) stranger.cookies.set(name, 'A'.repeat(43))
      expect((await stranger.signIn(createEthereumTestKey(13))).statusCode).toBe(429)
      expect((await owner.signIn(ownerKey)).statusCode).toBe(200)
      expect((await visitor.stepUp(visitorKey)).statusCode).toBe(200)
      app.clock.now += 60_000
      expect((await stranger.signIn(createEthereumTestKey(13))).statusCode).toBe(200)
    },
  )
})
