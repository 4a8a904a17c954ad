// Which of a person's wallets an application knows: the one that they chose, until they choose another, by whichever they sign in (O18).
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details'
import { createTestWalletSigners } from '@countersign/testing/test-wallet-signers'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { changeApplication } from '../../../store/applications/change-application.ts'
import type { SignInMethod } from '../../../store/applications/application-definition.ts'
import { findApplication } from '../../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import type { DatabaseKind } from '../../../platform/database/open-database.ts'
import { createFakeChain, createFakeChains, createFakeOwnedContractWallet } from '../../../testing/fake-chains.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../../testing/test-app.ts'
import { databaseKinds } from '../../../testing/test-databases.ts'
import { linkWallet, listWallets, mergeIdentityInto, requestMergeUndo } from '../../../testing/test-identity-merges.ts'
import {
  addTestApplication,
  allowConsent,
  createAuthorizationUrl,
  createOidcTestApp,
  exchangeCode,
  getRedirectLocation,
  getInteractionId,
  postForm,
  decodeTokenPayload,
  signInToInteraction,
} from '../../../testing/test-oidc-applications.ts'
import type { TestApplication, TokenResponse } from '../../../testing/test-oidc-applications.ts'
import { addPasskey, signInWithPasskey } from '../../../testing/test-passkeys.ts'
import { getAuthorizationCode, refreshTokens, requestUserinfo } from '../../../testing/test-tokens.ts'

const { alice, bob, carol } = ethereumTestKeys
const alices = createTestWalletSigners(1)
type Claims = Record<string, unknown>

const scope = 'openid wallet'
const idOf = async (browser: TestBrowser, { address }: { address: string }): Promise<string> =>
  (await listWallets(browser)).find((wallet) => wallet.address === address)?.id ?? 'none'

async function unlink(browser: TestBrowser, key: typeof alice): Promise<void> {
  const response = await browser.send('DELETE', `/api/wallets/${await idOf(browser, key)}`)
  if (response.statusCode !== 200) throw new Error(response.body)
}

interface World {
  app: TestApp & { pass: (milliseconds: number) => void }
  application: TestApplication
  /** Alice's, who has linked Bob's key as well. */
  browser: TestBrowser
}

async function createWorld(kind: DatabaseKind, claimsIn: 'userinfo' | 'id-token' = 'userinfo'): Promise<World> {
  const app = await createOidcTestApp({ database: kind })
  const scopes = ['openid', 'profile', 'wallet', 'proof', 'offline_access'] as const
  const application = await addTestApplication(app, { scopes: [...scopes], claimsIn })
  const browser = await openSteppedUpBrowser(app, alice)
  await linkWallet(browser, bob)
  return { app, application, browser }
}

/** Goes as far as the browser is sent without anybody's answer. */
const ask = (
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string> = {},
): Promise<LightMyRequestResponse> => browser.send('GET', createAuthorizationUrl(application, { scope, ...parameters }))

const redeem = async (
  { app, application }: Pick<World, 'app' | 'application'>,
  response: LightMyRequestResponse,
): Promise<TokenResponse> =>
  (
    await exchangeCode(app, application, getAuthorizationCode(new URL(getRedirectLocation(response))))
  ).json<TokenResponse>()

const walletTold = async (app: TestApp, { access_token }: TokenResponse): Promise<unknown> =>
  (await requestUserinfo(app, access_token)).json<Claims>()['wallet']

/** Answers the page that asks, by a wallet where one is chosen. */
async function answer(
  browser: TestBrowser,
  asked: LightMyRequestResponse,
  wallet?: string,
): Promise<LightMyRequestResponse> {
  expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
  return allowConsent(browser, getInteractionId(asked), [], wallet)
}

const read = async (browser: TestBrowser, asked: LightMyRequestResponse): Promise<EndpointOutput<'readInteraction'>> =>
  (await browser.send('GET', `/api/interactions/${getInteractionId(asked)}`)).json<EndpointOutput<'readInteraction'>>()

const caip = ({ address }: { address: string }): string => `eip155:1:${address}`

/** A second browser of the same person, who signs in with the other key. */
async function openAs(app: TestApp, key: typeof bob): Promise<TestBrowser> {
  const browser = app.openBrowser()
  await browser.signIn(key)
  return browser
}

