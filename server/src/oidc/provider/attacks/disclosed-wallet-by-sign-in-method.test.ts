// Which wallet an application knows with passkeys, contract wallets and other chain families (O18).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { describe, expect, test } from 'vitest'
import { changeApplicationDefinition } from '../../../store/applications/change-application-definition.ts'
import type { SignInMethod } from '../../../store/applications/application-definition-types.ts'
import { findApplicationById } from '../../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import {
  answerConsent,
  startAuthorization,
  toCaip10AccountId,
  createDisclosedWalletContext,
  findWalletIdOfBrowserForTests,
  openSignedInBrowser,
  readOidcInteractionFromRedirect,
  redeemAuthorizationCode,
  unlinkWalletForTests,
  readUserinfoWalletClaim,
} from '../../../testing/disclosed-wallet-fixtures.ts'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../../testing/fake-chains.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../../testing/database-fixtures.ts'
import { linkWalletForTests, listWalletsForTests } from '../../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from '../../../testing/oidc-application-test-steps.ts'
import { addTestPasskey, signInWithPasskey } from '../../../testing/passkey-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const alices = createTestWalletSigners(1)

describe.each(databaseKinds)('wallet disclosed to an application on %s', (kind) => {
  test('O18: a passkey sign-in discloses no wallet, and a wallet linked later needs consent', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const { passkey } = await addTestPasskey(browser)
    for (const key of [bob, alice]) await unlinkWalletForTests(browser, key)
    const bare = app.openBrowser()
    await signInWithPasskey(bare, passkey)
    expect(await listWalletsForTests(bare)).toEqual([])
    const asked = await startAuthorization(bare, application)
    expect((await readOidcInteractionFromRedirect(bare, asked)).wallet).toEqual({
      wallets: [],
      known: null,
      chosen: null,
      paused: null,
      signedInWith: null,
    })
    expect(
      await readUserinfoWalletClaim(app, await redeemAuthorizationCode(context, await answerConsent(bare, asked))),
    ).toBeUndefined()
    const tokens = await redeemAuthorizationCode(context, await startAuthorization(bare, application))
    await linkWalletForTests(bare, carol)
    expect(await readUserinfoWalletClaim(app, tokens)).toBeUndefined()
    expect(getRedirectLocation(await startAuthorization(bare, application, { prompt: 'none' }))).toContain(
      'error=consent_required',
    )
    const anew = await answerConsent(bare, await startAuthorization(bare, application))
    expect(await readUserinfoWalletClaim(app, await redeemAuthorizationCode(context, anew))).toBe(
      toCaip10AccountId(carol),
    )
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode(context, await startAuthorization(bare, application)),
      ),
    ).toBe(toCaip10AccountId(carol))
  })

  test('O18 S8: a contract wallet is disclosed only while rechecked, and no other replaces it', async () => {
    const chain = createFakeChain()
    const contract = '0xc0fefe0000000000000000000000000000000001'
    chain.deploy(contract, createFakeSingleOwnerContractWallet(alice))
    const app = await createOidcTestServer({ database: kind, chains: createFakeChains(chain) })
    const application = await addTestClientApplication(app, { scopes: ['openid', 'wallet'] })
    const browser = await openSteppedUpBrowser(app, alice)
    const { queries } = app.database
    await linkWalletForTests(browser, bob)
    const tokens = await redeemAuthorizationCode(
      { app, application },
      await answerConsent(browser, await startAuthorization(browser, application)),
    )
    // As if the wallet had been linked as a contract and its sessions had ended.
    await queries
      .updateTable('wallets')
      .set({ kind: 'contract', chain_reference: '1' })
      .where('address', '=', alice.address.toLowerCase())
      .execute()
    expect(await readUserinfoWalletClaim(app, tokens)).toBe(toCaip10AccountId(alice))
    const other = await openSignedInBrowser(app, bob)
    await browser.send('POST', '/api/sign-out')
    const silent = await redeemAuthorizationCode(
      { app, application },
      await startAuthorization(other, application, { prompt: 'none' }),
    )
    expect(await readUserinfoWalletClaim(app, silent)).toBeUndefined()
    // The contract stays chosen, so that continuing does not disclose the other wallet.
    const asked = await startAuthorization(other, application)
    expect((await readOidcInteractionFromRedirect(other, asked)).wallet).toMatchObject({
      chosen: await findWalletIdOfBrowserForTests(other, alice),
      paused: await findWalletIdOfBrowserForTests(other, alice),
    })
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode({ app, application }, await answerConsent(other, asked)),
      ),
    ).toBeUndefined()
  })

  test('O18: is of a chain family that the application accepts, even after that setting changes', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, browser } = context
    await linkWalletForTests(browser, alices.solana)
    const solana = await findWalletIdOfBrowserForTests(browser, alices.solana)
    const ofEthereum = await addTestClientApplication(app, {
      id: 'narrow',
      scopes: ['openid', 'wallet'],
      signInMethods: ['key', 'passkey'],
    })
    const asked = await startAuthorization(browser, ofEthereum)
    expect(
      (await readOidcInteractionFromRedirect(browser, asked)).wallet?.wallets.map(({ address }) => address),
    ).toEqual([alice.address, bob.address])
    const forced = { withheld: [], wallet: solana }
    expect(
      (
        await browser.send('POST', `/api/interactions/${getInteractionIdFromRedirect(asked)}/consent`, forced)
      ).json<ProblemDetails>().code,
    ).toBe('wallet.not_found')
    const narrow = await redeemAuthorizationCode({ app, application: ofEthereum }, await answerConsent(browser, asked))
    expect(await readUserinfoWalletClaim(app, narrow)).toBe(toCaip10AccountId(alice))
    const [grant] = (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>().items
    expect(grant?.selectableWalletIds).toEqual([
      await findWalletIdOfBrowserForTests(browser, alice),
      await findWalletIdOfBrowserForTests(browser, bob),
    ])
    const change = (id: string | undefined) => browser.send('PATCH', `/api/grants/${id}`, { wallet: solana })
    expect((await change(grant?.id)).json<ProblemDetails>().code).toBe('wallet.not_found')
    expect(await readUserinfoWalletClaim(app, narrow)).toBe(toCaip10AccountId(alice))

    const { application } = context
    const wide = await redeemAuthorizationCode(
      context,
      await answerConsent(browser, await startAuthorization(browser, application), solana),
    )
    expect(await readUserinfoWalletClaim(app, wide)).toBe(
      `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${alices.solana.address}`,
    )
    const { queries } = app.database
    const stored = await findApplicationById(queries, application.id)
    if (stored === undefined) throw new Error('The application is gone')
    const definition = { ...stored.definition, signInMethods: ['key', 'contract', 'bitcoin'] satisfies SignInMethod[] }
    await changeApplicationDefinition({ queries, random: systemRandomBytes }, { definition }, app.clock.now)
    expect(await readUserinfoWalletClaim(app, wide)).toBeUndefined()
    expect(getRedirectLocation(await startAuthorization(browser, application, { prompt: 'none' }))).toContain(
      'error=consent_required',
    )
    const again = await startAuthorization(browser, application)
    expect((await readOidcInteractionFromRedirect(browser, again)).wallet).toMatchObject({
      known: null,
      chosen: await findWalletIdOfBrowserForTests(browser, alice),
    })
    expect(
      await readUserinfoWalletClaim(app, await redeemAuthorizationCode(context, await answerConsent(browser, again))),
    ).toBe(toCaip10AccountId(alice))
  })

  test('can be of any chain family if the application accepts only passkeys', async () => {
    const { app, browser } = await createDisclosedWalletContext(kind)
    await linkWalletForTests(browser, alices.solana)
    const application = await addTestClientApplication(app, {
      id: 'narrow',
      scopes: ['openid', 'wallet'],
      signInMethods: ['passkey'],
    })
    const { passkey } = await addTestPasskey(browser)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    const solana = await findWalletIdOfBrowserForTests(other, alices.solana)
    const tokens = await redeemAuthorizationCode(
      { app, application },
      await answerConsent(other, await startAuthorization(other, application), solana),
    )
    expect(await readUserinfoWalletClaim(app, tokens)).toMatch(/^solana:/)
  })
})
