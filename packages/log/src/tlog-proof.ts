// Proofs as files (C2SP tlog-proof; also: transparent signature, spicy signature): one text with the place of an entry, its inclusion proof and the signed checkpoint that it
// leads to, so that whoever has the entry and knows the key verifies it without asking anybody.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import type { MerkleProof } from './merkle-proofs.ts'

/** What such a file begins with (C2SP tlog-proof, §Format). */
export const tlogProofHeader = 'c2sp.org/tlog-proof@v1'

/** The most hashes that are read: no tree that can be counted is higher. */
const maxProofHashes = 64

/** What a file says; nothing of it is verified. */
export interface TlogProof {
  /** What helps to make the entry anew, in the meaning of the application; undefined where there is none. Nothing vouches for it but that its entry is proved. */
  readonly extra?: Uint8Array | undefined
  /** Of the leaf, from 0 on. */
  readonly index: number
  readonly proof: MerkleProof
  /** The signed note, as the log gave it. */
  readonly checkpoint: string
}

/**
 * Writes a proof as a file (C2SP tlog-proof, §Format).
 * @throws TransparencyLogError `proof.malformed` where it could not be read again
 */
export function formatTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [
    tlogProofHeader,
    ...(extra === undefined ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...proof.map(encodeBase64),
  ]
  const text = `${lines.join('\n')}\n\n${checkpoint}`
  parseTlogProof(text)
  return text
}

/**
 * Reads a file with a proof (C2SP tlog-proof, §Format).
 * @throws TransparencyLogError `proof.malformed`
 */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n', maxProofHashes + 4)
  if (header !== tlogProofHeader) throw createMalformedError(`Its first line is not ${tlogProofHeader}.`)
  const extra = lines[0]?.startsWith('extra ') === true ? decodeBase64((lines.shift() ?? '').slice(6)) : null
  if (extra === undefined) throw createMalformedError('What follows "extra" is not base64.')
  const [, digits = ''] = /^index (.*)$/.exec(lines.shift() ?? '') ?? []
  const index = parseDecimal(digits)
  if (index === undefined) throw createMalformedError('It does not say "index", and a decimal without leading zeros.')
  const proof = lines.map((line) => decodeBase64(line) ?? new Uint8Array())
  if (proof.length > maxProofHashes || proof.some(({ length }) => length !== merkleHashByteLength))
    throw createMalformedError(`Its path is not ${maxProofHashes} hashes at most, 32 bytes in base64 on a line each.`)
  const checkpoint = text.slice(end + 2)
  if (checkpoint === '') throw createMalformedError('No checkpoint follows its path.')
  return { ...(extra !== null && { extra }), index, proof, checkpoint }
}

const createMalformedError = (detail: string): TransparencyLogError =>
  new TransparencyLogError('proof.malformed', `This is no proof of a transparency log. ${detail}`)
