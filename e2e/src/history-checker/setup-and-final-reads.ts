// What comes before and after what clients do: somebody owns the site, and once nothing disturbs it any more, everything is tried once again.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { presentNextToken, presentToken, readUserinfo } from './application-operations.ts'
import { readSession, signIn, stepUp } from './account-operations.ts'
import type { OperationContext, SignedInBrowser } from './operation-context.ts'
import type { DirectDatabase } from './read-final-cluster-state.ts'
import type { SharedWorkloadState } from './workload-person.ts'

/** Signs in, and confirms it in this browser; again where a connection is used for the first time since it was cut. */
export async function signInAndStepUp(scene: OperationContext, key: EthereumTestKey): Promise<SignedInBrowser> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { visit } = await signIn(scene, key, 1)
    if (visit !== null && (await stepUp(scene, visit, key))?.outcome === 'ok') return visit
    await scene.wait(250)
  }
  throw new Error('The administrator was not let in.')
}

/** Makes the first owner, as an operator with access to the machine can. */
export async function signInAsOwner(
  { database }: { database: DirectDatabase },
  scene: OperationContext,
  key: EthereumTestKey,
): Promise<SignedInBrowser> {
  const visit = await signInAndStepUp(scene, key)
  await database.query(
    `insert into role_assignments (person_id, role, granted_by, granted_at) values ('${visit.person}', 'owner', null, 0)`,
  )
  return visit
}

/** Once nothing disturbs the site any more, everything is tried once again: what must be there, and what must not come back. */
export async function performFinalReads(scene: OperationContext, { people }: SharedWorkloadState): Promise<void> {
  for (const { browsers } of people)
    for (const visit of browsers) {
      await readSession(scene, visit)
      for (const chain of visit.chains.slice(-3)) {
        if (chain.accessToken !== null) await readUserinfo(scene, chain)
        if (chain.next?.kind === 'refresh') await presentNextToken(scene, chain, 1)
        const spent = scene.random.pick(chain.spentTokens)
        if (spent !== undefined) await presentToken(scene, { ...chain }, spent)
        if (chain.accessToken !== null) await readUserinfo(scene, chain)
      }
    }
}
