import { signedOutSessionFixture } from './consent-and-connected-application-fixtures.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from './api-response-mocking-test-steps.ts'
import { openDeviceRequestPage, openSignOutConfirmation } from './consent-page-test-steps.ts'
import type { ConsentFlowTestScenario } from './open-consent-flow-test-scenario.ts'

export const deviceAndSignOutTestScenarios: readonly ConsentFlowTestScenario[] = [
  {
    name: 'device code',
    reach: (page) => page.goto('/device'),
    title: 'Sign in a device',
    text: 'For example, WDJB-MJHT or 7KQM-RTWX',
  },
  {
    name: 'device code wrong',
    reach: async (page) => {
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('readDeviceRequest'), 'device.invalid')
      await page.goto('/device?user_code=wdjb-mjht')
    },
    title: 'Sign in a device',
    text: 'This code is wrong, has expired or was already used.',
  },
  {
    name: 'device on the same network',
    reach: (page) => openDeviceRequestPage(page),
    title: 'Ledger CLI wants to sign in a device',
    text: 'Does your device show exactly this code?',
    isVariant: true,
  },
  {
    name: 'device on another network',
    reach: (page) => openDeviceRequestPage(page, { sameNetwork: false, networkPrefix: '203.0.113.0/24' }),
    title: 'Ledger CLI wants to sign in a device',
    text: 'The request came from a different network than yours.',
  },
  {
    name: 'device signed in',
    reach: async (page) => {
      await mockApiEndpointResponse(page, 'approveDevice', undefined)
      await openDeviceRequestPage(page)
      await page.getByRole('button', { name: 'Sign in this device' }).click()
    },
    title: 'Your device is signed in',
    text: 'Done. You can return to your device.',
  },
  {
    name: 'device denied',
    reach: async (page) => {
      await mockApiEndpointResponse(page, 'denyDevice', undefined)
      await openDeviceRequestPage(page)
      await page.getByRole('button', { name: 'This wasn’t me' }).click()
    },
    title: 'Device sign-in denied',
    text: 'The device isn’t signed in, and nothing was shared.',
    isVariant: true,
  },
  {
    name: 'sign-out requested',
    reach: (page) => openSignOutConfirmation(page),
    title: 'Sign out of localhost',
    text: 'Ledger Notes requested this.',
  },
  {
    name: 'sign-out requested while signed out',
    reach: (page) => openSignOutConfirmation(page, signedOutSessionFixture),
    title: 'You’re already signed out',
    text: 'There’s no session to end in this browser.',
  },
  {
    name: 'sign-out invalid',
    reach: async (page) => {
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('readSignOutRequest'), 'sign_out.invalid')
      await page.goto('/sign-out?request=Rq1_test')
    },
    title: 'This request to sign out has expired or was already used.',
    text: 'You can sign out on your account page.',
    isVariant: true,
  },
]
