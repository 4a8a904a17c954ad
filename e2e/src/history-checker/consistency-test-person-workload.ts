// Each process draws its actions from its own random stream (Jepsen's generator), so a seed repeats
// the same choices as long as responses are the same.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { TestApplicationDefinition } from '../clients/apply-test-application-definitions.ts'
import { performRecordedRoleCheck } from './consistency-test-administrator-operations.ts'
import {
  performRecordedAuthorization,
  performConcurrentTokenRequests,
  performRecordedTokenRequest,
  performRecordedUserinfoRead,
  performRecordedGrantRevocation,
} from './consistency-test-application-operations.ts'
import {
  performRecordedOtherSessionsEnd,
  performRecordedSessionEnd,
  performRecordedPersonErasure,
  performRecordedWalletLink,
  performRecordedSessionRead,
  performRecordedSignIn,
  performRecordedSignOut,
  performRecordedStepUp,
  performRecordedWalletUnlink,
} from './consistency-test-account-operations.ts'
import type {
  TokenRotationChain,
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import { consistencyTestAdminRole, listSignedInTestBrowsers, retryAfterStepUp } from './consistency-test-person.ts'
import type { ConsistencyTestPerson, SharedConsistencyTestState } from './consistency-test-person.ts'

const maxOpenBrowsers = 5
const maxKeptBrowsers = 60

export async function runConsistencyTestPersonWorkload(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  crowd: SharedConsistencyTestState,
  signal: AbortSignal,
): Promise<void> {
  const { random } = scene
  for (let turn = 0; !signal.aborted; turn++) {
    await scene.wait(random.between(0, 60))
    const visit = random.pick(listSignedInTestBrowsers(person))
    if (visit === undefined || (listSignedInTestBrowsers(person).length < maxOpenBrowsers && random.chance(0.2)))
      await signInAgain(scene, person, crowd)
    else await performNextStep(scene, person, visit, turn)
  }
}

async function signInAgain(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  crowd: SharedConsistencyTestState | null,
  key = scene.random.pick(person.keys) as EthereumTestKey,
): Promise<void> {
  const { visit } = await performRecordedSignIn(scene, key, scene.random.chance(0.2) ? 2 : 1)
  if (visit === null) {
    // A suspended person waits before the next attempt.
    await scene.wait(150)
    return
  }
  crowd?.ids.add(visit.person)
  // Ended sessions are still checked for a while, to detect any that become live again.
  person.browsers = [...person.browsers, visit].slice(-maxKeptBrowsers)
}

type WorkloadStep = (
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
) => Promise<unknown>

/** The application that requires a group is drawn less often. */
const drawApplication = ({
  site: { club },
  random,
}: ConsistencyTestOperationContext): TestApplicationDefinition | undefined =>
  club !== undefined && random.chance(0.35) ? club : undefined

const drawTokenChain = (
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
): TokenRotationChain | undefined => scene.random.pick(visit.chains.slice(-3))

const weightedPersonSteps: readonly [weight: number, act: WorkloadStep][] = [
  [6, (scene, _person, visit) => performRecordedSessionRead(scene, visit)],
  [3, (scene, person, visit) => performRecordedStepUp(scene, visit, scene.random.pick(person.keys) as EthereumTestKey)],
  [2, (scene, _person, visit) => performRecordedSignOut(scene, visit)],
  [
    2,
    (scene, person, visit) => {
      const other = scene.random.pick(person.browsers)
      return other === undefined
        ? performRecordedSessionRead(scene, visit)
        : retryAfterStepUp(scene, person, visit, () => performRecordedSessionEnd(scene, visit, other.session))
    },
  ],
  [
    1,
    (scene, person, visit) =>
      retryAfterStepUp(scene, person, visit, () => performRecordedOtherSessionsEnd(scene, visit)),
  ],
  [4, linkNextWallet],
  [4, unlinkSomeWallet],
  [9, useApplication],
  [6, presentNextTokenOfOne],
  [5, readUserinfoByToken],
  [1, replaySpentToken],
  [1, (scene, _person, visit) => performRecordedGrantRevocation(scene, visit, drawApplication(scene))],
  [3, (scene, _person, visit) => performRecordedRoleCheck(scene, visit, consistencyTestAdminRole)],
  [2, endSessionDuringUse],
  [0.3, deleteOwnAccount],
  [1, readEndedSession],
]

async function performNextStep(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
): Promise<void> {
  const total = weightedPersonSteps.reduce((sum, [weight]) => sum + weight, 0)
  let drawn = scene.random.between(0, total)
  const [, act] =
    weightedPersonSteps.find(([weight]) => (drawn -= weight) < 0) ?? (weightedPersonSteps[0] as [number, WorkloadStep])
  await act(scene, person, visit, turn)
}

async function linkNextWallet(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
): Promise<void> {
  const key = scene.random.pick(person.unlinkedKeys)
  if (key === undefined) return
  const linked = await retryAfterStepUp(scene, person, visit, () => performRecordedWalletLink(scene, visit, key))
  if (linked?.outcome !== 'ok') return
  person.keys.push(key)
  person.unlinkedKeys = person.unlinkedKeys.filter((one) => one !== key)
}

async function unlinkSomeWallet(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
): Promise<void> {
  // The first key is never unlinked; the person signs in again with it.
  const key = scene.random.pick(person.keys.slice(1))
  if (key === undefined) return
  // Also checks that sessions of the unlinked wallet have ended.
  if (scene.random.chance(0.7)) await signInAgain(scene, person, null, key)
  // Group access is used before the unlink, and checked afterwards.
  const atClub = await authorizeGatedApplication(scene, visit, turn)
  const unlinked = await retryAfterStepUp(scene, person, visit, () => performRecordedWalletUnlink(scene, visit, key))
  if (unlinked === null || unlinked.outcome === 'fail') return
  person.keys = person.keys.filter((one) => one !== key)
  person.unlinkedKeys.push(key)
  if (atClub === null) return
  await performRecordedUserinfoRead(scene, atClub)
  await performConcurrentTokenRequests(scene, atClub, 1)
}

async function authorizeGatedApplication(
  scene: ConsistencyTestOperationContext,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
): Promise<TokenRotationChain | null> {
  const { club } = scene.site
  const chain =
    club === undefined ? null : await performRecordedAuthorization(scene, visit, `${scene.process}.${turn}`, club)
  if (chain !== null) await performConcurrentTokenRequests(scene, chain, 1)
  return chain?.accessToken == null ? null : chain
}

async function useApplication(
  scene: ConsistencyTestOperationContext,
  _person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
): Promise<void> {
  const chain = await performRecordedAuthorization(scene, visit, `${scene.process}.${turn}`, drawApplication(scene))
  for (let step = 0; chain !== null && step < 4 && scene.random.chance(0.85); step++) {
    await performConcurrentTokenRequests(scene, chain, scene.random.chance(0.15) ? 2 : 1)
    if (chain.accessToken !== null) await performRecordedUserinfoRead(scene, chain)
  }
}

async function presentNextTokenOfOne(
  scene: ConsistencyTestOperationContext,
  _person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
): Promise<void> {
  const chain = drawTokenChain(scene, visit)
  if (chain !== undefined) await performConcurrentTokenRequests(scene, chain, scene.random.chance(0.15) ? 2 : 1)
}

async function readUserinfoByToken(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  if (chain !== undefined && chain.accessToken !== null) await performRecordedUserinfoRead(scene, chain)
}

async function replaySpentToken(scene: ConsistencyTestOperationContext, person: ConsistencyTestPerson): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  const spent = chain && scene.random.pick(chain.spentTokens)
  if (chain !== undefined && spent !== undefined) await performRecordedTokenRequest(scene, { ...chain }, spent)
}

