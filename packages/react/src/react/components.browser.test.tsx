// Tests the components in a browser, with a fake sign-in server.
import { germanTexts } from '../german.ts'
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createIndexedDbSessionStore } from '../core/indexed-db-session-store.ts'
import {
  CountersignProvider,
  Gate,
  SignedIn,
  SignedOut,
  SignInButton,
  useCountersign,
  useUser,
  UserButton,
} from '../index.ts'
import type { CountersignProviderProps } from '../index.ts'
import '../styles.css'
import { createFakeSignInServer, issuer } from '../testing/fake-sign-in-server.ts'
import type { FakeSignInServer } from '../testing/fake-sign-in-server.ts'

const sessionKey = `${issuer} shop`
const sessions = createIndexedDbSessionStore()
let server: FakeSignInServer

beforeEach(() => {
  server = createFakeSignInServer(() => Date.now())
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await sessions.remove(sessionKey)
})

async function storeSession(): Promise<void> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  await sessions.write(sessionKey, { subject: 'person-1', refreshToken: 'refresh-0', idToken: null, keys })
}

const renderInProvider = (children: ReactNode, properties: Partial<CountersignProviderProps> = {}) =>
  render(
    <StrictMode>
      <CountersignProvider issuer={issuer} clientId="shop" {...properties}>
        {children}
      </CountersignProvider>
    </StrictMode>,
  )

function Status(): ReactNode {
  const { status, error, refreshUser } = useCountersign()
  return (
    <>
      <output>{`${status} ${useUser()?.sub ?? 'no one'} ${error?.code ?? ''}`}</output>
      <button type="button" onClick={() => void refreshUser()}>
        Refresh
      </button>
    </>
  )
}

test('a stored session is restored, and shows what is for signed-in people', async () => {
  await storeSession()
  const screen = await renderInProvider(
    <>
      <Status />
      <SignedIn>For people</SignedIn>
      <SignedOut>For guests</SignedOut>
    </>,
  )
  await expect.element(screen.getByText('signed-in person-1')).toBeVisible()
  await expect.element(screen.getByText('For people')).toBeVisible()
  expect(screen.getByText('For guests').query()).toBe(null)
  expect(server.tokenRequests).toHaveLength(1)
})

