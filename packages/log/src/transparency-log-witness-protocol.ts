// Formats and parses requests to witnesses and their responses, which the caller sends.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { formatSignedNoteSignatures, maxSignedNoteBytes, parseSignedNoteSignatures } from './signed-note.ts'
import type { SignedNoteSignature } from './signed-note.ts'
import type { MerkleProof } from './merkle-proofs.ts'

export const maxConsistencyProofLines = 63
/** In bytes: a whole note, and 4096 bytes for the lines before it. */
export const maxWitnessRequestBytes = maxSignedNoteBytes + 4096

export interface AddCheckpointRequest {
  /** The size that the witness probably cosigned last; 0 if there is none or it is unknown. */
  readonly oldSize: number
  /** From the old size to the size of the checkpoint; empty if there is nothing to prove. */
  readonly proof: MerkleProof
  readonly checkpoint: string
}

/**
 * Formats the body of a request (C2SP tlog-witness, §add-checkpoint).
 * @throws TransparencyLogError `witness.malformed`
 */
export function formatAddCheckpointRequest({ oldSize, proof, checkpoint }: AddCheckpointRequest): string {
  const body = `old ${oldSize}\n${proof.map((hash) => `${encodeBase64(hash)}\n`).join('')}\n${checkpoint}`
  parseAddCheckpointRequest(body)
  return body
}

/** Does not parse the checkpoint. @throws TransparencyLogError `witness.malformed` */
export function parseAddCheckpointRequest(body: string): AddCheckpointRequest {
  const end = body.indexOf('\n\n')
  if (end < 0 || body.length > maxWitnessRequestBytes)
    throw createMalformedError('The request must consist of the old size and a proof, a blank line and a checkpoint.')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = first.startsWith('old ') ? parseDecimal(first.slice('old '.length)) : undefined
  if (oldSize === undefined) throw createMalformedError('The request must start with the old size.')
  if (lines.length > maxConsistencyProofLines)
    throw createMalformedError(`A proof must not have more than ${maxConsistencyProofLines} hashes.`)
  const proof = lines.map((line) => {
    const hash = decodeBase64(line)
    if (hash?.length !== merkleHashByteLength)
      throw createMalformedError('A line of the proof must be 32 bytes in base64.')
    return hash
  })
  return { oldSize, proof, checkpoint: body.slice(end + 2) }
}

export type AddCheckpointResult =
  /** The witness cosigned the checkpoint. The signatures have not been verified yet. */
  | { readonly kind: 'cosigned'; readonly signatures: readonly SignedNoteSignature[] }
  /** The witness last cosigned another size. The log can retry with a proof from that size. */
  | { readonly kind: 'other_size'; readonly size: number }
  /** The witness has cosigned another root of the same size, so the log has shown two histories. */
  | { readonly kind: 'other_root' }
  /** The proof does not connect the last cosigned checkpoint to this one. */
  | { readonly kind: 'inconsistent' }
  /** The witness knows the log, but none of the keys that signed the checkpoint. */
  | { readonly kind: 'unknown_key' }
  | { readonly kind: 'unknown_log' }
  | { readonly kind: 'malformed_request' }

export interface WitnessHttpResponse {
  readonly status: number
  /** The value of the header; null if the response does not have it. */
  readonly contentType: string | null
  readonly body: string
}

/** The HTTP status of each refusal that has no body (C2SP tlog-witness, §add-checkpoint). */
const refusalStatuses = [
  ['malformed_request', 400],
  ['unknown_key', 403],
  ['unknown_log', 404],
  ['other_root', 409],
  ['inconsistent', 422],
] as const

const sizeContentType = 'text/x.tlog.size'

export function formatAddCheckpointResponse(answer: AddCheckpointResult): WitnessHttpResponse {
  if (answer.kind === 'cosigned')
    return {
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: formatSignedNoteSignatures(answer.signatures),
    }
  if (answer.kind === 'other_size') return { status: 409, contentType: sizeContentType, body: `${answer.size}\n` }
  const [, status = 400] = refusalStatuses.find(([kind]) => kind === answer.kind) ?? []
  return { status, contentType: null, body: '' }
}

/**
 * Parses a response. Returns undefined for any other status, which means a failure and not a
 * refusal.
 * @throws TransparencyLogError `witness.malformed`, `note.malformed`, `note.too_many_signatures`
 */
export function parseAddCheckpointResponse({
  status,
  contentType,
  body,
}: WitnessHttpResponse): AddCheckpointResult | undefined {
  if (status === 200) return { kind: 'cosigned', signatures: parseSignedNoteSignatures(body) }
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (status === 409 && type === sizeContentType) {
    const size = body.endsWith('\n') ? parseDecimal(body.slice(0, -1)) : undefined
    if (size === undefined)
      throw createMalformedError('The size must be a decimal number without leading zeros, followed by a newline.')
    return { kind: 'other_size', size }
  }
  const [kind] = refusalStatuses.find(([, known]) => known === status) ?? []
  return kind === undefined ? undefined : { kind }
}

const createMalformedError = (detail: string): TransparencyLogError =>
  new TransparencyLogError('witness.malformed', detail)
