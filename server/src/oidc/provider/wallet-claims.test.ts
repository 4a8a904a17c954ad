// Wallet claims other than the address: the name, which comes only with the wallet (THREATS O11,
// P7), and for contracts the chain and the proof (THREATS S4).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, requestUserinfo } from '../../testing/oauth-token-test-steps.ts'

const { alice } = ethereumTestKeys
const scopes = ['openid', 'profile', 'wallet', 'proof'] as const
const contract = '0xC0Fefe0000000000000000000000000000000001'.toLowerCase()

type Claims = Record<string, unknown>

async function createWorld(claimsIn: 'userinfo' | 'id-token' = 'userinfo') {
  const [main, base] = [createFakeChain(), createFakeChain({ id: '8453' })]
  for (const chain of [main, base])
    chain.deploy(
      contract,
      createFakeContractWallet((_, signature) => signature === '0xbeef'),
    )
  const app = await createOidcTestServer({ chains: createFakeChains(main, base) })
  return {
    app,
    application: await addTestClientApplication(app, {
      scopes: [...scopes],
      claimsIn,
      preferredUsername: 'display-name',
    }),
  }
}

const nameAll = ({ database }: TestServer, name: string | null) =>
  database.queries.updateTable('wallet_names').set({ name }).execute()

async function redeemForClaims(
  app: TestServer,
  application: TestClientApplication,
  back: URL,
): Promise<{ userinfo: Claims; idToken: Claims; both: string }> {
  const response = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
  expect(response.statusCode).toBe(200)
  const tokens = response.json<TokenResponse>()
  const [shared, idToken] = [
    (await requestUserinfo(app, tokens.access_token)).json<Claims>(),
    decodeTokenPayload(tokens.id_token),
  ]
  return { userinfo: shared, idToken, both: JSON.stringify([shared, idToken]) }
}

async function authorizeAsContract(
  browser: TestBrowser,
  application: TestClientApplication,
  chainId: string,
  scope: string,
): Promise<URL> {
  const interaction = getInteractionIdFromRedirect(
    await browser.send('GET', createAuthorizationUrl(application, { scope })),
  )
  const { message: issued } = await browser.requestChallenge({
    purpose: 'sign-in',
    interaction,
    walletKind: 'contract',
  })
  const message = formatSignInMessage({ ...issued, address: toChecksumAddress(contract), chainId })
  const answer = await browser.send('POST', '/api/sign-in', { message, signature: '0xbeef', interaction })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const proved = await browser.send('GET', answer.json<ApiEndpointOutput<'signIn'>>().next)
  return new URL(
    getRedirectLocation(
      getRedirectLocation(proved).startsWith('/consent')
        ? await submitOidcConsent(browser, getInteractionIdFromRedirect(proved))
        : proved,
    ),
  )
}

describe('wallet name', () => {
  test('is disclosed with the wallet, and replaces a missing display name', async () => {
    const { app, application } = await createWorld()
    const browser = app.openBrowser()
    await browser.signIn()
    await nameAll(app, 'alice.eth')
    const { userinfo: claims, idToken } = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile wallet' }),
    )
    expect(claims).toEqual({
      sub: idToken['sub'],
      wallet: `eip155:1:${alice.address}`,
      wallets: [`eip155:1:${alice.address}`],
      wallet_name: 'alice.eth',
      wallet_kind: 'key',
      preferred_username: 'alice.eth',
    })
    await nameAll(app, 'somebody-else.eth')
    const renamed = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile wallet' }),
    )
    expect(renamed.userinfo).toMatchObject({ sub: claims['sub'], wallet_name: 'somebody-else.eth' })
    await nameAll(app, null)
    const nameless = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile wallet' }),
    )
    expect(nameless.userinfo).toEqual({
      sub: claims['sub'],
      wallet: claims['wallet'],
      wallet_kind: 'key',
      wallets: claims['wallets'],
      preferred_username: alice.address,
    })
  })

  test('never replaces a display name that the person chose', async () => {
    const { app, application } = await createWorld()
    const browser = app.openBrowser()
    await browser.signIn()
    await nameAll(app, 'alice.eth')
    await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
    const { userinfo: claims } = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile wallet' }),
    )
    expect(claims).toMatchObject({ name: 'Alice', preferred_username: 'Alice', wallet_name: 'alice.eth' })
  })

  test.each(['userinfo', 'id-token'] as const)(
    'O11: appears in no claim in %s unless the wallet is requested and allowed',
    async (claimsIn) => {
      const { app, application } = await createWorld(claimsIn)
      const browser = app.openBrowser()
      await browser.signIn()
      await nameAll(app, 'alice.eth')
      const unasked = await redeemForClaims(
        app,
        application,
        await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile' }),
      )
      const withheld = await redeemForClaims(
        app,
        application,
        await runOidcAuthorizationUntilCallback(
          browser,
          application,
          { scope: 'openid profile wallet proof', prompt: 'consent' },
          { withheld: ['wallet'] },
        ),
      )
      const named = JSON.stringify({ userinfo: { wallet_name: { essential: true } }, id_token: { wallet_name: null } })
      const byName = await redeemForClaims(
        app,
        application,
        await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid profile', claims: named }),
      )
      for (const { both, userinfo: claims, idToken } of [unasked, withheld, byName]) {
        expect(both).not.toContain('alice.eth')
        expect(both.toLowerCase()).not.toContain(alice.address.slice(2).toLowerCase())
        for (const claim of ['wallet_name', 'preferred_username', 'picture'])
          expect([claims, idToken].some((each) => claim in each)).toBe(false)
      }
      const allowed = await redeemForClaims(
        app,
        application,
        await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid wallet', prompt: 'consent' }),
      )
      expect(allowed.both).toContain('"wallet_name":"alice.eth"')
    },
  )
})

