// States of the page of a new group, with mocked chain readings.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { Locator, Page } from '@playwright/test'
import { mockApiEndpointResponse } from './api-response-mocking-test-steps.ts'

interface GroupRuleScene {
  name: string
  reach: (page: Page) => Promise<void>
}

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const names = ['Ada Lovelace', 'Grace Hopper', null, 'A person with a rather long display name of many words', null]

export async function mockGroupRuleResponses(page: Page): Promise<void> {
  await mockApiEndpointResponse(page, 'listConfiguredChains', {
    items: [
      { id: '1', name: 'Ethereum', nativeSymbol: 'ETH', hasNames: true },
      { id: '8453', name: 'Base', nativeSymbol: 'ETH', hasNames: false },
    ],
  })
  await mockApiEndpointResponse(page, 'readTokenMetadata', {
    chain: '1',
    contract,
    kind: 'erc20',
    symbol: 'TUSD',
    name: 'Test Dollar',
    decimals: 6,
    ensName: null,
  })
}

/** The chain cannot be read for three people. */
const mockMatchingPeople = (page: Page) =>
  mockApiEndpointResponse(page, 'previewRule', {
    evaluated: 50,
    people: 1240,
    more: true,
    matching: 23,
    unknown: 3,
    errors: [],
    sample: names.map((displayName, index) => ({
      id: `p${index}`,
      displayName,
      address: createEthereumTestKey(800 + index).address,
      walletName: null,
    })),
  })

/** Two members no longer meet the rule. */
export const mockGroupRehearsalWithLosses = (page: Page) =>
  mockApiEndpointResponse(page, 'rehearseGroupRule', {
    errors: [],
    at: '2026-01-01T00:00:00.000Z',
    windowDays: 30,
    population: 'everyone',
    compared: true,
    people: 34,
    allowed: 0,
    refused: 34,
    unknown: 0,
    newlyRefused: 2,
    newlyAllowed: 0,
    otherMethod: 0,
    listed: {
      newlyRefused: names.slice(0, 2).map((displayName, index) => ({
        person: {
          id: `p${index}`,
          displayName,
          address: createEthereumTestKey(800 + index).address,
          walletName: null,
        },
        reason: { code: 'no_listed_wallet', value: null },
      })),
      newlyAllowed: [],
      refused: [],
      unknown: [],
    },
    truncated: false,
    applications: [],
  })

const choose = (part: Locator, kind: string) =>
  part.getByLabel('Condition', { exact: true }).selectOption({ label: kind })

async function fillTokenRule(page: Page, part: Locator): Promise<void> {
  await mockMatchingPeople(page)
  await choose(part, 'hold a token')
  await part.getByLabel('Chain', { exact: true }).selectOption('1')
  await part.getByLabel('Contract address').fill(contract)
  await part.getByText('Self-reported name: TUSD').waitFor()
}

const getPart = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

export const groupRuleScenes: readonly GroupRuleScene[] = [
  {
    name: 'token',
    reach: async (page) => {
      await fillTokenRule(page, getPart(page, 'The rule'))
      await page.getByRole('main').getByText('of 50 people checked').waitFor()
    },
  },
  {
    name: 'several conditions',
    reach: async (page) => {
      const add = page.getByRole('button', { name: 'Add another condition', exact: true })
      await fillTokenRule(page, getPart(page, 'The rule'))
      await add.click()
      await choose(getPart(page, 'Condition 2'), 'have a name ending in')
      await getPart(page, 'Condition 2').getByLabel('Domain').fill('example.eth')
      await page.getByRole('button', { name: 'Add “or” to Condition 2' }).click()
      await choose(getPart(page, 'Condition 2.2'), 'hold a chain’s own coin')
      await getPart(page, 'Condition 2.2').getByLabel('Chain', { exact: true }).selectOption('8453')
      await add.click()
      await choose(getPart(page, 'Condition 3'), 'never had any of these wallets')
      await page.getByRole('main').getByText('of 50 people checked').waitFor()
    },
  },
  {
    name: 'incomplete',
    reach: async (page) => {
      const preview = page.waitForResponse((response) => response.request().postData()?.includes('"sum"') === true)
      await choose(getPart(page, 'The rule'), 'hold a total of several tokens')
      await preview
      await page.getByRole('button', { name: 'Create group' }).click()
    },
  },
]
