// What comes before and after what clients do: somebody owns the site, and once nothing disturbs it any more, everything is tried once again.
import type { TestKey } from '@countersign/testing/test-keys'
import * as acts from './acts.ts'
import type { Scene, Visit } from './acts.ts'
import type { PastTheServer } from './read-final-state.ts'
import type { Crowd } from './workload.ts'

/** Signs in, and confirms it in this browser; again where a connection is used for the first time since it was cut. */
export async function enter(scene: Scene, key: TestKey): Promise<Visit> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { visit } = await acts.signIn(scene, key, 1)
    if (visit !== null && (await acts.stepUp(scene, visit, key))?.outcome === 'ok') return visit
    await scene.wait(250)
  }
  throw new Error('The administrator was not let in.')
}

/** Makes the first owner, as an operator with access to the machine can. */
export async function enterAsOwner(
  { database }: { database: PastTheServer },
  scene: Scene,
  key: TestKey,
): Promise<Visit> {
  const visit = await enter(scene, key)
  await database.query(
    `insert into role_assignments (person_id, role, granted_by, granted_at) values ('${visit.person}', 'owner', null, 0)`,
  )
  return visit
}

/** Once nothing disturbs the site any more, everything is tried once again: what must be there, and what must not come back. */
export async function lookAgain(scene: Scene, { people }: Crowd): Promise<void> {
  for (const { visits } of people)
    for (const visit of visits) {
      await acts.readSession(scene, visit)
      for (const chain of visit.chains.slice(-3)) {
        if (chain.accessToken !== null) await acts.userinfo(scene, chain)
        if (chain.next?.kind === 'refresh') await acts.goOn(scene, chain, 1)
        const spent = scene.random.of(chain.spent)
        if (spent !== undefined) await acts.present(scene, { ...chain }, spent)
        if (chain.accessToken !== null) await acts.userinfo(scene, chain)
      }
    }
}
