// The message of Bitcoin: our profile of CAIP-122 for `bip122`, because no standard writes one down (docs/reference/bitcoin-message.md). Laid out as
// EIP-4361 is, without a scheme; what is signed is proved by BIP-322.
import { faultAt } from '../explain-fault.ts'
import type { MessageFaultCode } from '../fault-words.ts'
import { isEmptyLine } from '../form.ts'
import type { MessageForm } from '../form.ts'
import { bip122Layout } from '../layout.ts'
import { readBitcoinAddress } from './address.ts'
import type { BitcoinAddressFault } from './address.ts'
import { networkOf } from './chains.ts'

/**
 * Sign-in with a Bitcoin address: CAIP-122 for `bip122`.
 *
 * @example
 * ```ts
 * import { bip122, parseMessage } from '@countersign/message'
 *
 * const message = parseMessage(
 *   `example.com wants you to sign in with your Bitcoin account:
 * bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
 *
 *
 * URI: https://example.com
 * Version: 1
 * Chain ID: 000000000019d6689c085ae165831e93
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2024-02-29T12:00:00Z`,
 *   { form: bip122 },
 * )
 * message.address // => 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
 * ```
 */
export const bip122: MessageForm = {
  ...bip122Layout,
  readAddress,
  scanChainId,
  chainIdFault: 'message.bitcoin_chain_unknown',
  isOnChain: (address, chainId) => {
    const read = readBitcoinAddress(address)
    const network = networkOf(chainId)
    return typeof read !== 'string' && network !== undefined && read.networks.includes(network)
  },
}

function readAddress(text: string, bytes: Uint8Array, start: number): number {
  if (isEmptyLine(text, bytes, start)) throw faultAt('message.address_missing', text, start)
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  const address = readBitcoinAddress(text.slice(start, end))
  if (typeof address === 'string') throw faultAt(codeOf(address), text, start)
  return end
}

const codeOf = (fault: BitcoinAddressFault): MessageFaultCode => `message.bitcoin_address_${fault}`

/** CAIP-2: the reference of a chain that is known. */
function scanChainId(text: string, _bytes: Uint8Array, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd === -1 ? text.length : lineEnd
  return networkOf(text.slice(start, end)) === undefined ? ~start : end
}
