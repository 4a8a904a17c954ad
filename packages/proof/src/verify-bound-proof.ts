// Verifies the proof that an application received with a sign-in, without trusting the server.
import {
  bip122MessageProfile,
  eip155MessageProfile,
  MessageError,
  parseAnySignInMessage,
  parseDateTime,
  solanaMessageProfile,
} from '@countersign/message'
import type { ChainNamespace, MessageErrorCode, SignInMessage } from '@countersign/message'
import type { BoundProofErrorCode } from './bound-proof-errors.ts'
import { createProofBinding, isProofBinding } from './proof-binding.ts'
import { verifyMessageSigner } from './verify-message-signer.ts'
import type { MessageSignerOptions, MessageSignerErrorCode } from './verify-message-signer.ts'

/**
 * What to verify. `reader` and `policy` are needed only for contract wallets.
 *
 * @example
 * ```ts
 * import type { BoundProofToVerify } from '@countersign/proof'
 *
 * const login: Omit<BoundProofToVerify, 'proof'> = {
 *   issuer: 'https://id.example.com',
 *   clientId: 'shop',
 *   nonce: 'n-0S6_WzA2Mj-x7Q',
 * }
 * new URL(login.issuer).host // => 'id.example.com'
 * ```
 */
export interface BoundProofToVerify extends MessageSignerOptions {
  /** The value of the claim `proof`, from an ID token or the userinfo endpoint. */
  readonly proof: unknown
  /** The issuer that the application is configured with, never one from a response. */
  readonly issuer: string
  /** The application's own client ID. */
  readonly clientId: string
  /** The nonce of the application's own authorization request, from where it was stored. */
  readonly nonce: string
  /** Milliseconds since 1970; the current time by default. */
  readonly now?: number
  /** How far the issue time may be ahead of `now`, in milliseconds; one minute by default. */
  readonly toleranceMs?: number
  /**
   * How long after its expiration time the message is accepted, in milliseconds; one hour by
   * default. The person signs in time, and then reads and consents.
   */
  readonly graceMs?: number
}

/**
 * The result: verified, with the wallet that signed; refused, with a reason, which is a key of
 * `boundProofErrors`; or unavailable, if the wallet may be a contract and cannot be checked now.
 *
 * @example
 * ```ts
 * import type { BoundProofResult } from '@countersign/proof'
 *
 * function describe(result: BoundProofResult): string {
 *   return result.outcome === 'verified' ? `${result.namespace} ${result.address}` : result.reason
 * }
 * describe({ outcome: 'unavailable', reason: 'no reader for chain 8453' }) // => 'no reader for chain 8453'
 * ```
 */
export type BoundProofResult =
  | {
      readonly outcome: 'verified'
      readonly namespace: ChainNamespace
      readonly address: string
      /** The chain that the message names. A contract wallet exists only on this chain. */
      readonly chainId: string
      readonly kind: 'key' | 'contract'
      readonly message: SignInMessage
    }
  | {
      readonly outcome: 'refused'
      readonly reason: BoundProofErrorCode
      /** A more specific code, for `message_malformed` and `signature_refused`. */
      readonly detail?: MessageErrorCode | MessageSignerErrorCode
    }
  | { readonly outcome: 'unavailable'; readonly reason: string }

const minute = 60_000

/**
 * Verifies that a wallet signed for exactly this authorization request of this application, at this
 * issuer. The application must have sent `proof_binding=nonce`. Verifies the domain and the URI of
 * the message, its binding to the client ID and the nonce, its times, and the signature. Does not
 * trust the server: use the address from this result, not from another claim.
 *
 * @example
 * ```ts
 * import { boundProofErrors, verifyBoundProof } from '@countersign/proof'
 *
 * const message = `id.example.com wants you to sign in with your Ethereum account:
 * 0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf
 *
 * Sign in to id.example.com to continue to Shop. This is free and moves no funds.
 *
 * URI: https://id.example.com/sign-in
 * Version: 1
 * Chain ID: 1
 * Nonce: 8mzv3kcq7h2ydx5w
 * Issued At: 2026-11-30T12:00:00Z
 * Expiration Time: 2026-11-30T12:05:00Z
 * Resources:
 * - urn:countersign:binding:sha256:26HgSktu_Py3vPEK43LFN1waQzb5kDPw4AQKoY12OXI`
 * const login = {
 *   issuer: 'https://id.example.com',
 *   clientId: 'shop',
 *   nonce: 'n-0S6_WzA2Mj-x7Q',
 *   now: Date.UTC(2026, 10, 30, 12, 1),
 * }
 * const signature = '0xa747b7cba9c4360bdbcb4cf070871faa6224f020ce6a9271207440db8e0952b7307389dc687bb03bcfd250b37785171ba20d018c665ec5c202a767d6bdd2dbdd1b'
 * const result = await verifyBoundProof({ ...login, proof: { message, signature } })
 * result.outcome === 'verified' && result.address // => '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
 *
 * const replayed = await verifyBoundProof({ ...login, proof: { message, signature }, nonce: 'of another request' })
 * replayed.outcome === 'refused' && boundProofErrors[replayed.reason] // => 'The message was signed for another application or another request: client ID or nonce differ.'
 * ```
 * @throws TypeError if the issuer is not a URL, the client ID or nonce is empty, or a time is not a
 * number; errors of the reader, except `ChainUnavailableError`
 */
