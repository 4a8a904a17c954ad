import { parseSignInMessage } from '@countersign/message'
import { verifyEthereumKeySignature, publicKeyRecoveryEngineName } from '@countersign/proof'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { buildAndImportLibraryBundle } from './benchmark-bundle-sizes.ts'
import { assertTrue, measureFunctionCallTimes } from './measure-function-call-times.ts'
import { signedEthereumMessageBenchmarkInputs, createRoundRobinPicker } from './ethereum-message-benchmark-inputs.ts'
import { createFunctionBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

export async function benchmarkEthereumSignatureVerification(): Promise<BenchmarkComparisonRow[]> {
  // Without native code, this would silently measure the fallback.
  if (publicKeyRecoveryEngineName !== 'native')
    throw new Error('There is no native signature verification for this machine')
  const { verifyKeySignature: proveInBrowser } = (await buildAndImportLibraryBundle('verify-ethereum-key')) as {
    verifyKeySignature: typeof verifyEthereumKeySignature
  }
  const next = Array.from({ length: 5 }, () => createRoundRobinPicker(signedEthereumMessageBenchmarkInputs))
  const take = (index: number) => (next[index] as () => (typeof signedEthereumMessageBenchmarkInputs)[number])()
  const cost = await measureFunctionCallTimes({
    proof: () => assertTrue(prove(take(0))),
    inBrowser: () => {
      const { text, signature, address } = take(4)
      assertTrue(proveInBrowser(text, signature, address).outcome === 'verified')
    },
    viem: async () => {
      const { text, signature, address } = take(1)
      assertTrue(
        await verifyMessage({
          address: address as `0x${string}`,
          message: text,
          signature: signature as `0x${string}`,
        }),
      )
    },
    whole: () => {
      const signed = take(2)
      assertTrue(parseSignInMessage(signed.text).address === signed.address && prove(signed))
    },
    siwe: async () => {
      const { text, signature } = take(3)
      const { success } = await new SiweMessage(text).verify({ signature, time: '2026-01-15T12:01:00.000Z' })
      assertTrue(success)
    },
  })
  return [
    createFunctionBenchmarkRow('verify a signature', 'viem 2.57.1 verifyMessage', cost.proof, cost.viem),
    createFunctionBenchmarkRow(
      'verify a signature without native code, as in a browser',
      'viem 2.57.1 verifyMessage',
      cost.inBrowser,
      cost.viem,
    ),
    createFunctionBenchmarkRow(
      'parse a message and verify its signature',
      'siwe 3.0.0 with ethers 6.17.0',
      cost.whole,
      cost.siwe,
    ),
  ]
}

const prove = ({ text, signature, address }: (typeof signedEthereumMessageBenchmarkInputs)[number]): boolean =>
  verifyEthereumKeySignature(text, signature, address).outcome === 'verified'
