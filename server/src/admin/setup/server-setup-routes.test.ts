// Tests the first start of a server, which has one setup code and gets one owner.
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestPasskey, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import { grantTestRole, openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { issueSetupCode, formatSetupCodeNotice } from './issue-setup-code.ts'
import { generateSetupCode, hashSetupCode, isMatchingSetupCode } from './setup-code.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const { alice, bob } = ethereumTestKeys
const codeOf = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code
const claim = async (browser: TestBrowser, code: string) => codeOf(await browser.send('POST', '/api/setup', { code }))
const issueTestSetupCode = async ({ database }: Pick<TestServer, 'database'>): Promise<string> => {
  const code = await issueSetupCode({ queries: database.queries, random: systemRandomBytes })
  if (code === null) throw new Error('It has an owner')
  return code
}
const readSetup = async (browser: TestBrowser) => (await browser.send('GET', '/api/setup')).json<unknown>()

test('a setup code matches its hash in any case and spacing', () => {
  const code = generateSetupCode(systemRandomBytes)
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){4}$/)
  const hash = hashSetupCode(code)
  expect(hash).toMatch(/^[\w-]{43}$/)
  for (const typed of [code, code.toUpperCase(), ` ${code.replaceAll('-', ' ')} `, code.replaceAll('-', '')])
    expect(isMatchingSetupCode(typed, hash)).toBe(true)
  for (const wrong of ['', code.slice(1), `${code}0`, generateSetupCode(systemRandomBytes)])
    expect(isMatchingSetupCode(wrong, hash)).toBe(false)
  expect(formatSetupCodeNotice('abcd-efgh', 'https://sign-in.example')).toContain('https://sign-in.example/setup')
})

