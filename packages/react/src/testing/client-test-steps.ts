// Steps that unit tests of the client share.
import { waitUntilPassing } from '@countersign/testing/wait-until-passing'
import { expect } from 'vitest'
import type { ClientOptions } from '../core/client-options.ts'
import { createCountersignClient } from '../core/countersign-client.ts'
import type { CountersignClient } from '../core/countersign-client.ts'
import { createChannelMessage } from '../core/channel-messages.ts'
import type { CountersignErrorCode } from '../core/countersign-error.ts'
import { createFakeBrowser } from './fake-browser.ts'
import type { FakeBrowser, FakeTab } from './fake-browser.ts'
import { createFakeSignInServer, issuer } from './fake-sign-in-server.ts'
import type { FakeSignInServer } from './fake-sign-in-server.ts'

export interface ClientTest {
  readonly browser: FakeBrowser
  readonly server: FakeSignInServer
  readonly tab: FakeTab
  readonly client: CountersignClient
  readonly errors: CountersignErrorCode[]
}

export function createClientTest(options: Partial<ClientOptions> = {}): ClientTest {
  const browser = createFakeBrowser()
  const server = createFakeSignInServer(() => browser.now)
  return { browser, server, ...createClientTab(browser, server, options) }
}

/** A further tab of the same browser. */
export function createClientTab(
  browser: FakeBrowser,
  server: FakeSignInServer,
  options: Partial<ClientOptions> = {},
  href?: string,
): Pick<ClientTest, 'tab' | 'client' | 'errors'> {
  const tab = browser.createTab(server.fetch, href)
  const errors: CountersignErrorCode[] = []
  const onError: ClientOptions['onError'] = ({ code }) => errors.push(code)
  const client = createCountersignClient({ issuer, clientId: 'shop', onError, ...options }, tab.environment)
  return { tab, client, errors }
}

/** Parameters of the authorization request of the latest pop-up. */
export async function readPopupRequest({ tab, server }: Pick<ClientTest, 'tab' | 'server'>): Promise<URLSearchParams> {
  const { url } = await waitUntilPassing(() => {
    const popup = tab.popups.at(-1)
    expect(popup?.url).toContain('/authorize')
    return popup!
  })
  const { searchParams } = new URL(url)
  server.nonce = searchParams.get('nonce') ?? ''
  return searchParams
}

export const createAnswer = (state: string | null, others: Record<string, string> = { code: 'code-1' }): string =>
  `?${new URLSearchParams({ state: state ?? '', iss: issuer, ...others })}`

export const postAnswer = (browser: FakeBrowser, parameters: string): void =>
  browser.post(createChannelMessage('answer', parameters))

export async function signInWithPopup(test: ClientTest): Promise<void> {
  await test.client.start()
  const done = test.client.signIn({ mode: 'popup' })
  const request = await readPopupRequest(test)
  postAnswer(test.browser, createAnswer(request.get('state')))
  await done
  expect(test.client.getSnapshot()).toMatchObject({ status: 'signed-in', error: null })
}
