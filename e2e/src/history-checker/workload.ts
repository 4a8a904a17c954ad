// What clients do all the time (the workload, Jepsen's generator): each process draws what it does next from its own stream, so that a seed gives
// the same choices again as far as the answers are the same.
import type { TestKey } from '@countersign/testing/test-keys'
import type { AppliedApplication } from '../clients/apply-applications.ts'
import * as acts from './client-operations.ts'
import type { TokenChain, OperationContext, SignedInBrowser } from './client-operations.ts'
import type { Operation } from './operation.ts'

/** What one process knows of what it did. */
export interface WorkloadPerson {
  /** Keys that sign in as this person, as far as the process knows. */
  keys: TestKey[]
  /** Keys that are nobody's, as far as it knows. */
  unlinkedKeys: TestKey[]
  browsers: SignedInBrowser[]
}

/** What the processes of a run share. */
export interface SharedWorkloadState {
  people: WorkloadPerson[]
  /** Ids of people whom an administrator may do something to. */
  ids: Set<string>
}

const maxOpenBrowsers = 5
const maxKeptBrowsers = 60
const role = 'auditor'

/** Keys that several processes link, so that they meet. */
const contestedKeys = [acts.createProcessKey(900, 1), acts.createProcessKey(900, 2)]

/** A key of each process that it links and unlinks. */
const getSecondKey = (process: number): TestKey => acts.createProcessKey(process, 2)

/** Whose wallets make a guest: those that everybody wants, and one that each process alone has. */
export const guestKeys: readonly TestKey[] = [
  ...contestedKeys,
  ...Array.from({ length: 60 }, (_, index) => getSecondKey(index + 1)),
]

export function createWorkloadPerson(process: number): WorkloadPerson {
  return {
    keys: [acts.createProcessKey(process, 1)],
    unlinkedKeys: [getSecondKey(process), acts.createProcessKey(process, 3), ...contestedKeys],
    browsers: [],
  }
}

const listSignedIn = ({ browsers }: WorkloadPerson): SignedInBrowser[] => browsers.filter(({ isEnded }) => !isEnded)

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
  key = scene.random.pick(person.keys) as TestKey,
): Promise<void> {
  const { visit } = await acts.signIn(scene, key, scene.random.chance(0.2) ? 2 : 1)
  if (visit === null) {
    // Whoever is refused, because they are suspended, does not try again at once.
    await scene.wait(150)
    return
  }
  crowd?.ids.add(visit.person)
  // Old ones are looked at for a while still, to see whether they come back.
  person.browsers = [...person.browsers, visit].slice(-maxKeptBrowsers)
}

/** Once something was refused for want of a fresh proof, it is given, and the same tried again. */
async function retryAfterStepUp(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  act: () => Promise<Operation | null>,
): Promise<Operation | null> {
  const tried = await act()
  if (tried?.code !== 'step_up.required') return tried
  const key = scene.random.pick(person.keys) as TestKey
  return (await acts.stepUp(scene, visit, key))?.outcome === 'ok' ? act() : null
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
  [6, (scene, _person, visit) => acts.readSession(scene, visit)],
  [3, (scene, person, visit) => acts.stepUp(scene, visit, scene.random.pick(person.keys) as TestKey)],
  [2, (scene, _person, visit) => acts.signOut(scene, visit)],
  [
    2,
    (scene, person, visit) => {
      const other = scene.random.pick(person.browsers)
      return other === undefined
        ? acts.readSession(scene, visit)
        : retryAfterStepUp(scene, person, visit, () => acts.endSession(scene, visit, other.session))
    },
  ],
  [1, (scene, person, visit) => retryAfterStepUp(scene, person, visit, () => acts.endOtherSessions(scene, visit))],
  [4, linkNextWallet],
  [4, unlinkSomeWallet],
  [9, useApplication],
  [6, presentNextTokenOfOne],
  [5, readUserinfoByToken],
  [1, replaySpentToken],
  [1, (scene, _person, visit) => acts.revokeGrant(scene, visit, drawApplication(scene))],
  [3, (scene, _person, visit) => acts.checkRole(scene, visit, role)],
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
  const linked = await retryAfterStepUp(scene, person, visit, () => acts.linkWallet(scene, visit, key))
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
  const unlinked = await retryAfterStepUp(scene, person, visit, () => acts.unlinkWallet(scene, visit, key))
  if (unlinked === null || unlinked.outcome === 'fail') return
  person.keys = person.keys.filter((one) => one !== key)
  person.unlinkedKeys.push(key)
  if (atClub === null) return
  await acts.readUserinfo(scene, atClub)
  await acts.presentNextToken(scene, atClub, 1)
}

