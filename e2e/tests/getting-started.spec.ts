// Tests the first day as a newcomer, from a fresh server to the first application sign-in and the
// checklist. Every value is read where the newcomer reads it.
import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@countersign/testing/find-free-port'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { chooseDemonstrationWallet } from '../src/demonstration-wallet-test-steps.ts'
import { expectAccessible } from '../src/expect-accessible.ts'
import { readSetupCodeFromServerLog } from '../src/admin-role-browser-test-steps.ts'
import { addVirtualAuthenticator } from '../src/virtual-authenticator.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { startNodeScript } from '../src/start-demo-for-tests.ts'
import type { RunningNodeScript } from '../src/start-demo-for-tests.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { collectBrowserContextErrors } from './server-playwright-fixtures.ts'

let server: RunningTestServer
let example: RunningNodeScript | null = null

test.beforeAll(async () => {
  server = await startServerForTests()
})

test.afterAll(async () => {
  example?.interrupt()
  await example?.ended
  await server.remove()
})

test('a new owner sets up a server, connects an application and completes the checklist', async ({ page, context }) => {
  const exampleAddress = `http://localhost:${await findFreePort()}`
  const errors = collectBrowserContextErrors(context, server.origin, new RegExp(`^foreign request: ${exampleAddress}/`))

  await test.step('set up the server with the URL and code from the terminal', async () => {
    const address = server.log.map((line) => line.trim()).find((line) => line.endsWith('/setup')) ?? ''
    await page.goto(address)
    await page.getByLabel('Code from the terminal').fill(readSetupCodeFromServerLog(server))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('No wallet? Use the demonstration wallet')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await useDemonstrationWallet(page)
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This server is yours' })).toBeVisible()
    await expect(page.getByText('0 of 4 done')).toBeVisible()
  })

  await test.step('connect the example application from the checklist', async () => {
    await expect(page.getByText('The gallery starts with an example')).toBeVisible()
    await page.getByRole('link', { name: 'Connect an application' }).click()
    await page.getByRole('link', { name: /^Example application/ }).click()
    await page.getByText('More settings').click()
    // A newcomer keeps the suggested port, but other tests may use it here.
    for (const field of ['Redirect URIs', 'Post-logout redirect URIs', 'Back-channel logout URI', 'Home page']) {
      const input = page.getByRole('textbox', { name: field, exact: true })
      await expect(input).toHaveValue(/^http:\/\/localhost:3001\//)
      await input.fill((await input.inputValue()).replace('http://localhost:3001', exampleAddress))
    }
    await page.getByRole('button', { name: 'Connect application' }).click()
    await expect(page.getByText('“Example application” is registered.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('run the example as the page describes and sign in to it', async () => {
    const command = await page.getByRole('region', { name: /^A second terminal/ }).innerText()
    const [, assignments = '', script = ''] = /^((?:[A-Z_]+=\S+ )+)npx node (\S+)$/.exec(command) ?? []
    expect(script, command).toBe('examples/src/example-oidc-client.ts')
    const environment = Object.fromEntries(
      assignments
        .trim()
        .split(' ')
        .map((assignment): [string, string] => [
          assignment.slice(0, assignment.indexOf('=')),
          assignment.slice(assignment.indexOf('=') + 1),
        ]),
    )
    example = startNodeScript(script, environment)
    const place = (await page.getByRole('link', { name: 'Open Example application' }).getAttribute('href')) ?? ''
    expect(place).toBe(exampleAddress)
    await expect.poll(example.output).toContain(place)

    const other = await context.newPage()
    await other.goto(place)
    await other.getByRole('link', { name: 'Sign in with Countersign' }).click()
    await expect(other.getByRole('heading', { name: 'Example application wants to know' })).toBeVisible()
    await other.getByRole('button', { name: 'Allow and continue' }).click()
    await expect(other.getByRole('heading', { name: 'You’re signed in' })).toBeVisible()
    await other.close()
  })

  await test.step('see the application on the overview and the completed steps', async () => {
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect(page.getByText('1 of 4 done')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Now' }).getByRole('link', { name: 'Applications 1' })).toBeVisible()
    await addVirtualAuthenticator(page)
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(page.getByText('2 of 4 done')).toBeVisible()
  })

  await test.step('make a backup with the displayed command', async () => {
    const command = await valueOf(page, 'Command')
    expect(command).toBe('npx countersign backup FILE')
    const folder = mkdtempSync(join(tmpdir(), 'countersign-newcomer-'))
    try {
      const words = command.replace('FILE', join(folder, 'copy.db')).split(' ').slice(2)
      const { exitCode, output } = await runCountersignCommand(
        words,
        { COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}` },
        folder,
      )
      expect(exitCode, output).toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    await page.reload()
    await expect(page.getByText('3 of 4 done')).toBeVisible()
  })

  await test.step('follow the checklist to the chain settings, then dismiss that step', async () => {
    await page.getByRole('link', { name: 'See how' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Chains' })).toBeInViewport()
    expect(await valueOf(page, 'Ethereum, with one node')).toBe(
      `COUNTERSIGN_CHAINS='[{\n "id": 1,\n "rpc":\n  "https://node.example"\n}]'`,
    )
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await page.getByRole('button', { name: 'Dismiss: Add a chain' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Next steps' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Now' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Next steps' })).toHaveCount(0)
  })
  expect(errors).toEqual([])
})

async function useDemonstrationWallet(page: Page): Promise<void> {
  await chooseDemonstrationWallet(page)
  await page.getByRole('dialog', { name: 'Connect to this page?' }).getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('dialog', { name: 'Sign this message?' }).getByRole('button', { name: 'Sign' }).click()
}

async function valueOf(page: Page, label: string): Promise<string> {
  return page
    .getByRole('button', { name: `Copy: ${label}` })
    .locator('xpath=preceding-sibling::code')
    .innerText()
}
