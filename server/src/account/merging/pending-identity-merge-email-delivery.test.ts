// The mail about a pending merge: to whom, and what happens where it fails.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  listPendingIdentityMergesForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
} from '../../testing/identity-merge-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'

const { alice, bob } = ethereumTestKeys

describe('P18 the mail about a pending merge', () => {
  let server: TestMailServer
  beforeAll(async () => {
    server = await startTestMailServer()
  })
  afterAll(() => server.close())
  beforeEach(() => void server.mails.splice(0))
  const smtp = (): Record<string, string> => ({
    ...relaxedChallengeRateLimits,
    COUNTERSIGN_SMTP_HOST: '127.0.0.1',
    COUNTERSIGN_SMTP_PORT: String(server.port),
    COUNTERSIGN_SMTP_TLS: 'none',
    COUNTERSIGN_SMTP_FROM: 'no-reply@sign-in.example',
  })
  const addAddress = async (app: TestServer, browser: TestBrowser): Promise<void> => {
    const row = {
      person_id: await readBrowserPersonIdOrNone(browser),
      address: 'bob@mail.example',
      verified_at: app.clock.now,
    }
    await app.database.queries.insertInto('email_addresses').values(row).execute()
  }

  test.each(['en', 'de'])(
    'goes to the verified address of the victim, in their language (%s), once',
    async (locale) => {
      const app = await createTestServer({ environment: smtp() })
      const victim = await openSteppedUpBrowser(app, bob)
      await addAddress(app, victim)
      await app.database.queries.updateTable('people').set({ locale }).execute()
      const attacker = await openSteppedUpBrowser(app, alice)
      const merge = await createIdentityMergeOfferForTests(attacker, bob)
      expect(server.mails).toEqual([])
      await requestIdentityMergeAcceptanceForTests(attacker, merge)
      await requestIdentityMergeAcceptanceForTests(attacker, merge)
      await vi.waitFor(() => expect(server.mails).toHaveLength(1))
      const [{ to, raw } = { to: [], raw: '' }] = server.mails
      expect(to).toEqual(['bob@mail.example'])
      expect(raw).toContain('https://sign-in.example/account/wallets')
      expect(raw).toContain(locale === 'en' ? 'Nothing has changed yet' : 'Noch hat sich nichts ge')
      expect(raw.toLowerCase()).not.toContain(alice.address.toLowerCase())
    },
  )

  test('that the mail server does not take is logged, and the merge is pending all the same', async () => {
    const app = await createTestServer({ environment: { ...smtp(), COUNTERSIGN_SMTP_PORT: '9' } })
    const victim = await openSteppedUpBrowser(app, bob)
    await addAddress(app, victim)
    const attacker = await openSteppedUpBrowser(app, alice)
    expect(
      (
        await requestIdentityMergeAcceptanceForTests(attacker, await createIdentityMergeOfferForTests(attacker, bob))
      ).json(),
    ).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(app.log.join('')).toContain('the mail server did not accept a mail'))
    expect(await listPendingIdentityMergesForTests(victim)).toHaveLength(1)
  })
})
