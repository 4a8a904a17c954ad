import { errors } from 'jose'

const tokenErrors = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/** Other errors, such as a timeout, concern the request for the keys and say nothing about the token. */
export const isTokenError = (error: unknown): error is Error => tokenErrors.some((type) => error instanceof type)
