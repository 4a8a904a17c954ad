// Tests verified email addresses on both databases, with a local mail server.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import { summarizeApiResponse } from '../../testing/passkey-test-steps.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { pruneEmailCodesAndSendCounts } from '../../store/email/email-store.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  startSharedTestMailServer,
  stopSharedTestMailServer,
  clearReceivedMails,
  sharedTestMailServer,
  requestEmailCodeForTests,
  readLastEmailedCode,
  confirmEmailCodeForTests,
  createEmailVerificationTestServer,
  relaxedEmailRateLimits,
  createTestSmtpEnvironment,
} from '../../testing/email-verification-test-steps.ts'

beforeAll(startSharedTestMailServer)
afterAll(stopSharedTestMailServer)
beforeEach(clearReceivedMails)
const read = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/person/email')).json<ApiEndpointOutput<'readEmail'>>()
const other = (code: string): string => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

async function receiveEmailCode(browser: TestBrowser, address: string, language = 'en'): Promise<string> {
  const before = sharedTestMailServer.mails.length
  expect(summarizeApiResponse(await requestEmailCodeForTests(browser, address, language))).toBe('200')
  await sharedTestMailServer.waitForMails(before + 1)
  return readLastEmailedCode()
}

async function addEmailAddress(browser: TestBrowser, address: string): Promise<void> {
  expect(summarizeApiResponse(await confirmEmailCodeForTests(browser, await receiveEmailCode(browser, address)))).toBe(
    '200',
  )
}

