// Wallets of Solana and Bitcoin in a browser: each way in which they stand in a page, for each purpose that a wallet is proved for, and what the page
// says of those that do otherwise than they are asked.
import { createBitcoinKey } from '@countersign/testing/bitcoin-keys'
import { installFamilyWallets } from '@countersign/testing/fake-family-wallets'
import { createSolanaKey } from '@countersign/testing/solana-keys'
import type { Page } from '@playwright/test'
import * as client from 'openid-client'
import { expectAccessible } from '../src/accessibility.ts'
import { signInClient } from '../src/client.ts'
import { applyApplications, clientSecret, withSecret } from '../src/clients/apply.ts'
import { openSite } from '../src/clients/open-site.ts'
import { allow } from '../src/clients/walk.ts'
import { confirmDialog } from '../src/confirm-dialog.ts'
import {
  bySignIn,
  bySignMessage,
  expectSignedInAs,
  familyCases,
  listed,
  newNumber,
  playFamily,
  prepare,
  rowOf,
  sun,
  tapFamily,
  unisat,
} from '../src/family-page.ts'
import { withoutDemonstrationWallet } from '../src/server-answers.ts'
import { expectAccount, installWallet, openAccount, signOut, walletName } from '../src/sign-in.ts'
import { linkButton, linkDialog, openWallets, walletRows } from '../src/wallets-page.ts'
import { expect, test } from './test.ts'

