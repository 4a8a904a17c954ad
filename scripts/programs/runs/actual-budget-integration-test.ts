import { join } from 'node:path'
import { expectPageText, assertSignedIn } from '../integration-test-assertions.ts'
import { installNpmPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const environmentOf = (paste: string): Record<string, string> =>
  Object.fromEntries(paste.split('\n').map((line) => line.split(/=(.*)/, 2) as [string, string]))

export const actualBudgetTest: IntegrationTest = {
  id: 'actual-budget',
  registry: 'npm',
  install: async (folder) => {
    await installNpmPackages(folder, '@actual-app/sync-server@26.9.0')
    return 'sync-server 26.9.0'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address)
    await start([process.execPath, join(installed, 'node_modules/.bin/actual-server')], `${address}/health`, {
      environment: {
        ...environmentOf(paste),
        ACTUAL_DATA_DIR: folder,
        ACTUAL_HOSTNAME: '127.0.0.1',
        ACTUAL_PORT: String(at),
        ACTUAL_TRUSTED_PROXIES: '127.0.0.1',
      },
    })
    const { page } = alice
    await page.goto(address)
    await page.getByRole('button', { name: 'Start using OpenID' }).click()
    await alice.allow()
    await expectPageText(page, 'logged in as: alice')

    /** The page makes about 300 requests, and each address may make 500 per minute. */
    const signInBob = async (from: string): Promise<void> => {
      await bob.page.context().setExtraHTTPHeaders({ 'x-forwarded-for': from })
      await bob.page.goto(address)
      await bob.page.getByRole('button', { name: 'Sign in with OpenID' }).click()
    }
    await signInBob('192.0.2.1')
    await bob.allow()
    await expectPageText(bob.page, 'openid-grant-failed')
    await page.getByRole('button', { name: 'Server online' }).click()
    await page.getByRole('button', { name: 'User Directory' }).click()
    await page.getByRole('button', { name: 'Add new user' }).click()
    await page.getByLabel('Username').fill('bob')
    await page.getByLabel('Display Name').fill('Bobby')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await signInBob('192.0.2.2')
    await expectPageText(bob.page, 'logged in as: Bobby')

    await page.getByRole('button', { name: 'Server online' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in with OpenID' }).waitFor()
    await assertSignedIn(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: '-',
      refused: '"openid-grant-failed", until the owner adds the username',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
