// Alice is in the groups `staff` and `admins`, Bob is in none.
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { findChromium } from '@countersign/testing/find-chromium'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { runCountersignCommand } from '../../e2e/src/run-countersign-command.ts'
import { startServerForTests } from '../../e2e/src/start-server-for-tests.ts'
import type { RunningTestServer } from '../../e2e/src/start-server-for-tests.ts'
import { installFakeWallet, signInByApi, firstFakeWalletName } from '../../e2e/src/wallet-sign-in-test-steps.ts'
import type { TestPerson } from './integration-test-types.ts'

export interface IntegrationTestSite {
  server: RunningTestServer
  alice: TestPerson
  bob: TestPerson
  countersign: (...words: string[]) => Promise<string>
  close: () => Promise<void>
}

/** Opens a separate site for each program. */
export async function openIntegrationTestSite(
  environment: Readonly<Record<string, string>> = {},
): Promise<IntegrationTestSite> {
  const server = await startServerForTests({ COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'people.example', ...environment })
  const found = await findChromium()
  const browser = await chromium.launch({ executablePath: found.path, args: found.flags })
  const countersign = async (...words: string[]): Promise<string> => {
    const settings = {
      COUNTERSIGN_PORT: new URL(server.origin).port,
      COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}`,
      COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'people.example',
    }
    const { exitCode, output } = await runCountersignCommand(words, settings, '/')
    if (exitCode !== 0) throw new Error(`countersign ${words.join(' ')}: ${output}`)
    return output
  }
  const [aliceKey, bobKey] = [createEthereumTestKey(201), createEthereumTestKey(202)]
  for (const group of ['staff', 'admins'])
    await countersign('group', 'add', group, '--name', group, '--wallets', aliceKey.address)
  return {
    server,
    alice: await openPerson(browser, server, 'alice', aliceKey),
    bob: await openPerson(browser, server, 'bob', bobKey),
    countersign,
    close: async () => {
      await browser.close()
      await server.remove()
    },
  }
}

const waitMs = 30_000

async function openPerson(
  browser: Browser,
  server: RunningTestServer,
  name: string,
  key: EthereumTestKey,
): Promise<TestPerson> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' })
  await signInByApi(context, server.origin, key)
  const chosen = await context.request.post(`${server.origin}/api/person/username`, {
    headers: { origin: server.origin },
    data: { name },
  })
  if (!chosen.ok()) throw new Error(`The username was not saved: ${await chosen.text()}`)
  const page = await context.newPage()
  page.setDefaultTimeout(waitMs)
  await installFakeWallet(page, key)
  const allow = async (leaveOut: readonly string[] = []): Promise<void> => {
    await page.waitForURL((url) => url.origin === server.origin && /^\/(consent|sign-in)$/.test(url.pathname))
    // Some programs send prompt=select_account.
    if (new URL(page.url()).pathname === '/sign-in') {
      await page.getByRole('button', { name: firstFakeWalletName }).click()
      await page.waitForURL((url) => url.pathname === '/consent')
    }
    for (const label of leaveOut) await page.getByRole('checkbox', { name: label }).uncheck()
    await page.getByRole('button', { name: 'Allow and continue' }).click()
    await page.waitForURL((url) => url.origin !== server.origin)
  }
  const signInAt = async (address: string, leaveOut: readonly string[] = []): Promise<void> => {
    await page.goto(address)
    await allow(leaveOut)
  }
  return { name, page, allow, signInAt }
}
