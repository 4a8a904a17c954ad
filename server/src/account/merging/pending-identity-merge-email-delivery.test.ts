// Tests delivery of the email about a pending merge.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('P18: email about a pending merge', () => {
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
    'is sent once to the verified address of the victim, in their language (%s)',
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
      await waitUntilPassing(() => expect(server.mails).toHaveLength(1))
      const [{ to, raw } = { to: [], raw: '' }] = server.mails
      expect(to).toEqual(['bob@mail.example'])
      // Quoted-printable (RFC 2045 §6.7) breaks long lines.
      const text = raw.replaceAll('=\r\n', '')
      expect(text).toContain('https://sign-in.example/account/wallets')
      expect(text).toContain(locale === 'en' ? 'Nothing has changed yet' : 'Noch hat sich nichts ge')
      expect(text.toLowerCase()).not.toContain(alice.address.toLowerCase())
    },
  )

  test('a delivery failure is logged and keeps the merge pending', async () => {
    const app = await createTestServer({ environment: { ...smtp(), COUNTERSIGN_SMTP_PORT: '9' } })
    const victim = await openSteppedUpBrowser(app, bob)
    await addAddress(app, victim)
    const attacker = await openSteppedUpBrowser(app, alice)
    expect(
      (
        await requestIdentityMergeAcceptanceForTests(attacker, await createIdentityMergeOfferForTests(attacker, bob))
      ).json(),
    ).toMatchObject({ state: 'pending' })
    await waitUntilPassing(() => expect(app.log.join('')).toContain('the mail server did not accept an email'))
    expect(await listPendingIdentityMergesForTests(victim)).toHaveLength(1)
  })
})
