// Tests of unlinking a wallet: the last sign-in method stays; sessions and tokens end.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
} from '../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../testing/oauth-token-test-steps.ts'
import {
  requestWalletUnlinkForTests,
  requestWalletLinkForTests,
  fetchOwnWalletsForTests,
  readBrowserPersonIdOrUndefined,
  readWalletAddressesForTests,
} from '../../testing/wallet-linking-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('wallet unlinking', () => {
  testOnBothDatabases(
    'P3: the last sign-in method stays; otherwise the oldest remaining wallet becomes primary',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      expect(readApiErrorCodeOrDone(await requestWalletUnlinkForTests(browser, alice))).toBe('sign_in_method.last')
      app.clock.now += 1000
      await requestWalletLinkForTests(browser, carol)
      app.clock.now += 1000
      await requestWalletLinkForTests(browser, bob)
      expect((await requestWalletUnlinkForTests(browser, alice)).json()).toEqual({ signedOut: true })
      expect(browser.cookies.has('__Host-countersign-session')).toBe(false)
      const again = await openSteppedUpBrowser(app, bob)
      expect((await fetchOwnWalletsForTests(again)).map(({ address, primary }) => [address, primary])).toEqual([
        [carol.address, true],
        [bob.address, false],
      ])
      expect((await requestWalletUnlinkForTests(again, carol)).json()).toEqual({ signedOut: false })
      expect(readApiErrorCodeOrDone(await requestWalletUnlinkForTests(again, bob))).toBe('sign_in_method.last')
      expect(await fetchOwnWalletsForTests(again)).toMatchObject([{ address: bob.address, primary: true }])
    },
  )

  testOnBothDatabases(
    'an unlinked wallet signs in as a new person and can be linked by anyone who proves it',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      await requestWalletLinkForTests(browser, bob)
      const before = await readBrowserPersonIdOrUndefined(browser)
      await requestWalletUnlinkForTests(browser, bob)
      expect(await readWalletAddressesForTests(browser)).toEqual([alice.address])
      expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, bob))).toBe('done')
      await requestWalletUnlinkForTests(browser, bob)
      const stranger = await openSteppedUpBrowser(app, bob)
      expect(await readBrowserPersonIdOrUndefined(stranger)).not.toBe(before)
      expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(browser, bob))).toBe('wallet.linked_to_other')
      await requestWalletLinkForTests(stranger, carol)
      expect((await requestWalletUnlinkForTests(stranger, bob)).json()).toEqual({ signedOut: true })
      const third = await openSteppedUpBrowser(app, createEthereumTestKey(4))
      expect(readApiErrorCodeOrDone(await requestWalletLinkForTests(third, bob))).toBe('done')
      expect(await readWalletAddressesForTests(third)).toEqual([createEthereumTestKey(4).address, bob.address])
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases(
    'P4: ends the sessions of the wallet on every instance and keeps those of other wallets',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const [one, two] = [
        await createTestServer({ database: openDatabaseUntilTestEnds(address) }),
        await createTestServer({ database: openDatabaseUntilTestEnds(address) }),
      ]
      const browser = await openSteppedUpBrowser(one, alice)
      await requestWalletLinkForTests(browser, bob)
      const [ofBob, ofAlice] = [two.openBrowser(), two.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      expect((await requestWalletUnlinkForTests(browser, bob)).json()).toEqual({ signedOut: false })
      expect(readApiErrorCodeOrDone(await ofBob.send('GET', '/api/wallets'))).toBe('session.required')
      expect(readApiErrorCodeOrDone(await ofAlice.send('GET', '/api/wallets'))).toBe('done')
      expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/wallets'))).toBe('done')
      expect(await listSequencedAuditEntryTexts(one.database.queries)).toContain(
        'session.ended success {"reason":"wallet-unlinked"}',
      )
    },
  )

  testOnBothDatabases(
    'P4: revokes codes and tokens of the wallet on every instance and notifies applications',
    async (kind) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      const application = await addTestClientApplication(one, {
        grantTypes: ['authorization_code', 'refresh_token'],
        backchannelLogoutUri: 'https://app.example/logout',
      })
      const browser = await openSteppedUpBrowser(one, alice)
      await requestWalletLinkForTests(browser, bob)
      const other = two.openBrowser()
      await other.signIn(bob)
      const tokens = await obtainTokenFamilyBySignIn(two, other, application)
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(other, application, offlineAccessAuthorizationParameters),
      )
      expect(await readOAuthTokenActiveStates(one, application, tokens)).toEqual([true, true])

      expect(readApiErrorCodeOrDone(await requestWalletUnlinkForTests(browser, bob))).toBe('done')

      for (const instance of [two, one]) {
        expect(summarizeOAuthResponse(await exchangeCodeAsApplication(instance, application, code))).toBe(
          '400 invalid_grant',
        )
        expect(summarizeOAuthResponse(await sendRefreshTokenRequest(instance, application, tokens.refresh_token))).toBe(
          '400 invalid_grant',
        )
        expect(await readOAuthTokenActiveStates(instance, application, tokens)).toEqual([false, false])
      }
      expect(await one.database.queries.selectFrom('logout_deliveries').select('uri').execute()).toEqual([
        { uri: 'https://app.example/logout' },
      ])
    },
  )
})
