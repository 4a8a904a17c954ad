// An attempt to answer a challenge: where it comes from, and how it is refused and written down.
import type { ApiErrorCode } from '@countersign/api/error-catalog'
import type { AuditEventType, NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { findLastSuspension } from '../../store/people/find-last-suspension.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { SignedMessagePurpose } from './issued-challenge-message-types.ts'
import type { ChallengePurpose } from './challenge-nonce.ts'

/** Where an attempt comes from. */
export interface AuthenticationAttempt {
  caller: RateLimitCaller
  interaction: string | null
  /** Who is signed in there; null for a sign-in. */
  personId: string | null
  /** Hash of the secret that this browser holds; null where it holds none. */
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
}

/** One signed message, as it came in. */
export interface SignedMessageAuthenticationAttempt extends AuthenticationAttempt {
  message: string
  signature: string
  purpose: SignedMessagePurpose
}

/** A refused attempt has spent its challenge, and says why only to the log. */
export interface RefusedAuthenticationAttempt {
  outcome: 'refused'
  code: ApiErrorCode
  reason: string
  /** What somebody gave as the reason, for the caller to read. */
  publicReason?: string
  /** Until when at most it stays so, in milliseconds since 1970. */
  until?: number
}

export const refuseAuthenticationAttempt = (code: ApiErrorCode, reason: string): RefusedAuthenticationAttempt => ({
  outcome: 'refused',
  code,
  reason,
})

/** The refusal as it is thrown, once all that it leaves behind is kept. */
export const createRefusedAttemptApiError = ({
  code,
  reason,
  publicReason,
  until,
}: RefusedAuthenticationAttempt): ApiError =>
  new ApiError(code, {
    place: { reason: publicReason, until: until === undefined ? undefined : formatRfc3339Timestamp(until) },
    privateDetail: reason,
  })

/** The wallet of a contract that has changed hands (THREATS S12). */
export const refuseWalletOnHold = (until: number): RefusedAuthenticationAttempt => ({
  ...refuseAuthenticationAttempt('wallet.on_hold', 'its contract has changed hands'),
  until,
})

/** Who has proved that it is them is told why they were suspended, where a reason was given; nobody else is (THREATS P8). */
export async function refuseSuspendedPerson(
  queries: DatabaseQueryBuilder,
  personId: string,
): Promise<RefusedAuthenticationAttempt> {
  const { reason = null } = (await findLastSuspension(queries, personId)) ?? {}
  return {
    ...refuseAuthenticationAttempt('person.suspended', 'person suspended'),
    ...(reason !== null && { publicReason: reason }),
  }
}

/** The kinds of line that tell of a refused attempt. */
const refusedEventTypes = {
  'sign-in': 'sign_in.refused',
  'passkey-sign-in': 'sign_in.refused',
  'step-up': 'step_up.refused',
  'passkey-step-up': 'step_up.refused',
  link: 'wallet.refused',
  merge: 'wallet.refused',
  'passkey-add': 'passkey.refused',
  'passkey-create': 'sign_in.refused',
} as const satisfies Record<ChallengePurpose, AuditEventType>

/** The log line of a refused attempt. It keeps no message: what proves nothing is not evidence, and anybody could fill the
 * log with it. */
export const createAuthenticationRefusedEvent = (
  reason: string,
  attempt: Pick<AuthenticationAttempt, 'personId' | 'networkPrefix' | 'userAgent'> & {
    purpose: keyof typeof refusedEventTypes
  },
  address: string | null,
): NewAuditEvent => ({
  type: refusedEventTypes[attempt.purpose],
  outcome: 'refused',
  details: { reason },
  evidence: {
    personId: attempt.personId,
    content: {
      ...(address !== null && { address }),
      networkPrefix: attempt.networkPrefix,
      userAgent: attempt.userAgent,
    },
  },
})