describe.each(databaseKinds)('the wallet that an application knows on %s', (kind) => {
  test.each(['userinfo', 'id-token'] as const)(
    'O18 P10 stays the one, in %s, when its person signs in with another: that one is told once they say so',
    async (claimsIn) => {
      const context = await createWorld(kind, claimsIn)
      const { app, application, browser } = context
      const tell = async (tokens: TokenResponse) =>
        claimsIn === 'userinfo' ? walletTold(app, tokens) : decodeTokenPayload(tokens.id_token)['wallet']
      const first = await redeem(context, await answer(browser, await ask(browser, application)))
      expect(await tell(first)).toBe(caip(alice))
      const other = await openAs(app, bob)
      // Without a question nothing changes, whatever it is asked for in.
      for (const parameters of [{ prompt: 'none' }, { prompt: 'none', scope: 'openid profile wallet' }]) {
        const silent = await ask(other, application, parameters)
        if (parameters.scope === undefined) expect(await tell(await redeem(context, silent))).toBe(caip(alice))
        else expect(getRedirectLocation(silent)).toContain('error=consent_required')
      }
      const asked = await ask(other, application)
      const { wallet } = await read(other, asked)
      expect(wallet).toMatchObject({
        known: await idOf(other, alice),
        chosen: await idOf(other, alice),
        signedInWith: await idOf(other, bob),
      })
      expect(wallet?.wallets.map(({ address }) => address)).toEqual([alice.address, bob.address])
      expect(await tell(await redeem(context, await answer(other, asked)))).toBe(caip(alice))
      // Asked once.
      expect(await tell(await redeem(context, await ask(other, application)))).toBe(caip(alice))
      // And told when they choose it, by every token from then on.
      const again = await ask(other, application, { prompt: 'consent' })
      expect(await tell(await redeem(context, await answer(other, again, await idOf(other, bob))))).toBe(caip(bob))
      expect(await tell(await redeem(context, await ask(browser, application)))).toBe(caip(bob))
    },
  )

  test('O18 is told by no token of before, nor a refreshed one, after it was unlinked; nor is another in its place', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const other = await openAs(app, bob)
    const asked = await ask(other, application, {
      scope: 'openid profile wallet proof offline_access',
      prompt: 'consent',
    })
    const signed = await signInToInteraction(other, getInteractionId(asked), bob)
    const tokens = await redeem(context, await answer(other, signed, await idOf(other, alice)))
    expect(await walletTold(app, tokens)).toBe(caip(alice))
    // The message is of the other wallet, and would name it.
    expect(Object.keys((await requestUserinfo(app, tokens.access_token)).json<Claims>())).not.toContain('proof')
    await unlink(browser, alice)
    const refreshed = (await refreshTokens(app, application, tokens.refresh_token)).json<TokenResponse>()
    const introspected = (await postForm(app, '/introspect', application, { token: refreshed.access_token })).body
    const seen = [
      (await requestUserinfo(app, tokens.access_token)).body,
      (await requestUserinfo(app, refreshed.access_token)).body,
    ]
    seen.push(introspected, JSON.stringify(decodeTokenPayload(refreshed.id_token)))
    for (const text of seen)
      for (const { address } of [alice, bob]) expect(text.toLowerCase()).not.toContain(address.slice(2).toLowerCase())
    // Which one instead is for the person to say.
    expect(getRedirectLocation(await ask(other, application, { prompt: 'none' }))).toContain('error=consent_required')
    const anew = await ask(other, application)
    expect((await read(other, anew)).wallet).toMatchObject({ known: null, chosen: await idOf(other, bob) })
    expect(await walletTold(app, await redeem(context, await answer(other, anew)))).toBe(caip(bob))
  })

  test('O18 is one of those that the person has, whatever is sent in the answer', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const stranger = await openAs(app, carol)
    for (const wallet of [await idOf(stranger, carol), '0'.repeat(26)]) {
      const response = await answer(browser, await ask(browser, application), wallet)
      expect(response.json()).toMatchObject({ code: 'wallet.not_found' })
    }
    expect(await app.database.queries.selectFrom('grants').selectAll().execute()).toEqual([])
    await answer(browser, await ask(browser, application))
    const [grant] = (await browser.send('GET', '/api/grants')).json<EndpointOutput<'listGrants'>>().items
    const change = async (by: TestBrowser, wallet: string): Promise<string> => {
      const response = await by.send('PATCH', `/api/grants/${grant?.id ?? ''}`, { wallet })
      return response.statusCode === 204 ? 'done' : response.json<{ code: string }>().code
    }
    expect(await change(stranger, await idOf(stranger, carol))).toBe('grant.not_found')
    expect(await change(browser, await idOf(stranger, carol))).toBe('wallet.not_found')
    expect(await change(browser, await idOf(browser, bob))).toBe('done')
    expect((await browser.send('GET', '/api/grants')).json<EndpointOutput<'listGrants'>>().items).toMatchObject([
      { wallet: { address: bob.address, linked: true }, sharesWallet: true },
    ])
    expect(await walletTold(app, await redeem(context, await ask(browser, application)))).toBe(caip(bob))
  })

  test('O18 is one, also when two pages are answered at once', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const other = await openAs(app, bob)
    const [here, there] = [await ask(browser, application), await ask(other, application)]
    const answers = await Promise.all([
      answer(browser, here, await idOf(browser, alice)),
      answer(other, there, await idOf(other, bob)),
    ])
    const told = []
    for (const response of answers) told.push(await walletTold(app, await redeem(context, response)))
    expect(new Set(told).size).toBe(1)
    expect([caip(alice), caip(bob)]).toContain(told[0])
  })

  test('O18 is known to who allowed it by a passkey, and a wallet linked later is not told unasked', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const { passkey } = await addPasskey(browser)
    for (const key of [bob, alice]) await unlink(browser, key)
    const bare = app.openBrowser()
    await signInWithPasskey(bare, passkey)
    expect(await listWallets(bare)).toEqual([])
    const asked = await ask(bare, application)
    expect((await read(bare, asked)).wallet).toEqual({
      wallets: [],
      known: null,
      chosen: null,
      paused: null,
      signedInWith: null,
    })
    expect(await walletTold(app, await redeem(context, await answer(bare, asked)))).toBeUndefined()
    const tokens = await redeem(context, await ask(bare, application))
    await linkWallet(bare, carol)
    expect(await walletTold(app, tokens)).toBeUndefined()
    expect(getRedirectLocation(await ask(bare, application, { prompt: 'none' }))).toContain('error=consent_required')
    const anew = await answer(bare, await ask(bare, application))
    expect(await walletTold(app, await redeem(context, anew))).toBe(caip(carol))
    // By the passkey, without another question.
    expect(await walletTold(app, await redeem(context, await ask(bare, application)))).toBe(caip(carol))
  })

  test('O18 comes with its own proof, or with none', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const proving = { scope: 'openid wallet proof' }
    const proofOf = async (tokens: TokenResponse): Promise<string> =>
      ((await requestUserinfo(app, tokens.access_token)).json<Claims>()['proof'] as { message?: string } | undefined)
        ?.message ?? 'none'
    const first = await answer(
      browser,
      await signInToInteraction(browser, getInteractionId(await ask(browser, application, proving))),
    )
    expect(await proofOf(await redeem(context, first))).toContain(alice.address)
    const other = await openAs(app, bob)
    // The other wallet's message is asked for first, since it may be the one that is told.
    const proved = await signInToInteraction(other, getInteractionId(await ask(other, application, proving)), bob)
    const kept = await redeem(context, await answer(other, proved))
    expect(await walletTold(app, kept)).toBe(caip(alice))
    expect(await proofOf(kept)).toBe('none')
    app.pass(1000)
    const chosen = await ask(other, application, { ...proving, prompt: 'consent' })
    const both = await redeem(context, await answer(other, chosen, await idOf(other, bob)))
    expect([await walletTold(app, both), await proofOf(both)]).toEqual([
      caip(bob),
      expect.stringContaining(bob.address) as string,
    ])
  })

  test('O18 O2 moves with a merge and comes back with its undoing', async () => {
    const context = await createWorld(kind)
    const { app, application } = context
    const stranger = await openAs(app, carol)
    await redeem(context, await answer(stranger, await ask(stranger, application)))
    const joined = await openSteppedUpBrowser(app, alice)
    const merged = await mergeIdentityInto(joined, carol)
    // Known through the other identity: the wallet that it knows goes on being told, and no other.
    expect(await walletTold(app, await redeem(context, await ask(joined, application, { prompt: 'none' })))).toBe(
      caip(carol),
    )
    expect((await requestMergeUndo(joined, merged)).statusCode).toBe(200)
    expect(getRedirectLocation(await ask(joined, application, { prompt: 'none' }))).toContain('error=consent_required')
    const back = await openAs(app, carol)
    expect(await walletTold(app, await redeem(context, await ask(back, application, { prompt: 'none' })))).toBe(
      caip(carol),
    )
  })

  test('O18 of a consent that is older than the question is what was told last, else that of the next sign-in', async () => {
    const context = await createWorld(kind)
    const { app, application, browser } = context
    const tokens = await redeem(context, await answer(browser, await ask(browser, application)))
    const { queries } = app.database
    const forget = () => queries.updateTable('grants').set({ wallet_id: null, wallets_offered: null }).execute()
    await forget()
    expect(await walletTold(app, tokens)).toBe(caip(alice))
    const other = await openAs(app, bob)
    expect(await walletTold(app, await redeem(context, await ask(other, application, { prompt: 'none' })))).toBe(
      caip(bob),
    )
    expect(await walletTold(app, tokens)).toBe(caip(bob))
    expect(getRedirectLocation(await ask(browser, application))).toMatch(/^\/consent/)
  })

  test('O18 S8 is a contract only as long as it is asked, and nothing is told in its place', async () => {
    const chain = createFakeChain()
    const contract = '0xc0fefe0000000000000000000000000000000001'
    chain.deploy(contract, createFakeOwnedContractWallet(alice))
    const app = await createOidcTestApp({ database: kind, chains: createFakeChains(chain) })
    const application = await addTestApplication(app, { scopes: ['openid', 'wallet'] })
    const browser = await openSteppedUpBrowser(app, alice)
    const { queries } = app.database
    await linkWallet(browser, bob)
    const tokens = await redeem({ app, application }, await answer(browser, await ask(browser, application)))
    // As if it had been linked as a contract, and its sessions had ended.
    await queries
      .updateTable('wallets')
      .set({ kind: 'contract', chain_reference: '1' })
      .where('address', '=', alice.address.toLowerCase())
      .execute()
    expect(await walletTold(app, tokens)).toBe(caip(alice))
    const other = await openAs(app, bob)
    await browser.send('POST', '/api/sign-out')
    const silent = await redeem({ app, application }, await ask(other, application, { prompt: 'none' }))
    expect(await walletTold(app, silent)).toBeUndefined()
    // It stays the one that is chosen, so that to go on does not tell the other.
    const asked = await ask(other, application)
    expect((await read(other, asked)).wallet).toMatchObject({
      chosen: await idOf(other, alice),
      paused: await idOf(other, alice),
    })
    expect(await walletTold(app, await redeem({ app, application }, await answer(other, asked)))).toBeUndefined()
  })

  test('O18 is of a chain family by which the application accepts sign-ins, also where that is changed later', async () => {
    const context = await createWorld(kind)
    const { app, browser } = context
    await linkWallet(browser, alices.solana)
    const solana = await idOf(browser, alices.solana)
    const ofEthereum = await addTestApplication(app, {
      id: 'narrow',
      scopes: ['openid', 'wallet'],
      ways: ['key', 'passkey'],
    })
    // Neither offered nor taken, here or from the account.
    const asked = await ask(browser, ofEthereum)
    expect((await read(browser, asked)).wallet?.wallets.map(({ address }) => address)).toEqual([
      alice.address,
      bob.address,
    ])
    const forced = { withheld: [], wallet: solana }
    expect(
      (
        await browser.send('POST', `/api/interactions/${getInteractionId(asked)}/consent`, forced)
      ).json<ProblemDetails>().code,
    ).toBe('wallet.not_found')
    const narrow = await redeem({ app, application: ofEthereum }, await answer(browser, asked))
    expect(await walletTold(app, narrow)).toBe(caip(alice))
    const [grant] = (await browser.send('GET', '/api/grants')).json<EndpointOutput<'listGrants'>>().items
    expect(grant?.selectableWalletIds).toEqual([await idOf(browser, alice), await idOf(browser, bob)])
    const change = (id: string | undefined) => browser.send('PATCH', `/api/grants/${id}`, { wallet: solana })
    expect((await change(grant?.id)).json<ProblemDetails>().code).toBe('wallet.not_found')
    expect(await walletTold(app, narrow)).toBe(caip(alice))

    // Who accepts all is told it, until it is narrowed: then none, and the person is asked for another.
    const { application } = context
    const wide = await redeem(context, await answer(browser, await ask(browser, application), solana))
    expect(await walletTold(app, wide)).toBe(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${alices.solana.address}`)
    const { queries } = app.database
    const stored = await findApplication(queries, application.id)
    if (stored === undefined) throw new Error('The application is gone')
    const definition = { ...stored.definition, ways: ['key', 'contract', 'bitcoin'] satisfies SignInMethod[] }
    await changeApplication({ queries, random: systemRandomBytes }, { definition }, app.clock.now)
    expect(await walletTold(app, wide)).toBeUndefined()
    expect(getRedirectLocation(await ask(browser, application, { prompt: 'none' }))).toContain('error=consent_required')
    const again = await ask(browser, application)
    expect((await read(browser, again)).wallet).toMatchObject({ known: null, chosen: await idOf(browser, alice) })
    expect(await walletTold(app, await redeem(context, await answer(browser, again)))).toBe(caip(alice))
  })

  test('is any where passkeys alone are accepted', async () => {
    const { app, browser } = await createWorld(kind)
    await linkWallet(browser, alices.solana)
    const application = await addTestApplication(app, { id: 'narrow', scopes: ['openid', 'wallet'], ways: ['passkey'] })
    const { passkey } = await addPasskey(browser)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    const solana = await idOf(other, alices.solana)
    const tokens = await redeem({ app, application }, await answer(other, await ask(other, application), solana))
    expect(await walletTold(app, tokens)).toMatch(/^solana:/)
  })
})
