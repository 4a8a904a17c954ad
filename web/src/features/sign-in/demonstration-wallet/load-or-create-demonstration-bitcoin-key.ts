// Independent of packages/proof/src/bip122, so that each implementation tests the other.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import type { DemonstrationWalletKey } from './load-or-create-demonstration-ethereum-key.ts'
import { loadOrCreateDemonstrationWalletSecret, encodeHex } from './load-or-create-demonstration-wallet-secret.ts'

export interface DemonstrationBitcoinKey extends DemonstrationWalletKey<string> {
  publicKey(): string
}

export function loadOrCreateDemonstrationBitcoinKey(storage: () => Storage): DemonstrationBitcoinKey {
  const secret = loadOrCreateDemonstrationWalletSecret(
    storage,
    'countersign.demonstration-key.bitcoin',
    secp256k1.utils.isValidSecretKey,
  )
  const publicKey = () => secp256k1.getPublicKey(secret.bytes(), true)
  return {
    publicKey: () => encodeHex(publicKey()),
    // BIP-173 §Segwit address format: version 0, followed by the program.
    address: () => bech32.encode('bc', [0, ...bech32.toWords(hash160(publicKey()))]),
    sign: (message) => signBip322Simple(secret.bytes(), message),
    renew: secret.renew,
  }
}

const concatBytes = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const doubleSha256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))

const fourZeroBytes = [0, 0, 0, 0]
const zeroAmount = [...fourZeroBytes, ...fourZeroBytes]
const sighashAll = 1

/** BIP-322 §Full and §Simple: the witness of `to_sign`, which spends `to_spend`. */
function signBip322Simple(secret: Uint8Array, message: Uint8Array): string {
  const publicKey = secp256k1.getPublicKey(secret, true)
  const program = hash160(publicKey)
  const script = [0x00, 20, ...program]
  const tag = sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const scriptSig = [0x00, 32, ...sha256(concatBytes(tag, tag, message))]
  const nothing = [...new Uint8Array(32), 0xff, 0xff, 0xff, 0xff]
  const toSpend = concatBytes(
    fourZeroBytes,
    [1, ...nothing, scriptSig.length, ...scriptSig, ...fourZeroBytes],
    [1, ...zeroAmount, script.length, ...script],
    fourZeroBytes,
  )
  const outpoint = concatBytes(doubleSha256(toSpend), fourZeroBytes)
  // BIP-143 §Specification: the script code of a key hash is the script of P2PKH.
  const scriptCode = [25, 0x76, 0xa9, 20, ...program, 0x88, 0xac]
  const onlyOutput = Uint8Array.from([...zeroAmount, 1, 0x6a])
  const digest = doubleSha256(
    concatBytes(
      fourZeroBytes,
      doubleSha256(outpoint),
      doubleSha256(Uint8Array.from(fourZeroBytes)),
      outpoint,
      scriptCode,
      zeroAmount,
      fourZeroBytes,
      doubleSha256(onlyOutput),
      fourZeroBytes,
      [sighashAll, 0, 0, 0],
    ),
  )
  const signature = secp256k1.sign(digest, secret, { prehash: false, lowS: true, format: 'der' })
  return base64.encode(concatBytes([2, signature.length + 1], signature, [sighashAll, publicKey.length], publicKey))
}
