// Tests email address syntax.
import { isEmailAddress } from '@countersign/api/email-address-format'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import {
  startSharedTestMailServer,
  stopSharedTestMailServer,
  clearReceivedMails,
  createEmailVerificationTestServer,
  requestEmailCodeForTests,
  sharedTestMailServer,
} from '../../testing/email-verification-test-steps.ts'

beforeAll(startSharedTestMailServer)
afterAll(stopSharedTestMailServer)
beforeEach(clearReceivedMails)

describe('P15: email address syntax', () => {
  test.each(['a@b.example', "o'neill+tag@mail.example", 'first.last@sub.mail.example'])('accepts %s', (text) =>
    expect(isEmailAddress(text)).toBe(true),
  )
  test.each([
    'a@b.example\r\nBcc: victim@mail.example',
    'a@b.example\nSubject: hello',
    'a@b.example,victim@mail.example',
    'a@b.example victim@mail.example',
    '<a@b.example>',
    '"a b"@mail.example',
    'a@localhost',
    'a@[127.0.0.1]',
    '.a@b.example',
    'a..b@c.example',
    'ä@b.example',
    'a@-b.example',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(250)}.example`,
    '@b.example',
    '',
  ])('rejects %j', (text) => expect(isEmailAddress(text)).toBe(false))

  test('refuses an invalid address before counting or sending anything', async () => {
    const app = await createEmailVerificationTestServer('sqlite')
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    expect(summarizeApiResponse(await requestEmailCodeForTests(alice, 'a@b.example\r\nBcc: victim@mail.example'))).toBe(
      '400 email.invalid',
    )
    expect([
      sharedTestMailServer.mails,
      await app.database.queries.selectFrom('email_sends').selectAll().execute(),
    ]).toEqual([[], []])
  })
})
