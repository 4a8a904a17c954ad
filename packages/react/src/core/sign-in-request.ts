// One sign-in request: what the answer is compared with. Each is used at most once.
import type { ClientEnvironment } from './client-environment.ts'

export const signInRequestLifetimeMs = 600_000

export interface SignInRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly scope: string
  readonly returnTo: string
  readonly issuer: string
  readonly clientId: string
  readonly startedAt: number
}

/** The answer that a callback page without the client passes on. */
const answerKey = 'countersign:answer'
const requestKey = (state: string): string => `countersign:request:${state}`

export type RequestStorage = ReturnType<ClientEnvironment['requests']>

export const saveSignInRequest = (storage: RequestStorage, request: SignInRequest): void =>
  storage.setItem(requestKey(request.state), JSON.stringify(request))

/** Removes the request, so that its answer works once. */
export function takeSignInRequest(storage: RequestStorage, state: string): SignInRequest | null {
  const found = readSignInRequest(storage, state)
  storage.removeItem(requestKey(state))
  return found
}

export function readSignInRequest(storage: RequestStorage, state: string): SignInRequest | null {
  try {
    const found = JSON.parse(storage.getItem(requestKey(state)) ?? 'null') as SignInRequest | null
    return found?.state === state && typeof found.returnTo === 'string' ? found : null
  } catch {
    return null
  }
}

export const saveAnswer = (storage: RequestStorage, parameters: string): void => storage.setItem(answerKey, parameters)

export function takeAnswer(storage: RequestStorage): string | null {
  const found = storage.getItem(answerKey)
  if (found !== null) storage.removeItem(answerKey)
  return found
}

export const isExpired = ({ startedAt }: SignInRequest, now: number): boolean =>
  now - startedAt > signInRequestLifetimeMs

/** Compares without an early exit. */
export function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
