// Group access on several instances: only one of them reads each membership, and a loss is recorded
// once.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { createTestServer } from '../../../testing/countersign-test-server.ts'
import {
  createTestDatabase,
  openDatabaseUntilTestEnds,
  testOnBothDatabases,
} from '../../../testing/database-fixtures.ts'
import { createTokenHoldersTestServer } from '../../../testing/group-gated-application-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
} from '../../../testing/oidc-application-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  tallyResponses,
} from '../../../testing/oauth-token-test-steps.ts'

const recheck = 300_000

describe('group access on several instances', () => {
  testOnBothDatabases(
    'one instance reads each membership, and another takes over if that one crashes',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const one = await createTokenHoldersTestServer(openDatabaseUntilTestEnds(address))
      const two = await createTestServer({ database: openDatabaseUntilTestEnds(address), chains: one.chains })
      const application = await addTestClientApplication(one, { scopes: ['openid', 'groups'] })
      for (const key of [ethereumTestKeys.alice, ethereumTestKeys.bob, ethereumTestKeys.carol]) {
        const browser = one.openBrowser()
        await browser.signIn(key)
        await runOidcAuthorizationUntilCallback(browser, application, { scope: 'openid groups' }, { key })
      }
      const before = one.chain.readings.length
      const asked = () => one.chain.readings.slice(before).reduce((sum, questions) => sum + questions, 0)
      const pass = (milliseconds: number) => {
        one.pass(milliseconds)
        two.clock.now = one.clock.now
      }
      pass(recheck)
      await Promise.all([one.recheckGroupMemberships(), two.recheckGroupMemberships()])
      expect(asked()).toBe(3)
      // The memberships are claimed by an instance that then dies.
      one.chain.beforeReading = () => {
        throw new Error('died')
      }
      pass(recheck)
      await expect(one.recheckGroupMemberships()).rejects.toThrow('died')
      one.chain.beforeReading = () => undefined
      await two.recheckGroupMemberships()
      expect(asked()).toBe(6)
      pass(60_000)
      await two.recheckGroupMemberships()
      expect(asked()).toBe(9)
    },
  )

  testOnBothDatabases(
    'a membership loss found by many concurrent requests is recorded once, without errors',
    async (kind) => {
      const address = await createTestDatabase(kind)
      const generous = { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000' }
      const one = await createTokenHoldersTestServer(openDatabaseUntilTestEnds(address), generous)
      const two = await createTestServer({
        database: openDatabaseUntilTestEnds(address),
        chains: one.chains,
        environment: generous,
      })
      const application = await addTestClientApplication(one, {
        allowedGroups: ['holders'],
        backchannelLogoutUri: 'https://app.example/logout',
      })
      const families = []
      for (let count = 0; count < 6; count++)
        families.push(await obtainTokenFamilyBySignIn(one, one.openBrowser(), application))
      one.balances.clear()
      one.pass(recheck)
      two.clock.now = one.clock.now
      const refreshed = families.map(({ refresh_token }, index) =>
        sendRefreshTokenRequest(index % 2 === 0 ? one : two, application, refresh_token),
      )
      const answers = await Promise.all([...refreshed, one.recheckGroupMemberships(), two.recheckGroupMemberships()])
      expect(tallyResponses(answers.slice(0, 6).filter((answer) => answer !== undefined))).toEqual({
        '400 invalid_grant': 6,
      })
      expect(
        (await listSequencedAuditEntryTexts(one.database.queries)).filter((line) =>
          line.startsWith('group.member_removed'),
        ),
      ).toEqual(['group.member_removed success {"group":"holders","reason":"read"}'])
      expect(await one.database.queries.selectFrom('logout_deliveries').select('id').execute()).toHaveLength(6)
    },
  )
})
