// Faulty proxies for a real chain: they fail, lag or lie.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ChainReadResult } from '@countersign/proof/chain-reader'
import { isErc1271CallAccepted, encodeIsValidSignatureCall } from '@countersign/proof/verify-contract-signature'
import { deployTestContract } from '@countersign/testing/chain/smart-contract-fixtures'
import { startFakeChainNode } from '@countersign/testing/chain/fake-chain-node'
import type { FakeChainNode, FakeChainNodeBehavior } from '@countersign/testing/chain/fake-chain-node'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import { onTestFinished } from 'vitest'
import type { ConfiguredChain } from '../platform/chain-settings.ts'

export let chainBehindFaultyNodes: LocalEthereumChain
export let signatureAcceptingContractAddress: string
export let signatureRejectingContractAddress: string

export async function startChainBehindFaultyNodes(): Promise<void> {
  chainBehindFaultyNodes = await startLocalEthereumChain({ chainId: 8453 })
  signatureAcceptingContractAddress = await deployTestContract(chainBehindFaultyNodes, 'AcceptsAnything')
  signatureRejectingContractAddress = await deployTestContract(chainBehindFaultyNodes, 'AnswersWrongMagic')
}
export const stopChainBehindFaultyNodes = () => chainBehindFaultyNodes.stop()

export async function startFaultyRpcNode(behaviour?: FakeChainNodeBehavior): Promise<FakeChainNode> {
  const node = await startFakeChainNode(chainBehindFaultyNodes.url, behaviour)
  onTestFinished(() => node.stop())
  return node
}

export const callErc1271SignatureCheck = (
  reader: ConfiguredChain,
  address = signatureAcceptingContractAddress,
): Promise<ChainReadResult> => reader.read([encodeIsValidSignatureCall('text', '0x12', address)])

export const decodeErc1271CheckResult = async (reading: Promise<ChainReadResult>): Promise<boolean | string> => {
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
