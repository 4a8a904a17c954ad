// The resource URI with which a signed message names the request that it was signed for.
import { sha256 } from '@noble/hashes/sha2.js'

const prefix = 'urn:countersign:binding:sha256:'

const encoder = new TextEncoder()

/**
 * Creates the resource URI that binds a signed message to one authorization request: the prefix
 * `urn:countersign:binding:sha256:`, then SHA-256 in base64url without padding. The hash input is
 * the client ID and the nonce in UTF-8, each as a netstring: its length in bytes in decimal, a
 * colon, its bytes, a comma. The lengths make the input unambiguous.
 *
 * @example
 * ```ts
 * import { createProofBinding } from '@countersign/proof'
 *
 * // The hash input is "4:shop,16:n-0S6_WzA2Mj-x7Q,".
 * createProofBinding('shop', 'n-0S6_WzA2Mj-x7Q') // => 'urn:countersign:binding:sha256:26HgSktu_Py3vPEK43LFN1waQzb5kDPw4AQKoY12OXI'
 * ```
 * @throws TypeError if a value is not a text, is empty, or contains an unpaired surrogate
 */
export function createProofBinding(clientId: string, nonce: string): string {
  for (const [name, value] of Object.entries({ clientId, nonce }))
    if (typeof value !== 'string' || value === '' || !value.isWellFormed())
      throw new TypeError(`The ${name} must be a text that is not empty, such as 'shop'.`)
  const hash = sha256(encoder.encode(toNetstring(clientId) + toNetstring(nonce)))
  return prefix + encodeBase64Url(hash)
}

const toNetstring = (value: string): string => `${encoder.encode(value).length}:${value},`

const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const isProofBinding = (resource: string): boolean => resource.startsWith(prefix)
