// Tests rate limits for emails, by person and by mailbox.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { normalizeEmailMailbox, getMaxDailyEmails } from '../../store/email/email-rate-limit-mailbox.ts'
import {
  startSharedTestMailServer,
  stopSharedTestMailServer,
  clearReceivedMails,
  sharedTestMailServer,
  createEmailVerificationTestServer,
  requestEmailCodeForTests,
  confirmEmailCodeForTests,
  readLastEmailedCode,
} from '../../testing/email-verification-test-steps.ts'

beforeAll(startSharedTestMailServer)
afterAll(stopSharedTestMailServer)
beforeEach(clearReceivedMails)

/** Closes the server first, so that no email is still waiting to be sent. */
async function countMailsTo(app: TestServer, form: RegExp): Promise<number> {
  await app.http.close()
  return sharedTestMailServer.mails.filter(({ to }) => form.test(to[0] ?? '')).length
}

describe('email sending limits', () => {
  testOnBothDatabases('P15: limits emails per person and mailbox per day, and per network per minute', async (kind) => {
    const app = await createEmailVerificationTestServer(kind, { COUNTERSIGN_EMAILS_PER_DAY: '3' })
    const [alice, bob, carol] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
      await openSteppedUpBrowser(app, ethereumTestKeys.carol),
    ]
    const many = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => requestEmailCodeForTests(alice, `a${turn}@mail.example`)),
    )
    expect(many.map(summarizeApiResponse).filter((answer) => answer === '200')).toHaveLength(3)
    // New browsers can send two of the three daily emails to a mailbox. Carol gets the same
    // response, but no email is sent.
    for (const browser of [bob, bob, carol]) {
      app.clock.now += 1
      expect(
        (
          await requestEmailCodeForTests(browser, browser === carol ? 'VICTIM@mail.example' : 'victim@mail.example')
        ).json(),
      ).toMatchObject({ offered: true, address: null })
    }
    expect(await countMailsTo(app, /victim/i)).toBe(2)
    expect(sharedTestMailServer.mails).toHaveLength(5)
    const strict = await createEmailVerificationTestServer(kind, {
      COUNTERSIGN_EMAIL_CODES_PER_NETWORK_PER_MINUTE: '1',
    })
    const [one, two] = [
      await openSteppedUpBrowser(strict, ethereumTestKeys.alice),
      await openSteppedUpBrowser(strict, ethereumTestKeys.bob),
    ]
    expect([
      summarizeApiResponse(await requestEmailCodeForTests(one, 'one@mail.example')),
      summarizeApiResponse(await requestEmailCodeForTests(two, 'two@mail.example')),
    ]).toEqual(['200', '429 rate.limited'])
  })

  test('P15: keeps one daily email per mailbox, in any spelling, for browsers known for a day', async () => {
    const app = await createEmailVerificationTestServer('sqlite')
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    app.clock.now += 86_400_000
    await alice.stepUp(ethereumTestKeys.alice)
    // Each person uses a new browser, which only a step-up has made trusted.
    for (const [index, local] of ['victim', 'victim+1', 'v.ictim', 'VICTIM', 'vic.tim+x'].entries())
      expect(
        summarizeApiResponse(
          await requestEmailCodeForTests(
            await openSteppedUpBrowser(app, createEthereumTestKey(60 + index)),
            `${local}@mail.example`,
          ),
        ),
      ).toBe('200')
    await sharedTestMailServer.waitForMails(4)
    expect(summarizeApiResponse(await requestEmailCodeForTests(alice, 'Victim@mail.example'))).toBe('200')
    await sharedTestMailServer.waitForMails(5)
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe('200')
    expect(summarizeApiResponse(await requestEmailCodeForTests(alice, 'victim@mail.example'))).toBe('200')
    expect(await countMailsTo(app, /v\.?ic/i)).toBe(5)
  })
})

test.each([
  ['Victim@Mail.Example', 'victim@mail.example'],
  ['victim+tag@mail.example', 'victim@mail.example'],
  ['v.i.c.t.i.m+a+b@mail.example', 'victim@mail.example'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['+tag@mail.example', '+tag@mail.example'],
  ['victim@sub.mail.example', 'victim@sub.mail.example'],
])('P15: counts %s as the mailbox %s', (address, mailbox) => expect(normalizeEmailMailbox(address)).toBe(mailbox))

test.each([
  [5, null, 4],
  [5, 0, 5],
  [5, 1, 4],
  [1, null, 1],
])(
  'P15: with a limit of %i emails per day, a browser known since %s (0: one day ago) may send %i',
  (perDay, since, most) => {
    expect(getMaxDailyEmails(perDay, since, 86_400_000)).toBe(most)
  },
)
