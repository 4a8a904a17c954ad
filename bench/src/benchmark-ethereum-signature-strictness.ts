// A library that accepts two encodings of a signature allows replays (signature malleability).
import { verifyEthereumKeySignature } from '@countersign/proof'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { verifyMessage as verifyByEthers } from 'ethers'
import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import * as Secp256k1 from 'ox/Secp256k1'
import * as Signature from 'ox/Signature'
import { verifyMessage as verifyByViem } from 'viem'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

type Address = `0x${string}`
type EthereumVerifier = (text: string, signature: string, address: string) => boolean | Promise<boolean>

const countersignVerifier: EthereumVerifier = (text, signature, address) =>
  verifyEthereumKeySignature(text, signature, address).outcome === 'verified'

const alternativeVerifiers: Readonly<Record<string, EthereumVerifier>> = {
  'viem 2.57.1 verifyMessage': (message, signature, address) =>
    verifyByViem({ message, signature: signature as Address, address: address as Address }),
  'ox 0.14.45 Secp256k1.verify': (text, signature, address) =>
    Secp256k1.verify({
      address: address as Address,
      payload: PersonalMessage.getSignPayload(Hex.fromString(text)),
      signature: Signature.fromHex(signature as Address),
    }),
  'ethers 6.17.0 verifyMessage (in siwe 3.0.0)': (text, signature, address) =>
    verifyByEthers(text, signature) === address,
}

const key = createEthereumTestKey(1)
const sound = { text: 'a text', signature: signEthereumMessage(key, 'a text') }
const [numberR, numberS, v] = [
  sound.signature.slice(2, 66),
  sound.signature.slice(66, 130),
  Number.parseInt(sound.signature.slice(130), 16),
]
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hexOf = (value: bigint | number, digits: number): string => value.toString(16).padStart(digits, '0')
const withV = (value: number): string => `0x${numberR}${numberS}${hexOf(value, 2)}`

const forms: Readonly<Record<string, { text: string; signature: string }>> = {
  'upper s': {
    text: sound.text,
    signature: `0x${numberR}${hexOf(order - BigInt(`0x${numberS}`), 64)}${hexOf(55 - v, 2)}`,
  },
  'compact form (ERC-2098)': {
    text: sound.text,
    signature: `0x${numberR}${hexOf(BigInt(`0x${numberS}`) + (BigInt(v - 27) << 255n), 64)}`,
  },
  'v of 35 or 36, as in transactions': { text: sound.text, signature: withV(v + 8) },
  'v of 29 or 30': { text: sound.text, signature: withV(v + 2) },
  'a trailing byte': { text: sound.text, signature: `${sound.signature}00` },
  'no 0x prefix': { text: sound.text, signature: sound.signature.slice(2) },
  '0X prefix': { text: sound.text, signature: `0X${sound.signature.slice(2)}` },
  'for a text with a lone surrogate, which was never signed': {
    text: 'half a character: \ud83d',
    signature: signEthereumMessage(key, 'half a character: \ufffd'),
  },
}

async function accepts(accept: EthereumVerifier, { text, signature }: typeof sound): Promise<boolean> {
  try {
    return await accept(text, signature, key.address)
  } catch {
    return false
  }
}

async function acceptedFormsOf(accept: EthereumVerifier): Promise<string[]> {
  if (!(await accepts(accept, sound))) throw new Error('A valid signature was refused')
  const taken: string[] = []
  for (const [name, form] of Object.entries(forms)) if (await accepts(accept, form)) taken.push(name)
  return taken
}

export async function benchmarkEthereumSignatureStrictness(): Promise<BenchmarkComparisonRow[]> {
  const count = Object.keys(forms).length
  const refused = async (accept: EthereumVerifier): Promise<number> => count - (await acceptedFormsOf(accept)).length
  const rows: BenchmarkComparisonRow[] = []
  for (const [alternative, accept] of Object.entries(alternativeVerifiers)) {
    const [here, there] = [await refused(countersignVerifier), await refused(accept)]
    rows.push({
      what: 'refuse malleated signatures',
      alternative,
      ours: `${here} of ${count}`,
      theirs: `${there} of ${count}`,
      ratio: here / there,
    })
  }
  return rows
}

if (import.meta.main) {
  for (const [name, accept] of Object.entries({ '@countersign/proof': countersignVerifier, ...alternativeVerifiers }))
    console.log(`${name} accepts: ${(await acceptedFormsOf(accept)).join(', ') || 'none of them'}`)
}
