// A message that nobody signed, as long as one that somebody did.
import { encodeBase58, formatMessage } from '@countersign/message'
import { namespaces } from '../chains/families/namespaces.ts'
import { formatTime } from '../platform/clock.ts'
import type { Choices } from './seed-choices.ts'
import type { InventedWallet } from './seed-wallet.ts'

const lifeMs = 300_000
const mainnets = { chainIds: ['1'], solanaCluster: 'mainnet', bitcoinChain: 'mainnet' } as const

/** The chain that the message names. */
export const namedChain = ({ namespace, chain_reference }: InventedWallet): string =>
  chain_reference ?? (namespaces[namespace].chainIds(mainnets)[0] as string)

/** Of a length and an alphabet that signatures of the family have. */
export function inventSignature(choices: Choices, { namespace }: InventedWallet): string {
  const numbers = choices.hex(64)
  if (namespace === 'eip155') return `0x${numbers}1b`
  const bytes = Buffer.from(numbers, 'hex')
  return namespace === 'solana' ? encodeBase58(bytes) : Buffer.concat([Buffer.of(31), bytes]).toString('base64')
}

export function inventMessage(
  choices: Choices,
  { origin, wallet, at }: { origin: string; wallet: InventedWallet; at: number },
): string {
  const { form, shown } = namespaces[wallet.namespace]
  return formatMessage(
    {
      domain: new URL(origin).host,
      address: shown(wallet.address),
      statement: 'Sign in.',
      uri: origin,
      version: '1',
      chainId: namedChain(wallet),
      nonce: choices.hex(13),
      issuedAt: formatTime(at),
      expirationTime: formatTime(at + lifeMs),
    },
    { form },
  )
}
