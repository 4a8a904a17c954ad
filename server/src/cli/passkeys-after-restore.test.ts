// Tests which passkeys are reported as removed after a restore (THREATS P19).
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { expect, onTestFinished, test } from 'vitest'
import { ethereumTestKeys, openSteppedUpBrowser } from '../testing/countersign-test-server.ts'
import type { TestServer } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createRestoreFolder, startServerOnDatabaseFile } from '../testing/database-restore-fixtures.ts'
import { mergeIdentitiesForTests, requestIdentityMergeUndoForTests } from '../testing/identity-merge-test-steps.ts'
import { addTestPasskey, signInWithPasskey, summarizeApiResponse } from '../testing/passkey-test-steps.ts'

captureCommandOutput()

const { alice, bob } = ethereumTestKeys
const hour = 60 * 60_000

/** Within the first hour, no removal is reported. */
async function restoreAndWaitOverAnHour(address: string, copy: string, clock: number): Promise<TestServer> {
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(0)
  const { app, stop } = await startServerOnDatabaseFile(address, clock + hour + 1000)
  onTestFinished(stop)
  return app
}

const summarizeSignIn = async (app: TestServer, passkey: VirtualPasskey): Promise<string> =>
  summarizeApiResponse(await signInWithPasskey(app.openBrowser(), passkey))

test('P19: a passkey that only left with the undo of a merge is not reported as removed after a restore', async () => {
  const { address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const [theirs, ours] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, alice)]
  const { passkey } = await addTestPasskey(theirs)
  const merge = await mergeIdentitiesForTests(ours, bob)
  expect(await summarizeSignIn(app, passkey)).toBe('200')
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  expect((await requestIdentityMergeUndoForTests(ours, merge)).statusCode).toBe(200)
  expect(await summarizeSignIn(app, passkey)).toBe('200')
  const { now } = app.clock
  await stop()
  const again = await restoreAndWaitOverAnHour(address, copy, now)
  expect(await summarizeSignIn(again, passkey)).toBe('401 passkey.refused')
})

test('P19: a passkey that was removed after the backup is reported as removed after a restore', async () => {
  const { address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const browser = await openSteppedUpBrowser(app, alice)
  const { passkey, id } = await addTestPasskey(browser)
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
  const { now } = app.clock
  await stop()
  const again = await restoreAndWaitOverAnHour(address, copy, now)
  expect(await summarizeSignIn(again, passkey)).toBe('401 passkey.removed')
})
