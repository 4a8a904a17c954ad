// What one process knows of the person that it acts as, and what the processes of a run share.
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createTestProcessWalletKey, performRecordedStepUp } from './consistency-test-account-operations.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'

/** What one process knows of what it did. */
export interface ConsistencyTestPerson {
  /** Keys that sign in as this person, as far as the process knows. */
  keys: EthereumTestKey[]
  /** Keys that are nobody's, as far as it knows. */
  unlinkedKeys: EthereumTestKey[]
  browsers: SignedInConsistencyTestBrowser[]
}

/** What the processes of a run share. */
export interface SharedConsistencyTestState {
  people: ConsistencyTestPerson[]
  /** Ids of people whom an administrator may do something to. */
  ids: Set<string>
}

export const consistencyTestAdminRole = 'auditor'

/** Keys that several processes link, so that they meet. */
const contestedKeys = [createTestProcessWalletKey(900, 1), createTestProcessWalletKey(900, 2)]

/** A key of each process that it links and unlinks. */
const getSecondKey = (process: number): EthereumTestKey => createTestProcessWalletKey(process, 2)

/** Whose wallets make a guest: those that everybody wants, and one that each process alone has. */
export const guestGroupWalletKeys: readonly EthereumTestKey[] = [
  ...contestedKeys,
  ...Array.from({ length: 60 }, (_, index) => getSecondKey(index + 1)),
]

export function createConsistencyTestPerson(process: number): ConsistencyTestPerson {
  return {
    keys: [createTestProcessWalletKey(process, 1)],
    unlinkedKeys: [getSecondKey(process), createTestProcessWalletKey(process, 3), ...contestedKeys],
    browsers: [],
  }
}

export const listSignedInTestBrowsers = ({ browsers }: ConsistencyTestPerson): SignedInConsistencyTestBrowser[] =>
  browsers.filter(({ isEnded }) => !isEnded)

/** Once something was refused for want of a fresh proof, it is given, and the same tried again. */
export async function retryAfterStepUp(
  scene: ConsistencyTestOperationContext,
  person: ConsistencyTestPerson,
  visit: SignedInConsistencyTestBrowser,
  act: () => Promise<ConsistencyTestOperation | null>,
): Promise<ConsistencyTestOperation | null> {
  const tried = await act()
  if (tried?.code !== 'step_up.required') return tried
  const key = scene.random.pick(person.keys) as EthereumTestKey
  return (await performRecordedStepUp(scene, visit, key))?.outcome === 'ok' ? act() : null
}