describe('email verification', () => {
  testOnBothDatabases(
    'adds, changes and removes an address by emailed code, without logging the address',
    async (kind) => {
      const app = await createEmailVerificationTestServer(kind)
      const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
      expect(await read(alice)).toEqual({ offered: true, address: null, verifiedAt: null, awaited: null })
      expect((await requestEmailCodeForTests(alice, 'Alice@mail.example')).json()).toMatchObject({
        address: null,
        awaited: { address: 'Alice@mail.example' },
      })
      await sharedTestMailServer.waitForMails(1)
      expect(sharedTestMailServer.mails.map(({ from, to }) => [from, to])).toEqual([
        ['no-reply@sign-in.example', ['Alice@mail.example']],
      ])
      expect(
        (
          await confirmEmailCodeForTests(
            alice,
            ` ${readLastEmailedCode().slice(0, 4)} ${readLastEmailedCode().slice(4)} `,
          )
        ).json(),
      ).toMatchObject({
        address: 'Alice@mail.example',
        awaited: null,
      })
      await addEmailAddress(alice, 'ada@mail.example')
      expect(await read(alice)).toMatchObject({ address: 'ada@mail.example' })
      expect((await alice.send('DELETE', '/api/person/email')).json()).toMatchObject({
        address: null,
        verifiedAt: null,
      })
      await sequenceAllAuditEntries(app.database.queries)
      const lines = await app.database.queries
        .selectFrom('audit_event_evidence')
        .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
        .select(['details', 'content'])
        .where('type', '=', 'person.changed')
        .execute()
      expect(lines).toEqual(Array.from({ length: 3 }, () => ({ details: '{"changed":"email"}', content: '{}' })))
    },
  )

  testOnBothDatabases('P15: limits the uses, session, address, lifetime and attempts of a code', async (kind) => {
    const app = await createEmailVerificationTestServer(kind, {
      COUNTERSIGN_EMAIL_CODE_ATTEMPTS: '3',
      COUNTERSIGN_EMAILS_PER_DAY: '100',
    })
    const [alice, elsewhere, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    const wrong = '400 email.code_invalid'
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, '00000000'))).toBe(wrong)
    const first = await receiveEmailCode(alice, 'alice@mail.example')
    for (const browser of [elsewhere, bob])
      expect(summarizeApiResponse(await confirmEmailCodeForTests(browser, first))).toBe(wrong)
    // The new code invalidates the previous one.
    await receiveEmailCode(alice, 'ada@mail.example')
    expect(
      summarizeApiResponse(
        await confirmEmailCodeForTests(alice, first === readLastEmailedCode() ? other(first) : first),
      ),
    ).toBe(wrong)
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe('200')
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe(wrong)
    // Concurrent guesses.
    await receiveEmailCode(alice, 'guessed@mail.example')
    const guesses = Array.from({ length: 12 }, (_, turn) =>
      confirmEmailCodeForTests(alice, String(turn).padStart(8, '0')),
    )
    await Promise.all(guesses)
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe(wrong)
    await receiveEmailCode(alice, 'late@mail.example')
    app.clock.now += 600_000
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe(wrong)
    expect(await read(alice)).toMatchObject({ address: 'ada@mail.example', awaited: null })
    expect(await pruneEmailCodesAndSendCounts(app.database.queries, app.clock.now)).toBe(1)
  })

  test('P15: responds before the email is sent, however slow the mail server is', async () => {
    const app = await createEmailVerificationTestServer('sqlite')
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    const letThrough = sharedTestMailServer.pauseDelivery()
    expect((await requestEmailCodeForTests(alice, 'alice@mail.example')).json()).toMatchObject({
      awaited: { address: 'alice@mail.example' },
    })
    expect(sharedTestMailServer.mails).toEqual([])
    letThrough()
    await sharedTestMailServer.waitForMails(1)
    expect(summarizeApiResponse(await confirmEmailCodeForTests(alice, readLastEmailedCode()))).toBe('200')
  })

  test('P15: logs a refusal by the mail server without person or address, and hides it from the caller', async () => {
    const refusing = await startTestMailServer()
    onTestFinished(() => refusing.close())
    refusing.rejectMails()
    const app = await createEmailVerificationTestServer('sqlite', { COUNTERSIGN_SMTP_PORT: String(refusing.port) })
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    const refused = (await requestEmailCodeForTests(alice, 'nobody@mail.example')).json<
      ApiEndpointOutput<'sendEmailCode'>
    >()
    expect(Object.keys(refused.awaited ?? {})).toEqual(['address', 'expiresAt'])
    await app.http.close()
    const { queries } = app.database
    await sequenceAllAuditEntries(queries)
    const lines = await queries
      .selectFrom('audit_event_evidence')
      .innerJoin('audit_events', 'audit_events.sequence', 'audit_event_evidence.sequence')
      .select(['outcome', 'details', 'content', 'person_id'])
      .where('type', '=', 'mail.failed')
      .execute()
    expect(lines).toEqual([
      { outcome: 'refused', details: '{"reason":"EMESSAGE 450"}', content: '{}', person_id: null },
    ])
    // The code is stored as if the mail server had accepted the email.
    expect(await queries.selectFrom('email_codes').select('address').execute()).toEqual([
      { address: 'nobody@mail.example' },
    ])
  })

  test('P8 P15: allows several people to share an address, without revealing that it is in use', async () => {
    const app = await createEmailVerificationTestServer('sqlite')
    const [alice, bob] = [
      await openSteppedUpBrowser(app, ethereumTestKeys.alice),
      await openSteppedUpBrowser(app, ethereumTestKeys.bob),
    ]
    await addEmailAddress(alice, 'shared@mail.example')
    const known = (await requestEmailCodeForTests(bob, 'shared@mail.example')).json<
      ApiEndpointOutput<'sendEmailCode'>
    >()
    const unknown = (await requestEmailCodeForTests(bob, 'nobody@mail.example')).json<
      ApiEndpointOutput<'sendEmailCode'>
    >()
    const plain = (answer: ApiEndpointOutput<'sendEmailCode'>) => ({
      ...answer,
      awaited: Object.keys(answer.awaited ?? {}),
    })
    expect(plain(known)).toEqual(plain(unknown))
    await sharedTestMailServer.waitForMails(3)
    await addEmailAddress(bob, 'shared@mail.example')
    expect((await read(alice)).address).toBe((await read(bob)).address)
  })

  test('P15: requires a session and step-up, and offers no sign-in or lookup by email', async () => {
    const app = await createEmailVerificationTestServer('sqlite')
    const browser = app.openBrowser()
    expect(summarizeApiResponse(await requestEmailCodeForTests(browser, 'alice@mail.example'))).toBe(
      '401 session.required',
    )
    await browser.signIn()
    app.clock.now += 3_600_000
    expect(summarizeApiResponse(await requestEmailCodeForTests(browser, 'alice@mail.example'))).toBe(
      '403 step_up.required',
    )
    expect(sharedTestMailServer.mails).toEqual([])
    await browser.stepUp()
    await addEmailAddress(browser, 'alice@mail.example')
    // No other endpoint handles email addresses, so people cannot be looked up by email address.
    const { paths } = (await app.http.inject('/api/openapi.json')).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(paths).filter((path) => /mail/i.test(path))).toEqual([
      '/api/person/email',
      '/api/person/email/confirm',
    ])
  })

  testOnBothDatabases('P9: stores no plain-text code, and no address in the send counts', async (kind) => {
    const app = await createEmailVerificationTestServer(kind)
    const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    await receiveEmailCode(alice, 'alice@mail.example')
    const { queries } = app.database
    const codes = await queries.selectFrom('email_codes').selectAll().execute()
    expect(JSON.stringify(codes)).not.toContain(readLastEmailedCode())
    const sends = await queries.selectFrom('email_sends').selectAll().execute()
    expect(sends).toHaveLength(2)
    expect(JSON.stringify(sends)).not.toMatch(/alice|mail\.example/)
  })

  testOnBothDatabases(
    'moves the address in a merge if the person has none, and deletes it on erasure',
    async (kind) => {
      const app = await createEmailVerificationTestServer(kind)
      const { queries } = app.database
      const [alice, bob] = [
        await openSteppedUpBrowser(app, ethereumTestKeys.alice),
        await openSteppedUpBrowser(app, ethereumTestKeys.bob),
      ]
      await addEmailAddress(bob, 'bob@mail.example')
      app.clock.now += 1
      const merged = await mergeIdentitiesForTests(alice, ethereumTestKeys.bob)
      expect(await read(alice)).toMatchObject({ address: 'bob@mail.example' })
      expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(alice, merged))).toBe('200')
      expect(await read(alice)).toMatchObject({ address: null })
      const back = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
      expect(await read(back)).toMatchObject({ address: 'bob@mail.example' })
      await erasePerson(
        { queries, random: systemRandomBytes },
        { personId: await readBrowserPersonIdOrNone(back), session: null, now: app.clock.now },
      )
      for (const table of ['email_addresses', 'email_codes'] as const)
        expect(await queries.selectFrom(table).selectAll().execute()).toEqual([])
    },
  )
})

