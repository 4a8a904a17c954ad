import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import {
  createApplicationGrantFixture,
  createWalletChoiceFixtures,
} from './consent-and-connected-application-fixtures.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockApiEndpointError,
} from './api-response-mocking-test-steps.ts'
import { mockAccountApiEndpoints, openConnectedApplications } from './consent-page-test-steps.ts'
import type { ConsentFlowTestScenario } from './open-consent-flow-test-scenario.ts'

export const connectedApplicationTestScenarios: readonly ConsentFlowTestScenario[] = [
  {
    name: 'applications none',
    reach: (page) => openConnectedApplications(page, 0),
    title: 'Your applications',
    text: 'Applications you sign in to with this site appear here.',
    isVariant: true,
  },
  {
    name: 'applications some',
    reach: (page) => openConnectedApplications(page, 3),
    title: 'Your applications',
    text: 'Ledger Notes',
  },
  {
    name: 'applications many',
    reach: (page) => openConnectedApplications(page, 12, '1.00000000000000000000000000'),
    title: 'Your applications',
    text: 'Show more',
  },
  {
    name: 'applications revoke',
    reach: async (page) => {
      await openConnectedApplications(page, 2)
      await page.getByRole('button', { name: 'Revoke access for Ledger Notes' }).click()
    },
    title: 'Your applications',
    text: 'Revoke access for Ledger Notes?',
  },
  {
    name: 'applications change wallet',
    reach: async (page) => {
      await mockApiEndpointResponse(page, 'listWallets', {
        items: createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob).wallets,
        nextCursor: null,
        most: 20,
      })
      await openConnectedApplications(page, 2)
      await page.getByRole('button', { name: 'Change the wallet shared with Ledger Notes' }).click()
      await page.getByRole('radio').nth(1).check()
    },
    title: 'Your applications',
    text: 'Ledger Notes will know that both wallets are yours.',
  },
  {
    name: 'applications change wallet, with wallets of other chains',
    reach: async (page) => {
      const { wallets } = createWalletChoiceFixtures(ethereumTestKeys.alice, ethereumTestKeys.bob)
      await mockApiEndpointResponse(page, 'listWallets', { items: wallets, nextCursor: null, most: 20 })
      await mockAccountApiEndpoints(page)
      const grant = createApplicationGrantFixture(0, { selectableWalletIds: wallets.slice(0, 1).map(({ id }) => id) })
      await mockApiEndpointResponse(page, 'listGrants', { items: [grant], nextCursor: null })
      await page.goto('/account/applications')
      await page.getByRole('button', { name: 'Change the wallet shared with Ledger Notes' }).click()
    },
    title: 'Your applications',
    text: 'Your other wallets are on chains Ledger Notes doesn’t accept.',
  },
  {
    name: 'applications unreachable',
    reach: async (page) => {
      await mockAccountApiEndpoints(page)
      await mockApiEndpointError(page, createApiEndpointUrlMatcher('listGrants'), 'database.commit_unknown', 30)
      await page.goto('/account/applications')
    },
    title: 'Your applications',
    text: 'The database failed while saving.',
  },
]
