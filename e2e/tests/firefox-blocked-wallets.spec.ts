// Tests wallet extensions that Firefox blocks, because our Content-Security-Policy applies to their
// injected scripts.
import { isFirefoxInstalled } from '../src/firefox/start-firefox.ts'
import {
  cspBlockedWalletInjectionMethods,
  extensionWalletName,
  runWithFirefoxWalletExtension,
} from '../src/firefox/firefox-wallet-extension.ts'
import {
  clickByRole,
  expectPagePath,
  expectPageText,
  findByRole,
  installFakeWalletsInFirefox,
} from '../src/firefox/firefox-page-test-steps.ts'
import { firstFakeWalletName } from '../src/wallet-sign-in-test-steps.ts'
import { expect, test } from './firefox-playwright-fixtures.ts'

test.describe(isFirefoxInstalled ? 'Firefox' : 'skipped: firefox-esr is not installed', () => {
  test.skip(!isFirefoxInstalled)

  test.describe('a wallet extension blocked by the CSP', () => {
    test.use({
      allowedFaults:
        /Content-Security-Policy: The page’s settings blocked (an inline script|assigning to an injection sink)|EvalError: call to eval\(\) blocked by CSP/,
    })

    for (const injection of cspBlockedWalletInjectionMethods)
      test(`the page reports the block and suggests alternatives (injected by ${injection})`, async ({
        firefox,
        tab,
        server,
      }) => {
        await runWithFirefoxWalletExtension(firefox, injection, async () => {
          await tab.goto(`${server.origin}/sign-in`)
          await expectPageText(tab, 'This browser blocks an extension on this page.')
          await expectPageText(tab, 'Use your phone, a passkey or another browser.')
          expect(await tab.$$(`::-p-aria([role="button"][name="${extensionWalletName}"])`)).toEqual([])
        })
      })

    test('the page names the blocked wallet if it was used last, even if it finds other wallets', async ({
      firefox,
      tab,
      server,
      key,
    }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      await tab.goto(`${server.origin}/signed-out`)
      await tab.evaluate(
        (remembered) => localStorage.setItem('countersign.recent-wallet', remembered),
        `test.extension\n${extensionWalletName}`,
      )
      await runWithFirefoxWalletExtension(firefox, 'an inline script', async () => {
        await tab.goto(`${server.origin}/sign-in`)
        await expectPageText(tab, `This browser seems to block ${extensionWalletName} on this page.`)
      })
    })

    test('no block is reported if another wallet is found', async ({ firefox, tab, server, key }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      await runWithFirefoxWalletExtension(firefox, 'an inline script', async () => {
        await tab.goto(`${server.origin}/sign-in`)
        await findByRole(tab, 'button', firstFakeWalletName).wait()
        await findByRole(tab, 'button', 'Demonstration wallet').wait()
        expect(await tab.$$('::-p-text(This browser blocks an extension)')).toEqual([])
        await clickByRole(tab, 'button', firstFakeWalletName)
        await expectPagePath(tab, '/account')
      })
    })
  })
})
