// An application's sign-in by a contract wallet whose owners take their time.
import { formatMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createOwnedContractWallet } from '../../testing/fake-chains.ts'
import { testKeys } from '../../testing/test-app.ts'
import {
  addTestApplication,
  allowConsent,
  createAuthorizationUrl,
  createOpenIdApp,
  exchangeCode,
  redirectLocationOf,
  interactionIdOf,
  postForm,
} from '../../testing/test-openid.ts'
import { protocolPaths } from './protocol-paths.ts'
import { testContractAddress, minuteMs, relaxedSignInLimits } from '../../testing/test-session-rechecks.ts'
import { authorizationCodeIn } from '../../testing/test-tokens.ts'

const safe = testContractAddress(7)

describe("an application's sign-in", () => {
  test.each(['as a link', 'pushed before'])(
    '%s waits for the owners of a contract wallet as long as their message does',
    async (how) => {
      const chain = createFakeChain()
      chain.deploy(safe, createOwnedContractWallet(testKeys.alice))
      const app = await createOpenIdApp({ chains: createFakeChains(chain), environment: relaxedSignInLimits })
      const application = await addTestApplication(app)
      const browser = app.openBrowser()
      let url = createAuthorizationUrl(application)
      if (how === 'pushed before') {
        const pushed = await postForm(
          app,
          protocolPaths.pushed_authorization_request,
          application,
          Object.fromEntries(new URL(url, 'https://sign-in.example').searchParams),
        )
        expect(pushed.statusCode).toBe(201)
        url = `/authorize?client_id=${application.id}&request_uri=${encodeURIComponent(pushed.json<{ request_uri: string }>().request_uri)}`
      }
      const interaction = interactionIdOf(await browser.send('GET', url))
      // They look for the right wallet first.
      app.pass(10 * minuteMs)
      const { message: issued, expiresAt } = await browser.requestChallenge({
        purpose: 'sign-in',
        walletKind: 'contract',
        interaction,
      })
      expect(Date.parse(expiresAt)).toBe(app.clock.now + 60 * minuteMs)
      const message = formatMessage({ ...issued, address: toChecksumAddress(safe), chainId: '1' })
      app.pass(59 * minuteMs)
      await app.pruneExpired()
      const answer = await browser.send('POST', '/api/sign-in', {
        message,
        signature: signEthereumMessage(testKeys.alice, message),
        interaction,
      })
      expect(answer.statusCode).toBe(200)
      const proved = await browser.send('GET', answer.json<{ next: string }>().next)
      app.pass(minuteMs)
      const code = authorizationCodeIn(
        new URL(redirectLocationOf(await allowConsent(browser, interactionIdOf(proved)))),
      )
      expect((await exchangeCode(app, application, code)).statusCode).toBe(200)
    },
  )
})