// The site of an application.
test.use({ allowedErrors: /^foreign request: http:\/\/127\.0\.0\.1:\d+\// })

for (const family of familyCases)
  test(`signs in: ${family.what}`, async ({ page, context, server }) => {
    const number = newNumber()
    const signer = family.signer(number)
    await prepare(page, family, number)
    const submitted = page.waitForRequest('**/api/sign-in')
    await tapFamily(page, family)
    const { message } = (await submitted).postDataJSON() as { message: string }
    expect(message.split('\n')[1]).toBe(signer.address)
    await expectAccount(page)
    await expectSignedInAs(page, signer)
    await openWallets(page)
    await expect(walletRows(page)).toContainText(signer.address.slice(-4))
    // Back from elsewhere, it is the same person.
    const elsewhere = await signInClient(server.origin, signer)
    const here = (await (await context.request.get('/api/session')).json()) as { person: { id: string } }
    expect(await elsewhere.readPersonId()).toBe(here.person.id)
  })

for (const family of [bySignIn, listed])
  test.describe(family.what, () => {
    test('is linked', async ({ page, key }) => {
      const number = newNumber()
      const signer = family.signer(number)
      await installWallet(page, key)
      await prepare(page, family, number)
      await openAccount(page, key)
      await openWallets(page)
      await linkButton(page).click()
      await rowOf(confirmDialog(page), walletName).click()
      await expect(confirmDialog(page)).toBeHidden()
      await rowOf(linkDialog(page), family.name).click()
      await expect(linkDialog(page)).toBeHidden()
      await expect(walletRows(page)).toHaveCount(2)
      await expect(walletRows(page).nth(1)).toContainText(signer.address.slice(-4))
    })

    test('answers whether it is still the same person', async ({ page }) => {
      const number = newNumber()
      await prepare(page, family, number)
      await openAccount(page, family.signer(number))
      await openWallets(page)
      await linkButton(page).click()
      await rowOf(confirmDialog(page), family.name).click()
      await expect(confirmDialog(page)).toBeHidden()
      await expect(linkDialog(page)).toBeVisible()
    })

    test('that signs in to another identity is merged', async ({ page, key, server }) => {
      const number = newNumber()
      const signer = family.signer(number)
      const elsewhere = await signInClient(server.origin, signer)
      await installWallet(page, key)
      await prepare(page, family, number)
      await openAccount(page, key)
      await openWallets(page)
      await linkButton(page).click()
      await rowOf(confirmDialog(page), walletName).click()
      await rowOf(linkDialog(page), family.name).click()
      await linkDialog(page).getByRole('button', { name: 'It is mine too' }).click()
      await page.getByRole('button', { name: 'Merge', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(walletRows(page)).toHaveCount(2)
      expect(await elsewhere.readPersonId()).toBeNull()
    })

    test('signs in to an application, which is told its account', async ({ page, server }) => {
      const site = await openSite()
      try {
        const callback = `${site.origin}/callback`
        const id = `notes-${family.namespace}-${family.name.length}-${newNumber()}`
        const web = { kind: 'web', redirectUris: [callback], scopes: ['openid', 'wallet', 'proof'] } as const
        await applyApplications(server, [{ ...web, ...withSecret, id, name: 'Notes' }])
        const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks]
        const config = await client.discovery(new URL(server.origin), id, {}, client.ClientSecretBasic(clientSecret), {
          execute,
        })
        const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
        const number = newNumber()
        const signer = family.signer(number)
        await prepare(page, family, number)
        const asked = client.buildAuthorizationUrl(config, {
          redirect_uri: callback,
          scope: 'openid wallet proof',
          code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
          code_challenge_method: 'S256',
          state: expectedState,
        })
        await tapFamily(page, family, asked.href)
        await allow(page, 'Notes')
        await page.waitForURL(`${callback}?*`)
        const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), {
          pkceCodeVerifier,
          expectedState,
        })
        const told = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '')
        const chains = { solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', bip122: '000000000019d6689c085ae165831e93' }
        expect(told).toMatchObject({
          wallet: `${family.namespace}:${chains[family.namespace]}:${signer.address}`,
          proof: { message: expect.stringContaining(`\n${signer.address}\n`) },
        })
      } finally {
        await site.close()
      }
    })
  })

const words: readonly (readonly [typeof listed, string, RegExp])[] = [
  [bySignMessage, 'adds-line-feed', /^Sun changed the message before it signed it\./],
  [bySignMessage, 'reorders', /^Sun changed the message before it signed it\./],
  [bySignMessage, 'prefixes', /^Sun put something before the message and signed both\./],
  [bySignMessage, 'wrong-signer', /^The signature does not match \w+…\w+\./],
  [bySignMessage, 'declines-sign', /^You declined to sign\./],
  [bySignMessage, 'switches-account-midway', /^You switched to \w+…\w+\./],
  [listed, 'old-signature', /^Sun answered with a signature of the old kind/],
  [listed, 'adds-line-feed', /^The signature does not match \w+…\w+\./],
  [listed, 'no-account', /^Sun shared no account\./],
  [unisat, 'switches-account-midway', /^You switched to \w+…\w+\./],
]

for (const [family, behaviour, title] of words)
  test(`says in its own words that a wallet ${behaviour}: ${family.what}`, async ({ page, context }) => {
    await prepare(page, family, newNumber(), behaviour)
    await tapFamily(page, family)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(((await (await context.request.get('/api/session')).json()) as { person: unknown }).person).toBeNull()
    // And whoever tries again is let in.
    if (behaviour === 'reorders') {
      await expectAccessible(page)
      await playFamily(page, family, 'good')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectAccount(page)
    }
  })

test('a wallet that writes the message itself, and another one, is asked to sign ours, and is not believed', async ({
  page,
}) => {
  for (const behaviour of ['leaves-out', 'reorders']) {
    const fresh = await page.context().newPage()
    await prepare(fresh, bySignIn, newNumber(), behaviour)
    await tapFamily(fresh, bySignIn)
    await expect(fresh.getByRole('heading', { name: /^Sun changed the message/ })).toBeVisible()
    await fresh.close()
  }
})

test('S16 a wallet on a test network is told which network this site takes', async ({ page }) => {
  await withoutDemonstrationWallet(page)
  await installFamilyWallets(page, {
    bitcoin: [{ name: sun, keys: [createBitcoinKey(newNumber(), 'p2wpkh', 'testnet')] }],
  })
  await tapFamily(page, listed)
  await expect(page.getByRole('heading', { name: /^Sun is on a test network of Bitcoin/ })).toBeVisible()
})

test('wallets of all chain families stand in one list, and one that speaks several stands there once', async ({
  page,
  key,
}) => {
  const number = newNumber()
  await withoutDemonstrationWallet(page)
  await installWallet(page, key, { name: sun, rdns: 'test.sun' })
  await installFamilyWallets(page, {
    solana: [{ name: sun, key: createSolanaKey(number) }, { name: 'Moon' }],
    bitcoin: [{ name: 'Sun Wallet', keys: [createBitcoinKey(number)] }, { name: 'Orange' }],
  })
  const answered = page.waitForResponse('**/api/challenges')
  await page.goto('/sign-in')
  await answered
  await expect(rowOf(page, 'Orange')).toBeVisible()
  await expect(rowOf(page, 'Moon')).toBeVisible()
  await expect(rowOf(page, sun)).toHaveCount(1)
  await rowOf(page, sun).click()
  await choiceOf(page, 'Solana').click()
  await expectAccount(page)
  await expectSignedInAs(page, bySignIn.signer(number))

  // The one used last stands first the next time, and its wallet says so.
  await signOut(page)
  await page.goto('/sign-in')
  await expect(rowOf(page, sun)).toContainText('Last used here')
  await rowOf(page, sun).click()
  await expect(page.getByRole('list', { name: 'Which?' }).getByRole('button')).toHaveText([
    /^Solana/,
    /^Ethereum/,
    /^Bitcoin/,
  ])
  await choiceOf(page, 'Bitcoin').click()
  await expectAccount(page)
  await expectSignedInAs(page, listed.signer(number))
})

const choiceOf = (page: Page, name: string) => page.getByRole('list', { name: 'Which?' }).getByRole('button', { name })
