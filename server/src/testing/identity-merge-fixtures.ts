// Two people whose identities are to be merged.
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestServer, TestServerOptions, TestBrowser } from './countersign-test-server.ts'
import { linkWalletForTests, listWalletsForTests, readBrowserPersonIdOrNone } from './identity-merge-test-steps.ts'
import { addTestPasskey, relaxedChallengeRateLimits } from './passkey-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys

export const createTestServerWithRelaxedLimits = (options: TestServerOptions = {}): Promise<TestServer> =>
  createTestServer({ ...options, environment: { ...relaxedChallengeRateLimits, ...options.environment } })
export const listWalletAddressesWithPrimaryFlag = async (browser: TestBrowser): Promise<[string, boolean][]> =>
  (await listWalletsForTests(browser)).map(({ address, primary }) => [address, primary])
export async function createTwoIdentities(app: TestServer) {
  const other = await openSteppedUpBrowser(app, bob)
  await linkWalletForTests(other, carol)
  const { passkey } = await addTestPasskey(other)
  await other.send('PATCH', '/api/person', { displayName: 'The other one' })
  app.clock.now += 1000
  const browser = await openSteppedUpBrowser(app, alice)
  await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
  // Both identities trust this browser, so that a signature in it confirms the merge.
  await browser.trustForOwnerOf(bob)
  return {
    browser,
    other,
    passkey,
    ids: { survivor: await readBrowserPersonIdOrNone(browser), other: await readBrowserPersonIdOrNone(other) },
  }
}
