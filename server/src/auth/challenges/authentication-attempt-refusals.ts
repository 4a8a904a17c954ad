import type { ApiErrorCode } from '@countersign/api/error-catalog'
import type { AuditEventType, NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { findLastSuspension } from '../../store/people/find-last-suspension.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RateLimitCaller } from '../../platform/rate-limits/rate-limiter.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { SignedMessagePurpose } from './issued-challenge-message-types.ts'
import type { ChallengePurpose } from './challenge-nonce.ts'
import type { ChainIdAndName } from './find-chains-with-contract.ts'

export interface AuthenticationAttempt {
  caller: RateLimitCaller
  interaction: string | null
  /** Null for a sign-in. */
  personId: string | null
  /** Null without a cookie. */
  browserHash: string | null
  networkPrefix: string
  userAgent: string
  now: number
}

export interface SignedMessageAuthenticationAttempt extends AuthenticationAttempt {
  message: string
  signature: string
  purpose: SignedMessagePurpose
}

/** A refused attempt that consumed its challenge. Only the log contains `reason`. */
export interface RefusedAuthenticationAttempt {
  outcome: 'refused'
  code: ApiErrorCode
  reason: string
  /** Free text given by an operator, shown to the caller. */
  publicReason?: string
  /** The refusal ends no later than this time, in milliseconds since 1970. */
  until?: number
  /** The chains on which the contract wallet is deployed. */
  chains?: ChainIdAndName[]
}

export const refuseAuthenticationAttempt = (code: ApiErrorCode, reason: string): RefusedAuthenticationAttempt => ({
  outcome: 'refused',
  code,
  reason,
})

export const createRefusedAttemptApiError = ({
  code,
  reason,
  publicReason,
  until,
  chains,
}: RefusedAuthenticationAttempt): ApiError =>
  new ApiError(code, {
    place: { reason: publicReason, until: until === undefined ? undefined : formatRfc3339Timestamp(until), chains },
    privateDetail: reason,
  })

/** For a contract wallet whose owners have changed (THREATS S12). */
export const refuseWalletOnHold = (until: number): RefusedAuthenticationAttempt => ({
  ...refuseAuthenticationAttempt('wallet.on_hold', 'the owners of its contract have changed'),
  until,
})

/** Only a person who has proved their identity learns the suspension reason (THREATS P8). */
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

/** The entry omits the message, which proves nothing and would let anyone fill the log. */
export const createAuthenticationRefusedEvent = (
  reason: string,
  attempt: Pick<AuthenticationAttempt, 'personId' | 'networkPrefix' | 'userAgent'> & {
    purpose: keyof typeof refusedEventTypes
    /** The application that the person signed in for, if it is known at this point. */
    applicationId?: string | null
  },
  address: string | null,
): NewAuditEvent => ({
  type: refusedEventTypes[attempt.purpose],
  outcome: 'refused',
  details: { reason, ...(typeof attempt.applicationId === 'string' && { applicationId: attempt.applicationId }) },
  evidence: {
    personId: attempt.personId,
    content: {
      ...(address !== null && { address }),
      networkPrefix: attempt.networkPrefix,
      userAgent: attempt.userAgent,
    },
  },
})
