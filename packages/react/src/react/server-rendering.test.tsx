// Tests rendering on a server, where neither window nor document exists.
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CountersignProvider, Gate, SignedIn, SignedOut, SignInButton, useCountersign, UserButton } from '../index.ts'

function Status(): string {
  return useCountersign().status
}

test('a server renders what does not depend on the person', () => {
  expect(typeof globalThis.document).toBe('undefined')
  const html = renderToString(
    <CountersignProvider issuer="https://sign-in.example" clientId="shop" api="https://api.shop.example">
      <Status />
      <SignedIn>in</SignedIn>
      <SignedOut>out</SignedOut>
      <UserButton />
      <Gate group="members">members</Gate>
      <SignInButton hideError>Sign in</SignInButton>
    </CountersignProvider>,
  )
  expect(html).toBe(
    'loading<button type="button" data-part="countersign-sign-in" data-status="loading" aria-busy="false">Sign in</button>',
  )
})

test('a server can import the web component and the callback module', async () => {
  const { CountersignButton } = await import('../element.ts')
  expect(CountersignButton.observedAttributes).toContain('issuer')
  expect(typeof (await import('../callback.ts')).completeSignInCallback).toBe('function')
})
