// The test function for the recipes: it packs the libraries once per worker, and gives every window
// of the browser a wallet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFakeEthereumWallets } from '@countersign/testing/fake-ethereum-wallet'
import type { Page } from '@playwright/test'
import { packLibraryNpmPackages } from '../../scripts/release/pack-library-npm-packages.ts'
import { pasteRecipe } from '../src/paste-recipe.ts'
import type { PastedRecipe } from '../src/paste-recipe.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test as base } from './server-playwright-fixtures.ts'

interface KitWorkerFixtures {
  /** A folder with the packed libraries. */
  tarballs: string
}

interface KitFixtures {
  /** Name of a folder in recipes/. */
  recipeName: string
  recipeEnvironment: Record<string, string>
  /** Installed and started with the commands of its README. */
  recipe: PastedRecipe
  wallet: void
}

export const test = base.extend<KitFixtures, KitWorkerFixtures>({
  tarballs: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-tarballs-'))
      await packLibraryNpmPackages(folder)
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  recipeName: ['', { option: true }],
  recipeEnvironment: [{}, { option: true }],
  recipe: [
    async ({ recipeName, recipeEnvironment, server, tarballs }, use, testInfo) => {
      const recipe = await pasteRecipe(recipeName, server, tarballs, recipeEnvironment)
      if (recipe.origin !== null) await waitUntilServed(recipe, recipe.origin)
      await use(recipe)
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('output of the recipe', { body: recipe.output(), contentType: 'text/plain' })
      await recipe.remove()
    },
    { timeout: 180_000 },
  ],
  wallet: [
    async ({ context, key }, use) => {
      await installFakeEthereumWallets(context, [{ behavior: 'good', key }])
      await use()
    },
    { auto: true },
  ],
  allowedErrors: /^foreign request: http:\/\/(localhost|127\.0\.0\.1):\d+\//,
})

export { expect }

async function waitUntilServed(recipe: PastedRecipe, origin: string): Promise<void> {
  await expect(async () => {
    const response = await fetch(origin).catch(() => null)
    expect(response?.status, recipe.output()).toBe(200)
  }).toPass({ timeout: 120_000 })
}

/** Signs in a person with a new browser, on the sign-in page of the server. */
export async function signInWithWallet(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: 'Choose your wallet' })
    .getByRole('button', { name: firstFakeWalletName })
    .click()
}
