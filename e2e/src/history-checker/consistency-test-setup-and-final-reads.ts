// What comes before and after what clients do: somebody owns the site, and once nothing disturbs it any more, everything is tried once again.
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

/** Signs in, and confirms it in this browser; again where a connection is used for the first time since it was cut. */
export async function signInAndStepUp(
  scene: ConsistencyTestOperationContext,
  key: EthereumTestKey,
): Promise<SignedInConsistencyTestBrowser> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { visit } = await performRecordedSignIn(scene, key, 1)
    if (visit !== null && (await performRecordedStepUp(scene, visit, key))?.outcome === 'ok') return visit
    await scene.wait(250)
  }
  throw new Error('The administrator was not let in.')
}

/** Makes the first owner, as an operator with access to the machine can. */
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

/** Once nothing disturbs the site any more, everything is tried once again: what must be there, and what must not come back. */
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
