// The server's responses are mocked; contract-wallets.spec.ts uses a real chain and server.
import type { FakeContractWallet, InjectedFakeEthereumWalletOptions } from '@countersign/testing/fake-ethereum-wallet'
import type { FakeEthereumWalletBehavior } from '@countersign/testing/fake-ethereum-wallet-behavior'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import {
  createChallengeFixture,
  createOidcInteractionFixture,
  signedInSessionFixture,
} from '../consent-and-connected-application-fixtures.ts'
import {
  createApiEndpointUrlMatcher,
  mockApiEndpointResponse,
  mockHangingApiEndpoint,
  mockApiEndpointError,
} from '../api-response-mocking-test-steps.ts'
import { shortenAddress } from '../wallet-sign-in-test-steps.ts'
import {
  aliceShortAddress,
  anotherWalletButtonLabel,
  openSignInPage,
  clickFirstWalletOnSignInPage,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

const contractAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const base = { id: '8453', name: 'Base' }

const encodeUint256 = (value: number): string => value.toString(16).padStart(64, '0')
const contractCallResults: Readonly<Record<string, string>> = {
  // getThreshold() and getOwners(): two of three.
  '0xe75235b8': `0x${encodeUint256(2)}`,
  '0xa0e67e2b': `0x${encodeUint256(32)}${encodeUint256(3)}${[ethereumTestKeys.alice, ethereumTestKeys.bob, ethereumTestKeys.alice].map((owner) => owner.address.slice(2).padStart(64, '0')).join('')}`,
}

const contract = (chainId = Number(base.id)): FakeContractWallet => ({
  address: contractAddress,
  chainId,
  sign: async () => '0x1234',
  callChain: async (method, [asked]) =>
    method === 'eth_getCode' ? '0x6001' : (contractCallResults[(asked as { data: string }).data] ?? '0x'),
})
const createSharedWallet = (
  behavior: FakeEthereumWalletBehavior = 'good',
): readonly InjectedFakeEthereumWalletOptions[] => [{ behavior, contract: contract() }]
const createSoleOwnerWallet: readonly InjectedFakeEthereumWalletOptions[] = [
  {
    behavior: 'good',
    contract: { ...contract(), callChain: async (method) => (method === 'eth_getCode' ? '0x6001' : '0x') },
  },
]

async function mockBaseChain(page: Page): Promise<void> {
  const challenge = createChallengeFixture(new Date())
  await mockApiEndpointResponse(page, 'createChallenge', { ...challenge, chainIds: ['1', base.id], readChains: [base] })
}

const chooseWalletAndMockError = (code: Parameters<typeof mockApiEndpointError>[2]) => async (page: Page) => {
  await mockBaseChain(page)
  await mockApiEndpointError(page, '**/api/sign-in', code)
  await clickFirstWalletOnSignInPage(page)
}

const sharedWalletTitle = 'This is a shared wallet: 2 of its 3 owners must approve.'

export const contractWalletTestScenarios: readonly SignInTestScenario[] = [
  {
    name: 'shared wallet',
    wallets: createSharedWallet('never-signs'),
    reach: async (page) => {
      await mockBaseChain(page)
      await clickFirstWalletOnSignInPage(page)
    },
    title: sharedWalletTitle,
    text: /Keep this page open, or return with this link before .+\. It only works in this browser\./,
    mainButton: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'shared wallet, approvals missing',
    wallets: createSharedWallet('never-signs'),
    reach: async (page) => {
      await chooseWalletAndMockError('signature.pending')(page)
      await page.getByRole('button', { name: 'Check now' }).click()
    },
    title: sharedWalletTitle,
    text: /As of .+, not all owners had approved\./,
    announcement: 'not all owners had approved.',
    mainButton: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'shared wallet, chain unreachable',
    wallets: createSharedWallet('never-signs'),
    reach: async (page) => {
      await chooseWalletAndMockError('chain.unavailable')(page)
      await page.getByRole('button', { name: 'Check now' }).click()
    },
    title: sharedWalletTitle,
    text: 'Can’t reach Base right now. This page keeps checking.',
    announcement: 'Can’t reach Base right now.',
    mainButton: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'contract wallet on an unsupported chain',
    wallets: [{ behavior: 'good', contract: contract(777) }],
    reach: async (page) => {
      await mockBaseChain(page)
      await clickFirstWalletOnSignInPage(page)
    },
    title: 'This wallet is on chain 777, which this server doesn’t support.',
    text: 'You’re not signed in.',
    mainButton: 'Check again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'contract wallet not deployed',
    wallets: createSoleOwnerWallet,
    reach: chooseWalletAndMockError('wallet.not_deployed'),
    title: 'This wallet isn’t deployed on Base yet.',
    text: 'Deploy it, or use a different wallet.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'contract wallet with changed owners',
    wallets: createSoleOwnerWallet,
    reach: chooseWalletAndMockError('wallet.on_hold'),
    title: `The contract at ${shortenAddress(contractAddress)} has changed since you last used it here.`,
    text: 'Then confirm this wallet under Wallets.',
    mainButton: 'Use another method',
    out: null,
  },
  {
    name: 'chain unavailable',
    wallets: createSoleOwnerWallet,
    reach: chooseWalletAndMockError('chain.unavailable'),
    title: 'We can’t reach Base to check this wallet.',
    text: 'Your wallet is fine and your signature is saved. This page retries automatically.',
    mainButton: 'Try again',
    out: anotherWalletButtonLabel,
  },
  {
    name: 'invalid resume link',
    reach: async (page) => {
      await openSignInPage(page)
      await page.goto(`/sign-in?awaited=${'0'.repeat(26)}`)
    },
    title: 'Choose your wallet',
    text: 'This link no longer works.',
    mainButton: null,
    out: null,
    opens: true,
  },
  {
    name: 'not a member of a required group',
    reach: async (page) => {
      await mockApiEndpointResponse(
        page,
        'readInteraction',
        createOidcInteractionFixture({ prompt: 'sign-in', missingGroups: ['Members of the house', 'Friends'] }),
      )
      await mockApiEndpointResponse(page, 'readSession', signedInSessionFixture)
      await mockHangingApiEndpoint(page, createApiEndpointUrlMatcher('deny'))
      await page.goto('/sign-in?interaction=Xk3_test')
    },
    title: `${aliceShortAddress} can’t use Ledger Notes.`,
    text: 'Members of the house',
    mainButton: 'Use a different wallet',
    out: 'Back to Ledger Notes',
  },
]
