// An application's sign-in by a contract wallet whose owners take their time.
import { formatMessage, toChecksumAddress } from '@countersign/message'
import { signMessage } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, fakeChains, walletOwnedBy } from '../../testing/fake-chains.ts'
import { testKeys } from '../../testing/test-app.ts'
import {
  addTestApplication,
  allow,
  authorizeUrl,
  createOpenIdApp,
  exchange,
  goesTo,
  interactionOf,
  post,
} from '../../testing/test-openid.ts'
import { protocolPaths } from './protocol-paths.ts'
import { contractAddress, minute, roomy } from '../../testing/test-rechecks.ts'
import { codeIn } from '../../testing/test-tokens.ts'

const safe = contractAddress(7)

describe("an application's sign-in", () => {
  test.each(['as a link', 'pushed before'])(
    '%s waits for the owners of a contract wallet as long as their message does',
    async (how) => {
      const chain = createFakeChain()
      chain.deploy(safe, walletOwnedBy(testKeys.alice))
      const app = await createOpenIdApp({ chains: fakeChains(chain), environment: roomy })
      const application = await addTestApplication(app)
      const browser = app.openBrowser()
      let url = authorizeUrl(application)
      if (how === 'pushed before') {
        const pushed = await post(
          app,
          protocolPaths.pushed_authorization_request,
          application,
          Object.fromEntries(new URL(url, 'https://sign-in.example').searchParams),
        )
        expect(pushed.statusCode).toBe(201)
        url = `/authorize?client_id=${application.id}&request_uri=${encodeURIComponent(pushed.json<{ request_uri: string }>().request_uri)}`
      }
      const interaction = interactionOf(await browser.send('GET', url))
      // They look for the right wallet first.
      app.pass(10 * minute)
      const { message: issued, expiresAt } = await browser.challenge({
        purpose: 'sign-in',
        walletKind: 'contract',
        interaction,
      })
      expect(Date.parse(expiresAt)).toBe(app.clock.now + 60 * minute)
      const message = formatMessage({ ...issued, address: toChecksumAddress(safe), chainId: '1' })
      app.pass(59 * minute)
      await app.sweep()
      const answer = await browser.send('POST', '/api/sign-in', {
        message,
        signature: signMessage(testKeys.alice, message),
        interaction,
      })
      expect(answer.statusCode).toBe(200)
      const proved = await browser.send('GET', answer.json<{ next: string }>().next)
      app.pass(minute)
      const code = codeIn(new URL(goesTo(await allow(browser, interactionOf(proved)))))
      expect((await exchange(app, application, code)).statusCode).toBe(200)
    },
  )
})
