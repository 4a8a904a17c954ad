// Tests of accepted and refused passkey registrations.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestPasskey,
  requestTestPasskeyCreationOptions,
  requestTestPasskeySignInOptions,
  requestTestPasskeyStepUpOptions,
  summarizeApiResponse,
  signInWithPasskey,
  tryToAddPasskey,
} from '../../testing/passkey-test-steps.ts'
import {
  createTestServerWithSteppedUpBrowser,
  listPasskeysOfBrowser,
} from '../../testing/passkey-management-fixtures.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'

describe('passkey registration', () => {
  test('returns creation options for this site and person', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const creation = await requestTestPasskeyCreationOptions(browser)
    expect(creation).toEqual({
      challenge: expect.stringMatching(/^[0-9a-z]{72}$/) as string,
      rpId: 'sign-in.example',
      rpName: 'sign-in.example',
      userHandle: expect.stringMatching(/^[0-9A-Za-z_-]{43}$/) as string,
      username: `${ethereumTestKeys.alice.address.slice(0, 6)}…${ethereumTestKeys.alice.address.slice(-4)}`,
      algorithms: [-7, -8, -257],
      exclude: [],
      timeoutMs: 300_000,
    })
  })

  testOnBothDatabases('keeps one user handle per person and refuses the same authenticator twice', async (kind) => {
    const { browser } = await createTestServerWithSteppedUpBrowser(kind)
    const before = await requestTestPasskeyCreationOptions(browser)
    const { passkey } = await addTestPasskey(browser)
    const after = await requestTestPasskeyCreationOptions(browser)
    expect(after.userHandle).toBe(before.userHandle)
    expect(after.exclude).toEqual([{ id: passkey.credentialId, transports: ['internal', 'hybrid'] }])
    expect(summarizeApiResponse(await tryToAddPasskey(browser, passkey))).toBe('409 passkey.already_registered')
    expect(await listPasskeysOfBrowser(browser)).toHaveLength(1)
  })

  test.each([
    ['from another origin', { origin: 'https://sign-in.example.evil.example' }, 'another origin'],
    ['from another port of the same host', { origin: 'https://sign-in.example:8443' }, 'another origin'],
    ['from a plain HTTP origin', { origin: 'http://sign-in.example' }, 'another origin'],
    ['for another relying party', { rpId: 'evil.example' }, 'another relying party'],
    ['from a cross-origin frame', { crossOrigin: true }, 'inside another site'],
    ['without user verification', { userVerified: false }, 'person not verified'],
    ['without user presence', { userPresent: false }, 'person not present'],
    ['with the client data type of an assertion', { type: 'webauthn.get' }, 'another act'],
    ['with a different credential ID', { id: Buffer.alloc(32, 7).toString('base64url') }, 'another credential id'],
    ['backed up without backup eligibility', { backedUp: true }, 'unreadable'],
  ])('P6: refuses a passkey %s', async (_how, errors, reason) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey(), errors))).toBe(
      '401 passkey.refused',
    )
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
    expect(await listAuditEntries(app, 'passkey.')).toEqual([`passkey.refused refused {"reason":"${reason}"}`])
    const { items } = (await browser.send('GET', '/api/activity?kind=passkeys')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(['passkey.refused'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each([
    ['a single zero byte', Buffer.of(0)],
    ['an array with a declared length of 2^64 - 1', Buffer.from('9bffffffffffffffff', 'hex')],
    ['a text string with a declared length of 4 GiB', Buffer.from('7affffffff', 'hex')],
    ['12,000 nested arrays', Buffer.alloc(12_000, 0x81)],
    ['a map without authenticator data', Buffer.from('a163666d74646e6f6e65', 'hex')],
  ])('N8: refuses an attestation object made of %s', async (_what, content) => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const attestation = {
      ...new VirtualPasskey().createCredential(await requestTestPasskeyCreationOptions(browser)),
      attestationObject: content.toString('base64url'),
    }
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys', { attestation }))).toBe(
      '401 passkey.refused',
    )
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
  })

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('registers and signs in with %s keys', async (algorithm) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const { passkey } = await addTestPasskey(browser, { algorithm })
    expect(
      summarizeApiResponse(
        await signInWithPasskey(app.openBrowser(), passkey, { key: new VirtualPasskey({ algorithm }).privateKey }),
      ),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('refuses a key algorithm that was not requested', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey({ algorithm: 'ES384' })))).toBe(
      '401 passkey.refused',
    )
  })

  test('O9: ignores attestation certificates, even invalid ones', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    // `{ x5c: [h'00'], sig: h'00' }`: an invalid certificate, which would be refused if read.
    const content = Buffer.from('a263783563814100637369674100', 'hex')
    const passkey = new VirtualPasskey()
    expect(
      summarizeApiResponse(await tryToAddPasskey(browser, passkey, { statement: { format: 'packed', content } })),
    ).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('M1 M4 M5: requires an unused challenge for this browser, purpose and person', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const creation = await requestTestPasskeyCreationOptions(browser)
    const add = (by: TestBrowser, given: object = creation) =>
      by.send('POST', '/api/passkeys', {
        attestation: new VirtualPasskey().createCredential({ ...creation, ...given }),
      })
    expect(summarizeApiResponse(await add(browser))).toBe('200')
    expect(summarizeApiResponse(await add(browser))).toBe('401 challenge.invalid')

    const elsewhere = app.openBrowser()
    await elsewhere.signIn()
    await elsewhere.stepUp()
    expect(summarizeApiResponse(await add(elsewhere, await requestTestPasskeyCreationOptions(browser)))).toBe(
      '401 challenge.invalid',
    )
    expect(summarizeApiResponse(await add(browser, await requestTestPasskeySignInOptions(browser)))).toBe(
      '401 challenge.invalid',
    )
    expect(summarizeApiResponse(await add(browser, await requestTestPasskeyStepUpOptions(browser)))).toBe(
      '401 challenge.invalid',
    )
    expect(summarizeApiResponse(await add(browser, { challenge: Buffer.alloc(32).toString('base64url') }))).toBe(
      '401 challenge.invalid',
    )
    expect(summarizeApiResponse(await add(browser, { challenge: 'c2hvcnQ' }))).toBe('401 challenge.invalid')

    const ofAlice = await requestTestPasskeyCreationOptions(browser)
    await browser.signIn(ethereumTestKeys.bob)
    await browser.stepUp(ethereumTestKeys.bob)
    expect(summarizeApiResponse(await add(browser, ofAlice))).toBe('401 challenge.invalid')
    const late = await requestTestPasskeyCreationOptions(browser)
    app.clock.now += 300_000
    expect(summarizeApiResponse(await add(browser, late))).toBe('401 challenge.invalid')
    expect(await app.database.queries.selectFrom('passkeys').select('id').execute()).toHaveLength(1)
    const lines = ['another browser', 'another purpose', 'another purpose', 'another person', 'expired'].map(
      (reason) => `passkey.refused refused {"reason":"${reason}"}`,
    )
    expect(await listAuditEntries(app, 'passkey.refused')).toEqual(lines)
  })

  testOnBothDatabases(
    'P8 P6: refuses the credential ID of another person without disclosing that it exists',
    async (kind) => {
      const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
      const { passkey } = await addTestPasskey(browser)
      const stranger = app.openBrowser()
      await stranger.signIn(ethereumTestKeys.bob)
      await stranger.stepUp(ethereumTestKeys.bob)
      expect(
        summarizeApiResponse(
          await tryToAddPasskey(stranger, new VirtualPasskey({ credentialId: passkey.credentialId })),
        ),
      ).toBe('401 passkey.refused')
      const { person } = (await signInWithPasskey(app.openBrowser(), passkey)).json<{ person: { address: string } }>()
      expect(person.address).toBe(ethereumTestKeys.alice.address)
    },
  )
})
