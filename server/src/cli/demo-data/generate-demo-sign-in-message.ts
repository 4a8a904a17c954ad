import { encodeBase58, formatSignInMessage } from '@countersign/message'
import { chainFamilies } from '../../chains/families/chain-family-registry.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DemoDataRandomPicker } from './random-demo-data-samples.ts'
import type { DemoWallet } from './generate-demo-wallet.ts'

const lifeMs = 300_000
const mainnets = { chainIds: ['1'], solanaCluster: 'mainnet', bitcoinChain: 'mainnet' } as const

export const getDemoWalletChainReference = ({ namespace, chain_reference }: DemoWallet): string =>
  chain_reference ?? (chainFamilies[namespace].getMessageChainIds(mainnets)[0] as string)

/** The result has the length and alphabet of the wallet family's signatures. */
export function generateDemoSignature(choices: DemoDataRandomPicker, { namespace }: DemoWallet): string {
  const numbers = choices.randomHex(64)
  if (namespace === 'eip155') return `0x${numbers}1b`
  const bytes = Buffer.from(numbers, 'hex')
  return namespace === 'solana' ? encodeBase58(bytes) : Buffer.concat([Buffer.of(31), bytes]).toString('base64')
}

export function generateDemoSignInMessage(
  choices: DemoDataRandomPicker,
  { origin, wallet, at }: { origin: string; wallet: DemoWallet; at: number },
): string {
  const { messageForm, formatAddress } = chainFamilies[wallet.namespace]
  return formatSignInMessage(
    {
      domain: new URL(origin).host,
      address: formatAddress(wallet.address),
      statement: 'Sign in.',
      uri: origin,
      version: '1',
      chainId: getDemoWalletChainReference(wallet),
      nonce: choices.randomHex(13),
      issuedAt: formatRfc3339Timestamp(at),
      expirationTime: formatRfc3339Timestamp(at + lifeMs),
    },
    { profile: messageForm },
  )
}