test('without a session, guests see what is for them, and the button says what it does', async () => {
  const screen = await renderInProvider(
    <>
      <SignedOut>
        <SignInButton className="mine" />
      </SignedOut>
      <UserButton />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Sign in with your wallet' })
  await expect.element(button).toHaveClass('mine')
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('texts can be replaced, and German ones are included', async () => {
  const german = await renderInProvider(<SignInButton />, { texts: germanTexts })
  await expect.element(german.getByRole('button', { name: 'Mit Wallet anmelden' })).toBeVisible()
  await german.unmount()
  server.answers.discovery = () => new Response('', { status: 503 })
  vi.stubGlobal('open', () => ({ closed: false, close: () => {} }))
  const failing = await renderInProvider(<SignInButton />, { texts: germanTexts })
  await userEvent.click(failing.getByRole('button'))
  await expect
    .element(failing.getByRole('alert'))
    .toHaveTextContent('Der Anmeldeserver ist nicht erreichbar. Bitte erneut versuchen.')
  await failing.unmount()
  const own = await renderInProvider(<SignInButton />, { texts: { signIn: 'Connect' } })
  await expect.element(own.getByRole('button', { name: 'Connect' })).toBeVisible()
})

test('a sign-in that cannot start shows what to do', async () => {
  server.answers.discovery = () => new Response('', { status: 503 })
  vi.stubGlobal('open', () => ({ closed: false, close: () => {} }))
  const errors: string[] = []
  const screen = await renderInProvider(<SignInButton />, { onError: ({ code }) => errors.push(code) })
  await userEvent.click(screen.getByRole('button'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The sign-in server cannot be reached. Try again.')
  expect(errors).toEqual(['network'])
})

test('the user menu works with the keyboard', async () => {
  await storeSession()
  const screen = await renderInProvider(
    <>
      <UserButton />
      <button type="button">After</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Account menu of 0xAbc' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  const account = screen.getByRole('menuitem', { name: 'Manage account' })
  const signOut = screen.getByRole('menuitem', { name: 'Sign out' })
  await expect.element(account).toHaveFocus()
  await expect.element(account).toHaveAttribute('href', `${issuer}/account`)
  for (const [key, item] of [
    ['ArrowDown', signOut],
    ['ArrowDown', account],
    ['ArrowUp', signOut],
    ['Home', account],
    ['End', signOut],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(item).toHaveFocus()
  }
  expect(signOut.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  expect(screen.getByRole('menu').query()).toBe(null)

  await userEvent.keyboard('{ArrowDown}')
  await expect.element(account).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'After' }))
  await waitUntilPassing(() => expect(screen.getByRole('menu').query()).toBe(null))

  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
  await waitUntilPassing(() => expect(server.revoked).toEqual(['refresh-1']))
  expect(await sessions.read(sessionKey)).toBe(null)
})

test.each([
  ['ltr', 'left'],
  ['ltr', 'right'],
  ['rtl', 'left'],
  ['rtl', 'right'],
] as const)('the user menu stays in the window: direction %s, button at the %s', async (dir, side) => {
  await storeSession()
  const screen = await renderInProvider(
    <div dir={dir} style={{ display: 'flex', justifyContent: side }}>
      <UserButton />
    </div>,
  )
  const button = screen.getByRole('button', { name: 'Account menu of 0xAbc' })
  await userEvent.click(button)
  const menu = screen.container.querySelector<HTMLElement>('[data-part=countersign-user-menu]')!
  const { left, right } = menu.getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth)
  const edges = button.element().getBoundingClientRect()
  expect(side === 'left' ? left : right).toBeCloseTo(edges[side], 0)
  expect(document.documentElement.scrollLeft).toBe(0)
})

test('the user menu shows the wallet once, and below the name if there is one', async () => {
  await storeSession()
  const unnamed = await renderInProvider(<UserButton />)
  await userEvent.click(unnamed.getByRole('button', { name: 'Account menu of 0xAbc' }))
  const textOf = (container: Element): string | null | undefined =>
    container.querySelector('[data-part=countersign-user-menu]')?.textContent
  expect(textOf(unnamed.container)).toBe('0xAbcManage accountSign out')
  await unnamed.unmount()
  server.answers.userinfo = { name: 'Alice' }
  const named = await renderInProvider(<UserButton />)
  await userEvent.click(named.getByRole('button', { name: 'Account menu of Alice' }))
  expect(textOf(named.container)).toBe('Alice0xAbcManage accountSign out')
})

test('a gate shows its content to members, and others can check again', async () => {
  await storeSession()
  server.answers.userinfo = { groups: [] }
  const screen = await renderInProvider(
    <Gate group="voters" join="https://shop.example/join">
      The ballot
    </Gate>,
  )
  await expect
    .element(screen.getByRole('link', { name: 'How to join' }))
    .toHaveAttribute('href', 'https://shop.example/join')
  server.answers.userinfo = { groups: ['voters'] }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await expect.element(screen.getByText('The ballot')).toBeVisible()
})

test('a gate shows a sign-in button to guests, or its fallback', async () => {
  const guest = await renderInProvider(<Gate group="voters">The ballot</Gate>)
  await expect.element(guest.getByRole('button', { name: 'Sign in with your wallet' })).toBeVisible()
  await guest.unmount()
  const own = await renderInProvider(
    <Gate group="voters" fallback="Members only">
      The ballot
    </Gate>,
  )
  await expect.element(own.getByText('Members only')).toBeVisible()
})

test('an ended session signs out', async () => {
  await storeSession()
  const screen = await renderInProvider(<Status />)
  await expect.element(screen.getByText('signed-in person-1')).toBeVisible()
  server.answers.token = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await expect.element(screen.getByText('signed-out no one')).toBeVisible()
})

test('a component outside of a provider says how to fix it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(render(<SignInButton />)).rejects.toThrow('Put <CountersignProvider issuer=')
})
