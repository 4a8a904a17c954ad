// Tests of passkeys that the browser created in the background after a wallet sign-in.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { VirtualPasskeyFaults } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'
import {
  createTestServerWithSteppedUpBrowser,
  listPasskeysOfBrowser,
} from '../../testing/passkey-management-fixtures.ts'
import {
  requestTestPasskeyCreationOptions,
  signInWithPasskey,
  summarizeApiResponse,
} from '../../testing/passkey-test-steps.ts'

/** Conditional creation involves no user (WebAuthn L3 §5.1.3). */
const noUser = { userPresent: false, userVerified: false }

const addAutomatically = async (
  browser: TestBrowser,
  passkey: VirtualPasskey,
  errors: VirtualPasskeyFaults = {},
): Promise<LightMyRequestResponse> =>
  browser.send('POST', '/api/passkeys', {
    attestation: passkey.createCredential(await requestTestPasskeyCreationOptions(browser), { ...noUser, ...errors }),
    label: 'Automatic',
    automatic: true,
  })

const isNewBrowser = (response: LightMyRequestResponse): boolean =>
  response.json<ApiEndpointOutput<'signInWithPasskey'>>().session.newBrowser

describe('a passkey that the browser created in the background', () => {
  testOnBothDatabases('P20: is listed, recorded as automatic, and removable like any other', async (kind) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
    const passkey = new VirtualPasskey()
    const added = await addAutomatically(browser, passkey)
    expect(summarizeApiResponse(added)).toBe('200')
    expect(await listPasskeysOfBrowser(browser)).toMatchObject([{ label: 'Automatic' }])
    expect(await listAuditEntries(app, 'passkey.added')).toEqual(['passkey.added success {"how":"automatic"}'])
    const { id } = added.json<ApiEndpointOutput<'addPasskey'>>()
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('401 passkey.removed')
  })

  test('P20 P6: signs in only with user presence and verification', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const passkey = new VirtualPasskey()
    await addAutomatically(browser, passkey)
    const withoutUser: readonly VirtualPasskeyFaults[] = [{ userVerified: false }, { userPresent: false }]
    for (const errors of withoutUser)
      expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey, errors))).toBe(
        '401 passkey.refused',
      )
    expect(summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))).toBe('200')
  })

  testOnBothDatabases('P20 P13: makes no browser trusted until it was used in a trusted one', async (kind) => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser(kind)
    const passkey = new VirtualPasskey()
    await addAutomatically(browser, passkey)
    expect(isNewBrowser(await signInWithPasskey(app.openBrowser(), passkey))).toBe(true)
    expect(isNewBrowser(await signInWithPasskey(browser, passkey))).toBe(false)
    expect(isNewBrowser(await signInWithPasskey(app.openBrowser(), passkey))).toBe(false)
  })

  test('P20 M17: cannot be added after a wallet sign-in in a new browser', async () => {
    const { app, browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const options = await requestTestPasskeyCreationOptions(browser)
    const stranger = app.openBrowser()
    await stranger.signIn()
    expect(summarizeApiResponse(await stranger.send('POST', '/api/passkeys/options'))).toBe('403 step_up.required')
    expect(
      summarizeApiResponse(
        await stranger.send('POST', '/api/passkeys', {
          attestation: new VirtualPasskey().createCredential(options, noUser),
          automatic: true,
        }),
      ),
    ).toBe('403 step_up.required')
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
  })

  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['from a cross-origin frame', { crossOrigin: true }],
    ['with the client data type of an assertion', { type: 'webauthn.get' }],
    ['with a different credential ID', { id: Buffer.alloc(32, 7).toString('base64url') }],
  ])('P20 P6: is refused %s', async (_how, errors) => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    expect(summarizeApiResponse(await addAutomatically(browser, new VirtualPasskey(), errors))).toBe(
      '401 passkey.refused',
    )
    expect(await listPasskeysOfBrowser(browser)).toEqual([])
  })

  test('P20: needs the explicit flag to be created without user verification', async () => {
    const { browser } = await createTestServerWithSteppedUpBrowser('sqlite')
    const attestation = new VirtualPasskey().createCredential(await requestTestPasskeyCreationOptions(browser), noUser)
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys', { attestation }))).toBe(
      '401 passkey.refused',
    )
    expect(summarizeApiResponse(await browser.send('POST', '/api/passkeys', { attestation, automatic: false }))).toBe(
      '400 request.invalid',
    )
  })
})
