// A passkey as the first way in: who it makes, and what makes nobody.
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

test('who has no wallet is told which are offered, and whether a passkey will do', async () => {
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

describe('a first passkey', () => {
  testOnBothDatabases('makes a person without a wallet, signs them in, and signs them in again', async (kind) => {
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
    // Nobody is there before they come back with it.
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
    // It is theirs like any other: a second one is made under the same handle.
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('200')
    expect((await requestTestPasskeyCreationOptions(browser)).userHandle).toBe(options.userHandle)
    await addTestPasskey(browser)
    expect(await peopleOf(app)).toBe(1)
  })

  test('is the last way in, and stays', async () => {
    const app = await create('sqlite')
    const browser = app.openBrowser()
    await signUpWithPasskey(browser)
    const [passkey] = (await browser.send('GET', '/api/passkeys')).json<ApiEndpointOutput<'listPasskeys'>>().items
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${passkey?.id}`))).toBe(
      '409 sign_in_method.last',
    )
  })

  test('is refused where it is not turned on, before anything is looked at or counted', async () => {
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

  testOnBothDatabases(
    'M1 M2 makes nobody twice: what was sent once is spent, also where several come at once',
    async (kind) => {
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
    },
  )

  test('M4 M5 is made for the browser that asked, and for nothing else that a passkey answers', async () => {
    const app = await create('sqlite')
    const [mine, other] = [app.openBrowser(), app.openBrowser()]
    const stolen = new VirtualPasskey().createCredential(await requestTestPasskeySignUpOptions(mine))
    await requestTestPasskeySignUpOptions(other)
    expect(summarizeApiResponse(await send(other, stolen))).toBe('401 challenge.invalid')
    // Spent by that, for whoever it was made.
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

  test('M3 is too late once its challenge has run out, and makes nobody where nobody issued one', async () => {
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
    ['whose person was not verified', { userVerified: false }, 'person not verified'],
    ['of another origin', { origin: 'https://evil.example' }, 'another origin'],
    ['of another site', { rpId: 'evil.example' }, 'another relying party'],
    ['asked inside another site', { crossOrigin: true }, 'inside another site'],
    ['that was used and not made', { type: 'webauthn.get' }, 'another act'],
  ]
  test.each(wrong)('P6 is refused where it is one %s', async (_, errors, reason) => {
    const app = await create('sqlite')
    expect(summarizeApiResponse(await signUpWithPasskey(app.openBrowser(), new VirtualPasskey(), errors))).toBe(
      '401 passkey.refused',
    )
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual([
      `sign_in.refused refused {"reason":"${reason}"}`,
    ])
    expect(await peopleOf(app)).toBe(0)
  })

  test('P8 under the id of somebody else’s it makes nobody, and does not say that there is one', async () => {
    const app = await create('sqlite')
    const known = new VirtualPasskey()
    await signUpWithPasskey(app.openBrowser(), known)
    const copy = new VirtualPasskey({ credentialId: known.credentialId })
    expect(summarizeApiResponse(await signUpWithPasskey(app.openBrowser(), copy))).toBe('401 passkey.refused')
    expect(await peopleOf(app)).toBe(1)
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), known))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), copy))).toBe('401 passkey.refused')
  })

  test('P5 ends the session that this browser held before', async () => {
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

  testOnBothDatabases(
    'N17 N18 of a flood from one network so many become people in a minute, and no more over all networks than there may',
    async (kind) => {
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
    },
  )
})
