// Proving a plain key: reading and checking the signature of a message.
import { parseMessage } from '@countersign/message'
import { proveKey } from '@countersign/proof/prove-key'
import { SiweMessage } from 'siwe'
import { verifyMessage } from 'viem'
import { measure } from './measure.ts'
import { signedMessages, takeInTurn } from './messages.ts'
import { microseconds } from './table.ts'
import type { Row } from './table.ts'

export async function compareVerifying(): Promise<Row[]> {
  const next = Array.from({ length: 4 }, () => takeInTurn(signedMessages))
  const take = (index: number) => (next[index] as () => (typeof signedMessages)[number])()
  const cost = await measure({
    proof: () => expectTrue(prove(take(0))),
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
    {
      what: 'check a signature',
      alternative: 'viem 2.57.1 verifyMessage',
      ours: microseconds(cost.proof.wall),
      theirs: microseconds(cost.viem.wall),
      ratio: cost.viem.wall / cost.proof.wall,
      cpuRatio: cost.viem.cpu / cost.proof.cpu,
    },
    {
      what: 'read a message and check its signature',
      alternative: 'siwe 3.0.0 with ethers 6.17.0',
      ours: microseconds(cost.whole.wall),
      theirs: microseconds(cost.siwe.wall),
      ratio: cost.siwe.wall / cost.whole.wall,
      cpuRatio: cost.siwe.cpu / cost.whole.cpu,
    },
  ]
}

const prove = ({ text, signature, address }: (typeof signedMessages)[number]): boolean =>
  proveKey(text, signature, address).outcome === 'proved'

/** A measurement of wrong answers would be worth nothing. */
function expectTrue(answer: boolean): void {
  if (!answer) throw new Error('A valid signature was refused')
}
