// Tests of sign-up with a passkey as the first sign-in method.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { VirtualPasskeyFaults } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeyCreationOptions,
  requestTestPasskeySignUpOptions,
  signUpWithPasskey,
  requestTestPasskeySignInOptions,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
  stepUpWithPasskey,
} from '../../testing/passkey-test-steps.ts'

const turnedOn = { COUNTERSIGN_PASSKEY_SIGN_UP: 'on' }
const room = {
  ...relaxedChallengeRateLimits,
  COUNTERSIGN_SIGN_UPS_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_UPS_PER_MINUTE: '1000',
}

type Options = ApiEndpointOutput<'createPasskeySignUp'>

const send = (browser: TestBrowser, attestation: unknown, more: object = {}): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/sign-up/passkey', { attestation, ...more })

const peopleOf = async ({ database }: TestServer): Promise<number> =>
  (await database.queries.selectFrom('people').select('id').execute()).length

const create = (kind: DatabaseKind, environment: Record<string, string> = room): Promise<TestServer> =>
  createTestServer({ database: kind, environment: { ...turnedOn, ...environment } })

test('sign-up methods list the featured wallets and whether passkey sign-up is enabled', async () => {
  const first = async (environment: Record<string, string>) =>
    (await (await createTestServer({ environment })).openBrowser().send('GET', '/api/sign-up/methods')).json<
      ApiEndpointOutput<'readSignUpMethods'>
    >()
  const byDefault = await first({})
  expect(byDefault).toMatchObject({ namespaces: ['eip155', 'solana', 'bip122'], passkey: false })
  expect(byDefault.wallets.slice(0, 2)).toEqual(['metamask', 'trust'])
  expect(await first({ ...turnedOn, COUNTERSIGN_FEATURED_WALLETS: '', COUNTERSIGN_NAMESPACES: 'solana' })).toEqual({
    namespaces: ['solana'],
    wallets: [],
    passkey: true,
  })
  expect((await first({ ...turnedOn, COUNTERSIGN_ORIGIN: 'https://192.0.2.1' })).passkey).toBe(false)
  expect((await first({ COUNTERSIGN_FEATURED_WALLETS: 'rabby, phantom' })).wallets).toEqual(['rabby', 'phantom'])
})

