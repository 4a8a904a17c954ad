// The states of the sign-in and the consent that an application asks for, and how to get there.
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
    name: 'sign-in for an application, unusable',
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
    text: 'You go on to notes.example.',
  },
  {
    name: 'consent with a user name to choose',
    reach: openUsernameConsentPage,
    title: 'Ledger Notes wants to know',
    text: 'It is one name for all applications that you show it to.',
  },
  {
    name: 'consent with a user name of one’s wallet',
    reach: async (page) => {
      await openUsernameConsentPage(page)
      await page.getByRole('button', { name: 'Take “ada”' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'whoever reads it can look up what the wallet holds and has done',
    isVariant: true,
  },
  {
    name: 'consent with a required name that the person does not have, offered again',
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
    name: 'consent with something left out and other services',
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
    text: 'Left out together with the address.',
  },
  {
    name: 'consent after signing in with another wallet than the one that is known',
    reach: async (page) => {
      const offer = createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob)
      const known = offer.wallets[1]?.id ?? null
      await openConsentPage(page, { wallet: { ...offer, known, chosen: known } })
    },
    title: 'Ledger Notes wants to know',
    text: 'Which of your wallets may Ledger Notes know?',
  },
  {
    name: 'consent to nothing but being let in',
    reach: (page) => openConsentPage(page, { items: [], wallet: null }),
    title: 'Ledger Notes wants to be let in',
    text: 'Nothing about you',
  },
  {
    name: 'consent for an application that nobody registered',
    reach: (page) =>
      openConsentPage(page, { application: unregisteredApplicationFixture, destination: 'callback.agent.example' }),
    title: 'agent.example wants to know',
    text: '“Helpful Agent”, which nobody has checked',
  },
  {
    name: 'consent for a program on this device that nobody registered',
    reach: (page) =>
      openConsentPage(page, {
        application: unregisteredApplicationFixture,
        destination: '127.0.0.1:33418',
        isDeviceRedirect: true,
      }),
    title: 'agent.example wants to know',
    text: 'Any program on this device can say that it is agent.example.',
  },
  {
    name: 'consent of somebody without a wallet',
    reach: (page) => openConsentPage(page, { wallet: createWalletChoiceFixtures() }),
    title: 'Ledger Notes wants to know',
    text: 'You have no wallet here that it accepts, so none is shared.',
    isVariant: true,
  },
  {
    name: 'consent under way',
    reach: async (page) => {
      await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('consent'))
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Going on…',
    isVariant: true,
  },
  {
    name: 'consent not taken',
    reach: async (page) => {
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('consent'), 'database.unavailable')
      await openConsentPage(page)
      await page.getByRole('button', { name: 'Allow and continue' }).click()
    },
    title: 'Ledger Notes wants to know',
    text: 'Nothing was changed. Try again in a moment.',
  },
  {
    name: 'consent unusable',
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
