// <countersign-button>: the client as a custom element, without React. Importing this module defines
// it.
import type { ApiFetch } from './core/api-fetch.ts'
import { createBrowserEnvironment } from './core/browser-environment.ts'
import type { ClientOptions } from './core/client-options.ts'
import { initialSnapshot } from './core/client-store.ts'
import type { ClientSnapshot } from './core/client-store.ts'
import { createCountersignClient } from './core/countersign-client.ts'
import type { CountersignClient, SignOutOptions } from './core/countersign-client.ts'
import type { SignInOptions } from './core/sign-in-flow.ts'
import { CountersignError } from './core/countersign-error.ts'
import type { User } from './core/read-user.ts'

/** Attribute → option. */
const attributes = {
  issuer: 'issuer',
  'client-id': 'clientId',
  'redirect-uri': 'redirectUri',
  scope: 'scope',
  api: 'api',
  'api-scopes': 'apiScopes',
  mode: 'mode',
} as const

const styles = `
:host { display: inline-block }
:host([hidden]) { display: none }
button { box-sizing: border-box; min-block-size: 44px; min-inline-size: 44px; padding: 0 16px; font: inherit;
  border: 1px solid transparent; border-radius: var(--countersign-radius, 8px); cursor: pointer;
  background: var(--countersign-accent, light-dark(#1d4ed8, #9db8ff)); color: var(--countersign-on-accent, light-dark(#fff, #0b1220)) }
button:focus-visible { outline: 3px solid var(--countersign-focus, light-dark(#1d4ed8, #9db8ff)); outline-offset: 2px }
p { margin: 8px 0 0; color: var(--countersign-error, light-dark(#b42318, #ff9b8f)) }
`

/** Servers have no HTMLElement; the class is then never used. */
const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * The element `<countersign-button>`. Its attributes are `issuer`, `client-id`, `redirect-uri`,
 * `scope`, `api`, `api-scopes`, `mode` and `return-to`. It dispatches `countersign-signed-in` (the
 * `detail` is the user), `countersign-signed-out` and `countersign-error` (the `detail` is a
 * CountersignError). Its slots `signed-out` and `signed-in` replace the texts, its parts are
 * `button` and `error`, and its attribute `status` can be used in style sheets.
 * @example
 * ```ts
 * import { CountersignButton } from '@countersign/react/element'
 *
 * // <countersign-button issuer="https://sign-in.example" client-id="shop"></countersign-button>
 * CountersignButton.observedAttributes.includes('client-id') // => true
 * ```
 */
export class CountersignButton extends ElementBase {
  static readonly observedAttributes: readonly string[] = Object.keys(attributes)
  #client: CountersignClient | null = null
  #shown: ClientSnapshot = initialSnapshot
  #unsubscribe = (): void => {}
  #isReconnecting = false

  get user(): User | null {
    return this.#client?.getSnapshot().user ?? null
  }

  connectedCallback(): void {
    if (this.shadowRoot === null) this.#render()
    this.#connect()
  }

  disconnectedCallback(): void {
    this.#disconnect()
  }

  /** Once for all attributes that a framework sets in a row, also after it inserted the element. */
  attributeChangedCallback(): void {
    if (this.shadowRoot === null || this.#isReconnecting) return
    this.#isReconnecting = true
    queueMicrotask(() => {
      this.#isReconnecting = false
      this.#disconnect()
      if (this.isConnected) this.#connect()
    })
  }

  /** Call it directly in a click handler; otherwise browsers block the pop-up. */
  signIn(options: SignInOptions = {}): Promise<void> {
    const returnTo = this.getAttribute('return-to')
    return this.#require().signIn({ ...(returnTo !== null && { returnTo }), ...options })
  }

  signOut(options: SignOutOptions = {}): Promise<void> {
    return this.#require().signOut(options)
  }

  /** The token needs a DPoP proof, which `api` adds. @throws CountersignError `session_ended`, `network` */
  async getAccessToken(): Promise<string> {
    return this.#require().getAccessToken()
  }

  /** Like `fetch`, but only for the origin of the attribute `api`. */
  async fetchApi(...request: Parameters<ApiFetch>): Promise<Response> {
    return this.#require().fetch(...request)
  }

  #toggle(): Promise<void> {
    return this.user === null ? this.signIn() : this.signOut()
  }

  #require(): CountersignClient {
    if (this.#client !== null) return this.#client
    throw new CountersignError('configuration', {
      reason: '<countersign-button> needs the attributes issuer and client-id, and must be in the document',
    })
  }

  /** Without markup and inline styles, which a Content Security Policy can forbid. */
  #render(): void {
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    const button = createElement('button', { type: 'button', part: 'button' })
    button.addEventListener('click', () => void this.#toggle())
    button.append(
      createElement('slot', { name: 'signed-out' }, 'Sign in with your wallet'),
      createElement('slot', { name: 'signed-in', hidden: '' }, 'Sign out'),
    )
    root.append(button, createElement('p', { part: 'error', role: 'alert', hidden: '' }))
  }

  #connect(): void {
    const given = Object.entries(attributes).flatMap(([attribute, option]) => {
      const value = this.getAttribute(attribute)
      return value === null ? [] : [[option, value] as const]
    })
    const { issuer, clientId, ...others } = Object.fromEntries(given) as Partial<ClientOptions>
    if (!issuer || !clientId) return
    const onError = (error: CountersignError): void => this.#dispatch('countersign-error', error)
    const client = createCountersignClient({ ...others, issuer, clientId, onError }, createBrowserEnvironment())
    this.#client = client
    this.#unsubscribe = client.subscribe(() => this.#show(client.getSnapshot()))
    this.#show(client.getSnapshot())
    void client.start()
  }

  #disconnect(): void {
    this.#unsubscribe()
    this.#client?.stop()
    this.#client = null
  }

  #show(next: ClientSnapshot): void {
    const before = this.#shown
    this.#shown = next
    this.setAttribute('status', next.status)
    const find = (selector: string): HTMLElement => this.shadowRoot!.querySelector<HTMLElement>(selector)!
    find('slot[name=signed-out]').hidden = next.user !== null
    find('slot[name=signed-in]').hidden = next.user === null
    find('button').setAttribute('aria-busy', String(next.status === 'signing-in'))
    const error = find('p')
    error.hidden = next.error === null
    if (error.textContent !== (next.error?.message ?? '')) error.textContent = next.error?.message ?? ''
    if (next.user !== null && next.user.sub !== before.user?.sub) this.#dispatch('countersign-signed-in', next.user)
    if (next.user === null && before.user !== null) this.#dispatch('countersign-signed-out', null)
  }

  #dispatch(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }
}

function createElement(name: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.textContent = text
  return element
}

// Servers have no elements, and a page may load this module twice.
if (typeof customElements !== 'undefined' && !customElements.get('countersign-button'))
  customElements.define('countersign-button', CountersignButton)
