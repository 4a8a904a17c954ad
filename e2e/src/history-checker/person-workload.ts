// What people do all the time (the workload, Jepsen's generator): each process draws what it does next from its own stream, so that a seed gives
// the same choices again as far as the answers are the same.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { AppliedApplication } from '../clients/apply-applications.ts'
import { checkRole } from './administrator-operations.ts'
import {
  authorizeApplication,
  presentNextToken,
  presentToken,
  readUserinfo,
  revokeGrant,
} from './application-operations.ts'
import {
  endOtherSessions,
  endSession,
  erasePerson,
  linkWallet,
  readSession,
  signIn,
  signOut,
  stepUp,
  unlinkWallet,
} from './account-operations.ts'
import type { TokenChain, OperationContext, SignedInBrowser } from './operation-context.ts'
import { workloadRole, listSignedIn, retryAfterStepUp } from './workload-person.ts'
import type { WorkloadPerson, SharedWorkloadState } from './workload-person.ts'

const maxOpenBrowsers = 5
const maxKeptBrowsers = 60

/** Acts as one person until it is told to end. */
export async function runPersonWorkload(
  scene: OperationContext,
  person: WorkloadPerson,
  crowd: SharedWorkloadState,
  signal: AbortSignal,
): Promise<void> {
  const { random } = scene
  for (let turn = 0; !signal.aborted; turn++) {
    await scene.wait(random.between(0, 60))
    const visit = random.pick(listSignedIn(person))
    if (visit === undefined || (listSignedIn(person).length < maxOpenBrowsers && random.chance(0.2)))
      await signInAgain(scene, person, crowd)
    else await performNextStep(scene, person, visit, turn)
  }
}

async function signInAgain(
  scene: OperationContext,
  person: WorkloadPerson,
  crowd: SharedWorkloadState | null,
  key = scene.random.pick(person.keys) as EthereumTestKey,
): Promise<void> {
  const { visit } = await signIn(scene, key, scene.random.chance(0.2) ? 2 : 1)
  if (visit === null) {
    // Whoever is refused, because they are suspended, does not try again at once.
    await scene.wait(150)
    return
  }
  crowd?.ids.add(visit.person)
  // Old ones are looked at for a while still, to see whether they come back.
  person.browsers = [...person.browsers, visit].slice(-maxKeptBrowsers)
}

type WorkloadStep = (
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
) => Promise<unknown>

/** Applications that somebody can sign in to; what lets in a group alone is asked for less often. */
const drawApplication = ({ site: { club }, random }: OperationContext): AppliedApplication | undefined =>
  club !== undefined && random.chance(0.35) ? club : undefined

const drawTokenChain = (scene: OperationContext, visit: SignedInBrowser): TokenChain | undefined =>
  scene.random.pick(visit.chains.slice(-3))

/** What somebody does who is signed in, and how often. */
const weightedPersonSteps: readonly [weight: number, act: WorkloadStep][] = [
  [6, (scene, _person, visit) => readSession(scene, visit)],
  [3, (scene, person, visit) => stepUp(scene, visit, scene.random.pick(person.keys) as EthereumTestKey)],
  [2, (scene, _person, visit) => signOut(scene, visit)],
  [
    2,
    (scene, person, visit) => {
      const other = scene.random.pick(person.browsers)
      return other === undefined
        ? readSession(scene, visit)
        : retryAfterStepUp(scene, person, visit, () => endSession(scene, visit, other.session))
    },
  ],
  [1, (scene, person, visit) => retryAfterStepUp(scene, person, visit, () => endOtherSessions(scene, visit))],
  [4, linkNextWallet],
  [4, unlinkSomeWallet],
  [9, useApplication],
  [6, presentNextTokenOfOne],
  [5, readUserinfoByToken],
  [1, replaySpentToken],
  [1, (scene, _person, visit) => revokeGrant(scene, visit, drawApplication(scene))],
  [3, (scene, _person, visit) => checkRole(scene, visit, workloadRole)],
  [2, endSessionDuringUse],
  [0.3, deleteOwnAccount],
  [1, readEndedSession],
]

async function performNextStep(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
): Promise<void> {
  const total = weightedPersonSteps.reduce((sum, [weight]) => sum + weight, 0)
  let drawn = scene.random.between(0, total)
  const [, act] =
    weightedPersonSteps.find(([weight]) => (drawn -= weight) < 0) ?? (weightedPersonSteps[0] as [number, WorkloadStep])
  await act(scene, person, visit, turn)
}

