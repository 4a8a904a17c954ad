// The button that starts a sign-in.
import type { ComponentPropsWithoutRef, ReactElement } from 'react'
import { useCountersignContext } from './countersign-provider.tsx'

/**
 * Properties of {@link SignInButton}: those of a button, and how to sign in.
 * @example
 * ```ts
 * import type { SignInButtonProps } from '@countersign/react'
 *
 * const properties: SignInButtonProps = { mode: 'redirect', returnTo: '/orders' }
 * properties.mode // => 'redirect'
 * ```
 */
export interface SignInButtonProps extends ComponentPropsWithoutRef<'button'> {
  readonly mode?: 'popup' | 'redirect'
  /** A path of this origin. */
  readonly returnTo?: string
  /** Shows no error below the button. */
  readonly hideError?: boolean
}

/**
 * Starts a sign-in. Below it, an error says what to do.
 * @example
 * ```tsx
 * import { CountersignProvider, SignInButton } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <SignInButton className="primary">Sign in</SignInButton>
 *   </CountersignProvider>
 * )
 * renderToString(app).includes('class="primary"') // => true
 * ```
 */
export function SignInButton(properties: SignInButtonProps): ReactElement {
  const { mode, returnTo, hideError = false, children, onClick, ...others } = properties
  const { client, snapshot, texts } = useCountersignContext()
  const { status, error } = snapshot
  const isWaiting = status === 'signing-in'
  return (
    <>
      <button
        type="button"
        data-part="countersign-sign-in"
        data-status={status}
        aria-busy={isWaiting}
        {...others}
        // A second click starts again, because the first window may be lost.
        onClick={(event) => {
          onClick?.(event)
          if (!event.defaultPrevented)
            void client.signIn({ ...(mode && { mode }), ...(returnTo !== undefined && { returnTo }) })
        }}
      >
        {isWaiting ? texts.signingIn : (children ?? texts.signIn)}
      </button>
      {error !== null && !hideError && (
        <p data-part="countersign-error" role="alert">
          {texts.errors[error.code] ?? error.message}
        </p>
      )}
    </>
  )
}
