// A verified e-mail address, on both databases, with a real mail server on this machine: what is sent, what counts, and what it never is.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { isEmailAddress } from '@countersign/api/email-address'
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { createTestKey } from '@countersign/testing/test-keys'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { systemRandomBytes } from '../../platform/clock.ts'
import type { DatabaseKind } from '../../platform/database/open-database.ts'
import { parseSettings } from '../../platform/settings.ts'
import { createTestApp, openSteppedUpBrowser, testKeys } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { testOnBothDatabases } from '../../testing/test-databases.ts'
import { mergeInto, readPersonIdOrNobody, requestMergeUndo } from '../../testing/test-merges.ts'
import { relaxedChallengeLimits, summarizeApiResponse } from '../../testing/test-passkeys.ts'
import { erasePerson } from '../personal-data/erase-person.ts'
import { createEmailCode } from './email-code.ts'
import { normalizeMailbox, getMaxDailyEmails } from '../../store/email/normalize-mailbox.ts'
import { pruneEmailRecords } from '../../store/email/email-store.ts'
import { sequenceAllEntries } from '../../testing/read-database-state.ts'

let server: TestMailServer
beforeAll(async () => {
  server = await startTestMailServer()
})
afterAll(() => server.close())
beforeEach(() => void server.mails.splice(0))

const smtp = (): Record<string, string> => ({
  COUNTERSIGN_SMTP_HOST: '127.0.0.1',
  COUNTERSIGN_SMTP_PORT: String(server.port),
  COUNTERSIGN_SMTP_TLS: 'none',
  COUNTERSIGN_SMTP_FROM: 'no-reply@sign-in.example',
})
const unlimited = {
  ...relaxedChallengeLimits,
  COUNTERSIGN_EMAIL_CODES_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_EMAIL_CODES_PER_PERSON_PER_MINUTE: '1000',
  COUNTERSIGN_EMAIL_TRIES_PER_PERSON_PER_MINUTE: '1000',
}

