// Passkeys that are made, and those that are not.
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

describe('the passkeys of a person', () => {
  test('are made for this site and this person, and for nobody who is not verified', async () => {
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

  testOnBothDatabases('are made under one handle, and not twice by one authenticator', async (kind) => {
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
    ['of another origin', { origin: 'https://sign-in.example.evil.example' }, 'another origin'],
    ['of the same host on another port', { origin: 'https://sign-in.example:8443' }, 'another origin'],
    ['over an unsafe connection', { origin: 'http://sign-in.example' }, 'another origin'],
    ['for another site', { rpId: 'evil.example' }, 'another relying party'],
    ['inside another site', { crossOrigin: true }, 'inside another site'],
    ['by nobody who was verified', { userVerified: false }, 'person not verified'],
    ['by nobody who was there', { userPresent: false }, 'person not present'],
    ['as an answer to another question', { type: 'webauthn.get' }, 'another act'],
    ['under another id than its own', { id: Buffer.alloc(32, 7).toString('base64url') }, 'another credential id'],
    ['backed up without being able to', { backedUp: true }, 'unreadable'],
  ])('P6 are not made %s', async (_how, errors, reason) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey(), errors))).toBe(
      '401 passkey.refused',
    )
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
    // Their person can read it: somebody may have been at work in their session.
    expect(await listAuditEntries(app, 'passkey.')).toEqual([`passkey.refused refused {"reason":"${reason}"}`])
    const { items } = (await browser.send('GET', '/api/activity?kind=passkeys')).json<{ items: { type: string }[] }>()
    expect(items.map(({ type }) => type)).toEqual(['passkey.refused'])
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each([
    ['nothing', Buffer.of(0)],
    ['a list that says it is endless', Buffer.from('9bffffffffffffffff', 'hex')],
    ['a text that says it is longer than memory', Buffer.from('7affffffff', 'hex')],
    ['twelve thousand lists in each other', Buffer.alloc(12_000, 0x81)],
    ['a map without authenticator data', Buffer.from('a163666d74646e6f6e65', 'hex')],
  ])('N8 are not made from %s', async (_what, content) => {
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

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('are made and used with keys of %s', async (algorithm) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const { passkey } = await addTestPasskey(browser, { algorithm })
    expect(
      summarizeApiResponse(
        await signInWithPasskey(app.openBrowser(), passkey, { key: new VirtualPasskey({ algorithm }).privateKey }),
      ),
    ).toBe('401 passkey.refused')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('are not made with keys that were not asked for', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await tryToAddPasskey(browser, new VirtualPasskey({ algorithm: 'ES384' })))).toBe(
      '401 passkey.refused',
    )
  })

  test('O9 are not vouched for: certificates that come along are not read, and nothing that they name is fetched', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    // `{ x5c: [h'00'], sig: h'00' }`: a certificate that cannot be one. Read, it would be refused.
    const content = Buffer.from('a263783563814100637369674100', 'hex')
    const passkey = new VirtualPasskey()
    expect(
      summarizeApiResponse(await tryToAddPasskey(browser, passkey, { statement: { format: 'packed', content } })),
    ).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  test('M1 M4 M5 are made with a challenge that is new, of this browser, for this, and for this person', async () => {
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
    'P8 P6 are not taken over by who comes with their id, who does not learn that it is known',
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
