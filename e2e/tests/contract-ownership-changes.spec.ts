// Tests that changes on the chain take effect: a contract wallet gets a new owner, or tokens that
// gave group membership are sold.
import { deployTestContract, sendContractTransaction } from '@countersign/testing/chain/smart-contract-fixtures'
import { createFakeSafeWallet } from '@countersign/testing/chain/fake-contract-wallets'
import { deploySafeWallet, replaceSafeWalletOwner } from '@countersign/testing/chain/safe-wallet-fixtures'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import { expectAccessible } from '../src/expect-accessible.ts'
import {
  applyTestApplicationDefinitions,
  testClientSecret,
  testClientSecretEnvironmentReference,
} from '../src/clients/apply-test-application-definitions.ts'
import { createExpressOpenIdUrls, serveExpressOpenIdSite } from '../src/clients/express-openid-connect-test-site.ts'
import { startApplicationTestSite } from '../src/clients/application-test-site.ts'
import { clickAllowOnConsentPage, signWithInstalledWallet } from '../src/clients/application-sign-in-test-steps.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { readPersonIdFromSession } from '../src/read-person-id-from-session.ts'
import { installFakeWallet, shortenAddress } from '../src/wallet-sign-in-test-steps.ts'
import { testChainName, expect, test } from './local-chain-playwright-fixtures.ts'

// The shortest intervals that the server accepts.
test.use({
  serverSettings: { COUNTERSIGN_CONTRACT_RECHECK_SECONDS: '30', COUNTERSIGN_GROUP_RECHECK_SECONDS: '30' },
  allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\//,
})

/** The recheck interval, plus time for the check and the notification. */
const learnsWithin = { timeout: 45_000 }

test('S8: replacing a Safe owner ends the session and logs out the application within the interval', async ({
  page,
  chain,
  server,
}) => {
  const [first, second, third] = [createEthereumTestKey(711), createEthereumTestKey(712), createEthereumTestKey(713)]
  const safe = await deploySafeWallet(chain, { owners: [first, second], threshold: 2, salt: 71 })
  const site = await startApplicationTestSite()
  try {
    await applyTestApplicationDefinitions(server, [
      {
        kind: 'web',
        id: 'house',
        name: 'The house',
        scopes: ['openid', 'wallet'],
        grantTypes: ['authorization_code'],
        idTokenAlgorithm: 'RS256',
        ...testClientSecretEnvironmentReference,
        ...createExpressOpenIdUrls(site),
      },
    ])
    serveExpressOpenIdSite(site, server.origin, 'house')
    await installFakeEthereumWallets(page, [
      { behavior: 'good', contract: createFakeSafeWallet(chain, safe, [first, second]) },
    ])
    await page.goto(site.origin)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signWithInstalledWallet(page)
    await clickAllowOnConsentPage(page, 'The house')
    await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible()
    expect(await (await page.request.get(`${site.origin}/me`)).json()).toMatchObject({
      wallet: `eip155:${chain.chainId}:${safe.address}`,
    })
    await page.goto(`${server.origin}/account`)
    await expect(page.getByRole('heading', { name: 'Your identity' })).toBeVisible()

    await replaceSafeWalletOwner(chain, safe.address, [first, second], { from: second, to: third })
    // The page is not reloaded; it notices by polling.
    await page.waitForURL('**/signed-out?reason=contract-ended', { timeout: 75_000 })
    await expect(page.getByText('You had signed in with a contract wallet.')).toBeVisible()
    expect(await readPersonIdFromSession(page.context(), server.origin)).toBeNull()
    const readSite = async () =>
      (await page.request.get(site.origin, { headers: { accept: 'application/json' } })).text()
    await expect.poll(readSite, learnsWithin).toContain('Guest')
  } finally {
    await site.close()
  }

  const now = await page.context().newPage()
  await installFakeEthereumWallets(now, [
    { behavior: 'good', contract: createFakeSafeWallet(chain, safe, [first, third]) },
  ])
  await now.goto(`${server.origin}/sign-in?next=/account/activity`)
  await now.getByRole('button', { name: 'Test Wallet 1' }).click()
  await expect(now.getByText('A session ended: its wallet’s contract no longer accepts the signature.')).toBeVisible()
  await now.goto(`${server.origin}/account/wallets`)
  await expect(now.getByRole('list', { name: 'Your wallets' }).getByRole('listitem')).toContainText(
    `Contract on ${testChainName}`,
  )
})

