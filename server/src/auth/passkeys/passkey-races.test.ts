// Tests of concurrent passkey changes.
import type { PasskeyAttestation } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeyCreationOptions,
  requestTestPasskeySignInOptions,
  requestTestPasskeyStepUpOptions,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
} from '../../testing/passkey-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const createRaced = (database: DatabaseKind, environment: Record<string, string> = {}): Promise<TestServer> =>
  createTestServer({
    database,
    environment: { ...relaxedChallengeRateLimits, COUNTERSIGN_LOG_LEVEL: 'fatal', ...environment },
  })

describe.each(databaseKinds)('concurrent passkey changes on %s', (kind) => {
  test(
    'P3: removing the last two sign-in methods at once keeps one in each of 1000 rounds',
    { timeout: 240_000 },
    async () => {
      const app = await createRaced(kind)
      const { queries } = app.database
      const [one, two] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app)]
      const { id } = await addTestPasskey(one)
      const wallet = (await one.send('GET', '/api/wallets')).json<{ items: { id: string }[] }>().items[0]?.id ?? ''
      // The sign-in methods are detached from sessions, so that only the rule under test can
      // refuse.
      await queries.updateTable('sessions').set({ wallet_id: null, proof_id: null }).execute()
      await queries.updateTable('browsers').set({ trusted_by_wallet_id: null, trusted_by_passkey_id: null }).execute()
      const outcomes = new Map<string, number>()
      for (let round = 0; round < 1000; round++) {
        const [first, second] = round % 2 === 0 ? [one, two] : [two, one]
        const answers = await Promise.all([
          first.send('DELETE', `/api/passkeys/${id}`),
          second.send('DELETE', `/api/wallets/${wallet}`),
        ])
        const outcome = answers.map(summarizeApiResponse).toSorted().join(', ')
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        const left = [
          ...(await queries.selectFrom('wallets').select('id').where('unlinked_at', 'is', null).execute()),
          ...(await queries.selectFrom('passkeys').select('id').where('removed_at', 'is', null).execute()),
        ]
        expect(left).toHaveLength(1)
        await queries.updateTable('wallets').set({ unlinked_at: null, is_primary: 1 }).execute()
        await queries.updateTable('passkeys').set({ removed_at: null }).execute()
      }
      expect([...outcomes]).toEqual([['200, 409 sign_in_method.last', 1000]])
      expect(await verifyAuditLogIntegrity(queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('P4: signing in with a passkey during its removal leaves no session', async () => {
    const app = await createRaced(kind)
    const { queries } = app.database
    const owner = await openSteppedUpBrowser(app)
    const { passkey, id } = await addTestPasskey(owner)
    const answers = new Map<string, number>()
    for (let round = 0; round < 100; round++) {
      const browser = app.openBrowser()
      const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser))
      const signIn = () => browser.send('POST', '/api/sign-in/passkey', { assertion })
      const remove = () => owner.send('DELETE', `/api/passkeys/${id}`)
      const first = round % 2 === 0 ? signIn() : remove()
      for (let turns = round % 7; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
      const [a, b] = await Promise.all([first, round % 2 === 0 ? remove() : signIn()])
      const [signedIn, removed] = round % 2 === 0 ? [a, b] : [b, a]
      expect(summarizeApiResponse(removed)).toBe('200')
      answers.set(summarizeApiResponse(signedIn), (answers.get(summarizeApiResponse(signedIn)) ?? 0) + 1)
      expect(summarizeApiResponse(await browser.send('GET', '/api/passkeys'))).toBe('401 session.required')
      expect(
        await queries
          .selectFrom('sessions')
          .select('id')
          .where('passkey_id', '=', id)
          .where('ended_at', 'is', null)
          .execute(),
      ).toEqual([])
      await queries.updateTable('passkeys').set({ removed_at: null }).execute()
    }
    expect([...answers.keys()].filter((answer) => answer !== '200' && answer !== '401 passkey.removed')).toEqual([])
  })

  test('P1: a credential registered three times at once is stored once', async () => {
    const app = await createRaced(kind)
    const browsers = [
      await openSteppedUpBrowser(app),
      await openSteppedUpBrowser(app),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    for (let round = 0; round < 20; round++) {
      const { credentialId } = new VirtualPasskey()
      const made: PasskeyAttestation[] = []
      for (const browser of browsers)
        made.push(
          new VirtualPasskey({ credentialId }).createCredential(await requestTestPasskeyCreationOptions(browser)),
        )
      const answers = await Promise.all(
        browsers.map((browser, index) => browser.send('POST', '/api/passkeys', { attestation: made[index] })),
      )
      const summaries = answers.map(summarizeApiResponse)
      expect(summaries.filter((answer) => answer === '200')).toHaveLength(1)
      expect(summaries.slice(0, 2).includes('200') ? summaries[2] : summaries[0]).toBe('401 passkey.refused')
      expect(summaries.slice(0, 2).filter((answer) => answer === '409 passkey.already_registered')).toHaveLength(
        summaries[2] === '200' ? 0 : 1,
      )
      expect(
        await app.database.queries
          .selectFrom('passkeys')
          .select('id')
          .where('credential_id', '=', credentialId)
          .execute(),
      ).toHaveLength(1)
      await app.database.queries.deleteFrom('passkeys').execute()
    }
  })

  test('limits passkeys per person under concurrent registration', async () => {
    const app = await createRaced(kind, { COUNTERSIGN_PASSKEYS_PER_PERSON: '3' })
    const browser = await openSteppedUpBrowser(app)
    const made: PasskeyAttestation[] = []
    for (let index = 0; index < 8; index++)
      made.push(new VirtualPasskey().createCredential(await requestTestPasskeyCreationOptions(browser)))
    const answers = await Promise.all(made.map((attestation) => browser.send('POST', '/api/passkeys', { attestation })))
    expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
      ...Array<string>(3).fill('200'),
      ...Array<string>(5).fill('409 passkey.too_many'),
    ])
  })

  test('operations on one person lock rows in the same order and never deadlock', async () => {
    const app = await createRaced(kind)
    const owner = await openSteppedUpBrowser(app)
    const browsers = await Promise.all(Array.from({ length: 4 }, () => openSteppedUpBrowser(app)))
    const kept = await addTestPasskey(owner, { hasCounter: false })
    for (let round = 0; round < 15; round++) {
      const { id } = await addTestPasskey(owner)
      const made = new VirtualPasskey().createCredential(await requestTestPasskeyCreationOptions(owner))
      const assertion = kept.passkey.getAssertion(await requestTestPasskeySignInOptions(browsers[0] as TestBrowser))
      const stepUp = kept.passkey.getAssertion(await requestTestPasskeyStepUpOptions(browsers[1] as TestBrowser))
      const answers = await Promise.all([
        owner.send('DELETE', `/api/passkeys/${id}`),
        owner.send('POST', '/api/passkeys', { attestation: made }),
        browsers[0]?.send('POST', '/api/sign-in/passkey', { assertion }),
        browsers[1]?.send('POST', '/api/step-up/passkey', { assertion: stepUp }),
        browsers[2]?.signIn(),
        browsers[3]?.stepUp(),
        owner.send('PATCH', `/api/passkeys/${kept.id}`, { label: `Round ${round}` }),
      ])
      expect(answers.map((answer) => answer?.statusCode)).toEqual(Array(7).fill(200))
      await app.database.queries.deleteFrom('passkeys').where('id', 'not in', [kept.id, id]).execute()
    }
  })

  test('P4: a session ended during registration cannot add a passkey', async () => {
    const app = await createRaced(kind)
    const { queries } = app.database
    const thief = await openSteppedUpBrowser(app)
    const owner = await openSteppedUpBrowser(app)
    for (let round = 0; round < 20; round++) {
      const attestation = new VirtualPasskey().createCredential(await requestTestPasskeyCreationOptions(thief))
      const adding = thief.send('POST', '/api/passkeys', { attestation })
      for (let turns = round; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
      const [added, ended] = await Promise.all([adding, owner.send('DELETE', '/api/sessions')])
      expect(summarizeApiResponse(ended)).toBe('200')
      await sequenceAllAuditEntries(queries)
      const lines = await queries
        .selectFrom('audit_events')
        .select(['type'])
        .where('type', 'in', ['passkey.added', 'session.ended'])
        .orderBy('sequence', 'desc')
        .limit(2)
        .execute()
      if (summarizeApiResponse(added) === '200')
        expect(lines.map(({ type }) => type)).toEqual(['session.ended', 'passkey.added'])
      else
        expect([
          summarizeApiResponse(added),
          (await queries.selectFrom('passkeys').select('id').execute()).length,
        ]).toEqual(['401 session.required', 0])
      await queries.deleteFrom('passkeys').execute()
      await thief.signIn()
      await thief.stepUp()
    }
  })
})