describe('contract wallet', () => {
  test.each(['1', '8453'])('S4: uses its own chain, %s, in the wallet claim and the proof', async (chainId) => {
    const { app, application } = await createWorld()
    const browser = app.openBrowser()
    const { userinfo: claims } = await redeemForClaims(
      app,
      application,
      await authorizeAsContract(browser, application, chainId, 'openid wallet proof'),
    )
    expect(claims).toMatchObject({
      wallet: `eip155:${chainId}:${toChecksumAddress(contract)}`,
      wallets: [`eip155:${chainId}:${String(claims['wallet']).split(':')[2]}`],
      wallet_kind: 'contract',
      proof: {
        message: expect.stringContaining(`Chain ID: ${chainId}\n`) as string,
        signature: '0xbeef',
        method: 'erc1271',
        chain: `eip155:${chainId}`,
        block: { number: '100', hash: `0x${'64'.padStart(64, '0')}` },
      },
    })
    expect(Object.keys(claims['proof'] as object)).toEqual(['message', 'signature', 'method', 'chain', 'block'])
    expect(String(claims['wallet']).toLowerCase()).toBe(`eip155:${chainId}:${contract}`)
  })

  test('appears in the export with its proof, its chain, and the time of the check', async () => {
    const { app, application } = await createWorld()
    const browser = app.openBrowser()
    await authorizeAsContract(browser, application, '8453', 'openid')
    await app.database.queries.updateTable('sessions').set({ stepped_up_at: app.clock.now }).execute()
    const document = (await browser.send('GET', '/api/export')).json<PersonalDataExport>()
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.wallets).toMatchObject([
      { kind: 'contract', chainReference: '8453', name: null, nameResolvedAt: null, picture: null },
    ])
    expect(document.proofs).toMatchObject([
      {
        method: 'erc1271',
        signature: '0xbeef',
        chainReference: '8453',
        blockNumber: '100',
        blockHash: `0x${'64'.padStart(64, '0')}`,
        codeHash: `0x${'c0de'.repeat(16)}`,
      },
    ])
    expect(document.sessions).toMatchObject([
      { contractCheckedAt: '2026-01-15T12:00:00.000Z', contractUnreachableSince: null },
    ])
  })

  test('S4: is a different person on another chain', async () => {
    const { app, application } = await createWorld()
    const [one, other] = [app.openBrowser(), app.openBrowser()]
    const here = await redeemForClaims(
      app,
      application,
      await authorizeAsContract(one, application, '1', 'openid wallet'),
    )
    const there = await redeemForClaims(
      app,
      application,
      await authorizeAsContract(other, application, '8453', 'openid wallet'),
    )
    expect(here.userinfo['sub']).not.toBe(there.userinfo['sub'])
    expect(here.userinfo['wallet']).not.toBe(there.userinfo['wallet'])
  })

  test('an ordinary key uses Ethereum by convention, and its proof names no chain', async () => {
    const { app, application } = await createWorld()
    const browser = app.openBrowser()
    const { userinfo: claims } = await redeemForClaims(
      app,
      application,
      await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid wallet proof' }),
    )
    expect(claims['wallet']).toBe(`eip155:1:${alice.address}`)
    expect(Object.keys(claims['proof'] as object)).toEqual(['message', 'signature'])
  })
})