test('S9: an unreachable chain does not end sessions at once; each shows since when and when it ends', async ({
  page,
  chain,
  node,
  server,
}) => {
  const owner = createEthereumTestKey(714)
  const safe = await deploySafeWallet(chain, { owners: [owner], threshold: 1, salt: 72 })
  await installFakeEthereumWallets(page, [{ behavior: 'good', contract: createFakeSafeWallet(chain, safe, [owner]) }])
  await page.goto('/sign-in?next=/account/sessions')
  await page.getByRole('button', { name: 'Test Wallet 1' }).click()
  const session = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(session).toContainText('Contract last verified')
  await node.setBehavior({ kind: 'down' })
  try {
    await expect
      .poll(
        async () => {
          await page.reload()
          await session.first().waitFor()
          return session.first().textContent()
        },
        { timeout: 60_000, intervals: [3_000] },
      )
      .toMatch(
        new RegExp(`${testChainName} has been unreachable since .+\\. If this continues, this session ends at .+\\.`),
      )
    expect(await readPersonIdFromSession(page.context(), server.origin)).not.toBeNull()
    await expectAccessible(page)
  } finally {
    await node.setBehavior({ kind: 'honest' })
  }
  await page.goto('/account/activity')
  await expect(page.getByText('can’t be reached. Its sessions continue for now.')).toBeVisible()
})

async function addGroup(server: RunningTestServer, chains: string, words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-group-'))
  try {
    const environment = {
      COUNTERSIGN_PORT: new URL(server.origin).port,
      COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
      COUNTERSIGN_CHAINS: chains,
    }
    const { exitCode, output } = await runCountersignCommand(['group', 'add', ...words], environment, folder)
    if (exitCode !== 0) throw new Error(`The group was not added:\n${output}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('selling a token ends group membership at the next refresh and access to the group’s application', async ({
  page,
  chain,
  server,
  chains,
}) => {
  const [holder, buyer] = [createEthereumTestKey(721), createEthereumTestKey(722)]
  const pictures = await deployTestContract(chain, 'TestPicture')
  await sendContractTransaction(chain, {
    to: pictures,
    contract: 'TestPicture',
    name: 'mint',
    args: [holder.address, 7n],
  })
  // Membership is read at a finalized block.
  await chain.mine(3)
  await addGroup(server, chains, [
    'holders',
    '--name',
    'Holders of a picture',
    '--erc721',
    `${chain.chainId}:${pictures}`,
  ])
  const site = await startApplicationTestSite()
  try {
    const callback = `${site.origin}/callback`
    await applyTestApplicationDefinitions(server, [
      {
        kind: 'web',
        id: 'gallery',
        name: 'Gallery',
        redirectUris: [callback],
        scopes: ['openid', 'groups', 'offline_access'],
        ...testClientSecretEnvironmentReference,
      },
      {
        kind: 'web',
        id: 'club',
        name: 'The club',
        redirectUris: [callback],
        scopes: ['openid'],
        allowedGroups: ['holders'],
        ...testClientSecretEnvironmentReference,
      },
    ])
    const config = await client.discovery(
      new URL(server.origin),
      'gallery',
      {},
      client.ClientSecretBasic(testClientSecret),
      { execute: [client.allowInsecureRequests] },
    )
    const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
    const request = {
      redirect_uri: callback,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    }
    await installFakeWallet(page, holder)
    await page.goto(
      client.buildAuthorizationUrl(config, { ...request, scope: 'openid groups offline_access', prompt: 'consent' })
        .href,
    )
    await signWithInstalledWallet(page)
    // The finalized block is some seconds old, and may predate the token.
    await expect(page.getByRole('heading', { level: 1, name: 'Gallery wants to know' })).toBeVisible()
    const belongs = page.getByText(/^Currently: Holders of a picture \(.+\)\.$/)
    await expect(async () => {
      if (!(await belongs.isVisible())) await page.reload()
      await expect(belongs).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await clickAllowOnConsentPage(page, 'Gallery')
    await page.waitForURL(`${callback}?*`)
    let tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers =
      await client.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier, expectedState })
    const groupsOf = async () =>
      (await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')).groups
    expect(await groupsOf()).toEqual(['holders'])

    await sendContractTransaction(chain, {
      to: pictures,
      contract: 'TestPicture',
      name: 'transferFrom',
      args: [holder.address, buyer.address, 7n],
      from: holder.address as `0x${string}`,
    })
    await chain.mine(3)
    await expect
      .poll(
        async () => {
          tokens = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
          return groupsOf()
        },
        { ...learnsWithin, intervals: [2_000] },
      )
      .toEqual([])

    // The page about a members-only application names the required group.
    await page.goto(client.buildAuthorizationUrl(config, { ...request, client_id: 'club', scope: 'openid' }).href)
    await expect(
      page.getByRole('heading', { name: `${shortenAddress(holder.address)} can’t use The club.` }),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Holders of a picture' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to The club' }).click()
    await page.waitForURL(`${callback}?*`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  } finally {
    await site.close()
  }
})
