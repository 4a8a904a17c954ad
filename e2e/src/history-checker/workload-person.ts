// What one process knows of the person that it acts as, and what the processes of a run share.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createProcessKey, stepUp } from './account-operations.ts'
import type { OperationContext, SignedInBrowser } from './operation-context.ts'
import type { HistoryOperation } from './history-operation.ts'

/** What one process knows of what it did. */
export interface WorkloadPerson {
  /** Keys that sign in as this person, as far as the process knows. */
  keys: EthereumTestKey[]
  /** Keys that are nobody's, as far as it knows. */
  unlinkedKeys: EthereumTestKey[]
  browsers: SignedInBrowser[]
}

/** What the processes of a run share. */
export interface SharedWorkloadState {
  people: WorkloadPerson[]
  /** Ids of people whom an administrator may do something to. */
  ids: Set<string>
}

export const workloadRole = 'auditor'

/** Keys that several processes link, so that they meet. */
const contestedKeys = [createProcessKey(900, 1), createProcessKey(900, 2)]

/** A key of each process that it links and unlinks. */
const getSecondKey = (process: number): EthereumTestKey => createProcessKey(process, 2)

/** Whose wallets make a guest: those that everybody wants, and one that each process alone has. */
export const guestKeys: readonly EthereumTestKey[] = [
  ...contestedKeys,
  ...Array.from({ length: 60 }, (_, index) => getSecondKey(index + 1)),
]

export function createWorkloadPerson(process: number): WorkloadPerson {
  return {
    keys: [createProcessKey(process, 1)],
    unlinkedKeys: [getSecondKey(process), createProcessKey(process, 3), ...contestedKeys],
    browsers: [],
  }
}

export const listSignedIn = ({ browsers }: WorkloadPerson): SignedInBrowser[] =>
  browsers.filter(({ isEnded }) => !isEnded)

/** Once something was refused for want of a fresh proof, it is given, and the same tried again. */
export async function retryAfterStepUp(
  scene: OperationContext,
  person: WorkloadPerson,
  visit: SignedInBrowser,
  act: () => Promise<HistoryOperation | null>,
): Promise<HistoryOperation | null> {
  const tried = await act()
  if (tried?.code !== 'step_up.required') return tried
  const key = scene.random.pick(person.keys) as EthereumTestKey
  return (await stepUp(scene, visit, key))?.outcome === 'ok' ? act() : null
}
