// Wallets that Debian's Firefox keeps out of our pages, because our Content-Security-Policy blocks what their extension injects.
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

// The reason is in the title, because a list of tests shows nothing else of one that was skipped.
test.describe(isFirefoxInstalled ? 'in Firefox' : 'skipped: firefox-esr is not installed', () => {
  test.skip(!isFirefoxInstalled)

  test.describe('a wallet that our policy blocks', () => {
    test.use({
      allowedFaults:
        /Content-Security-Policy: The page’s settings blocked (an inline script|assigning to an injection sink)|EvalError: call to eval\(\) blocked by CSP/,
    })

    for (const injection of cspBlockedWalletInjectionMethods)
      test(`by ${injection}: the page says that this browser keeps it out, and what to use instead`, async ({
        firefox,
        tab,
        server,
      }) => {
        await runWithFirefoxWalletExtension(firefox, injection, async () => {
          await tab.goto(`${server.origin}/sign-in`)
          await expectPageText(tab, 'This browser keeps an extension out of this page.')
          await expectPageText(tab, 'Use your phone, a passkey or another browser.')
          expect(await tab.$$(`::-p-aria([role="button"][name="${extensionWalletName}"])`)).toEqual([])
        })
      })

    test('is named where it was used last, also beside other wallets', async ({ firefox, tab, server, key }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      await tab.goto(`${server.origin}/signed-out`)
      await tab.evaluate(
        (remembered) => localStorage.setItem('countersign.recent-wallet', remembered),
        `test.extension\n${extensionWalletName}`,
      )
      await runWithFirefoxWalletExtension(firefox, 'an inline script', async () => {
        await tab.goto(`${server.origin}/sign-in`)
        await expectPageText(tab, `This browser seems to keep ${extensionWalletName} out of this page.`)
      })
    })

    test('says nothing where a wallet is found that may be all there is', async ({ firefox, tab, server, key }) => {
      await installFakeWalletsInFirefox(tab, [{ behavior: 'good', key }])
      await runWithFirefoxWalletExtension(firefox, 'an inline script', async () => {
        await tab.goto(`${server.origin}/sign-in`)
        await findByRole(tab, 'button', firstFakeWalletName).wait()
        await findByRole(tab, 'button', 'Demonstration wallet').wait()
        expect(await tab.$$('::-p-text(This browser keeps an extension out)')).toEqual([])
        await clickByRole(tab, 'button', firstFakeWalletName)
        await expectPagePath(tab, '/account')
      })
    })
  })
})
