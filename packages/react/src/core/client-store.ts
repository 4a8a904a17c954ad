// The state of a client, as a store that can be observed.
import type { ClientCallbacks } from './client-options.ts'
import type { CountersignError } from './countersign-error.ts'
import type { User } from './read-user.ts'
import { toCountersignError } from './to-countersign-error.ts'

/**
 * `loading` until the stored session was checked, and always on a server.
 * @example
 * ```ts
 * import type { CountersignStatus } from '@countersign/react'
 *
 * const settled: readonly CountersignStatus[] = ['signed-out', 'signed-in']
 * settled.includes('loading') // => false
 * ```
 */
export type CountersignStatus = 'loading' | 'signed-out' | 'signing-in' | 'signed-in'

export interface ClientSnapshot {
  readonly status: CountersignStatus
  readonly user: User | null
  readonly error: CountersignError | null
  /** This page is the callback page of a pop-up, so it has nothing else to show. */
  readonly isCallback: boolean
}

/** What a server renders, and what a page shows first. */
export const initialSnapshot: ClientSnapshot = { status: 'loading', user: null, error: null, isCallback: false }

export interface ClientStore {
  readonly getSnapshot: () => ClientSnapshot
  readonly subscribe: (listener: () => void) => () => void
  readonly update: (change: Partial<ClientSnapshot>) => void
  readonly showUser: (user: User | null) => void
  /** The person went back instead of signing in. */
  readonly stopWaiting: () => void
  /** Shows and reports the error. */
  readonly fail: (cause: unknown) => void
  callbacks: ClientCallbacks
}

/** @param warn for developers */
export function createClientStore(callbacks: ClientCallbacks, warn: (text: string) => void): ClientStore {
  const listeners = new Set<() => void>()
  let snapshot = initialSnapshot
  const update = (change: Partial<ClientSnapshot>): void => {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }
  const store: ClientStore = {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    update,
    showUser: (user) => update({ user, status: user === null ? 'signed-out' : 'signed-in' }),
    stopWaiting: () => {
      if (snapshot.status === 'signing-in') store.showUser(snapshot.user)
    },
    fail: (cause) => {
      const error = toCountersignError(cause)
      update({ error, status: snapshot.user === null ? 'signed-out' : 'signed-in' })
      if (error.details.reason) warn(`Countersign: ${error.code}: ${error.details.reason}`)
      store.callbacks.onError?.(error)
    },
    callbacks,
  }
  return store
}
