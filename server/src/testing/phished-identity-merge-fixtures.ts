// A merge based on a phished signature, and checks of its outcome.
import { openSteppedUpBrowser, ethereumTestKeys } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  createIdentityMergeOfferForTests,
} from './identity-merge-test-steps.ts'

const { alice, bob } = ethereumTestKeys

export async function stagePhishedIdentityMerge(app: Pick<TestServer, 'openBrowser' | 'clock'>) {
  const victim = await openSteppedUpBrowser(app, bob)
  const attacker = await openSteppedUpBrowser(app, alice)
  const merge = await createIdentityMergeOfferForTests(attacker, bob)
  const accepted = (await requestIdentityMergeAcceptanceForTests(attacker, merge)).json<typeof merge>()
  return { victim, attacker, merge, accepted }
}
