// Tests that a step-up is refused if its session has ended (THREATS P4).
import { describe, expect, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { parseServerSettings } from '../../platform/parse-server-settings.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { unlimitedRateLimiter, testRateLimitCaller } from '../../testing/rate-limit-fixtures.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { challengeContextFixture } from '../../testing/challenge-verification-context-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeyStepUpOptions,
  relaxedChallengeRateLimits,
} from '../../testing/passkey-test-steps.ts'
import { processPasskeyStepUpAttempt } from './process-passkey-step-up-attempt.ts'
import { processWalletStepUpAttempt } from './process-wallet-step-up-attempt.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const sessionName = '__Host-countersign-session'
const browserName = '__Host-countersign-browser'

async function readAttempt(app: TestServer, { cookies }: TestBrowser) {
  const person = await app.database.queries.selectFrom('people').selectAll().executeTakeFirstOrThrow()
  const attempt = {
    personId: person.id,
    interaction: null,
    browserHash: hashBearerSecret(cookies.get(browserName) ?? ''),
    previousTokenHash: hashBearerSecret(cookies.get(sessionName) ?? ''),
    caller: testRateLimitCaller,
    networkPrefix: '198.51.100.0/24',
    userAgent: 'Test browser',
    now: app.clock.now,
  }
  const { settings } = parseServerSettings({ COUNTERSIGN_ORIGIN: 'https://sign-in.example' }, undefined)
  return {
    person,
    attempt,
    world: {
      settings,
      ...challengeContextFixture,
      rateLimiter: unlimitedRateLimiter,
      chains: new Map(),
      random: systemRandomBytes,
      queries: app.database.queries,
    },
  }
}

const stateOf = async ({ database: { queries } }: TestServer) => ({
  sessions: await queries.selectFrom('sessions').select(['id', 'ended_at', 'end_reason']).orderBy('id').execute(),
  passkeys: await queries.selectFrom('passkeys').select(['id', 'counter', 'last_used_at']).execute(),
  events: (await (await sequenceAllAuditEntries(queries)).selectFrom('audit_events').select('sequence').execute())
    .length,
})

describe.each(databaseKinds)('step-up after its session has ended, on %s', (kind) => {
  test('P4: is refused with a wallet and starts no session', async () => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [own, theirs] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app)]
    const signed = await theirs.signChallengeFor('step-up', ethereumTestKeys.alice)
    const { world, person, attempt } = await readAttempt(app, theirs)
    await own.send('DELETE', '/api/sessions')
    const before = await stateOf(app)
    await expect(
      processWalletStepUpAttempt(world, { ...attempt, ...signed, person, purpose: 'step-up' }),
    ).rejects.toMatchObject({
      code: 'session.required',
    })
    expect(await stateOf(app)).toEqual(before)
  })

  test('P4: is refused with a passkey, starts no session and leaves the passkey unchanged', async () => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const [own, theirs] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app)]
    const { passkey } = await addTestPasskey(own)
    const assertion = passkey.getAssertion(await requestTestPasskeyStepUpOptions(theirs))
    const { world, attempt } = await readAttempt(app, theirs)
    await own.send('DELETE', '/api/sessions')
    const before = await stateOf(app)
    await expect(
      processPasskeyStepUpAttempt(world, { ...attempt, assertion, purpose: 'passkey-step-up' }),
    ).rejects.toMatchObject({ code: 'session.required' })
    expect(await stateOf(app)).toEqual(before)
  })
})
