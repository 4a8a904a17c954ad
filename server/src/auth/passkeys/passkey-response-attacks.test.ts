// Tests of passkey responses that are forged, replayed or made for another purpose.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { VirtualPasskeyFaults } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { sequenceAllAuditEntries, listAuditEntries } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeySignInOptions,
  requestTestPasskeyStepUpOptions,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { createTestServerWithPasskey } from '../../testing/passkey-sign-in-fixtures.ts'

describe('passkey sign-in', () => {
  const wrong: [string, VirtualPasskeyFaults, string][] = [
    ['for another origin', { origin: 'https://evil.example' }, 'another origin'],
    ['for another port', { origin: 'https://sign-in.example:8443' }, 'another origin'],
    ['for a plain HTTP origin', { origin: 'http://sign-in.example' }, 'another origin'],
    ['from a cross-origin frame', { crossOrigin: true }, 'inside another site'],
    ['for another relying party', { rpId: 'evil.example' }, 'another relying party'],
    ['without user verification', { userVerified: false }, 'person not verified'],
    ['without user presence', { userPresent: false }, 'person not present'],
    ['signed by another key', { key: new VirtualPasskey().privateKey }, 'signature'],
    ['with the client data type of a registration', { type: 'webauthn.create' }, 'another act'],
    ['with an unknown credential ID', { id: Buffer.alloc(32, 7).toString('base64url') }, 'unknown passkey'],
    ['with another user handle', { userHandle: Buffer.alloc(32, 7).toString('base64url') }, 'another user handle'],
    ['without a user handle', { userHandle: null }, 'another user handle'],
    ['backed up without backup eligibility', { backedUp: true }, 'unreadable'],
  ]
  test.each(wrong)(
    'P6 P8: refuses a response %s with the generic error and logs the reason',
    async (_how, errors, reason) => {
      const { app, passkey } = await createTestServerWithPasskey('sqlite')
      const browser = app.openBrowser()
      const response = await signInWithPasskey(browser, passkey, errors)
      const { instance: _, ...problem } = response.json<Record<string, unknown>>()
      const { instance: __, ...usual } = (await signInWithPasskey(browser, new VirtualPasskey())).json<
        Record<string, unknown>
      >()
      expect([response.statusCode, problem]).toEqual([401, usual])
      expect(await listAuditEntries(app, 'sign_in.refused')).toEqual([
        `sign_in.refused refused {"reason":"${reason}"}`,
        'sign_in.refused refused {"reason":"unknown passkey"}',
      ])
      await sequenceAllAuditEntries(app.database.queries)
      expect(
        await app.database.queries
          .selectFrom('audit_event_evidence')
          .select('person_id')
          .where('content', 'like', '%Test browser%')
          .where('person_id', 'is', null)
          .execute(),
      ).toHaveLength(2)
      expect(
        await app.database.queries.selectFrom('sessions').select('id').where('passkey_id', 'is not', null).execute(),
      ).toEqual([])
      expect(await app.database.queries.selectFrom('passkeys').select('counter').execute()).toEqual([{ counter: 0 }])
    },
  )

  test('P6: refuses truncated authenticator data and malformed client data', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    const browser = app.openBrowser()
    const send = async (changes: object) =>
      summarizeApiResponse(
        await browser.send('POST', '/api/sign-in/passkey', {
          assertion: { ...passkey.getAssertion(await requestTestPasskeySignInOptions(browser)), ...changes },
        }),
      )
    expect(await send({ authenticatorData: 'AAAA' })).toBe('401 passkey.refused')
    const rpIdAndFlags = Buffer.from(
      passkey.getAssertion(await requestTestPasskeySignInOptions(browser)).authenticatorData,
      'base64url',
    )
      .subarray(0, 33)
      .toString('base64url')
    expect(await send({ authenticatorData: rpIdAndFlags })).toBe('401 passkey.refused')
    for (const text of ['', 'null', '7', '[]', '{"type":"webauthn.get"}', '{"type":1,"challenge":2,"origin":3}']) {
      expect(
        await send({ clientDataJSON: Buffer.from(text === '' ? '\u00ff' : text, 'latin1').toString('base64url') }),
      ).toBe('401 passkey.refused')
    }
    expect(await send({ signature: 'AAAA' })).toBe('401 passkey.refused')
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey', { assertion: { id: 'AAAA' } })),
    ).toBe('400 request.invalid')
  })

  testOnBothDatabases(
    'M1: the first attempt spends the challenge, valid or not, even across a restart',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const app = await createTestServer({
        database: openDatabaseUntilTestEnds(address),
        environment: relaxedChallengeRateLimits,
      })
      const owner = app.openBrowser()
      await owner.signIn()
      await owner.stepUp()
      const { passkey } = await addTestPasskey(owner)
      const browser = app.openBrowser()
      const [first, second] = [
        await requestTestPasskeySignInOptions(browser),
        await requestTestPasskeySignInOptions(browser),
      ]
      const used = passkey.getAssertion(first)
      const send = (assertion: object, by = browser) => by.send('POST', '/api/sign-in/passkey', { assertion })
      expect(summarizeApiResponse(await send(used))).toBe('200')
      expect(summarizeApiResponse(await send(used))).toBe('401 challenge.invalid')
      expect(summarizeApiResponse(await send(passkey.getAssertion(second, { userVerified: false })))).toBe(
        '401 passkey.refused',
      )
      expect(summarizeApiResponse(await send(passkey.getAssertion(second)))).toBe('401 challenge.invalid')
      const restarted = (
        await createTestServer({
          database: openDatabaseUntilTestEnds(address),
          environment: relaxedChallengeRateLimits,
        })
      ).openBrowser()
      for (const [name, value] of browser.cookies) restarted.cookies.set(name, value)
      expect(summarizeApiResponse(await send(passkey.getAssertion(first), restarted))).toBe('401 challenge.invalid')
      expect(
        summarizeApiResponse(
          await send(passkey.getAssertion({ ...first, challenge: Buffer.alloc(32).toString('base64url') })),
        ),
      ).toBe('401 challenge.invalid')
    },
  )

  testOnBothDatabases('M2: of 32 concurrent attempts with one challenge, exactly one succeeds', async (kind) => {
    const { app, passkey } = await createTestServerWithPasskey(kind, { hasCounter: false })
    const browser = app.openBrowser()
    const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser))
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => browser.send('POST', '/api/sign-in/passkey', { assertion })),
    )
    expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
      '200',
      ...Array<string>(31).fill('401 challenge.invalid'),
    ])
  })

  test('M4 M5 M10: requires an unexpired challenge for this browser, purpose and interaction', async () => {
    const { app, passkey } = await createTestServerWithPasskey('sqlite')
    const browser = app.openBrowser()
    const send = async (request: Parameters<typeof passkey.getAssertion>[0], more: object = {}) =>
      summarizeApiResponse(
        await browser.send('POST', '/api/sign-in/passkey', { assertion: passkey.getAssertion(request), ...more }),
      )
    const owner = app.openBrowser()
    await signInWithPasskey(owner, passkey)
    expect(await send(await requestTestPasskeySignInOptions(owner))).toBe('400 browser.no_cookie')
    await requestTestPasskeySignInOptions(browser)
    expect(await send(await requestTestPasskeyStepUpOptions(owner))).toBe('401 challenge.invalid')
    expect(
      summarizeApiResponse(
        await owner.send('POST', '/api/sign-in/passkey', {
          assertion: passkey.getAssertion(await requestTestPasskeyStepUpOptions(owner)),
        }),
      ),
    ).toBe('401 challenge.invalid')
    expect(
      summarizeApiResponse(
        await owner.send('POST', '/api/step-up/passkey', {
          assertion: passkey.getAssertion(await requestTestPasskeySignInOptions(owner)),
        }),
      ),
    ).toBe('401 challenge.invalid')
    expect(await send(await requestTestPasskeySignInOptions(browser), { interaction: 'another' })).toBe(
      '401 challenge.invalid',
    )
    const late = await requestTestPasskeySignInOptions(browser)
    app.clock.now += 300_000
    expect(await send(late)).toBe('401 challenge.invalid')
    const reasons = (await listAuditEntries(app, 'sign_in.refused')).map(
      (line) => (JSON.parse(line.slice(line.indexOf('{'))) as { reason: string }).reason,
    )
    expect(reasons).toEqual(['no cookie', 'another browser', 'another purpose', 'another interaction', 'expired'])
    expect(await listAuditEntries(app, 'step_up.refused')).toEqual([
      'step_up.refused refused {"reason":"another purpose"}',
    ])
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/sign-in/passkey/options', { interaction: 'another' })),
    ).toBe('404 interaction.invalid')
  })
})
