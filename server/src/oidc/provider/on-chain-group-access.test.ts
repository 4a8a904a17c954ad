// Groups on a real chain with OpenZeppelin tokens: a transfer takes effect once it is final.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import { addTestGroup } from '../../testing/group-and-token-fixtures.ts'
import { addTestClientApplication, createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../testing/oauth-token-test-steps.ts'

let chain: LocalEthereumChain

beforeAll(async () => {
  chain = await startLocalEthereumChain({ chainId: 8453 })
})
afterAll(() => chain.stop())

const alice = ethereumTestKeys.alice.address as `0x${string}`
const bob = ethereumTestKeys.bob.address as `0x${string}`

describe('groups by token holding', () => {
  test('O2: once a token sale is final, the next refresh ends group and application access', async () => {
    const [coin, picture, items] = [
      await deployTestContract(chain, 'TestCoin'),
      await deployTestContract(chain, 'TestPicture'),
      await deployTestContract(chain, 'TestItems'),
    ]
    await sendContractTransaction(chain, {
      to: coin,
      contract: 'TestCoin',
      name: 'mint',
      args: [alice, 5n * 10n ** 18n],
    })
    await sendContractTransaction(chain, { to: picture, contract: 'TestPicture', name: 'mint', args: [alice, 7n] })
    await sendContractTransaction(chain, { to: items, contract: 'TestItems', name: 'mint', args: [alice, 3n, 2n] })
    await chain.mine(2)

    const app = await createOidcTestServer({
      chains: createTestChainReaders([createTestChainSettings({ id: '8453', rpc: [chain.url] })]),
    })
    await addTestGroup(app, 'rich', { type: 'erc20', chain: '8453', contract: coin, atLeast: String(5n * 10n ** 18n) })
    await addTestGroup(app, 'richer', {
      type: 'erc20',
      chain: '8453',
      contract: coin,
      atLeast: String(5n * 10n ** 18n + 1n),
    })
    await addTestGroup(app, 'collectors', { type: 'erc721', chain: '8453', contract: picture })
    await addTestGroup(app, 'owners', { type: 'erc721', chain: '8453', contract: picture, tokenId: '7' })
    await addTestGroup(app, 'players', { type: 'erc1155', chain: '8453', contract: items, tokenId: '3', atLeast: '2' })
    await addTestGroup(app, 'no-token', {
      any: [
        { type: 'erc721', chain: '8453', contract: picture, tokenId: '8' },
        { type: 'erc20', chain: '8453', contract: bob, atLeast: '1' },
      ],
    })
    const told1 = await addTestClientApplication(app, { scopes: ['openid', 'groups', 'offline_access'] })
    const demanding = await addTestClientApplication(app, {
      id: 'demanding',
      allowedGroups: ['owners'],
      backchannelLogoutUri: 'https://app.example/logout',
    })
    const browser = app.openBrowser()
    let tokens = await obtainTokenFamilyBySignIn(app, browser, told1, { scope: 'openid groups offline_access' })
    const family = await obtainTokenFamilyBySignIn(app, browser, demanding)
    const groups = async () => (await requestUserinfo(app, tokens.access_token)).json<{ groups: string[] }>().groups
    const refreshAfter = async (milliseconds: number) => {
      app.pass(milliseconds)
      tokens = (await sendRefreshTokenRequest(app, told1, tokens.refresh_token)).json<TokenResponse>()
    }
    expect(await groups()).toEqual(['collectors', 'owners', 'players', 'rich'])

    await sendContractTransaction(chain, {
      to: picture,
      contract: 'TestPicture',
      name: 'transferFrom',
      args: [alice, bob, 7n],
      from: alice,
    })
    await sendContractTransaction(chain, {
      to: coin,
      contract: 'TestCoin',
      name: 'transfer',
      args: [bob, 1n],
      from: alice,
    })
    await refreshAfter(300_000)
    // Not final yet.
    expect(await groups()).toEqual(['collectors', 'owners', 'players', 'rich'])
    await chain.mine(2)
    await refreshAfter(300_000)
    expect(await groups()).toEqual(['players'])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, demanding, family.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await readOAuthTokenActiveStates(app, demanding, family)).toEqual([false, false])
    expect(await app.database.queries.selectFrom('logout_deliveries').select('application_id').execute()).toEqual([
      { application_id: 'demanding' },
    ])
  })
})
