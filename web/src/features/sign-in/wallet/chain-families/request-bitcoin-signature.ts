// Requests the signature type that fits the address. Wallets' own defaults depend on the address.
import { parseWalletError } from '../parse-wallet-provider-error.ts'
import { readUntrustedProperty } from '../read-untrusted-property.ts'
import { getBitcoinAddressKind } from './bitcoin-addresses.ts'
import type { BitcoinAddressKind } from './bitcoin-addresses.ts'
import { UnusableSignatureError } from '../unusable-signature-error.ts'

type BitcoinSignatureType = 'bip322' | 'ecdsa'

/** Whether this wallet signs with ECDSA only for addresses that allow both types. */
export interface EcdsaPreference {
  read(): boolean
  remember(isEcdsaOnly: boolean): void
}

/**
 * Requests the next type only if the wallet cannot make the previous one, so that a person who
 * declines is not asked again.
 * @param request returns base64 or bytes
 * @param preference null if the wallet has no way to choose the type
 * @returns base64
 * @throws UnusableSignatureError
 */
export async function requestBitcoinSignature(
  address: string,
  request: (type: BitcoinSignatureType) => Promise<unknown>,
  preference: EcdsaPreference | null,
): Promise<string> {
  const kind = getBitcoinAddressKind(address)
  const types = preference ? listSignatureTypes(kind, preference) : (['bip322'] as const)
  const signature = encodeSignature(await requestFirstSupportedType(kind, types, request))
  const isEcdsa = /^[A-Za-z0-9+/]{87}=$/.test(signature)
  if (isEcdsa && kind === 'bip322-only') throw new UnusableSignatureError('wallet.old_signature')
  if (kind === 'native-segwit') preference?.remember(isEcdsa)
  return signature
}

function listSignatureTypes(kind: BitcoinAddressKind, preference: EcdsaPreference): readonly BitcoinSignatureType[] {
  switch (kind) {
    case 'legacy':
      return ['ecdsa']
    case 'p2sh':
      // BIP-322 allows only full signatures here, which few wallets make.
      return ['ecdsa', 'bip322']
    case 'native-segwit':
      return preference.read() ? ['ecdsa', 'bip322'] : ['bip322', 'ecdsa']
    case 'bip322-only':
      return ['bip322']
  }
}

async function requestFirstSupportedType(
  kind: BitcoinAddressKind,
  types: readonly BitcoinSignatureType[],
  request: (type: BitcoinSignatureType) => Promise<unknown>,
): Promise<unknown> {
  let refusal: unknown
  for (const type of types) {
    try {
      return await request(type)
    } catch (thrown) {
      if (!isUnsupportedRequest(thrown)) throw thrown
      refusal = thrown
    }
  }
  // Another address type may work, unless the wallet cannot even sign for the most common one.
  throw kind === 'native-segwit' ? refusal : new UnusableSignatureError('wallet.address_type')
}

/** JSON-RPC 2.0 §5.1. */
const invalidParamsCode = -32602

/** Errors without a specific code that concern the type of the signature or of the address. */
const unsupportedTypePattern =
  /\bnot .{0,4}implemented\b|\bbip-?322\b|\b(?:invalid|unknown) (?:\w+ ){0,2}(?:protocol|type|param|argument|address)/i

/** A wallet that was declined, is locked or has a request open could make this signature. */
function isUnsupportedRequest(thrown: unknown): boolean {
  const { kind, said } = parseWalletError(thrown)
  if (kind !== 'failed') return kind === 'cannot-sign'
  return readUntrustedProperty(thrown, 'code') === invalidParamsCode || unsupportedTypePattern.test(said)
}

const maxSignatureBytes = 20_000

function encodeSignature(signature: unknown): string {
  if (typeof signature === 'string') return signature
  if (!(signature instanceof Uint8Array) || signature.length > maxSignatureBytes) throw new Error('no signature')
  return btoa(Array.from(signature, (byte) => String.fromCharCode(byte)).join(''))
}
