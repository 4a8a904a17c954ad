// Nodes before a real chain that fail, lag and lie.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainReadResult } from '@countersign/proof/chain-reader'
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { deployContract } from '@countersign/testing/chain/test-contracts'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import type { FakeChainNode, FakeChainNodeBehavior } from '@countersign/testing/chain/fake-chain-node'
import { startLocalChain } from '@countersign/testing/chain/local-chain'
import type { LocalChain } from '@countersign/testing/chain/local-chain'
import { onTestFinished } from 'vitest'
import type { ConfiguredChain } from '../platform/chain-settings.ts'

export let honestChain: LocalChain
export let acceptingContract: string
export let refusingContract: string

export async function startHonestChain(): Promise<void> {
  honestChain = await startLocalChain({ chainId: 8453 })
  acceptingContract = await deployContract(honestChain, 'AcceptsAnything')
  refusingContract = await deployContract(honestChain, 'AnswersWrongMagic')
}
export const stopHonestChain = () => honestChain.stop()

export async function startFaultyNode(behaviour?: FakeChainNodeBehavior): Promise<FakeChainNode> {
  const node = await startFakeChainNode(honestChain.url, behaviour)
  onTestFinished(() => node.stop())
  return node
}

export const readSignatureCheck = (reader: ConfiguredChain, address = acceptingContract): Promise<ChainReadResult> =>
  reader.read([encodeIsValidSignatureCall('text', '0x12', address)])

/** Whether the contract said yes; or why nobody knows. */
export const readVerdict = async (reading: Promise<ChainReadResult>): Promise<boolean | string> => {
  try {
    const {
      results: [answer],
    } = await reading
    return answer !== undefined && isErc1271CallAccepted(answer, { allowDelegates: false })
  } catch (error) {
    if (error instanceof ChainUnavailableError) return error.reason
    throw error
  }
}