describe('server setup', () => {
  test('makes the signed-in person the owner if they have the code, without another step-up', async () => {
    const app = await createTestServer()
    const code = await issueTestSetupCode(app)
    const browser = app.openBrowser()
    expect(await readSetup(browser)).toEqual({ owned: false })
    expect(await claim(browser, code)).toBe('session.required')
    await browser.signIn(alice)
    expect(await claim(browser, 'wrong-code')).toBe('setup.code_invalid')
    expect(await claim(browser, code)).toBe('done')
    expect(await readSetup(app.openBrowser())).toEqual({ owned: true })
    expect((await browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'] })
    expect(codeOf(await browser.send('DELETE', '/api/admin/setup-steps/chain'))).toBe('done')

    const stored = await app.database.queries.selectFrom('setup').selectAll().executeTakeFirstOrThrow()
    expect(stored.code_hash).toBeNull()
    expect(app.log.join('')).not.toContain(code)
    await sequenceAllAuditEntries(app.database.queries)
    const lines = await app.database.queries
      .selectFrom('audit_events')
      .select(['type', 'details'])
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute()
    expect(lines).toEqual([
      { type: 'role.granted', details: '{"role":"owner"}' },
      { type: 'browser.trusted', details: '{}' },
    ])
  })

  test('makes the signed-in person the owner if they signed in with a passkey', async () => {
    const app = await createTestServer()
    const { passkey } = await addTestPasskey(await openSteppedUpBrowser(app, alice))
    const code = await issueTestSetupCode(app)
    const browser = app.openBrowser()
    expect((await signInWithPasskey(browser, passkey)).statusCode).toBe(200)
    expect(await claim(browser, code)).toBe('done')
    expect((await browser.send('GET', '/api/admin')).json()).toMatchObject({ roles: ['owner'], trusted: true })
  })

  testOnBothDatabases(
    'N12: stores only a hash of the code, and a restart invalidates the earlier code',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const [old, code] = [await issueTestSetupCode(app), await issueTestSetupCode(app)]
      const { code_hash } = await app.database.queries.selectFrom('setup').selectAll().executeTakeFirstOrThrow()
      expect(code_hash).toBe(hashSetupCode(code))
      const browser = app.openBrowser()
      await browser.signIn(alice)
      expect(await claim(browser, old)).toBe('setup.code_invalid')
      expect(await claim(browser, code)).toBe('done')
    },
  )

  testOnBothDatabases('N12: accepts the code once, and never while there is an owner', async (kind) => {
    const app = await createTestServer({ database: kind })
    const code = await issueTestSetupCode(app)
    const first = app.openBrowser()
    await first.signIn(alice)
    expect(await claim(first, code)).toBe('done')
    const second = app.openBrowser()
    await second.signIn(bob)
    expect(await claim(second, code)).toBe('setup.already_completed')
    expect(await claim(first, code)).toBe('setup.already_completed')
    expect(await issueSetupCode({ queries: app.database.queries, random: systemRandomBytes })).toBeNull()
    expect((await second.send('GET', '/api/admin')).json()).toMatchObject({ roles: [] })
  })

  test('N12: creating an owner on the command line invalidates the code', async () => {
    const app = await createTestServer()
    const code = await issueTestSetupCode(app)
    const other = app.openBrowser()
    await other.signIn(bob)
    await grantTestRole(app, await requireBrowserPersonId(await openSteppedUpBrowser(app, alice)), 'owner')
    expect(await claim(other, code)).toBe('setup.already_completed')
    await app.database.queries.deleteFrom('role_assignments').execute()
    expect(await claim(other, code)).toBe('setup.code_invalid')
  })

  testOnBothDatabases('N12: exactly one of 20 concurrent claims on two instances succeeds', async (kind) => {
    const address = await createTestDatabase(kind)
    const generous = {
      environment: {
        COUNTERSIGN_SETUP_ATTEMPTS_PER_NETWORK_PER_MINUTE: '1000',
        COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
      },
    }
    const instances = [
      await createTestServer({ database: openDatabaseUntilTestEnds(address), ...generous }),
      await createTestServer({ database: openDatabaseUntilTestEnds(address), ...generous }),
    ] as const
    const code = await issueTestSetupCode(instances[0])
    const browsers: TestBrowser[] = []
    for (let index = 0; index < 20; index++) {
      const browser = instances[index % 2 === 0 ? 0 : 1].openBrowser()
      const { statusCode } = await browser.signIn(createEthereumTestKey(100 + index))
      expect(statusCode).toBe(200)
      browsers.push(browser)
    }
    const outcomes = await Promise.all(browsers.map((browser) => claim(browser, code)))
    // With SQLite, concurrent writers may get `database.unavailable`.
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    for (const outcome of outcomes)
      expect(['done', 'setup.already_completed', 'database.unavailable']).toContain(outcome)
    const { queries } = instances[0].database
    expect(await queries.selectFrom('role_assignments').select('role').execute()).toEqual([{ role: 'owner' }])
    expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
  })

  test('N12: requires a recent sign-in or step-up in the same browser', async () => {
    const app = await createTestServer()
    const code = await issueTestSetupCode(app)
    const browser = app.openBrowser()
    await browser.signIn(alice)
    const copy = app.openBrowser()
    for (const [name, value] of browser.cookies) if (name.includes('session')) copy.cookies.set(name, value)
    expect(await claim(copy, code)).toBe('step_up.required')
    app.clock.now = testClockStartTime + app.limits.stepUpFreshnessSeconds * 1000
    expect(await claim(browser, code)).toBe('step_up.required')
    await browser.stepUp(alice)
    expect(await claim(browser, code)).toBe('done')
  })

  test('N12: limits guesses per network without locking out the operator', async () => {
    const app = await createTestServer({
      environment: { COUNTERSIGN_SETUP_ATTEMPTS_PER_NETWORK_PER_MINUTE: '3' },
    })
    const code = await issueTestSetupCode(app)
    const [guesser, owner] = [app.openBrowser({ address: '198.51.100.7' }), app.openBrowser({ address: '203.0.113.9' })]
    await guesser.signIn(bob)
    await owner.signIn(alice)
    const outcomes = []
    for (let tries = 0; tries < 4; tries++) outcomes.push(await claim(guesser, generateSetupCode(systemRandomBytes)))
    expect(outcomes).toEqual(['setup.code_invalid', 'setup.code_invalid', 'setup.code_invalid', 'rate.limited'])
    // Signed-out callers use up no tries, whatever their network.
    for (let network = 0; network < 80; network++)
      expect(
        await claim(app.openBrowser({ address: `198.51.${network}.7` }), generateSetupCode(systemRandomBytes)),
      ).toBe('session.required')
    for (let tries = 0; tries < 4; tries++)
      expect(await claim(app.openBrowser({ address: '203.0.113.9' }), generateSetupCode(systemRandomBytes))).toBe(
        'session.required',
      )
    expect(await claim(owner, code)).toBe('done')
  })

  testOnBothDatabases('the checklist shows completed steps and remembers dismissed ones', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
    const steps = async () => (await browser.send('GET', '/api/admin/setup-steps')).json<{ steps: unknown[] }>().steps
    const list = (done: string[], dismissed: string[]) =>
      ['passkey', 'application', 'chain', 'backup'].map((step) => ({
        step,
        done: done.includes(step),
        dismissed: dismissed.includes(step),
      }))
    expect(await steps()).toEqual(list([], []))
    expect(codeOf(await browser.send('DELETE', '/api/admin/setup-steps/chain'))).toBe('done')
    expect(codeOf(await browser.send('DELETE', '/api/admin/setup-steps/chain'))).toBe('done')
    expect(codeOf(await browser.send('DELETE', '/api/admin/setup-steps/nothing'))).toBe('request.invalid')
    expect(await steps()).toEqual(list([], ['chain']))
    const { queries } = app.database
    const passkey = {
      credential_id: 'c',
      public_key: 'k',
      user_handle: 'u',
      counter: 0,
      transports: '[]',
      device_type: 'singleDevice',
      backed_up: 0,
      label: null,
    } as const
    await queries
      .insertInto('passkeys')
      .values({ id: 'p', person_id: personId, ...passkey, created_at: 1, last_used_at: 1, removed_at: null })
      .execute()
    await queries.updateTable('setup').set({ backed_up_at: app.clock.now }).execute()
    expect(await steps()).toEqual(list(['passkey', 'backup'], ['chain']))
  })
})
