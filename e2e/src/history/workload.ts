// What clients do all the time (the workload, Jepsen's generator): each process draws what it does next from its own stream, so that a seed gives
// the same choices again as far as the answers are the same.
import type { TestKey } from '@countersign/testing/test-keys'
import type { AppliedApplication } from '../clients/apply.ts'
import * as acts from './acts.ts'
import type { Chain, Scene, Visit } from './acts.ts'
import type { Operation } from './operation.ts'

/** What one process knows of what it did. */
export interface Person {
  /** Keys that sign in as this person, as far as the process knows. */
  keys: TestKey[]
  /** Keys that are nobody's, as far as it knows. */
  spare: TestKey[]
  visits: Visit[]
}

/** What the processes of a run share. */
export interface Crowd {
  people: Person[]
  /** Ids of people whom an administrator may do something to. */
  ids: Set<string>
}

const mostVisits = 5
const keptVisits = 60
const role = 'auditor'

/** Keys that several processes link, so that they meet. */
const contested = [acts.keyOf(900, 1), acts.keyOf(900, 2)]

/** A key of each process that it links and unlinks. */
const second = (process: number): TestKey => acts.keyOf(process, 2)

/** Whose wallets make a guest: those that everybody wants, and one that each process alone has. */
export const guests: readonly TestKey[] = [...contested, ...Array.from({ length: 60 }, (_, index) => second(index + 1))]

export function createPerson(process: number): Person {
  return {
    keys: [acts.keyOf(process, 1)],
    spare: [second(process), acts.keyOf(process, 3), ...contested],
    visits: [],
  }
}

const open = ({ visits }: Person): Visit[] => visits.filter(({ isOver }) => !isOver)

/** Acts as one person until it is told to end. */
export async function actAsPerson(scene: Scene, person: Person, crowd: Crowd, signal: AbortSignal): Promise<void> {
  const { random } = scene
  for (let turn = 0; !signal.aborted; turn++) {
    await scene.wait(random.between(0, 60))
    const visit = random.of(open(person))
    if (visit === undefined || (open(person).length < mostVisits && random.chance(0.2)))
      await enter(scene, person, crowd)
    else await actInVisit(scene, person, visit, turn)
  }
}

async function enter(
  scene: Scene,
  person: Person,
  crowd: Crowd | null,
  key = scene.random.of(person.keys) as TestKey,
): Promise<void> {
  const { visit } = await acts.signIn(scene, key, scene.random.chance(0.2) ? 2 : 1)
  if (visit === null) {
    // Whoever is refused, because they are suspended, does not try again at once.
    await scene.wait(150)
    return
  }
  crowd?.ids.add(visit.person)
  // Old ones are looked at for a while still, to see whether they come back.
  person.visits = [...person.visits, visit].slice(-keptVisits)
}

/** Once something was refused for want of a fresh proof, it is given, and the same tried again. */
async function confirmed(
  scene: Scene,
  person: Person,
  visit: Visit,
  act: () => Promise<Operation | null>,
): Promise<Operation | null> {
  const tried = await act()
  if (tried?.code !== 'step_up.required') return tried
  const key = scene.random.of(person.keys) as TestKey
  return (await acts.stepUp(scene, visit, key))?.outcome === 'ok' ? act() : null
}

type Act = (scene: Scene, person: Person, visit: Visit, turn: number) => Promise<unknown>

/** Applications that somebody can sign in to; what lets in a group alone is asked for less often. */
const anyApplication = ({ site: { club }, random }: Scene): AppliedApplication | undefined =>
  club !== undefined && random.chance(0.35) ? club : undefined

const anyChain = (scene: Scene, visit: Visit): Chain | undefined => scene.random.of(visit.chains.slice(-3))

/** What somebody does who is signed in, and how often. */
const personActs: readonly [weight: number, act: Act][] = [
  [6, (scene, _person, visit) => acts.readSession(scene, visit)],
  [3, (scene, person, visit) => acts.stepUp(scene, visit, scene.random.of(person.keys) as TestKey)],
  [2, (scene, _person, visit) => acts.signOut(scene, visit)],
  [
    2,
    (scene, person, visit) => {
      const other = scene.random.of(person.visits)
      return other === undefined
        ? acts.readSession(scene, visit)
        : confirmed(scene, person, visit, () => acts.endSession(scene, visit, other.session))
    },
  ],
  [1, (scene, person, visit) => confirmed(scene, person, visit, () => acts.endOtherSessions(scene, visit))],
  [4, linkOne],
  [4, unlinkOne],
  [9, useApplication],
  [6, goOnWithOne],
  [5, lookByToken],
  [1, presentAgain],
  [1, (scene, _person, visit) => acts.withdraw(scene, visit, anyApplication(scene))],
  [3, (scene, _person, visit) => acts.useRole(scene, visit, role)],
  [2, endWhileUsed],
  [0.3, eraseOneself],
  [1, lookAtOld],
]

async function actInVisit(scene: Scene, person: Person, visit: Visit, turn: number): Promise<void> {
  const total = personActs.reduce((sum, [weight]) => sum + weight, 0)
  let drawn = scene.random.between(0, total)
  const [, act] = personActs.find(([weight]) => (drawn -= weight) < 0) ?? (personActs[0] as [number, Act])
  await act(scene, person, visit, turn)
}

async function linkOne(scene: Scene, person: Person, visit: Visit): Promise<void> {
  const key = scene.random.of(person.spare)
  if (key === undefined) return
  const linked = await confirmed(scene, person, visit, () => acts.link(scene, visit, key))
  if (linked?.outcome !== 'ok') return
  person.keys.push(key)
  person.spare = person.spare.filter((one) => one !== key)
}

