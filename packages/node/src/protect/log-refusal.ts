// Logs a refused request in one line, without its token and its query.
import { describeError } from '../logging/describe-error.ts'
import type { TokenChallenge } from './create-token-challenge.ts'

export type Refusal =
  | { readonly outcome: 'refused'; readonly challenge: TokenChallenge }
  | { readonly outcome: 'unavailable'; readonly description: string; readonly cause?: Error }

const maxLength = 400

export function logRefusal({ method, url }: Request, refusal: Refusal, log: (message: string) => void): void {
  const [error, reason] =
    refusal.outcome === 'refused'
      ? [refusal.challenge.error, refusal.challenge.description]
      : ['temporarily_unavailable', refusal.cause ? describeError(refusal.cause) : refusal.description]
  // Clients send requests without a token or a nonce to get the challenge.
  if (error === undefined || error === 'use_dpop_nonce') return
  const path = new URL(url).pathname.slice(0, 100)
  const line = `countersign: refused ${method} ${path} (${error}): ${reason}`
  log(line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxLength))
}
