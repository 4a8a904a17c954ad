// Proving a plain key: reading and checking the signature of a message.
import { parseMessage } from '@countersign/message'
import { proveKey, recoverEngine } from '@countersign/proof'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { importBundle } from './bundles.ts'
import { expectTrue, measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { costRow } from './table.ts'
import type { Row } from './table.ts'

export async function compareVerifying(): Promise<Row[]> {
  // A measurement of the fallback would be taken for one of the native code.
  if (recoverEngine !== 'native') throw new Error('There is no native code for this machine')
  const { proveKey: proveInBrowser } = (await importBundle('prove-key')) as { proveKey: typeof proveKey }
  const next = Array.from({ length: 5 }, () => takeInTurn(signedMessages))
  const take = (index: number) => (next[index] as () => (typeof signedMessages)[number])()
  const cost = await measure({
    proof: () => expectTrue(prove(take(0))),
    inBrowser: () => {
      const { text, signature, address } = take(4)
      expectTrue(proveInBrowser(text, signature, address).outcome === 'proved')
    },
    viem: async () => {
      const { text, signature, address } = take(1)
      expectTrue(
        await verifyMessage({
          address: address as `0x${string}`,
          message: text,
          signature: signature as `0x${string}`,
        }),
      )
    },
    whole: () => {
      const signed = take(2)
      expectTrue(parseMessage(signed.text).address === signed.address && prove(signed))
    },
    siwe: async () => {
      const { text, signature } = take(3)
      const { success } = await new SiweMessage(text).verify({ signature, time: '2026-01-15T12:01:00.000Z' })
      expectTrue(success)
    },
  })
  return [
    costRow('check a signature', 'viem 2.57.1 verifyMessage', cost.proof, cost.viem),
    costRow(
      'check a signature, without native code, as in a browser',
      'viem 2.57.1 verifyMessage',
      cost.inBrowser,
      cost.viem,
    ),
    costRow('read a message and check its signature', 'siwe 3.0.0 with ethers 6.17.0', cost.whole, cost.siwe),
  ]
}

const prove = ({ text, signature, address }: (typeof signedMessages)[number]): boolean =>
  proveKey(text, signature, address).outcome === 'proved'