describe('passkey sign-up', () => {
  testOnBothDatabases('creates a person without a wallet, who can sign in again', async (kind) => {
    const app = await create(kind)
    const browser = app.openBrowser()
    const options = await requestTestPasskeySignUpOptions(browser)
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[0-9a-z]{72}$/) as string,
      rpId: 'sign-in.example',
      rpName: 'sign-in.example',
      username: 'sign-in.example',
      userHandle: expect.stringMatching(/^[\w-]{43}$/) as string,
      algorithms: expect.any(Array) as number[],
      exclude: [],
      timeoutMs: 300_000,
    })
    expect(await peopleOf(app)).toBe(0)
    const passkey = new VirtualPasskey()
    const response = await send(browser, passkey.createCredential(options))
    expect(response.json()).toMatchObject({
      person: { displayName: null, address: null, walletName: null },
      session: { wallet: null, passkey: { label: null }, newBrowser: false },
      next: '/account',
    })
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
      'person.created success {}',
      'passkey.added success {}',
      'session.started success {"method":"passkey"}',
      'browser.trusted success {}',
    ])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    const { id } = response.json<ApiEndpointOutput<'signUpWithPasskey'>>().person
    const again = await signInWithPasskey(app.openBrowser(), passkey)
    expect(again.json()).toMatchObject({ person: { id, address: null } })
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('200')
    expect((await requestTestPasskeyCreationOptions(browser)).userHandle).toBe(options.userHandle)
    await addTestPasskey(browser)
    expect(await peopleOf(app)).toBe(1)
  })

  test('creates a passkey that cannot be removed as the last sign-in method', async () => {
    const app = await create('sqlite')
    const browser = app.openBrowser()
    await signUpWithPasskey(browser)
    const [passkey] = (await browser.send('GET', '/api/passkeys')).json<ApiEndpointOutput<'listPasskeys'>>().items
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${passkey?.id}`))).toBe(
      '409 sign_in_method.last',
    )
  })

  test('is refused if disabled, without using rate limits or writing an audit log entry', async () => {
    const app = await createTestServer({
      environment: { COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1' },
    })
    const browser = app.openBrowser()
    const attestation = new VirtualPasskey().createCredential({
      ...(await requestTestPasskeySignInOptions(browser)),
    } as unknown as Options)
    for (let round = 0; round < 3; round++)
      expect(summarizeApiResponse(await browser.send('POST', '/api/sign-up/passkey/options', {}))).toBe(
        '403 sign_up.disabled',
      )
    expect(summarizeApiResponse(await send(browser, attestation))).toBe('403 sign_up.disabled')
    expect([await peopleOf(app), await listSequencedAuditEntryTexts(app.database.queries)]).toEqual([0, []])
  })

  testOnBothDatabases('M1 M2: creates one person per challenge, even with concurrent requests', async (kind) => {
    const app = await create(kind)
    const browser = app.openBrowser()
    const options = await requestTestPasskeySignUpOptions(browser)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(browser, new VirtualPasskey().createCredential(options))),
    )
    expect(answers.map(summarizeApiResponse).toSorted()).toEqual([
      '200',
      ...Array<string>(5).fill('401 challenge.invalid'),
    ])
    expect(await peopleOf(app)).toBe(1)
  })

  test('M4 M5: requires a sign-up challenge of this browser, which cannot be used to sign in', async () => {
    const app = await create('sqlite')
    const [mine, other] = [app.openBrowser(), app.openBrowser()]
    const stolen = new VirtualPasskey().createCredential(await requestTestPasskeySignUpOptions(mine))
    await requestTestPasskeySignUpOptions(other)
    expect(summarizeApiResponse(await send(other, stolen))).toBe('401 challenge.invalid')
    expect(summarizeApiResponse(await send(mine, stolen))).toBe('401 challenge.invalid')
    const signIn = await requestTestPasskeySignInOptions(mine)
    expect(
      summarizeApiResponse(
        await send(
          mine,
          new VirtualPasskey().createCredential({ ...(await requestTestPasskeySignUpOptions(mine)), ...signIn }),
        ),
      ),
    ).toBe('401 challenge.invalid')
    const forSignUp = await requestTestPasskeySignUpOptions(mine)
    const known = new VirtualPasskey()
    await signUpWithPasskey(app.openBrowser(), known)
    expect(
      summarizeApiResponse(
        await mine.send('POST', '/api/sign-in/passkey', {
          assertion: known.getAssertion({ ...forSignUp, allow: [] }),
        }),
      ),
    ).toBe('401 challenge.invalid')
    expect(await peopleOf(app)).toBe(1)
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('sign_in.refused')),
    ).toEqual([
      'sign_in.refused refused {"reason":"another browser"}',
      'sign_in.refused refused {"reason":"another purpose"}',
      'sign_in.refused refused {"reason":"another purpose"}',
    ])
  })

  test('M3: refuses an expired challenge and one that was never issued', async () => {
    const app = await create('sqlite')
    const browser = app.openBrowser()
    const late = new VirtualPasskey().createCredential(await requestTestPasskeySignUpOptions(browser))
    app.clock.now += 300_000
    expect(summarizeApiResponse(await send(browser, late))).toBe('401 challenge.invalid')
    const made = new VirtualPasskey().createCredential(await requestTestPasskeySignUpOptions(browser), {
      challenge: '0'.repeat(72),
    })
    expect(summarizeApiResponse(await send(browser, made))).toBe('401 challenge.invalid')
    expect(await peopleOf(app)).toBe(0)
  })

  const wrong: [string, VirtualPasskeyFaults, string][] = [
    ['without user verification', { userVerified: false }, 'person not verified'],
    ['from another origin', { origin: 'https://evil.example' }, 'another origin'],
    ['for another relying party', { rpId: 'evil.example' }, 'another relying party'],
    ['from a cross-origin frame', { crossOrigin: true }, 'inside another site'],
    ['with the client data type of an assertion', { type: 'webauthn.get' }, 'another act'],
  ]
  test.each(wrong)('P6: refuses a passkey %s', async (_, errors, reason) => {
    const app = await create('sqlite')
    expect(summarizeApiResponse(await signUpWithPasskey(app.openBrowser(), new VirtualPasskey(), errors))).toBe(
      '401 passkey.refused',
    )
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
      `sign_in.refused refused {"reason":"${reason}"}`,
    ])
    expect(await peopleOf(app)).toBe(0)
  })

  test('P8: refuses a registered credential ID without disclosing that it exists', async () => {
    const app = await create('sqlite')
    const known = new VirtualPasskey()
    await signUpWithPasskey(app.openBrowser(), known)
    const copy = new VirtualPasskey({ credentialId: known.credentialId })
    expect(summarizeApiResponse(await signUpWithPasskey(app.openBrowser(), copy))).toBe('401 passkey.refused')
    expect(await peopleOf(app)).toBe(1)
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), known))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), copy))).toBe('401 passkey.refused')
  })

  test('P5: ends the previous session of the browser', async () => {
    const app = await create('sqlite')
    const browser = app.openBrowser()
    await browser.signIn()
    const before = (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()
    await signUpWithPasskey(browser)
    const { person } = (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()
    expect(person?.id).not.toBe(before.person?.id)
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.ended success {"reason":"replaced"}',
    )
  })

  testOnBothDatabases('N17 N18: limits sign-ups per minute, per network and in total', async (kind) => {
    const app = await create(kind, { ...relaxedChallengeRateLimits, COUNTERSIGN_SIGN_UPS_PER_MINUTE: '10' })
    const from = async (address: string, times: number): Promise<string[]> => {
      const answers: string[] = []
      for (let index = 0; index < times; index++)
        answers.push(summarizeApiResponse(await signUpWithPasskey(app.openBrowser({ address }))))
      return answers
    }
    const one = await from('192.0.2.1', 8)
    expect(one.filter((answer) => answer === '200').length).toBeLessThanOrEqual(5)
    expect(one.slice(5)).toEqual(Array<string>(3).fill('429 rate.limited'))
    for (let network = 0; network < 30; network++) await from(`198.${network}.100.1`, 1)
    expect(await peopleOf(app)).toBeLessThanOrEqual(10)
    app.clock.now += 60_000
    expect(await from('192.0.2.1', 1)).toEqual(['200'])
  })
})