const createApp = (database: DatabaseKind, environment: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({ database, environment: { ...unlimited, ...smtp(), ...environment } })
const send = (browser: TestBrowser, address: string, language = 'en') =>
  browser.send('POST', '/api/person/email', { address, language })
const confirm = (browser: TestBrowser, code: string) => browser.send('POST', '/api/person/email/confirm', { code })
const read = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/person/email')).json<EndpointOutput<'readEmail'>>()
const lastCode = (): string =>
  /\b[0-9]{8}\b/.exec(server.mails.at(-1)?.raw.split('\r\n\r\n').slice(1).join('\n') ?? '')?.[0] ?? ''
const other = (code: string): string => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

/** Asks for a code, and reads the mail that it comes by. */
async function askCode(browser: TestBrowser, address: string, language = 'en'): Promise<string> {
  const before = server.mails.length
  expect(summarizeApiResponse(await send(browser, address, language))).toBe('200')
  await server.waitForMails(before + 1)
  return lastCode()
}

/** Adds an address, as its reader does. */
async function add(browser: TestBrowser, address: string): Promise<void> {
  expect(summarizeApiResponse(await confirm(browser, await askCode(browser, address)))).toBe('200')
}

/** The mails that were sent to addresses of this form, once nothing is under way any more: the server is closed. */
async function mailsTo(app: TestApp, form: RegExp): Promise<number> {
  await app.http.close()
  return server.mails.filter(({ to }) => form.test(to[0] ?? '')).length
}

describe('an e-mail address', () => {
  testOnBothDatabases(
    'is added by a code that comes there, changed, and removed; the log does not say what it is',
    async (kind) => {
      const app = await createApp(kind)
      const alice = await openSteppedUpBrowser(app, testKeys.alice)
      expect(await read(alice)).toEqual({ offered: true, address: null, verifiedAt: null, awaited: null })
      expect((await send(alice, 'Alice@mail.example')).json()).toMatchObject({
        address: null,
        awaited: { address: 'Alice@mail.example' },
      })
      await server.waitForMails(1)
      expect(server.mails.map(({ from, to }) => [from, to])).toEqual([
        ['no-reply@sign-in.example', ['Alice@mail.example']],
      ])
      expect((await confirm(alice, ` ${lastCode().slice(0, 4)} ${lastCode().slice(4)} `)).json()).toMatchObject({
        address: 'Alice@mail.example',
        awaited: null,
      })
      await add(alice, 'ada@mail.example')
      expect(await read(alice)).toMatchObject({ address: 'ada@mail.example' })
      expect((await alice.send('DELETE', '/api/person/email')).json()).toMatchObject({
        address: null,
        verifiedAt: null,
      })
      await sequenceAllEntries(app.database.queries)
      const lines = await app.database.queries
        .selectFrom('event_evidence')
        .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
        .select(['details', 'content'])
        .where('type', '=', 'person.changed')
        .execute()
      expect(lines).toEqual(Array.from({ length: 3 }, () => ({ details: '{"changed":"email"}', content: '{}' })))
    },
  )

  testOnBothDatabases(
    'P15 a code counts once, for so many tries, for so long, in the session that asked, for the last address',
    async (kind) => {
      const app = await createApp(kind, { COUNTERSIGN_EMAIL_CODE_TRIES: '3', COUNTERSIGN_EMAILS_PER_DAY: '100' })
      const [alice, elsewhere, bob] = [
        await openSteppedUpBrowser(app, testKeys.alice),
        await openSteppedUpBrowser(app, testKeys.alice),
        await openSteppedUpBrowser(app, testKeys.bob),
      ]
      const wrong = '400 email.code_wrong'
      expect(summarizeApiResponse(await confirm(alice, '00000000'))).toBe(wrong)
      const first = await askCode(alice, 'alice@mail.example')
      for (const browser of [elsewhere, bob]) expect(summarizeApiResponse(await confirm(browser, first))).toBe(wrong)
      // The second replaces the first.
      await askCode(alice, 'ada@mail.example')
      expect(summarizeApiResponse(await confirm(alice, first === lastCode() ? other(first) : first))).toBe(wrong)
      expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe('200')
      expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe(wrong)
      // Guessing, as many at once as anybody likes.
      await askCode(alice, 'guessed@mail.example')
      const guesses = Array.from({ length: 12 }, (_, turn) => confirm(alice, String(turn).padStart(8, '0')))
      await Promise.all(guesses)
      expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe(wrong)
      await askCode(alice, 'late@mail.example')
      app.clock.now += 600_000
      expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe(wrong)
      expect(await read(alice)).toMatchObject({ address: 'ada@mail.example', awaited: null })
      expect(await pruneEmailRecords(app.database.queries, app.clock.now)).toBe(1)
    },
  )

  testOnBothDatabases(
    'P15 mails are limited: by person and address for the day, by network and in all for the minute',
    async (kind) => {
      const app = await createApp(kind, { COUNTERSIGN_EMAILS_PER_DAY: '3' })
      const [alice, bob, carol] = [
        await openSteppedUpBrowser(app, testKeys.alice),
        await openSteppedUpBrowser(app, testKeys.bob),
        await openSteppedUpBrowser(app, testKeys.carol),
      ]
      const many = await Promise.all(Array.from({ length: 6 }, (_, turn) => send(alice, `a${turn}@mail.example`)))
      expect(many.map(summarizeApiResponse).filter((answer) => answer === '200')).toHaveLength(3)
      // One person has filled somebody's mailbox but for the mail that is kept; the next hears no difference, and nothing is sent.
      for (const browser of [bob, bob, carol]) {
        app.clock.now += 1
        expect(
          (await send(browser, browser === carol ? 'VICTIM@mail.example' : 'victim@mail.example')).json(),
        ).toMatchObject({ offered: true, address: null })
      }
      expect(await mailsTo(app, /victim/i)).toBe(2)
      expect(server.mails).toHaveLength(5)
      const strict = await createApp(kind, { COUNTERSIGN_EMAIL_CODES_PER_NETWORK_PER_MINUTE: '1' })
      const [one, two] = [
        await openSteppedUpBrowser(strict, testKeys.alice),
        await openSteppedUpBrowser(strict, testKeys.bob),
      ]
      expect([
        summarizeApiResponse(await send(one, 'one@mail.example')),
        summarizeApiResponse(await send(two, 'two@mail.example')),
      ]).toEqual(['200', '429 rate.limited'])
    },
  )

  test('P15 five throw-away people leave a mail to a browser known for a day, also by other spellings', async () => {
    const app = await createApp('sqlite')
    const alice = await openSteppedUpBrowser(app, testKeys.alice)
    app.clock.now += 86_400_000
    await alice.stepUp(testKeys.alice)
    // Each by a first browser that a step-up has made known.
    for (const [index, local] of ['victim', 'victim+1', 'v.ictim', 'VICTIM', 'vic.tim+x'].entries())
      expect(
        summarizeApiResponse(
          await send(await openSteppedUpBrowser(app, createTestKey(60 + index)), `${local}@mail.example`),
        ),
      ).toBe('200')
    await server.waitForMails(4)
    expect(summarizeApiResponse(await send(alice, 'Victim@mail.example'))).toBe('200')
    await server.waitForMails(5)
    expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe('200')
    expect(summarizeApiResponse(await send(alice, 'victim@mail.example'))).toBe('200')
    expect(await mailsTo(app, /v\.?ic/i)).toBe(5)
  })

  test('P15 the answer comes before the mail is sent, whatever the mail server does with it', async () => {
    const app = await createApp('sqlite')
    const alice = await openSteppedUpBrowser(app, testKeys.alice)
    const letThrough = server.pauseDelivery()
    expect((await send(alice, 'alice@mail.example')).json()).toMatchObject({
      awaited: { address: 'alice@mail.example' },
    })
    expect(server.mails).toEqual([])
    letThrough()
    await server.waitForMails(1)
    expect(summarizeApiResponse(await confirm(alice, lastCode()))).toBe('200')
  })

  test('P15 a refusal by the mail server is in the audit log without person and address, and not in the answer', async () => {
    const refusing = await startTestMailServer()
    onTestFinished(() => refusing.close())
    refusing.rejectMails()
    const app = await createApp('sqlite', { COUNTERSIGN_SMTP_PORT: String(refusing.port) })
    const alice = await openSteppedUpBrowser(app, testKeys.alice)
    const refused = (await send(alice, 'nobody@mail.example')).json<EndpointOutput<'sendEmailCode'>>()
    expect(Object.keys(refused.awaited ?? {})).toEqual(['address', 'expiresAt'])
    await app.http.close()
    const { queries } = app.database
    await sequenceAllEntries(queries)
    const lines = await queries
      .selectFrom('event_evidence')
      .innerJoin('events', 'events.sequence', 'event_evidence.sequence')
      .select(['outcome', 'details', 'content', 'person_id'])
      .where('type', '=', 'mail.failed')
      .execute()
    expect(lines).toEqual([
      { outcome: 'refused', details: '{"reason":"EMESSAGE 450"}', content: '{}', person_id: null },
    ])
    // What the person sees later is the same as well.
    expect(await queries.selectFrom('email_codes').select('address').execute()).toEqual([
      { address: 'nobody@mail.example' },
    ])
  })

  test('P8 P15 an address can be several people’s, and nobody finds out by asking whether it is anybody’s', async () => {
    const app = await createApp('sqlite')
    const [alice, bob] = [
      await openSteppedUpBrowser(app, testKeys.alice),
      await openSteppedUpBrowser(app, testKeys.bob),
    ]
    await add(alice, 'shared@mail.example')
    const known = (await send(bob, 'shared@mail.example')).json<EndpointOutput<'sendEmailCode'>>()
    const unknown = (await send(bob, 'nobody@mail.example')).json<EndpointOutput<'sendEmailCode'>>()
    const plain = (answer: EndpointOutput<'sendEmailCode'>) => ({
      ...answer,
      awaited: Object.keys(answer.awaited ?? {}),
    })
    expect(plain(known)).toEqual(plain(unknown))
    await server.waitForMails(3)
    await add(bob, 'shared@mail.example')
    expect((await read(alice)).address).toBe((await read(bob)).address)
  })

  test('P15 is asked for by who has just shown that it is them, and is no way in', async () => {
    const app = await createApp('sqlite')
    const browser = app.openBrowser()
    expect(summarizeApiResponse(await send(browser, 'alice@mail.example'))).toBe('401 session.required')
    await browser.signIn()
    app.clock.now += 3_600_000
    expect(summarizeApiResponse(await send(browser, 'alice@mail.example'))).toBe('403 step_up.required')
    expect(server.mails).toEqual([])
    await browser.stepUp()
    await add(browser, 'alice@mail.example')
    // Nothing of a person is looked up by it: no call but these has to do with it.
    const { paths } = (await app.http.inject('/api/openapi.json')).json<{ paths: Record<string, unknown> }>()
    expect(Object.keys(paths).filter((path) => /mail/i.test(path))).toEqual([
      '/api/person/email',
      '/api/person/email/confirm',
    ])
  })

  testOnBothDatabases('P9 neither code nor whose mails were counted can be read in the database', async (kind) => {
    const app = await createApp(kind)
    const alice = await openSteppedUpBrowser(app, testKeys.alice)
    await askCode(alice, 'alice@mail.example')
    const { queries } = app.database
    const codes = await queries.selectFrom('email_codes').selectAll().execute()
    expect(JSON.stringify(codes)).not.toContain(lastCode())
    const sends = await queries.selectFrom('email_sends').selectAll().execute()
    expect(sends).toHaveLength(2)
    expect(JSON.stringify(sends)).not.toMatch(/alice|mail\.example/)
  })

  testOnBothDatabases('goes with who is erased, and comes along in a merge where there was none', async (kind) => {
    const app = await createApp(kind)
    const { queries } = app.database
    const [alice, bob] = [
      await openSteppedUpBrowser(app, testKeys.alice),
      await openSteppedUpBrowser(app, testKeys.bob),
    ]
    await add(bob, 'bob@mail.example')
    app.clock.now += 1
    const merged = await mergeInto(alice, testKeys.bob)
    expect(await read(alice)).toMatchObject({ address: 'bob@mail.example' })
    expect(summarizeApiResponse(await requestMergeUndo(alice, merged))).toBe('200')
    expect(await read(alice)).toMatchObject({ address: null })
    const back = await openSteppedUpBrowser(app, testKeys.bob)
    expect(await read(back)).toMatchObject({ address: 'bob@mail.example' })
    await erasePerson(
      { queries, random: systemRandomBytes },
      { personId: await readPersonIdOrNobody(back), session: null, now: app.clock.now },
    )
    for (const table of ['email_addresses', 'email_codes'] as const)
      expect(await queries.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

test('the mail is plain text, in English or German, and says nothing secret but the code', async () => {
  const app = await createApp('sqlite')
  const alice = await openSteppedUpBrowser(app, testKeys.alice)
  for (const language of ['en', 'de']) await askCode(alice, 'alice@mail.example', language)
  const [english = '', german = ''] = server.mails.map(({ raw }) => raw)
  expect(english).toMatch(/content-type: text\/plain/i)
  expect(english).toContain('https://sign-in.example')
  expect(english).toContain('Subject: Your code for sign-in.example')
  expect(german).toMatch(/content-language: de/i)
  for (const raw of [english, german])
    expect(raw).not.toMatch(
      new RegExp(`${testKeys.alice.address}|${await readPersonIdOrNobody(alice)}|<html|http-equiv`, 'i'),
    )
})

test('without a mail server nothing is offered and nothing sent; one that is away changes no answer', async () => {
  const without = await createTestApp({ environment: unlimited })
  const alice = await openSteppedUpBrowser(without, testKeys.alice)
  expect(await read(alice)).toMatchObject({ offered: false })
  expect(summarizeApiResponse(await send(alice, 'alice@mail.example'))).toBe('403 email.not_offered')
  const gone = await createTestApp({ environment: { ...unlimited, ...smtp(), COUNTERSIGN_SMTP_PORT: '9' } })
  const bob = await openSteppedUpBrowser(gone, testKeys.bob)
  expect(summarizeApiResponse(await send(bob, 'bob@mail.example'))).toBe('200')
  expect(await read(bob)).toMatchObject({ awaited: { address: 'bob@mail.example' } })
})

test.each([
  ['Victim@Mail.Example', 'victim@mail.example'],
  ['victim+tag@mail.example', 'victim@mail.example'],
  ['v.i.c.t.i.m+a+b@mail.example', 'victim@mail.example'],
  ['victim@googlemail.com', 'victim@gmail.com'],
  ['+tag@mail.example', '+tag@mail.example'],
  ['victim@sub.mail.example', 'victim@sub.mail.example'],
])('P15 %s is counted as %s', (address, mailbox) => expect(normalizeMailbox(address)).toBe(mailbox))

test.each([
  [5, null, 4],
  [5, 0, 5],
  [5, 1, 4],
  [1, null, 1],
])(
  'P15 of %i mails a day, a browser known since %s (a day ago is 0) can have a mailbox sent %i',
  (perDay, since, most) => {
    expect(getMaxDailyEmails(perDay, since, 86_400_000)).toBe(most)
  },
)

describe('P15 the form of an address', () => {
  test.each(['a@b.example', "o'neill+tag@mail.example", 'first.last@sub.mail.example'])('%s will do', (text) =>
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
  ])('%j will not', (text) => expect(isEmailAddress(text)).toBe(false))

  test('what will not is refused before anything is counted or sent', async () => {
    const app = await createApp('sqlite')
    const alice = await openSteppedUpBrowser(app, testKeys.alice)
    expect(summarizeApiResponse(await send(alice, 'a@b.example\r\nBcc: victim@mail.example'))).toBe(
      '400 email.unusable',
    )
    expect([server.mails, await app.database.queries.selectFrom('email_sends').selectAll().execute()]).toEqual([[], []])
  })
})

test('codes are eight digits, the first of them as likely to be 0 as any', () => {
  const codes = Array.from({ length: 2000 }, () => createEmailCode(systemRandomBytes))
  expect(codes.every((code) => /^[0-9]{8}$/.test(code))).toBe(true)
  expect(new Set(codes.map((code) => code[0])).size).toBe(10)
})

test('P15 a password goes to no other machine in clear, and is shown nowhere', () => {
  const settings = {
    COUNTERSIGN_SMTP_HOST: 'mail.example',
    COUNTERSIGN_SMTP_FROM: 'a@mail.example',
    COUNTERSIGN_SMTP_USER: 'me',
    COUNTERSIGN_SMTP_PASSWORD: 'hunter2',
  }
  const { report } = parseSettings(settings, undefined)
  expect(JSON.stringify(report)).not.toContain('hunter2')
  expect(() => parseSettings({ ...settings, COUNTERSIGN_SMTP_TLS: 'none' }, undefined)).toThrow(/in clear/)
  expect(() => parseSettings({ COUNTERSIGN_SMTP_HOST: 'mail.example' }, undefined)).toThrow(/SMTP_FROM must be set/)
  expect(() => parseSettings({ COUNTERSIGN_ALIAS_DOMAIN: 'users.example\r\n' }, undefined)).toThrow(/ALIAS_DOMAIN/)
})
