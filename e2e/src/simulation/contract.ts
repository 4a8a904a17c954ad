// A contract wallet of the simulation, on a chain that is made up: whoever reads it waits for its turn, may get no answer, and may find that the contract
// has changed its mind (EIP-1271).
import { createFakeChain, fakeChains, walletOf } from '../../../server/src/testing/fake-chains.ts'
import type { Chains } from '../../../server/src/platform/chain-settings.ts'
import type { TestKey } from '@countersign/testing/test-keys'
import type { Recorder } from '../history/recorder.ts'
import type { Scheduler } from './scheduler.ts'

export interface SimulatedContract {
  chains: Chains
  /** The settings that name its chain. */
  settings: Record<string, string>
  /** Signs as the contract's owner does. */
  key: TestKey
}

const contractProcess = 80
const settings = {
  COUNTERSIGN_CHAINS: JSON.stringify([createFakeChain().settings]),
  COUNTERSIGN_CONTRACT_RECHECK_SECONDS: '30',
}

/** @param owner whoever signs for the contract */
export function createContract(owner: TestKey, scheduler: Scheduler, recorder: Recorder): SimulatedContract {
  const key = { ...owner, address: `0x${'1'.repeat(40)}` }
  const chain = createFakeChain()
  let isWilling = true
  // Which signature it is shown is the business of other tests.
  chain.deploy(
    key.address,
    walletOf(() => isWilling),
  )
  const changeMind = (): void => {
    isWilling = !isWilling
    const facts = { wallet: key.address, found: isWilling ? 'willing' : 'unwilling' }
    void recorder.run(contractProcess, 'change-contract', facts, async () => ({ outcome: 'ok', code: null, facts: {} }))
  }
  chain.beforeReading = async (questions) => {
    if (scheduler.current() === null) return
    const text = `asks the chain ${questions.length} questions`
    const fault = await scheduler.pass({ kind: 'chain', text, faults: ['unavailable', 'changed'] })
    if (fault === 'changed') changeMind()
    chain.fault = fault === 'unavailable' ? 'simulated' : null
  }
  return { chains: fakeChains(chain), settings, key }
}
