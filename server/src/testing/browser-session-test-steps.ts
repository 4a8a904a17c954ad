// Reads the session of a test browser and its signed-in person through the API.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { TestBrowser } from './countersign-test-server.ts'

export const readBrowserSession = async (browser: TestBrowser): Promise<ApiEndpointOutput<'readSession'>> =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>()

export const readCurrentBrowserSession = async (
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'readSession'>['session']> => (await readBrowserSession(browser)).session

/** Empty if no one is signed in. */
export const readBrowserPersonId = async (browser: TestBrowser): Promise<string> =>
  (await readBrowserSession(browser)).person?.id ?? ''

export const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await readBrowserSession(browser)).person !== null
