import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import {
  performConcurrentTokenRequests,
  performRecordedTokenRequest,
  performRecordedUserinfoRead,
} from './consistency-test-application-operations.ts'
import {
  performRecordedSessionRead,
  performRecordedSignIn,
  performRecordedStepUp,
} from './consistency-test-account-operations.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import type { ServerBypassingDatabaseAccess } from './read-consistency-test-final-state.ts'
import type { SharedConsistencyTestState } from './consistency-test-person.ts'

/** Signs in and steps up; retries, because connections that were cut fail when used next. */
export async function signInAndStepUp(
  scene: ConsistencyTestOperationContext,
  key: EthereumTestKey,
): Promise<SignedInConsistencyTestBrowser> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { visit } = await performRecordedSignIn(scene, key, 1)
    if (visit !== null && (await performRecordedStepUp(scene, visit, key))?.outcome === 'ok') return visit
    await scene.wait(250)
  }
  throw new Error('The administrator could not sign in.')
}

/** Creates the owner in the database, as an operator with machine access can. */
export async function signInAndMakeOwner(
  { database }: { database: ServerBypassingDatabaseAccess },
  scene: ConsistencyTestOperationContext,
  key: EthereumTestKey,
): Promise<SignedInConsistencyTestBrowser> {
  const visit = await signInAndStepUp(scene, key)
  await database.query(
    `insert into role_assignments (person_id, role, granted_by, granted_at) values ('${visit.person}', 'owner', null, 0)`,
  )
  return visit
}

/** After the faults stop, uses every session and token again: live and ended, fresh and spent. */
export async function performConsistencyTestFinalReads(
  scene: ConsistencyTestOperationContext,
  { people }: SharedConsistencyTestState,
): Promise<void> {
  for (const { browsers } of people)
    for (const visit of browsers) {
      await performRecordedSessionRead(scene, visit)
      for (const chain of visit.chains.slice(-3)) {
        if (chain.accessToken !== null) await performRecordedUserinfoRead(scene, chain)
        if (chain.next?.kind === 'refresh') await performConcurrentTokenRequests(scene, chain, 1)
        const spent = scene.random.pick(chain.spentTokens)
        if (spent !== undefined) await performRecordedTokenRequest(scene, { ...chain }, spent)
        if (chain.accessToken !== null) await performRecordedUserinfoRead(scene, chain)
      }
    }
}