test('sends a plain-text email in English or German, with no private data except the code', async () => {
  const app = await createEmailVerificationTestServer('sqlite')
  const alice = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  for (const language of ['en', 'de']) await receiveEmailCode(alice, 'alice@mail.example', language)
  const [english = '', german = ''] = sharedTestMailServer.mails.map(({ raw }) => raw)
  expect(english).toMatch(/content-type: text\/plain/i)
  expect(english).toContain('https://sign-in.example')
  expect(english).toContain('Subject: Your code for sign-in.example')
  expect(german).toMatch(/content-language: de/i)
  for (const raw of [english, german])
    expect(raw).not.toMatch(
      new RegExp(`${ethereumTestKeys.alice.address}|${await readBrowserPersonIdOrNone(alice)}|<html|http-equiv`, 'i'),
    )
})

test('is not offered without a mail server, and hides an unreachable mail server from responses', async () => {
  const without = await createTestServer({ environment: relaxedEmailRateLimits })
  const alice = await openSteppedUpBrowser(without, ethereumTestKeys.alice)
  expect(await read(alice)).toMatchObject({ offered: false })
  expect(summarizeApiResponse(await requestEmailCodeForTests(alice, 'alice@mail.example'))).toBe(
    '403 email.not_configured',
  )
  const gone = await createTestServer({
    environment: { ...relaxedEmailRateLimits, ...createTestSmtpEnvironment(), COUNTERSIGN_SMTP_PORT: '9' },
  })
  const bob = await openSteppedUpBrowser(gone, ethereumTestKeys.bob)
  expect(summarizeApiResponse(await requestEmailCodeForTests(bob, 'bob@mail.example'))).toBe('200')
  expect(await read(bob)).toMatchObject({ awaited: { address: 'bob@mail.example' } })
})
