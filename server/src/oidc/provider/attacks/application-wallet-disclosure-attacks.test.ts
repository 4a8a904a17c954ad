// Which wallet an application knows: the chosen one, whatever the person signs in with (O18).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
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
import type { DisclosedWalletClaims } from '../../../testing/disclosed-wallet-fixtures.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../../testing/database-fixtures.ts'
import {
  mergeIdentitiesForTests,
  requestIdentityMergeUndoForTests,
} from '../../../testing/identity-merge-test-steps.ts'
import {
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { sendRefreshTokenRequest, requestUserinfo } from '../../../testing/oauth-token-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys

describe.each(databaseKinds)('wallet disclosed to an application on %s', (kind) => {
  test.each(['userinfo', 'id-token'] as const)(
    'O18 P10: stays the same in %s after a sign-in with another wallet, until the person changes it',
    async (claimsIn) => {
      const context = await createDisclosedWalletContext(kind, claimsIn)
      const { app, application, browser } = context
      const tell = async (tokens: TokenResponse) =>
        claimsIn === 'userinfo' ? readUserinfoWalletClaim(app, tokens) : decodeTokenPayload(tokens.id_token)['wallet']
      const first = await redeemAuthorizationCode(
        context,
        await answerConsent(browser, await startAuthorization(browser, application)),
      )
      expect(await tell(first)).toBe(toCaip10AccountId(alice))
      const other = await openSignedInBrowser(app, bob)
      for (const parameters of [{ prompt: 'none' }, { prompt: 'none', scope: 'openid profile wallet' }]) {
        const silent = await startAuthorization(other, application, parameters)
        if (parameters.scope === undefined)
          expect(await tell(await redeemAuthorizationCode(context, silent))).toBe(toCaip10AccountId(alice))
        else expect(getRedirectLocation(silent)).toContain('error=consent_required')
      }
      const asked = await startAuthorization(other, application)
      const { wallet } = await readOidcInteractionFromRedirect(other, asked)
      expect(wallet).toMatchObject({
        known: await findWalletIdOfBrowserForTests(other, alice),
        chosen: await findWalletIdOfBrowserForTests(other, alice),
        signedInWith: await findWalletIdOfBrowserForTests(other, bob),
      })
      expect(wallet?.wallets.map(({ address }) => address)).toEqual([alice.address, bob.address])
      expect(await tell(await redeemAuthorizationCode(context, await answerConsent(other, asked)))).toBe(
        toCaip10AccountId(alice),
      )
      expect(await tell(await redeemAuthorizationCode(context, await startAuthorization(other, application)))).toBe(
        toCaip10AccountId(alice),
      )
      const again = await startAuthorization(other, application, { prompt: 'consent' })
      expect(
        await tell(
          await redeemAuthorizationCode(
            context,
            await answerConsent(other, again, await findWalletIdOfBrowserForTests(other, bob)),
          ),
        ),
      ).toBe(toCaip10AccountId(bob))
      expect(await tell(await redeemAuthorizationCode(context, await startAuthorization(browser, application)))).toBe(
        toCaip10AccountId(bob),
      )
    },
  )

  test('O18: disappears from all tokens when unlinked, and no other wallet replaces it', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const other = await openSignedInBrowser(app, bob)
    const asked = await startAuthorization(other, application, {
      scope: 'openid profile wallet proof offline_access',
      prompt: 'consent',
    })
    const signed = await signInToOidcInteraction(other, getInteractionIdFromRedirect(asked), bob)
    const tokens = await redeemAuthorizationCode(
      context,
      await answerConsent(other, signed, await findWalletIdOfBrowserForTests(other, alice)),
    )
    expect(await readUserinfoWalletClaim(app, tokens)).toBe(toCaip10AccountId(alice))
    // The message would disclose the other wallet.
    expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<DisclosedWalletClaims>())).not.toContain(
      'proof',
    )
    await unlinkWalletForTests(browser, alice)
    const refreshed = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
    const introspected = (
      await postFormAsApplication(app, '/introspect', application, { token: refreshed.access_token })
    ).body
    const seen = [
      (await requestUserinfo(app, tokens.access_token)).body,
      (await requestUserinfo(app, refreshed.access_token)).body,
    ]
    seen.push(introspected, JSON.stringify(decodeTokenPayload(refreshed.id_token)))
    for (const text of seen)
      for (const { address } of [alice, bob]) expect(text.toLowerCase()).not.toContain(address.slice(2).toLowerCase())
    expect(getRedirectLocation(await startAuthorization(other, application, { prompt: 'none' }))).toContain(
      'error=consent_required',
    )
    const anew = await startAuthorization(other, application)
    expect((await readOidcInteractionFromRedirect(other, anew)).wallet).toMatchObject({
      known: null,
      chosen: await findWalletIdOfBrowserForTests(other, bob),
    })
    expect(
      await readUserinfoWalletClaim(app, await redeemAuthorizationCode(context, await answerConsent(other, anew))),
    ).toBe(toCaip10AccountId(bob))
  })

  test('O18: can only be set to a wallet of the person', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const stranger = await openSignedInBrowser(app, carol)
    for (const wallet of [await findWalletIdOfBrowserForTests(stranger, carol), '0'.repeat(26)]) {
      const response = await answerConsent(browser, await startAuthorization(browser, application), wallet)
      expect(response.json()).toMatchObject({ code: 'wallet.not_found' })
    }
    expect(await app.database.queries.selectFrom('grants').selectAll().execute()).toEqual([])
    await answerConsent(browser, await startAuthorization(browser, application))
    const [grant] = (await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>().items
    const change = async (by: TestBrowser, wallet: string): Promise<string> => {
      const response = await by.send('PATCH', `/api/grants/${grant?.id ?? ''}`, { wallet })
      return response.statusCode === 204 ? 'done' : response.json<{ code: string }>().code
    }
    expect(await change(stranger, await findWalletIdOfBrowserForTests(stranger, carol))).toBe('grant.not_found')
    expect(await change(browser, await findWalletIdOfBrowserForTests(stranger, carol))).toBe('wallet.not_found')
    expect(await change(browser, await findWalletIdOfBrowserForTests(browser, bob))).toBe('done')
    expect((await browser.send('GET', '/api/grants')).json<ApiEndpointOutput<'listGrants'>>().items).toMatchObject([
      { wallet: { address: bob.address, linked: true }, sharesWallet: true },
    ])
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode(context, await startAuthorization(browser, application)),
      ),
    ).toBe(toCaip10AccountId(bob))
  })

  test('O18: is one wallet even if two consent pages are submitted concurrently', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const other = await openSignedInBrowser(app, bob)
    const [here, there] = [await startAuthorization(browser, application), await startAuthorization(other, application)]
    const answers = await Promise.all([
      answerConsent(browser, here, await findWalletIdOfBrowserForTests(browser, alice)),
      answerConsent(other, there, await findWalletIdOfBrowserForTests(other, bob)),
    ])
    const walletClaims = []
    for (const response of answers)
      walletClaims.push(await readUserinfoWalletClaim(app, await redeemAuthorizationCode(context, response)))
    expect(new Set(walletClaims).size).toBe(1)
    expect([toCaip10AccountId(alice), toCaip10AccountId(bob)]).toContain(walletClaims[0])
  })

  test('O18: comes with its own proof or with none', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const proving = { scope: 'openid wallet proof' }
    const proofOf = async (tokens: TokenResponse): Promise<string> =>
      (
        (await requestUserinfo(app, tokens.access_token)).json<DisclosedWalletClaims>()['proof'] as
          | { message?: string }
          | undefined
      )?.message ?? 'none'
    const first = await answerConsent(
      browser,
      await signInToOidcInteraction(
        browser,
        getInteractionIdFromRedirect(await startAuthorization(browser, application, proving)),
      ),
    )
    expect(await proofOf(await redeemAuthorizationCode(context, first))).toContain(alice.address)
    const other = await openSignedInBrowser(app, bob)
    // Proof from the other wallet comes first, because that wallet may be the one to disclose.
    const proved = await signInToOidcInteraction(
      other,
      getInteractionIdFromRedirect(await startAuthorization(other, application, proving)),
      bob,
    )
    const kept = await redeemAuthorizationCode(context, await answerConsent(other, proved))
    expect(await readUserinfoWalletClaim(app, kept)).toBe(toCaip10AccountId(alice))
    expect(await proofOf(kept)).toBe('none')
    app.pass(1000)
    const chosen = await startAuthorization(other, application, { ...proving, prompt: 'consent' })
    const both = await redeemAuthorizationCode(
      context,
      await answerConsent(other, chosen, await findWalletIdOfBrowserForTests(other, bob)),
    )
    expect([await readUserinfoWalletClaim(app, both), await proofOf(both)]).toEqual([
      toCaip10AccountId(bob),
      expect.stringContaining(bob.address) as string,
    ])
  })

  test('O18 O2: moves with a merge, and back when the merge is undone', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application } = context
    const stranger = await openSignedInBrowser(app, carol)
    await redeemAuthorizationCode(
      context,
      await answerConsent(stranger, await startAuthorization(stranger, application)),
    )
    const joined = await openSteppedUpBrowser(app, alice)
    const merged = await mergeIdentitiesForTests(joined, carol)
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode(context, await startAuthorization(joined, application, { prompt: 'none' })),
      ),
    ).toBe(toCaip10AccountId(carol))
    expect((await requestIdentityMergeUndoForTests(joined, merged)).statusCode).toBe(200)
    expect(getRedirectLocation(await startAuthorization(joined, application, { prompt: 'none' }))).toContain(
      'error=consent_required',
    )
    const back = await openSignedInBrowser(app, carol)
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode(context, await startAuthorization(back, application, { prompt: 'none' })),
      ),
    ).toBe(toCaip10AccountId(carol))
  })

  test('O18: follows the wallet of the last sign-in if the grant stores no choice', async () => {
    const context = await createDisclosedWalletContext(kind)
    const { app, application, browser } = context
    const tokens = await redeemAuthorizationCode(
      context,
      await answerConsent(browser, await startAuthorization(browser, application)),
    )
    const { queries } = app.database
    const forget = () => queries.updateTable('grants').set({ wallet_id: null, wallets_offered: null }).execute()
    await forget()
    expect(await readUserinfoWalletClaim(app, tokens)).toBe(toCaip10AccountId(alice))
    const other = await openSignedInBrowser(app, bob)
    expect(
      await readUserinfoWalletClaim(
        app,
        await redeemAuthorizationCode(context, await startAuthorization(other, application, { prompt: 'none' })),
      ),
    ).toBe(toCaip10AccountId(bob))
    expect(await readUserinfoWalletClaim(app, tokens)).toBe(toCaip10AccountId(bob))
    expect(getRedirectLocation(await startAuthorization(browser, application))).toMatch(/^\/consent/)
  })
})
