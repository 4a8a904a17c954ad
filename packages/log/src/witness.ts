// What a log and its witnesses say to each other (C2SP tlog-witness, `add-checkpoint`): the request with which a log asks for a cosignature, and the
// answers, as texts. Who sends them is for others.
import { fromBase64, toBase64 } from './base64.ts'
import { fromDecimal } from './decimal.ts'
import { hashBytes } from './hash.ts'
import { LogFault } from './log-fault.ts'
import { formatSignatures, maximumNoteBytes, parseSignatures } from './note.ts'
import type { NoteSignature } from './note.ts'
import type { Proof } from './proofs.ts'

/** The most hashes that a proof may have. */
export const maximumProofLines = 63
/** The longest request, in bytes: the lines before the checkpoint, and a note. */
export const maximumRequestBytes = maximumNoteBytes + 4096

/** The request that a witness signs a checkpoint. */
export interface AddCheckpoint {
  /** What the witness is believed to have signed last; 0 where it has signed nothing, or that is not known. */
  readonly oldSize: number
  /** From the old size to that of the checkpoint; empty where either has nothing to prove. */
  readonly proof: Proof
  /** The signed note. */
  readonly checkpoint: string
}

/**
 * The body of the request (C2SP tlog-witness, §add-checkpoint).
 * @throws LogFault `witness.malformed`
 */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  const body = `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`
  parseAddCheckpoint(body)
  return body
}

/**
 * Reads the body of a request; the checkpoint in it is still to be opened.
 * @throws LogFault `witness.malformed`
 */
export function parseAddCheckpoint(body: string): AddCheckpoint {
  const end = body.indexOf('\n\n')
  if (end < 0 || body.length > maximumRequestBytes)
    throw malformed('The request has lines, a blank line and a checkpoint.')
  const [first = '', ...lines] = body.slice(0, end).split('\n')
  const oldSize = first.startsWith('old ') ? fromDecimal(first.slice('old '.length)) : undefined
  if (oldSize === undefined) throw malformed('The request begins with the old size.')
  if (lines.length > maximumProofLines) throw malformed(`A proof has ${maximumProofLines} hashes at most.`)
  const proof = lines.map((line) => {
    const hash = fromBase64(line)
    if (hash?.length !== hashBytes) throw malformed('A line of the proof is 32 bytes in base64.')
    return hash
  })
  return { oldSize, proof, checkpoint: body.slice(end + 2) }
}

/** What a witness answers. */
export type WitnessAnswer =
  /** It has seen the checkpoint, and says so; the signatures are still to be verified. */
  | { readonly kind: 'cosigned'; readonly signatures: readonly NoteSignature[] }
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
export interface WitnessResponse {
  readonly status: number
  /** Of the header; null where there is none. */
  readonly contentType: string | null
  readonly body: string
}

/** The status of each refusal without a body (C2SP tlog-witness, §add-checkpoint). */
const refusals = [
  ['malformed_request', 400],
  ['unknown_key', 403],
  ['unknown_log', 404],
  ['other_root', 409],
  ['inconsistent', 422],
] as const

/** The content type of a size in an answer. */
const sizeType = 'text/x.tlog.size'

/** The answer, to be sent by a witness. */
export function formatWitnessAnswer(answer: WitnessAnswer): WitnessResponse {
  if (answer.kind === 'cosigned')
    return { status: 200, contentType: 'text/plain; charset=utf-8', body: formatSignatures(answer.signatures) }
  if (answer.kind === 'other_size') return { status: 409, contentType: sizeType, body: `${answer.size}\n` }
  const [, status = 400] = refusals.find(([kind]) => kind === answer.kind) ?? []
  return { status, contentType: null, body: '' }
}

/**
 * Reads an answer. Undefined where the status is none of the standard: the witness could not be asked, which is never the same as no.
 * @throws LogFault where the body is not what its status promises: `witness.malformed`, `note.malformed`, `note.too_many_signatures`
 */
export function parseWitnessAnswer({ status, contentType, body }: WitnessResponse): WitnessAnswer | undefined {
  if (status === 200) return { kind: 'cosigned', signatures: parseSignatures(body) }
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (status === 409 && type === sizeType) {
    const size = body.endsWith('\n') ? fromDecimal(body.slice(0, -1)) : undefined
    if (size === undefined) throw malformed('The size is a decimal without leading zeros, and a newline.')
    return { kind: 'other_size', size }
  }
  const [kind] = refusals.find(([, known]) => known === status) ?? []
  return kind === undefined ? undefined : { kind }
}

const malformed = (detail: string): LogFault => new LogFault('witness.malformed', detail)