async function unlinkOne(scene: Scene, person: Person, visit: Visit, turn: number): Promise<void> {
  // The first key stays: with it this person comes back.
  const key = scene.random.of(person.keys.slice(1))
  if (key === undefined) return
  // Whoever is signed in with it elsewhere is out as well.
  if (scene.random.chance(0.7)) await enter(scene, person, null, key)
  // What lets in a guest alone is used before, and looked at afterwards.
  const atClub = await enterClub(scene, visit, turn)
  const unlinked = await confirmed(scene, person, visit, () => acts.unlink(scene, visit, key))
  if (unlinked === null || unlinked.outcome === 'fail') return
  person.keys = person.keys.filter((one) => one !== key)
  person.spare.push(key)
  if (atClub === null) return
  await acts.userinfo(scene, atClub)
  await acts.goOn(scene, atClub, 1)
}

/** Signs in to the application that lets in a group alone, where there is one and it does. */
async function enterClub(scene: Scene, visit: Visit, turn: number): Promise<Chain | null> {
  const { club } = scene.site
  const chain = club === undefined ? null : await acts.authorize(scene, visit, `${scene.process}.${turn}`, club)
  if (chain !== null) await acts.goOn(scene, chain, 1)
  return chain?.accessToken == null ? null : chain
}

/** Signs in to the application, which goes on with what it was given for a while. */
async function useApplication(scene: Scene, _person: Person, visit: Visit, turn: number): Promise<void> {
  const chain = await acts.authorize(scene, visit, `${scene.process}.${turn}`, anyApplication(scene))
  for (let step = 0; chain !== null && step < 4 && scene.random.chance(0.85); step++) {
    await acts.goOn(scene, chain, scene.random.chance(0.15) ? 2 : 1)
    if (chain.accessToken !== null) await acts.userinfo(scene, chain)
  }
}

async function goOnWithOne(scene: Scene, _person: Person, visit: Visit): Promise<void> {
  const chain = anyChain(scene, visit)
  if (chain !== undefined) await acts.goOn(scene, chain, scene.random.chance(0.15) ? 2 : 1)
}

async function lookByToken(scene: Scene, person: Person): Promise<void> {
  const visit = scene.random.of(person.visits)
  const chain = visit && anyChain(scene, visit)
  if (chain !== undefined && chain.accessToken !== null) await acts.userinfo(scene, chain)
}

/** Somebody who has copied what works once presents it again. */
async function presentAgain(scene: Scene, person: Person): Promise<void> {
  const visit = scene.random.of(person.visits)
  const chain = visit && anyChain(scene, visit)
  const spent = chain && scene.random.of(chain.spent)
  if (chain !== undefined && spent !== undefined) await acts.present(scene, { ...chain }, spent)
}

/**
 * Ends a session, or what came from it, while it is used (race). Nobody proves again meanwhile: a browser that is given another session would not know
 * in which it asks.
 */
async function endWhileUsed(scene: Scene, person: Person, visit: Visit, turn: number): Promise<void> {
  const { random } = scene
  const other = random.of(open(person).filter((one) => one !== visit)) ?? visit
  const end = random.of([
    () => acts.signOut(scene, visit),
    () => acts.withdraw(scene, visit),
    () => acts.endSession(scene, other, visit.session),
    () => acts.endOtherSessions(scene, other),
  ])
  const use = random.of([
    () => goOnWithOne(scene, person, visit),
    () => acts.authorize(scene, visit, `${scene.process}.${turn}`),
    () => acts.readSession(scene, visit),
  ])
  await Promise.all([use?.(), end?.()])
}

async function eraseOneself(scene: Scene, person: Person, visit: Visit): Promise<void> {
  const erased = await confirmed(scene, person, visit, () => acts.erase(scene, visit))
  if (erased === null || erased.outcome === 'fail') return
  // Whoever comes back with the same keys is somebody new.
  person.spare = [...person.spare, ...person.keys.slice(1)]
  person.keys = person.keys.slice(0, 1)
}

async function lookAtOld(scene: Scene, person: Person): Promise<void> {
  const old = scene.random.of(person.visits.filter(({ isOver }) => isOver))
  if (old !== undefined) await acts.readSession(scene, old)
}

/** Whoever is given a role looks at once whether it is there, wherever their requests go. */
const lookAtRole = (scene: Scene, visit: Visit): Promise<unknown> =>
  Promise.all(Array.from({ length: 3 }, () => acts.useRole(scene, visit, role)))

/**
 * Acts as the administrator until it is told to end: nobody else suspends, restores, or changes roles.
 * @param visit in which the administrator is signed in
 */
export async function actAsAdministrator(
  scene: Scene,
  key: TestKey,
  visit: Visit,
  crowd: Crowd,
  signal: AbortSignal,
): Promise<void> {
  const { random } = scene
  const admin: Person = { keys: [key], spare: [], visits: [visit] }
  const suspended = new Set<string>()
  const administer = async (act: Parameters<typeof acts.administer>[2], person: string): Promise<Operation | null> => {
    const [visit] = open(admin)
    if (visit !== undefined)
      return confirmed(scene, admin, visit, () => acts.administer(scene, visit, act, person, role))
    const entered = await acts.signIn(scene, key, 1)
    if (entered.visit !== null) admin.visits = [entered.visit]
    return null
  }
  while (!signal.aborted) {
    await scene.wait(random.between(50, 400))
    const person = random.of([...crowd.ids].slice(-12))
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
      const visit = random.of(crowd.people.flatMap(open).filter((one) => one.person === person))
      if (visit !== undefined) await lookAtRole(scene, visit)
      await administer(random.chance(0.5) ? 'grant-role' : 'revoke-role', person)
      if (visit !== undefined) await lookAtRole(scene, visit)
    }
  }
  for (const person of suspended) await administer('restore', person)
}