export async function verifyBoundProof(request: BoundProofToVerify): Promise<BoundProofResult> {
  const binding = createProofBinding(request.clientId, request.nonce)
  const issuer = new URL(request.issuer)
  const clock = readClock(request)
  const { proof } = request
  if (!isSignedText(proof)) return refuse('proof_malformed')
  let parsed: ReturnType<typeof parseAnySignInMessage>
  try {
    parsed = parseAnySignInMessage(proof.message, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile], {
      maxLength: maxMessageLength,
    })
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    return { ...refuse('message_malformed'), detail: error.code }
  }
  const { message, profile } = parsed
  const reason = findOriginError(message, issuer) ?? findBindingError(message, binding) ?? findTimeError(message, clock)
  if (reason !== null) return refuse(reason)
  const signer = await verifyMessageSigner(proof, { message, profile }, request)
  if (signer.outcome === 'refused') return { ...refuse('signature_refused'), detail: signer.reason }
  if (signer.outcome === 'unavailable') return signer
  const { address, chainId } = message
  return { outcome: 'verified', namespace: profile.namespace, address, chainId, kind: signer.kind, message }
}

/** The greatest length that a server can be configured to accept (limit `messageBytes`). */
const maxMessageLength = 16_384

const refuse = (reason: BoundProofErrorCode) => ({ outcome: 'refused', reason }) as const

const isSignedText = (proof: unknown): proof is { message: string; signature: string; block?: unknown } =>
  typeof proof === 'object' &&
  proof !== null &&
  'message' in proof &&
  'signature' in proof &&
  typeof proof.message === 'string' &&
  typeof proof.signature === 'string'

interface Clock {
  readonly now: number
  readonly toleranceMs: number
  readonly graceMs: number
}

// A comparison with NaN is always false, so no time would be refused.
function readClock({ now = Date.now(), toleranceMs = minute, graceMs = 60 * minute }: BoundProofToVerify): Clock {
  for (const [name, value] of Object.entries({ now, toleranceMs, graceMs }))
    if (!Number.isFinite(value)) throw new TypeError(`The option ${name} must be a finite number of milliseconds.`)
  return { now, toleranceMs, graceMs }
}

/** Wallets compare the domain with the page that asks, so another site cannot get this message signed. */
function findOriginError({ scheme, domain, uri }: SignInMessage, issuer: URL): BoundProofErrorCode | null {
  if (domain !== issuer.host || (scheme !== undefined && `${scheme}:` !== issuer.protocol)) return 'domain_mismatch'
  return URL.canParse(uri) && new URL(uri).origin === issuer.origin ? null : 'uri_mismatch'
}

/** Exactly one binding, so that one signature cannot be for two requests. */
function findBindingError({ resources = [] }: SignInMessage, binding: string): BoundProofErrorCode | null {
  const bindings = resources.filter(isProofBinding)
  if (bindings.length === 0) return 'binding_missing'
  return bindings.length === 1 && bindings[0] === binding ? null : 'binding_mismatch'
}

// The not-before time is inclusive, the expiration time exclusive (ERC-4361 §Message Fields).
function findTimeError(
  { issuedAt, notBefore, expirationTime }: SignInMessage,
  { now, toleranceMs, graceMs }: Clock,
): BoundProofErrorCode | null {
  if (parseDateTime(issuedAt) > now + toleranceMs) return 'issued_in_future'
  if (notBefore !== undefined && parseDateTime(notBefore) > now + toleranceMs) return 'not_yet_valid'
  if (now >= parseDateTime(expirationTime ?? issuedAt) + graceMs) return 'expired'
  return null
}
