import { encodeTextForParser } from '../encode-text-for-parser.ts'
import { createMessageErrorAtOffset } from '../create-message-error-at-offset.ts'
import { applyAddressChecksum, scanEthereumAddress } from './ethereum-address-checksum.ts'

/**
 * Returns the address in ERC-55 mixed case. Accepts any case, because wallets return lowercase
 * addresses; `parseSignInMessage` is strict.
 *
 * @example
 * ```ts
 * import { toChecksumAddress } from '@countersign/message'
 *
 * const address = toChecksumAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
 * address // => '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
 * ```
 * @param address "0x" followed by 40 hexadecimal digits
 * @throws MessageError `message.address_invalid`
 */
export function toChecksumAddress(address: string): string {
  if (typeof address !== 'string') throw createMessageErrorAtOffset('message.address_invalid', '', 0)
  const result = applyAddressChecksum(address)
  if (result !== null) return result
  const end = scanEthereumAddress(encodeTextForParser(address), 0)
  throw createMessageErrorAtOffset('message.address_invalid', address, end < 0 ? ~end : end)
}