/** Signs in to the application that lets in a group alone, where there is one and it does. */
async function authorizeGatedApplication(
  scene: OperationContext,
  visit: SignedInBrowser,
  turn: number,
): Promise<TokenChain | null> {
  const { club } = scene.site
  const chain =
    club === undefined ? null : await acts.authorizeApplication(scene, visit, `${scene.process}.${turn}`, club)
  if (chain !== null) await acts.presentNextToken(scene, chain, 1)
  return chain?.accessToken == null ? null : chain
}

/** Signs in to the application, which goes on with what it was given for a while. */
async function useApplication(
  scene: OperationContext,
  _person: WorkloadPerson,
  visit: SignedInBrowser,
  turn: number,
): Promise<void> {
  const chain = await acts.authorizeApplication(scene, visit, `${scene.process}.${turn}`, drawApplication(scene))
  for (let step = 0; chain !== null && step < 4 && scene.random.chance(0.85); step++) {
    await acts.presentNextToken(scene, chain, scene.random.chance(0.15) ? 2 : 1)
    if (chain.accessToken !== null) await acts.readUserinfo(scene, chain)
  }
}

async function presentNextTokenOfOne(
  scene: OperationContext,
  _person: WorkloadPerson,
  visit: SignedInBrowser,
): Promise<void> {
  const chain = drawTokenChain(scene, visit)
  if (chain !== undefined) await acts.presentNextToken(scene, chain, scene.random.chance(0.15) ? 2 : 1)
}

async function readUserinfoByToken(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  if (chain !== undefined && chain.accessToken !== null) await acts.readUserinfo(scene, chain)
}

/** Somebody who has copied what works once presents it again. */
async function replaySpentToken(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const visit = scene.random.pick(person.browsers)
  const chain = visit && drawTokenChain(scene, visit)
  const spent = chain && scene.random.pick(chain.spentTokens)
  if (chain !== undefined && spent !== undefined) await acts.presentToken(scene, { ...chain }, spent)
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
    () => acts.signOut(scene, visit),
    () => acts.revokeGrant(scene, visit),
    () => acts.endSession(scene, other, visit.session),
    () => acts.endOtherSessions(scene, other),
  ])
  const use = random.pick([
    () => presentNextTokenOfOne(scene, person, visit),
    () => acts.authorizeApplication(scene, visit, `${scene.process}.${turn}`),
    () => acts.readSession(scene, visit),
  ])
  await Promise.all([use?.(), end?.()])
}

async function deleteOwnAccount(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
): Promise<void> {
  const erased = await retryAfterStepUp(scene, person, visit, () => acts.erasePerson(scene, visit))
  if (erased === null || erased.outcome === 'fail') return
  // Whoever comes back with the same keys is somebody new.
  person.unlinkedKeys = [...person.unlinkedKeys, ...person.keys.slice(1)]
  person.keys = person.keys.slice(0, 1)
}

async function readEndedSession(scene: OperationContext, person: WorkloadPerson): Promise<void> {
  const old = scene.random.pick(person.browsers.filter(({ isEnded }) => isEnded))
  if (old !== undefined) await acts.readSession(scene, old)
}

/** Whoever is given a role looks at once whether it is there, wherever their requests go. */
const checkRoleEverywhere = (scene: OperationContext, visit: SignedInBrowser): Promise<unknown> =>
  Promise.all(Array.from({ length: 3 }, () => acts.checkRole(scene, visit, role)))

/**
 * Acts as the administrator until it is told to end: nobody else suspends, restores, or changes roles.
 * @param visit in which the administrator is signed in
 */
export async function runAdministratorWorkload(
  scene: OperationContext,
  key: TestKey,
  visit: SignedInBrowser,
  crowd: SharedWorkloadState,
  signal: AbortSignal,
): Promise<void> {
  const { random } = scene
  const admin: WorkloadPerson = { keys: [key], unlinkedKeys: [], browsers: [visit] }
  const suspended = new Set<string>()
  const administer = async (
    act: Parameters<typeof acts.administerPerson>[2],
    person: string,
  ): Promise<Operation | null> => {
    const [visit] = listSignedIn(admin)
    if (visit !== undefined)
      return retryAfterStepUp(scene, admin, visit, () => acts.administerPerson(scene, visit, act, person, role))
    const entered = await acts.signIn(scene, key, 1)
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
      const visit = random.pick(crowd.people.flatMap(listSignedIn).filter((one) => one.person === person))
      if (visit !== undefined) await checkRoleEverywhere(scene, visit)
      await administer(random.chance(0.5) ? 'grant-role' : 'revoke-role', person)
      if (visit !== undefined) await checkRoleEverywhere(scene, visit)
    }
  }
  for (const person of suspended) await administer('restore', person)
}
