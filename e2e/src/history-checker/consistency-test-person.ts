import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createTestProcessWalletKey, performRecordedStepUp } from './consistency-test-account-operations.ts'
import type {
  ConsistencyTestOperationContext,
  SignedInConsistencyTestBrowser,
} from './perform-recorded-consistency-test-operation.ts'
import type { ConsistencyTestOperation } from './consistency-test-operation-types.ts'

export interface ConsistencyTestPerson {
  /** Keys that sign in as this person, as far as the process knows. */
  keys: EthereumTestKey[]
  /** Keys that belong to no one, as far as the process knows. */
  unlinkedKeys: EthereumTestKey[]
  browsers: SignedInConsistencyTestBrowser[]
}

export interface SharedConsistencyTestState {
  people: ConsistencyTestPerson[]
  /** IDs of the people on which the administrator may act. */
  ids: Set<string>
}

export const consistencyTestAdminRole = 'auditor'

/** Keys that several processes link, so that they conflict. */
const contestedKeys = [createTestProcessWalletKey(900, 1), createTestProcessWalletKey(900, 2)]

/** The key that this process links and unlinks. */
const getSecondKey = (process: number): EthereumTestKey => createTestProcessWalletKey(process, 2)

/** Wallets of the guest group: the contested keys, and one per process. */
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
