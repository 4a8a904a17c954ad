import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import {
  unregisteredApplicationFixture,
  createConsentItemFixtures,
  createWalletChoiceFixtures,
  signedInSessionFixture,
} from './consent-and-connected-application-fixtures.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockHangingApiEndpoint,
  mockApiEndpointError,
} from './api-response-mocking-test-steps.ts'
import {
  testOidcInteractionId,
  openApplicationSignIn,
  openConsentPage,
  openSixItemConsentPage,
  openUsernameConsentPage,
} from './consent-page-test-steps.ts'
import type { ConsentFlowTestScenario } from './open-consent-flow-test-scenario.ts'

export const consentPageTestScenarios: readonly ConsentFlowTestScenario[] = [
  {
    name: 'sign-in for an application',
    reach: (page) => openApplicationSignIn(page),
    title: 'Sign in',
    text: 'to continue to Ledger Notes',
  },
  {
    name: 'sign-in for an application that expects a wallet',
    reach: (page) => openApplicationSignIn(page, { expectedAddress: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1' }),
    title: 'Sign in',
    text: 'Ledger Notes expects the wallet 0x90F8…c9C1.',
  },
  {
    name: 'sign-in for an application that asks for a passkey',
    reach: (page) => openApplicationSignIn(page, { requestedMethod: 'passkey' }),
    title: 'Sign in',
    text: 'Ledger Notes asks you to use a passkey.',
  },
  {
    name: 'sign-in for an application that asks for a wallet',
    reach: (page) => openApplicationSignIn(page, { requestedMethod: 'wallet' }),
    title: 'Sign in',
    text: 'Ledger Notes asks you to sign with a wallet.',
    isVariant: true,
  },
  {
    name: 'sign-in for an application, invalid',
    reach: async (page) => {
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('readInteraction'), 'interaction.invalid')
      await page.goto(`/sign-in?interaction=${testOidcInteractionId}`)
    },
    title: 'This application’s sign-in has ended or expired.',
    text: 'Return to the application',
  },
  {
    name: 'consent',
    reach: (page) => openConsentPage(page),
    title: 'Ledger Notes wants to know',
    text: 'You’ll continue to notes.example.',
  },
  {
    name: 'consent with a choice of usernames',
    reach: openUsernameConsentPage,
    title: 'Ledger Notes wants to know',
    text: 'It’s the same for every application you share it with.',
  },
  {
    name: 'consent with a username from a wallet',
    reach: async (page) => {
      await openUsernameConsentPage(page)
      await page.getByRole('button', { name: 'Use “ada”' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Anyone who sees it can look up what the wallet holds and has done',
    isVariant: true,
  },
  {
    name: 'consent offered again because a required name is missing',
    reach: (page) =>
      openConsentPage(page, {
        items: [
          ...createConsentItemFixtures('openid', 'wallet'),
          {
            scope: 'profile',
            required: true,
            withheld: false,
            sameElsewhere: false,
            reason: 'Your name is shown next to what you write.',
            missing: true,
          },
        ],
        isReoffered: true,
      }),
    title: 'Ledger Notes wants to know',
    text: 'Your name is shown next to what you write.',
  },
  {
    name: 'consent with a withheld item and other services',
    reach: async (page) => {
      await openConsentPage(page, {
        items: createConsentItemFixtures('openid', 'wallet', 'proof'),
        resources: [
          {
            resource: 'https://api.notes.example',
            scopes: ['read', 'write'],
            name: 'Notes in the cloud',
            descriptions: [{ scope: 'read', description: 'Read your notes' }],
            claims: ['wallet', 'groups'],
          },
        ],
      })
      await page.getByRole('checkbox', { name: 'Your wallet address' }).uncheck()
    },
    title: 'Ledger Notes wants to know',
    text: 'Shared only together with a wallet address.',
  },
  {
    name: 'consent after sign-in with a wallet that the application does not know',
    reach: async (page) => {
      const offer = createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob)
      const known = offer.wallets[1]?.id ?? null
      await openConsentPage(page, { wallet: { ...offer, known, chosen: known } })
    },
    title: 'Ledger Notes wants to know',
    text: 'Which wallet do you want to share with Ledger Notes?',
  },
  {
    name: 'consent with six items and a choice of wallets',
    reach: openSixItemConsentPage,
    title: 'Ledger Notes wants to know',
    text: 'Shared: ada@example.com.',
  },
  {
    name: 'consent that shares nothing but the sign-in',
    reach: (page) => openConsentPage(page, { items: [], wallet: null }),
    title: 'Ledger Notes wants to sign you in',
    text: 'No personal data',
  },
  {
    name: 'consent for an unregistered application',
    reach: (page) =>
      openConsentPage(page, { application: unregisteredApplicationFixture, destination: 'callback.agent.example' }),
    title: 'agent.example wants to know',
    text: '“Helpful Agent” (not verified)',
  },
  {
    name: 'consent for an unregistered program on this device',
    reach: (page) =>
      openConsentPage(page, {
        application: unregisteredApplicationFixture,
        destination: '127.0.0.1:33418',
        isDeviceRedirect: true,
      }),
    title: 'agent.example wants to know',
    text: 'Any app on this device can claim to be agent.example.',
  },
  {
    name: 'consent without a wallet',
    reach: (page) => openConsentPage(page, { wallet: createWalletChoiceFixtures() }),
    title: 'Ledger Notes wants to know',
    text: 'You have no wallet that Ledger Notes accepts. Until you link one, it gets no address.',
    isVariant: true,
  },
  {
    name: 'consent in progress',
    reach: async (page) => {
      await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('consent'))
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Continuing…',
    isVariant: true,
  },
  {
    name: 'consent failed',
    reach: async (page) => {
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('consent'), 'database.unavailable')
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Nothing was changed. Try again in a moment.',
  },
  {
    name: 'consent invalid',
    reach: async (page) => {
      await mockApiEndpointResponse(page, 'readSession', signedInSessionFixture)
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('readInteraction'), 'interaction.invalid')
      await page.goto(`/consent?interaction=${testOidcInteractionId}`)
    },
    title: 'This application’s sign-in has ended or expired.',
    text: 'Return to the application',
    isVariant: true,
  },
]
