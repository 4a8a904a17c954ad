// Proof files ("spicy signatures") can be verified offline (C2SP tlog-proof, §Format).
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import type { MerkleProof } from './merkle-proofs.ts'

export const tlogProofHeader = 'c2sp.org/tlog-proof@v1'

/** A tree whose size fits in 64 bits has no more levels than this. */
const maxProofHashes = 64

export interface TlogProof {
  /** Data that helps an application to reconstruct the entry. It is not authenticated. */
  readonly extra?: Uint8Array | undefined
  /** The index of the leaf, counted from 0. */
  readonly index: number
  readonly proof: MerkleProof
  readonly checkpoint: string
}

/** @throws TransparencyLogError `proof.malformed` */
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

/** @throws TransparencyLogError `proof.malformed` */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n', maxProofHashes + 4)
  if (header !== tlogProofHeader) throw createMalformedError(`The first line is not ${tlogProofHeader}.`)
  const extra = lines[0]?.startsWith('extra ') === true ? decodeBase64((lines.shift() ?? '').slice(6)) : null
  if (extra === undefined) throw createMalformedError('The value of "extra" is not base64.')
  const [, digits = ''] = /^index (.*)$/.exec(lines.shift() ?? '') ?? []
  const index = parseDecimal(digits)
  if (index === undefined)
    throw createMalformedError('There is no "index" line with a decimal number without leading zeros.')
  const proof = lines.map((line) => decodeBase64(line) ?? new Uint8Array())
  if (proof.length > maxProofHashes || proof.some(({ length }) => length !== merkleHashByteLength))
    throw createMalformedError(
      `The path is not a list of at most ${maxProofHashes} hashes, each 32 bytes in base64 on a separate line.`,
    )
  const checkpoint = text.slice(end + 2)
  if (checkpoint === '') throw createMalformedError('There is no checkpoint after the path.')
  return { ...(extra !== null && { extra }), index, proof, checkpoint }
}

const createMalformedError = (detail: string): TransparencyLogError =>
  new TransparencyLogError('proof.malformed', `Not a valid transparency log proof (tlog-proof). ${detail}`)
