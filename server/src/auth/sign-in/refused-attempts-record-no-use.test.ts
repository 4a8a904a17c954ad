// Tests that refused sign-ins and step-ups do not count as uses of a wallet or passkey, and create
// no one.
import { formatSignInMessage } from '@countersign/message'
import { signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { describe, expect } from 'vitest'
import {
  createContractOwnershipFixture,
  readContractWalletHold,
  sellContractWallet,
} from '../../testing/contract-ownership-change-fixtures.ts'
import { createTestServer, ethereumTestKeys, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication, createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import { startOidcInteraction } from '../../testing/oidc-interaction-test-steps.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  requestTestPasskeySignInOptions,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, carol } = ethereumTestKeys

async function readUses({ database: { queries } }: TestServer) {
  return {
    people: await queries.selectFrom('people').select(['id', 'last_seen_at']).orderBy('id').execute(),
    wallets: await queries.selectFrom('wallets').select(['id', 'last_used_at']).orderBy('id').execute(),
    passkeys: await queries.selectFrom('passkeys').select(['id', 'last_used_at']).orderBy('id').execute(),
  }
}

describe('a refused attempt', () => {
  testOnBothDatabases('S12: on a wallet that is put on hold, or on hold already, is no use of it', async (kind) => {
    const context = await createContractOwnershipFixture(kind)
    const { app, home, act } = context
    sellContractWallet(context)
    const before = await readUses(app)
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(readApiErrorCodeOrDone(await act(app.openBrowser(), 'sign-in', carol))).toBe('wallet.on_hold')
    expect(readApiErrorCodeOrDone(await act(home, 'step-up', carol))).toBe('wallet.on_hold')
    expect(await readUses(app)).toEqual(before)
    expect(await readContractWalletHold(home)).not.toBeNull()
  })

  testOnBothDatabases('with a wallet or passkey of a suspended person is no use of it', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { passkey } = await addTestPasskey(await openSteppedUpBrowser(app))
    await app.database.queries.updateTable('people').set({ status: 'suspended' }).execute()
    const before = await readUses(app)
    app.clock.now += 1000
    expect(readApiErrorCodeOrDone(await app.openBrowser().signIn(alice))).toBe('person.suspended')
    expect(readApiErrorCodeOrDone(await signInWithPasskey(app.openBrowser(), passkey))).toBe('person.suspended')
    expect(await readUses(app)).toEqual(before)
  })

  testOnBothDatabases('for an interaction that has ended is no use, and creates no person', async (kind) => {
    const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const application = await addTestClientApplication(app)
    const { passkey } = await addTestPasskey(await openSteppedUpBrowser(app))
    const before = await readUses(app)
    app.pass(1000)
    for (const key of [alice, carol]) {
      const browser = app.openBrowser()
      const interaction = await startOidcInteraction(browser, application)
      const { message: issued } = await browser.requestChallenge({ purpose: 'sign-in', interaction })
      const message = formatSignInMessage({ ...issued, address: key.address, chainId: '1' })
      await app.database.queries.deleteFrom('provider_records').execute()
      const signed = { message, signature: signEthereumMessage(key, message), interaction }
      expect(readApiErrorCodeOrDone(await browser.send('POST', '/api/sign-in', signed))).toBe('interaction.invalid')
    }
    const browser = app.openBrowser()
    const interaction = await startOidcInteraction(browser, application)
    const assertion = passkey.getAssertion(await requestTestPasskeySignInOptions(browser, { interaction }))
    await app.database.queries.deleteFrom('provider_records').execute()
    const byPasskey = await browser.send('POST', '/api/sign-in/passkey', { assertion, interaction })
    expect(readApiErrorCodeOrDone(byPasskey)).toBe('interaction.invalid')
    expect(await readUses(app)).toEqual(before)
  })

  testOnBothDatabases('is followed by accepted ones that count', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const browser = await openSteppedUpBrowser(app)
    const { passkey } = await addTestPasskey(browser)
    app.clock.now += 1000
    for (const response of [await app.openBrowser().signIn(alice), await signInWithPasskey(app.openBrowser(), passkey)])
      expect(readApiErrorCodeOrDone(response)).toBe('done')
    const used = await readUses(app)
    expect([used.people, used.wallets, used.passkeys].flat()).toEqual([
      expect.objectContaining({ last_seen_at: app.clock.now }),
      expect.objectContaining({ last_used_at: app.clock.now }),
      expect.objectContaining({ last_used_at: app.clock.now }),
    ])
    app.clock.now += 1000
    expect(readApiErrorCodeOrDone(await browser.stepUp(alice))).toBe('done')
    expect((await readUses(app)).wallets).toMatchObject([{ last_used_at: app.clock.now }])
  })
})