/** Runs no step-up at the same time, because a step-up would replace the session. */
async function endSessionDuringUse(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  turn: number,
): Promise<void> {
  const { random } = scene
  const other = random.pick(listSignedInTestBrowsers(person).filter((one) => one !== visit)) ?? visit
  const end = random.pick([
    () => performRecordedSignOut(scene, visit),
    () => performRecordedGrantRevocation(scene, visit),
    () => performRecordedSessionEnd(scene, other, visit.session),
    () => performRecordedOtherSessionsEnd(scene, other),
  ])
  const use = random.pick([
    () => presentNextTokenOfOne(scene, person, visit),
    () => performRecordedAuthorization(scene, visit, `${scene.process}.${turn}`),
    () => performRecordedSessionRead(scene, visit),
  ])
  await Promise.all([use?.(), end?.()])
}

async function deleteOwnAccount(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
): Promise<void> {
  const erased = await retryAfterStepUp(scene, person, visit, () => performRecordedPersonErasure(scene, visit))
  if (erased === null || erased.outcome === 'fail') return
  // Signing in with these keys again creates a new person.
  person.unlinkedKeys = [...person.unlinkedKeys, ...person.keys.slice(1)]
  person.keys = person.keys.slice(0, 1)
}

async function readEndedSession(scene: ConsistencyTestOperationContext, person: ConsistencyTestPerson): Promise<void> {
  const old = scene.random.pick(person.browsers.filter(({ isEnded }) => isEnded))
  if (old !== undefined) await performRecordedSessionRead(scene, old)
}
