// The hooks of the package.
import type { ApiFetch } from '../core/api-fetch.ts'
import type { CountersignStatus } from '../core/client-store.ts'
import type { SignOutOptions } from '../core/countersign-client.ts'
import type { CountersignError } from '../core/countersign-error.ts'
import type { User } from '../core/read-user.ts'
import type { SignInOptions } from '../core/sign-in-flow.ts'
import { useCountersignContext } from './countersign-provider.tsx'

/**
 * What {@link useCountersign} returns.
 * @example
 * ```ts
 * import type { Countersign } from '@countersign/react'
 *
 * const canStart = ({ status }: Pick<Countersign, 'status'>): boolean => status === 'signed-out'
 * canStart({ status: 'loading' }) // => false
 * ```
 */
export interface Countersign {
  readonly status: CountersignStatus
  readonly error: CountersignError | null
  /** Call it directly in a click handler; otherwise browsers block the pop-up. Never rejects. */
  readonly signIn: (options?: SignInOptions) => Promise<void>
  readonly signOut: (options?: SignOutOptions) => Promise<void>
  /** Renews the tokens and the user, for example after the person joined a group. */
  readonly refreshUser: () => Promise<void>
}

/**
 * The state of the sign-in, and functions to sign in and out.
 * @example
 * ```tsx
 * import { CountersignProvider, useCountersign } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * function Status() {
 *   const { status } = useCountersign()
 *   return <p>{status}</p>
 * }
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <Status />
 *   </CountersignProvider>
 * )
 * renderToString(app) // => '<p>loading</p>'
 * ```
 */
export function useCountersign(): Countersign {
  const { client, snapshot } = useCountersignContext()
  const { signIn, signOut, refreshUser } = client
  return { status: snapshot.status, error: snapshot.error, signIn, signOut, refreshUser }
}

/**
 * The signed-in person, or null.
 * @example
 * ```tsx
 * import { CountersignProvider, useUser } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * function Greeting() {
 *   const user = useUser()
 *   return <p>Hello {user?.name ?? 'stranger'}</p>
 * }
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <Greeting />
 *   </CountersignProvider>
 * )
 * renderToString(app) // => '<p>Hello <!-- -->stranger</p>'
 * ```
 */
export const useUser = (): User | null => useCountersignContext().snapshot.user

/**
 * A fetch function for the API of the provider. It is the same function at each render. It adds a
 * DPoP proof and the token, renews the token before it expires and once if the API refuses it.
 * Rejects with a `CountersignError`: `foreign_origin` for other addresses, `session_ended` if no one
 * is signed in.
 * @example
 * ```tsx
 * import { CountersignProvider, useApi } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * function Orders() {
 *   const api = useApi()
 *   return <button onClick={() => void api('/orders')}>Load</button>
 * }
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop" api="https://api.shop.example">
 *     <Orders />
 *   </CountersignProvider>
 * )
 * renderToString(app) // => '<button>Load</button>'
 * ```
 */
export const useApi = (): ApiFetch => useCountersignContext().client.fetch
