// What a log and its witnesses say to each other (C2SP tlog-witness, `add-checkpoint`): the request with which a log asks for a cosignature, and the
// answers, as texts. Who sends them is for others.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { formatSignedNoteSignatures, maxSignedNoteBytes, parseSignedNoteSignatures } from './signed-note.ts'
import type { SignedNoteSignature } from './signed-note.ts'
import type { MerkleProof } from './merkle-proofs.ts'

/** The most hashes that a proof may have. */
export const maxConsistencyProofLines = 63
/** The longest request, in bytes: the lines before the checkpoint, and a note. */
export const maxWitnessRequestBytes = maxSignedNoteBytes + 4096

/** The request that a witness signs a checkpoint. */
export interface AddCheckpointRequest {
  /** What the witness is believed to have signed last; 0 where it has signed nothing, or that is not known. */
  readonly oldSize: number
  /** From the old size to that of the checkpoint; empty where either has nothing to prove. */
  readonly proof: MerkleProof
  /** The signed note. */
  readonly checkpoint: string
}

/**
 * The body of the request (C2SP tlog-witness, §add-checkpoint).
 * @throws TransparencyLogError `witness.malformed`
 */
export function formatAddCheckpointRequest({ oldSize, proof, checkpoint }: AddCheckpointRequest): string {
  const body = `old ${oldSize}\n${proof.map((hash) => `${encodeBase64(hash)}\n`).join('')}\n${checkpoint}`
  parseAddCheckpointRequest(body)
  return body
}

/**
 * Reads the body of a request; the checkpoint in it is still to be opened.
 * @throws TransparencyLogError `witness.malformed`
 */
export function parseAddCheckpointRequest(body: string): AddCheckpointRequest {
  const end = body.indexOf('\n\n')
  if (end < 0 || body.length > maxWitnessRequestBytes)
    throw createMalformedError('The request has lines, a blank line and a checkpoint.')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = first.startsWith('old ') ? parseDecimal(first.slice('old '.length)) : undefined
  if (oldSize === undefined) throw createMalformedError('The request begins with the old size.')
  if (lines.length > maxConsistencyProofLines)
    throw createMalformedError(`A proof has ${maxConsistencyProofLines} hashes at most.`)
  const proof = lines.map((line) => {
    const hash = decodeBase64(line)
    if (hash?.length !== merkleHashByteLength) throw createMalformedError('A line of the proof is 32 bytes in base64.')
    return hash
  })
  return { oldSize, proof, checkpoint: body.slice(end + 2) }
}

/** What a witness answers. */
export type AddCheckpointResult =
  /** It has seen the checkpoint, and says so; the signatures are still to be verified. */
  | { readonly kind: 'cosigned'; readonly signatures: readonly SignedNoteSignature[] }
  /** It has signed another size last: ask again, with a proof from there. */
  | { readonly kind: 'other_size'; readonly size: number }
  /** It has signed another root of the same size: the log has shown two histories. */
  | { readonly kind: 'other_root' }
  /** The proof does not lead from what it has signed to the checkpoint. */
  | { readonly kind: 'inconsistent' }
  /** It knows the log, and none of the keys that have signed. */
  | { readonly kind: 'unknown_key' }
  | { readonly kind: 'unknown_log' }
  | { readonly kind: 'malformed_request' }

/** An answer as HTTP has it. */
export interface WitnessHttpResponse {
  readonly status: number
  /** Of the header; null where there is none. */
  readonly contentType: string | null
  readonly body: string
}

/** The status of each refusal without a body (C2SP tlog-witness, §add-checkpoint). */
const refusalStatuses = [
  ['malformed_request', 400],
  ['unknown_key', 403],
  ['unknown_log', 404],
  ['other_root', 409],
  ['inconsistent', 422],
] as const

/** The content type of a size in an answer. */
const sizeContentType = 'text/x.tlog.size'

/** The answer, to be sent by a witness. */
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
 * Reads an answer. Undefined where the status is none of the standard: the witness could not be asked, which is never the same as no.
 * @throws TransparencyLogError where the body is not what its status promises: `witness.malformed`, `note.malformed`, `note.too_many_signatures`
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
    if (size === undefined) throw createMalformedError('The size is a decimal without leading zeros, and a newline.')
    return { kind: 'other_size', size }
  }
  const [kind] = refusalStatuses.find(([, known]) => known === status) ?? []
  return kind === undefined ? undefined : { kind }
}

const createMalformedError = (detail: string): TransparencyLogError =>
  new TransparencyLogError('witness.malformed', detail)
