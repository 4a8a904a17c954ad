// Group access by client type, with contract wallets, and during merges.
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../../testing/fake-chains.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from '../../../testing/group-and-token-fixtures.ts'
import {
  mergeIdentitiesForTests,
  requestIdentityMergeUndoForTests,
} from '../../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  obtainTokens,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import { aliceAddress, createTokenHoldersTestServer } from '../../../testing/group-gated-application-fixtures.ts'

const recheck = 300_000

describe('group access', () => {
  test('O2: a private_key_jwt client loses access on refresh, and chain reads block no writes', async () => {
    const app = await createTokenHoldersTestServer('sqlite')
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const application = await addTestClientApplication(app, {
      authentication: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)) }] },
      allowedGroups: ['holders'],
    })
    const assertion = async () => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await new SignJWT({
        iss: application.id,
        sub: application.id,
        aud: 'https://sign-in.example',
        jti: crypto.randomUUID(),
        exp: app.clock.now / 1000 + 60,
      })
        .setProtectedHeader({ alg: 'ES256' })
        .sign(privateKey),
    })
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, {
        scope: 'openid offline_access',
        prompt: 'consent',
      }),
    )
    const first = (
      await exchangeCodeAsApplication(app, { ...application, secret: null }, code, await assertion())
    ).json<TokenResponse>()
    const written: number[] = []
    app.chain.beforeReading = async () =>
      void written.push((await app.openBrowser().signIn(ethereumTestKeys.carol)).statusCode)
    const again = async (token: string | undefined) =>
      postFormAsApplication(app, '/token', null, {
        grant_type: 'refresh_token',
        refresh_token: token ?? '',
        ...(await assertion()),
      })
    app.pass(recheck)
    const second = await again(first.refresh_token)
    expect(summarizeOAuthResponse(second)).toBe('200')
    app.balances.clear()
    app.pass(recheck)
    expect(summarizeOAuthResponse(await again(second.json<TokenResponse>().refresh_token))).toBe('400 invalid_grant')
    expect(written).toEqual([200, 200])
  })

  test('a device can still be approved after the chain was unavailable', async () => {
    const app = await createTokenHoldersTestServer('sqlite')
    const application = await addTestClientApplication(app, { kind: 'device', allowedGroups: ['holders'] })
    const { user_code: userCode, device_code } = (
      await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })
    ).json<{ user_code: string; device_code: string }>()
    const browser = app.openBrowser()
    await browser.signIn(ethereumTestKeys.alice)
    const approve = () => browser.send('POST', '/api/device/approve', { userCode, withheld: [] })
    app.chain.readError = 'the node is away'
    const refused = await approve()
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'chain.unavailable'])
    app.chain.readError = null
    app.pass(31_000)
    expect((await approve()).statusCode).toBe(204)
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/token', application, grant))).toBe('200')
  })

  test('only a member can approve a device, and a former member gets no tokens', async () => {
    const app = await createTokenHoldersTestServer('sqlite')
    const application = await addTestClientApplication(app, { kind: 'device', allowedGroups: ['holders'] })
    const start = async () =>
      (await postFormAsApplication(app, '/device/authorize', application, { scope: 'openid' })).json<{
        device_code: string
        user_code: string
      }>()
    const ask = (deviceCode: string) =>
      postFormAsApplication(app, '/token', application, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: deviceCode,
      })
    const poll = async (deviceCode: string) => summarizeOAuthResponse(await ask(deviceCode))
    const [one, two, third] = [await start(), await start(), await start()]
    const browser = app.openBrowser()
    await browser.signIn(ethereumTestKeys.bob)
    const refused = await browser.send('POST', '/api/device/approve', { userCode: one.user_code, withheld: [] })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'application.not_allowed'])
    for (let times = 0; times < 2; times += 1)
      expect((await ask(one.device_code)).json()).toEqual({
        error: 'access_denied',
        error_description: 'The person is in none of the groups that may use this application.',
        error_uri: 'https://sign-in.example/troubleshooting#group-needed',
      })
    await browser.signIn(ethereumTestKeys.alice)
    for (const { user_code: userCode } of [two, third])
      expect((await browser.send('POST', '/api/device/approve', { userCode, withheld: [] })).statusCode).toBe(204)
    app.pass(10_000)
    expect(await poll(two.device_code)).toBe('200')
    app.balances.clear()
    app.pass(recheck)
    expect(await poll(third.device_code)).toBe('400 invalid_grant')
  })

  test('S4 S8: a linked contract wallet counts on its own chain, until its owner changes', async () => {
    const [one, ten] = [createFakeChain({ id: '1' }), createFakeChain({ id: '10' })]
    const council = '0x00000000000000000000000000000000000c0de1'
    for (const chain of [one, ten]) chain.deploy(council, createFakeSingleOwnerContractWallet(ethereumTestKeys.carol))
    const balances = deployTestToken(one).set(council, 10n)
    const app = await createOidcTestServer({ chains: createFakeChains(one, ten) })
    await addTestGroup(app, 'council', { type: 'wallets', wallets: [`eip155:1:${council}`] })
    await addTestGroup(app, 'council-of-ten', { type: 'wallets', wallets: [`eip155:10:${council}`] })
    await addTestGroup(app, 'holders', { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '10' })
    const application = await addTestClientApplication(app, { scopes: ['openid', 'groups', 'offline_access'] })
    const browser = await openSteppedUpBrowser(app, ethereumTestKeys.alice)
    let tokens = await obtainTokenFamilyBySignIn(app, browser, application, { scope: 'openid groups offline_access' })
    const groups = async () => {
      tokens = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
      return (await requestUserinfo(app, tokens.access_token)).json<{ groups: string[] }>().groups
    }
    expect(await groups()).toEqual([])
    const { message: issued } = await browser.requestChallenge({ purpose: 'link', walletKind: 'contract' })
    const message = formatSignInMessage({ ...issued, address: toChecksumAddress(council), chainId: '1' })
    const linked = await browser.send('POST', '/api/wallets', {
      message,
      signature: signEthereumMessage(ethereumTestKeys.carol, message),
    })
    expect(linked.json()).toMatchObject({ kind: 'contract', chain: { id: '1' } })
    expect(await groups()).toEqual(['council', 'holders'])
    app.pass(recheck)
    expect(await groups()).toEqual(['council', 'holders'])
    one.deploy(council, createFakeSingleOwnerContractWallet(ethereumTestKeys.bob))
    app.pass(recheck)
    expect(await groups()).toEqual([])
    expect(balances.get(council)).toBe(10n)
  })

  test('S3: a wallet that makes chain reads fail affects only its own person', async () => {
    const app = await createTokenHoldersTestServer('sqlite')
    const application = await addTestClientApplication(app, { scopes: ['openid', 'groups'] })
    const people = [ethereumTestKeys.alice, ethereumTestKeys.bob, ethereumTestKeys.carol]
    for (const key of people)
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application, { scope: 'openid groups' }, { key })
    const hostile = ethereumTestKeys.bob.address.toLowerCase().slice(2)
    app.balances.set(ethereumTestKeys.carol.address.toLowerCase(), 10n)
    app.chain.beforeReading = (questions) => {
      app.chain.readError = questions.some(({ data }) => data.includes(hostile)) ? 'too slow' : null
    }
    app.pass(recheck)
    await app.recheckGroupMemberships()
    const wallets = await app.database.queries
      .selectFrom('group_members')
      .innerJoin('wallets', 'wallets.person_id', 'group_members.person_id')
      .select(['address', 'is_member', 'unreachable_since'])
      .execute()
    const known = Object.fromEntries(
      wallets.map(({ address, is_member, unreachable_since }) => [address, [is_member, unreachable_since]]),
    )
    expect(known).toEqual({
      [aliceAddress]: [1, null],
      [ethereumTestKeys.bob.address.toLowerCase()]: [0, app.clock.now],
      [ethereumTestKeys.carol.address.toLowerCase()]: [1, null],
    })
  })

  testOnBothDatabases(
    'P3: merged identities share the groups of all wallets until the merge is undone',
    async (kind) => {
      const app = await createTokenHoldersTestServer(kind)
      const application = await addTestClientApplication(app, { scopes: ['openid', 'groups'] })
      // Alice's wallet first belongs to a separate person, later merged into carol.
      await openSteppedUpBrowser(app, ethereumTestKeys.alice)
      const browser = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
      const tokens = await obtainTokens(app, browser, application, { scope: 'openid groups' })
      const groups = async () => (await requestUserinfo(app, tokens.access_token)).json<{ groups: string[] }>().groups
      expect(await groups()).toEqual([])
      const merged = await mergeIdentitiesForTests(browser, ethereumTestKeys.alice)
      expect(await groups()).toEqual(['holders'])
      expect((await requestIdentityMergeUndoForTests(browser, merged)).statusCode).toBe(200)
      expect(await groups()).toEqual([])
      const separated = app.openBrowser()
      await separated.signIn(ethereumTestKeys.alice)
      const own = await obtainTokens(app, separated, application, { scope: 'openid groups' })
      expect((await requestUserinfo(app, own.access_token)).json()).toMatchObject({ groups: ['holders'] })
    },
  )
})
