// The states that only a wallet meets which is a contract, and what groups have to do with an application. The chain, and what the
// server says of it, is made up here; contract-wallets.spec.ts has real ones.
import type { FakeContract, FakePageWalletOptions } from '@countersign/testing/fake-wallet'
import type { WalletBehaviour } from '@countersign/testing/fake-provider'
import { testKeys } from '@countersign/testing/test-keys'
import type { Page } from '@playwright/test'
import { challengeOf, interactionOf, somebody } from '../applications.ts'
import { addressOf, answer, answerNothing, refuse } from '../server-answers.ts'
import { shortAddress } from '../sign-in.ts'
import { address, elsewhere, open, tap } from './moves.ts'
import type { ScreenState } from './state.ts'

const contractAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const base = { id: '8453', name: 'Base' }

const word = (value: number): string => value.toString(16).padStart(64, '0')
const answers: Readonly<Record<string, string>> = {
  // getThreshold() and getOwners(): two of three.
  '0xe75235b8': `0x${word(2)}`,
  '0xa0e67e2b': `0x${word(32)}${word(3)}${[testKeys.alice, testKeys.bob, testKeys.alice].map((owner) => owner.address.slice(2).padStart(64, '0')).join('')}`,
}

const contract = (chainId = Number(base.id)): FakeContract => ({
  address: contractAddress,
  chainId,
  sign: async () => '0x1234',
  ask: async (method, [asked]) =>
    method === 'eth_getCode' ? '0x6001' : (answers[(asked as { data: string }).data] ?? '0x'),
})
/** A wallet with two of three owners. */
const shared = (behaviour: WalletBehaviour = 'good'): readonly FakePageWalletOptions[] => [
  { behaviour, contract: contract() },
]
/** A wallet that does not say how many owners it has. */
const alone: readonly FakePageWalletOptions[] = [
  {
    behaviour: 'good',
    contract: { ...contract(), ask: async (method) => (method === 'eth_getCode' ? '0x6001' : '0x') },
  },
]

/** The server says that it reads a chain. */
async function readsBase(page: Page): Promise<void> {
  const challenge = challengeOf(new Date())
  await answer(page, 'createChallenge', { ...challenge, chainIds: ['1', base.id], readChains: [base] })
}

/** Taps a contract wallet; what it hands out is answered so. */
const tapAndRefuse = (code: Parameters<typeof refuse>[2]) => async (page: Page) => {
  await readsBase(page)
  await refuse(page, '**/api/sign-in', code)
  await tap(page)
}

const sharedTitle = 'This is a shared wallet: 2 of its 3 owners must approve.'

export const contractStates: readonly ScreenState[] = [
  {
    name: 'shared wallet',
    wallets: shared('never-signs'),
    reach: async (page) => {
      await readsBase(page)
      await tap(page)
    },
    title: sharedTitle,
    text: /Keep this page open, or come back with this link before .+\. It works in this browser only\./,
    main: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'shared wallet, not all have approved',
    wallets: shared('never-signs'),
    reach: async (page) => {
      await tapAndRefuse('signature.awaited')(page)
      await page.getByRole('button', { name: 'Check now' }).click()
    },
    title: sharedTitle,
    text: /Not all of them had approved at .+\./,
    heard: 'Not all of them had approved at',
    main: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'shared wallet, the chain cannot be reached',
    wallets: shared('never-signs'),
    reach: async (page) => {
      await tapAndRefuse('chain.unavailable')(page)
      await page.getByRole('button', { name: 'Check now' }).click()
    },
    title: sharedTitle,
    text: 'Base cannot be reached right now. This page goes on asking.',
    heard: 'Base cannot be reached right now.',
    main: 'Check now',
    out: 'Cancel',
  },
  {
    name: 'contract wallet on a chain that is not read',
    wallets: [{ behaviour: 'good', contract: contract(777) }],
    reach: async (page) => {
      await readsBase(page)
      await tap(page)
    },
    title: 'This wallet lives on chain 777, which this server does not read.',
    text: 'You are not signed in.',
    main: 'Look again',
    out: elsewhere,
  },
  {
    name: 'contract wallet not deployed',
    wallets: alone,
    reach: tapAndRefuse('wallet.not_deployed'),
    title: 'This wallet does not exist on Base yet.',
    text: 'Deploy it, or use another.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'contract wallet that has changed hands',
    wallets: alone,
    reach: tapAndRefuse('wallet.held'),
    title: `The contract of ${shortAddress(contractAddress)} has changed since you last used it here.`,
    text: 'Then confirm this one under Wallets.',
    main: 'Use another way',
    out: null,
  },
  {
    name: 'chain unavailable',
    wallets: alone,
    reach: tapAndRefuse('chain.unavailable'),
    title: 'We can’t reach Base to check this wallet.',
    text: 'Nothing is wrong with it, and your signature is kept. This page tries again by itself.',
    main: 'Try again',
    out: elsewhere,
  },
  {
    name: 'a link back that leads nowhere',
    reach: async (page) => {
      await open(page)
      await page.goto(`/sign-in?awaited=${'0'.repeat(26)}`)
    },
    title: 'Choose your wallet',
    text: 'This link no longer leads anywhere.',
    main: null,
    out: null,
    opens: true,
  },
  {
    name: 'not allowed by a rule',
    reach: async (page) => {
      await answer(
        page,
        'readInteraction',
        interactionOf({ prompt: 'sign-in', lacksGroups: ['Members of the house', 'Friends'] }),
      )
      await answer(page, 'readSession', somebody)
      await answerNothing(page, addressOf('deny'))
      await page.goto('/sign-in?interaction=Xk3_test')
    },
    title: `${address} may not use Ledger Notes.`,
    text: 'Members of the house',
    main: 'Use another wallet',
    out: 'Back to Ledger Notes',
  },
]
