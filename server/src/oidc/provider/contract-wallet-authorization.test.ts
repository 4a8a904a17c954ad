// Sign-in by a contract wallet whose owners take their time.
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createFakeChain, createFakeChains, createFakeSingleOwnerContractWallet } from '../../testing/fake-chains.ts'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import { oidcProtocolPaths } from './oidc-protocol-paths.ts'
import { createTestContractAddress, minuteMs, relaxedSignInRateLimits } from '../../testing/session-recheck-fixtures.ts'
import { getAuthorizationCodeFromRedirect } from '../../testing/oauth-token-test-steps.ts'

const safe = createTestContractAddress(7)

describe('authorization with a contract wallet', () => {
  test.each(['as a link', 'pushed before'])(
    'a request (%s) stays valid as long as the sign-in message for the owners',
    async (how) => {
      const chain = createFakeChain()
      chain.deploy(safe, createFakeSingleOwnerContractWallet(ethereumTestKeys.alice))
      const app = await createOidcTestServer({ chains: createFakeChains(chain), environment: relaxedSignInRateLimits })
      const application = await addTestClientApplication(app)
      const browser = app.openBrowser()
      let url = createAuthorizationUrl(application)
      if (how === 'pushed before') {
        const pushed = await postFormAsApplication(
          app,
          oidcProtocolPaths.pushed_authorization_request,
          application,
          Object.fromEntries(new URL(url, 'https://sign-in.example').searchParams),
        )
        expect(pushed.statusCode).toBe(201)
        url = `/authorize?client_id=${application.id}&request_uri=${encodeURIComponent(pushed.json<{ request_uri: string }>().request_uri)}`
      }
      const interaction = getInteractionIdFromRedirect(await browser.send('GET', url))
      app.pass(10 * minuteMs)
      const { message: issued, expiresAt } = await browser.requestChallenge({
        purpose: 'sign-in',
        walletKind: 'contract',
        interaction,
      })
      expect(Date.parse(expiresAt)).toBe(app.clock.now + 60 * minuteMs)
      const message = formatSignInMessage({ ...issued, address: toChecksumAddress(safe), chainId: '1' })
      app.pass(59 * minuteMs)
      await app.pruneExpired()
      const answer = await browser.send('POST', '/api/sign-in', {
        message,
        signature: signEthereumMessage(ethereumTestKeys.alice, message),
        interaction,
      })
      expect(answer.statusCode).toBe(200)
      const proved = await browser.send('GET', answer.json<{ next: string }>().next)
      app.pass(minuteMs)
      const code = getAuthorizationCodeFromRedirect(
        new URL(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(proved)))),
      )
      expect((await exchangeCodeAsApplication(app, application, code)).statusCode).toBe(200)
    },
  )
})