async function linkNextWallet(scene: OperationContext, person: WorkloadPerson, visit: SignedInBrowser): Promise<void> {
  const key = scene.random.pick(person.unlinkedKeys)
  if (key === undefined) return
  const linked = await retryAfterStepUp(scene, person, visit, () => linkWallet(scene, visit, key))
  if (linked?.outcome !== 'ok') return
  person.keys.push(key)
  person.unlinkedKeys = person.unlinkedKeys.filter((one) => one !== key)
}

async function unlinkSomeWallet(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
): Promise<void> {
  // The first key stays: with it this person comes back.
  const key = scene.random.pick(person.keys.slice(1))
  if (key === undefined) return
  // Whoever is signed in with it elsewhere is out as well.
  if (scene.random.chance(0.7)) await signInAgain(scene, person, null, key)
  // What lets in a guest alone is used before, and looked at afterwards.
  const atClub = await authorizeGatedApplication(scene, visit, turn)
  const unlinked = await retryAfterStepUp(scene, person, visit, () => unlinkWallet(scene, visit, key))
  if (unlinked === null || unlinked.outcome === 'fail') return
  person.keys = person.keys.filter((one) => one !== key)
  person.unlinkedKeys.push(key)
  if (atClub === null) return
  await readUserinfo(scene, atClub)
  await presentNextToken(scene, atClub, 1)
}

/** Signs in to the application that lets in a group alone, where there is one and it does. */
async function authorizeGatedApplication(
  scene: OperationContext,
  visit: SignedInBrowser,
  turn: number,
): Promise<TokenChain | null> {
  const { club } = scene.site
  const chain = club === undefined ? null : await authorizeApplication(scene, visit, `${scene.process}.${turn}`, club)
  if (chain !== null) await presentNextToken(scene, chain, 1)
  return chain?.accessToken == null ? null : chain
}

/** Signs in to the application, which goes on with what it was given for a while. */
async function useApplication(
  scene: OperationContext,
  _person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
): Promise<void> {
  const chain = await authorizeApplication(scene, visit, `${scene.process}.${turn}`, drawApplication(scene))
  for (let step = 0; chain !== null && step < 4 && scene.random.chance(0.85); step++) {
    await presentNextToken(scene, chain, scene.random.chance(0.15) ? 2 : 1)
    if (chain.accessToken !== null) await readUserinfo(scene, chain)
  }
}

async function presentNextTokenOfOne(
  scene: OperationContext,
  _person: WorkloadPerson,
  visit: SignedInBrowser,
): Promise<void> {
  const chain = drawTokenChain(scene, visit)
  if (chain !== undefined) await presentNextToken(scene, chain, scene.random.chance(0.15) ? 2 : 1)
}

async function readUserinfoByToken(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  if (chain !== undefined && chain.accessToken !== null) await readUserinfo(scene, chain)
}

/** Somebody who has copied what works once presents it again. */
async function replaySpentToken(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  const spent = chain && scene.random.pick(chain.spentTokens)
  if (chain !== undefined && spent !== undefined) await presentToken(scene, { ...chain }, spent)
}

/**
 * Ends a session, or what came from it, while it is used (race). Nobody proves again meanwhile: a browser that is given another session would not know
 * in which it asks.
 */
async function endSessionDuringUse(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
): Promise<void> {
  const { random } = scene
  const other = random.pick(listSignedIn(person).filter((one) => one !== visit)) ?? visit
  const end = random.pick([
    () => signOut(scene, visit),
    () => revokeGrant(scene, visit),
    () => endSession(scene, other, visit.session),
    () => endOtherSessions(scene, other),
  ])
  const use = random.pick([
    () => presentNextTokenOfOne(scene, person, visit),
    () => authorizeApplication(scene, visit, `${scene.process}.${turn}`),
    () => readSession(scene, visit),
  ])
  await Promise.all([use?.(), end?.()])
}

async function deleteOwnAccount(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
): Promise<void> {
  const erased = await retryAfterStepUp(scene, person, visit, () => erasePerson(scene, visit))
  if (erased === null || erased.outcome === 'fail') return
  // Whoever comes back with the same keys is somebody new.
  person.unlinkedKeys = [...person.unlinkedKeys, ...person.keys.slice(1)]
  person.keys = person.keys.slice(0, 1)
}

async function readEndedSession(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const old = scene.random.pick(person.browsers.filter(({ isEnded }) => isEnded))
  if (old !== undefined) await readSession(scene, old)
}
