// Unlinking a wallet: the last way in stays, sessions and tokens end.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { readAuditLog } from '../../testing/read-database-state.ts'
import { createTestApp, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/test-app.ts'
import { createTestDatabase, openDatabaseUntilTestEnds, testOnBothDatabases } from '../../testing/test-databases.ts'
import { addTestApplication, completeAuthorization, exchangeCode } from '../../testing/test-oidc-applications.ts'
import {
  getAuthorizationCode,
  createAppInstances,
  obtainTokenFamily,
  refreshTokens,
  checkTokensWork,
  summarizeOAuthResponse,
  refreshTokenParameters,
} from '../../testing/test-tokens.ts'
import {
  readOutcomeCode,
  requestWalletUnlink,
  requestWalletLink,
  readWallets,
  readSignedInPersonId,
  readWalletAddresses,
} from '../../testing/test-wallet-linking.ts'

const { alice, bob, carol } = ethereumTestKeys

describe('wallets of a person', () => {
  testOnBothDatabases(
    'P3 the last way in is not unlinked; with a second one it is, and the oldest that stays becomes the primary one',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      expect(readOutcomeCode(await requestWalletUnlink(browser, alice))).toBe('sign_in_method.last')
      app.clock.now += 1000
      await requestWalletLink(browser, carol)
      app.clock.now += 1000
      await requestWalletLink(browser, bob)
      expect((await requestWalletUnlink(browser, alice)).json()).toEqual({ signedOut: true })
      expect(browser.cookies.has('__Host-countersign-session')).toBe(false)
      const again = await openSteppedUpBrowser(app, bob)
      expect((await readWallets(again)).map(({ address, primary }) => [address, primary])).toEqual([
        [carol.address, true],
        [bob.address, false],
      ])
      expect((await requestWalletUnlink(again, carol)).json()).toEqual({ signedOut: false })
      expect(readOutcomeCode(await requestWalletUnlink(again, bob))).toBe('sign_in_method.last')
      expect(await readWallets(again)).toMatchObject([{ address: bob.address, primary: true }])
    },
  )

  testOnBothDatabases(
    'an unlinked wallet signs in as somebody new, and can be linked by whoever proves it, also by who had it',
    async (kind) => {
      const app = await createTestApp({ database: kind })
      const browser = await openSteppedUpBrowser(app, alice)
      await requestWalletLink(browser, bob)
      const before = await readSignedInPersonId(browser)
      await requestWalletUnlink(browser, bob)
      expect(await readWalletAddresses(browser)).toEqual([alice.address])
      expect(readOutcomeCode(await requestWalletLink(browser, bob))).toBe('done')
      await requestWalletUnlink(browser, bob)
      const stranger = await openSteppedUpBrowser(app, bob)
      expect(await readSignedInPersonId(stranger)).not.toBe(before)
      expect(readOutcomeCode(await requestWalletLink(browser, bob))).toBe('wallet.linked_to_other')
      await requestWalletLink(stranger, carol)
      expect((await requestWalletUnlink(stranger, bob)).json()).toEqual({ signedOut: true })
      const third = await openSteppedUpBrowser(app, createEthereumTestKey(4))
      expect(readOutcomeCode(await requestWalletLink(third, bob))).toBe('done')
      expect(await readWalletAddresses(third)).toEqual([createEthereumTestKey(4).address, bob.address])
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases(
    'P4 sessions that a wallet began end when it is unlinked, on every instance, and those of other wallets stay',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const [one, two] = [
        await createTestApp({ database: openDatabaseUntilTestEnds(address) }),
        await createTestApp({ database: openDatabaseUntilTestEnds(address) }),
      ]
      const browser = await openSteppedUpBrowser(one, alice)
      await requestWalletLink(browser, bob)
      const [ofBob, ofAlice] = [two.openBrowser(), two.openBrowser()]
      await ofBob.signIn(bob)
      await ofAlice.signIn(alice)
      expect((await requestWalletUnlink(browser, bob)).json()).toEqual({ signedOut: false })
      expect(readOutcomeCode(await ofBob.send('GET', '/api/wallets'))).toBe('session.required')
      expect(readOutcomeCode(await ofAlice.send('GET', '/api/wallets'))).toBe('done')
      expect(readOutcomeCode(await browser.send('GET', '/api/wallets'))).toBe('done')
      expect(await readAuditLog(one.database.queries)).toContain('session.ended success {"reason":"wallet-unlinked"}')
    },
  )

  testOnBothDatabases(
    'P4 with an unlinked wallet its codes and refresh tokens end, on every instance, and the application is told',
    async (kind) => {
      const { one, two } = await createAppInstances(kind)
      const application = await addTestApplication(one, {
        grantTypes: ['authorization_code', 'refresh_token'],
        backchannelLogoutUri: 'https://app.example/logout',
      })
      const browser = await openSteppedUpBrowser(one, alice)
      await requestWalletLink(browser, bob)
      const other = two.openBrowser()
      await other.signIn(bob)
      const tokens = await obtainTokenFamily(two, other, application)
      const code = getAuthorizationCode(await completeAuthorization(other, application, refreshTokenParameters))
      expect(await checkTokensWork(one, application, tokens)).toEqual([true, true])

      expect(readOutcomeCode(await requestWalletUnlink(browser, bob))).toBe('done')

      for (const instance of [two, one]) {
        expect(summarizeOAuthResponse(await exchangeCode(instance, application, code))).toBe('400 invalid_grant')
        expect(summarizeOAuthResponse(await refreshTokens(instance, application, tokens.refresh_token))).toBe(
          '400 invalid_grant',
        )
        expect(await checkTokensWork(instance, application, tokens)).toEqual([false, false])
      }
      expect(await one.database.queries.selectFrom('logout_deliveries').select('uri').execute()).toEqual([
        { uri: 'https://app.example/logout' },
      ])
    },
  )
})
