// Shows content to the members of a group.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useCountersignContext } from './countersign-provider.tsx'
import { SignInButton } from './sign-in-button.tsx'

/**
 * Properties of {@link Gate}.
 * @example
 * ```ts
 * import type { GateProps } from '@countersign/react'
 *
 * const properties: GateProps = { group: 'members', join: 'https://shop.example/join' }
 * properties.group // => 'members'
 * ```
 */
export interface GateProps {
  /** As in the claim `groups`; the provider needs the scope `groups`. */
  readonly group: string
  /** Where people learn how to get in. */
  readonly join?: string
  /** Shown instead of the sign-in button and of the explanation. */
  readonly fallback?: ReactNode
  readonly children?: ReactNode
}

/**
 * Shows its children to members of a group. Others see how to join, and can check again without
 * signing in again. This is for display only: the API must check the group too.
 * @example
 * ```tsx
 * import { CountersignProvider, Gate } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop" scope="openid groups offline_access">
 *     <Gate group="members" join="https://shop.example/join">
 *       The members' page
 *     </Gate>
 *   </CountersignProvider>
 * )
 * renderToString(app) // => ''
 * ```
 */
export function Gate({ group, join, fallback, children }: GateProps): ReactNode {
  const { client, snapshot, texts } = useCountersignContext()
  const [isChecking, setIsChecking] = useState(false)
  const { status, user, error } = snapshot
  if (status === 'loading') return null
  if (user?.groups.includes(group)) return children
  if (fallback !== undefined) return fallback
  if (user === null) return <SignInButton />
  const checkAgain = async (): Promise<void> => {
    setIsChecking(true)
    await client.refreshUser()
    setIsChecking(false)
  }
  return (
    <div data-part="countersign-gate">
      <p data-part="countersign-gate-text">{texts.notInGroup}</p>
      {join !== undefined && (
        <a data-part="countersign-gate-join" href={join}>
          {texts.join}
        </a>
      )}
      <button type="button" data-part="countersign-gate-check" aria-busy={isChecking} onClick={() => void checkAgain()}>
        {isChecking ? texts.checking : texts.checkAgain}
      </button>
      {error !== null && (
        <p data-part="countersign-error" role="alert">
          {texts.errors[error.code] ?? error.message}
        </p>
      )}
    </div>
  )
}
