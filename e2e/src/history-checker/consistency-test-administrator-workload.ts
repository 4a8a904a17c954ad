import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import {
  performAndRecordTestAdministratorAction,
  performRecordedRoleCheck,
} from './consistency-test-administrator-operations.ts'
import { performRecordedSignIn } from './consistency-test-account-operations.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'
import { consistencyTestAdminRole, listSignedInTestBrowsers, retryAfterStepUp } from './consistency-test-person.ts'
import type { ConsistencyTestPerson, SharedConsistencyTestState } from './consistency-test-person.ts'

/** Checks a new role immediately, on every instance. */
const checkRoleEverywhere = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): Promise<unknown> =>
  Promise.all(Array.from({ length: 3 }, () => performRecordedRoleCheck(scene, visit, consistencyTestAdminRole)))

/** No other process suspends, restores, or changes roles. */
export async function runConsistencyTestAdministratorWorkload(
  scene: ConsistencyTestOperationContext,
  key: EthereumTestKey,
  visit: SignedInConsistencyTestBrowser,
  crowd: SharedConsistencyTestState,
  signal: AbortSignal,
): Promise<void> {
  const { random } = scene
  const admin: ConsistencyTestPerson = { keys: [key], unlinkedKeys: [], browsers: [visit] }
  const suspended = new Set<string>()
  const administer = async (
    act: Parameters<typeof performAndRecordTestAdministratorAction>[2],
    person: string,
  ): Promise<ConsistencyTestOperation | null> => {
    const [visit] = listSignedInTestBrowsers(admin)
    if (visit !== undefined)
      return retryAfterStepUp(scene, admin, visit, () =>
        performAndRecordTestAdministratorAction(scene, visit, act, person, consistencyTestAdminRole),
      )
    const entered = await performRecordedSignIn(scene, key, 1)
    if (entered.visit !== null) admin.browsers = [entered.visit]
    return null
  }
  while (!signal.aborted) {
    await scene.wait(random.between(50, 400))
    const person = random.pick([...crowd.ids].slice(-12))
    if (person === undefined) continue
    if (suspended.size > 0 && random.chance(0.5)) {
      const [first = ''] = suspended
      const restored = await administer('restore', first)
      if (
        restored?.outcome === 'ok' ||
        restored?.code === 'person.not_suspended' ||
        restored?.code === 'person.not_found'
      )
        suspended.delete(first)
    } else if (random.chance(0.15)) {
      const done = await administer('suspend', person)
      if (done !== null && done.outcome !== 'fail') suspended.add(person)
    } else if (random.chance(0.08)) await administer('erase', person)
    else {
      const visit = random.pick(crowd.people.flatMap(listSignedInTestBrowsers).filter((one) => one.person === person))
      if (visit !== undefined) await checkRoleEverywhere(scene, visit)
      await administer(random.chance(0.5) ? 'grant-role' : 'revoke-role', person)
      if (visit !== undefined) await checkRoleEverywhere(scene, visit)
    }
  }
  for (const person of suspended) await administer('restore', person)
}
