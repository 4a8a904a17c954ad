// Proofs as files (C2SP tlog-proof; also: transparent signature, spicy signature): one text with the place of an entry, its inclusion proof and the signed checkpoint that it
// leads to, so that whoever has the entry and knows the key verifies it without asking anybody.
import { fromBase64, toBase64 } from './base64.ts'
import { fromDecimal } from './decimal.ts'
import { hashBytes } from './hash.ts'
import { LogFault } from './log-fault.ts'
import type { Proof } from './proofs.ts'

/** What such a file begins with (C2SP tlog-proof, §Format). */
export const tlogProofHeader = 'c2sp.org/tlog-proof@v1'

/** The most hashes that are read: no tree that can be counted is higher. */
const maximumHashes = 64

/** What a file says; nothing of it is verified. */
export interface TlogProof {
  /** What helps to make the entry anew, in the meaning of the application; undefined where there is none. Nothing vouches for it but that its entry is proved. */
  readonly extra?: Uint8Array | undefined
  /** Of the leaf, from 0 on. */
  readonly index: number
  readonly proof: Proof
  /** The signed note, as the log gave it. */
  readonly checkpoint: string
}

/**
 * Writes a proof as a file (C2SP tlog-proof, §Format).
 * @throws LogFault `proof.malformed` where it could not be read again
 */
export function formatTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  const lines = [
    tlogProofHeader,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...proof.map(toBase64),
  ]
  const text = `${lines.join('\n')}\n\n${checkpoint}`
  parseTlogProof(text)
  return text
}

/**
 * Reads a file with a proof (C2SP tlog-proof, §Format).
 * @throws LogFault `proof.malformed`
 */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(end, 0)).split('\n', maximumHashes + 4)
  if (header !== tlogProofHeader) throw malformed(`Its first line is not ${tlogProofHeader}.`)
  const extra = lines[0]?.startsWith('extra ') === true ? fromBase64((lines.shift() ?? '').slice(6)) : null
  if (extra === undefined) throw malformed('What follows "extra" is not base64.')
  const [, digits = ''] = /^index (.*)$/.exec(lines.shift() ?? '') ?? []
  const index = fromDecimal(digits)
  if (index === undefined) throw malformed('It does not say "index", and a decimal without leading zeros.')
  const proof = lines.map((line) => fromBase64(line) ?? new Uint8Array())
  if (proof.length > maximumHashes || proof.some(({ length }) => length !== hashBytes))
    throw malformed(`Its path is not ${maximumHashes} hashes at most, 32 bytes in base64 on a line each.`)
  const checkpoint = text.slice(end + 2)
  if (checkpoint === '') throw malformed('No checkpoint follows its path.')
  return { ...(extra !== null && { extra }), index, proof, checkpoint }
}

const malformed = (detail: string): LogFault =>
  new LogFault('proof.malformed', `This is no proof of a transparency log. ${detail}`)
