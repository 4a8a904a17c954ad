// Creates the client of a page and provides it to the components and hooks.
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { createBrowserEnvironment } from '../core/browser-environment.ts'
import { initialSnapshot } from '../core/client-store.ts'
import type { ClientSnapshot } from '../core/client-store.ts'
import { createCountersignClient } from '../core/countersign-client.ts'
import type { CountersignClient } from '../core/countersign-client.ts'
import { normalizeIssuer } from '../core/client-options.ts'
import type { ClientOptions } from '../core/client-options.ts'
import { englishTexts } from './texts.ts'
import type { CountersignTexts } from './texts.ts'

interface CountersignContext {
  readonly client: CountersignClient
  readonly issuer: string
  readonly texts: CountersignTexts
}

const Context = createContext<CountersignContext | null>(null)

/**
 * The properties of the provider: the client options, texts and children.
 * @example
 * ```ts
 * import type { CountersignProviderProps } from '@countersign/react'
 *
 * const settings: CountersignProviderProps = { issuer: 'https://sign-in.example', clientId: 'shop' }
 * settings.issuer // => 'https://sign-in.example'
 * ```
 */
export interface CountersignProviderProps extends ClientOptions {
  readonly texts?: Partial<CountersignTexts>
  readonly children?: ReactNode
}

/**
 * Provides sign-in to everything inside it. Put it around the whole application, also around the
 * page at `redirectUri`: it handles the answer there. Changing a property other than
 * `onError`, `navigate` and `texts` creates a new client.
 * @example
 * ```tsx
 * import { CountersignProvider, SignedOut, SignInButton } from '@countersign/react'
 * import { renderToString } from 'react-dom/server'
 *
 * const app = (
 *   <CountersignProvider issuer="https://sign-in.example" clientId="shop">
 *     <h1>Shop</h1>
 *     <SignedOut>
 *       <SignInButton />
 *     </SignedOut>
 *   </CountersignProvider>
 * )
 * // Whether someone is signed in is known only in the browser.
 * renderToString(app) // => '<h1>Shop</h1>'
 * ```
 */
export function CountersignProvider({ texts, children, ...options }: CountersignProviderProps): ReactElement {
  const { issuer, onError, navigate } = options
  // Without the functions, so that a new function at each render does not create a new client.
  const settings = JSON.stringify(options)
  const client = useMemo(
    () => createCountersignClient(JSON.parse(settings) as ClientOptions, createBrowserEnvironment()),
    [settings],
  )
  // Before the next effect, so that the callback page already uses them.
  useEffect(() => client.setCallbacks({ onError, navigate }), [client, onError, navigate])
  useEffect(() => {
    void client.start()
    return client.stop
  }, [client])
  const context = useMemo(
    () => ({ client, issuer: normalizeIssuer(issuer), texts: { ...englishTexts, ...texts } }),
    [client, issuer, texts],
  )
  const { isCallback } = useSyncExternalStore(client.subscribe, client.getSnapshot, getServerSnapshot)
  return (
    <Context.Provider value={context}>
      {isCallback ? (
        <p data-part="countersign-callback" role="status">
          {context.texts.completing}
        </p>
      ) : (
        children
      )}
    </Context.Provider>
  )
}

const getServerSnapshot = (): ClientSnapshot => initialSnapshot

/** @throws Error outside of a provider */
export function useCountersignContext(): CountersignContext & { readonly snapshot: ClientSnapshot } {
  const context = useContext(Context)
  if (context === null)
    throw new Error(
      'Put <CountersignProvider issuer="https://sign-in.example" clientId="shop"> around your application.',
    )
  const { subscribe, getSnapshot } = context.client
  return { ...context, snapshot: useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot) }
}
