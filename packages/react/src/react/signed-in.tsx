// Shows content depending on whether someone is signed in.
import type { ReactNode } from 'react'
import { useCountersignContext } from './countersign-provider.tsx'

/**
 * Shows its children while someone is signed in. This is for display only: the API decides who may
 * read what.
 * @example
 * ```tsx
 * import { CountersignProvider, SignedIn } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <SignedIn>Your orders</SignedIn>
 *   </CountersignProvider>
 * )
 * renderToString(app) // => ''
 * ```
 */
export function SignedIn({ children }: { readonly children?: ReactNode }): ReactNode {
  return useCountersignContext().snapshot.user === null ? null : children
}

/**
 * Shows its children while no one is signed in, and not before this is known.
 * @example
 * ```tsx
 * import { CountersignProvider, SignedOut } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <SignedOut>Welcome</SignedOut>
 *   </CountersignProvider>
 * )
 * renderToString(app) // => ''
 * ```
 */
export function SignedOut({ children }: { readonly children?: ReactNode }): ReactNode {
  const { status, user } = useCountersignContext().snapshot
  return status === 'loading' || user !== null ? null : children
}
