// The states of signing elsewhere, in a desktop or hardware wallet.
import { ethereumTestKeys, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import type { Page } from '@playwright/test'
import { installFakePageClock } from '../fake-page-clock.ts'
import { mockHangingApiEndpoint } from '../api-response-mocking-test-steps.ts'
import {
  clickSignElsewhereButton,
  enterAddressToSignElsewhere,
  findPastedAddressField,
  submitPastedSignature,
} from '../sign-elsewhere-test-steps.ts'
import {
  aliceShortAddress,
  anotherWalletButtonLabel,
  findFirstWalletButton,
  minuteMs,
  openSignInPage,
} from './sign-in-scenario-test-steps.ts'
import type { SignInTestScenario } from './open-sign-in-test-scenario.ts'

const { alice, bob } = ethereumTestKeys

async function openAddressStep(page: Page): Promise<void> {
  await openSignInPage(page)
  await findFirstWalletButton(page).waitFor()
  await clickSignElsewhereButton(page)
}

async function openMessageStep(page: Page): Promise<string> {
  await openAddressStep(page)
  return enterAddressToSignElsewhere(page, alice.address)
}

const addressStep = { title: 'Which address is yours?', mainButton: 'Continue', out: 'Cancel' } as const
const messageStep = {
  title: `Sign this message to prove ${aliceShortAddress} is yours.`,
  mainButton: 'Submit signature',
  out: 'Cancel',
} as const

export const signElsewhereTestScenarios: readonly SignInTestScenario[] = [
  {
    ...addressStep,
    name: 'sign elsewhere: address',
    reach: openAddressStep,
    text: 'You copy a message, sign it in the wallet, and paste the signature here.',
  },
  {
    ...addressStep,
    name: 'sign elsewhere: invalid address',
    reach: async (page) => {
      await openAddressStep(page)
      await findPastedAddressField(page).fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')
      await page.keyboard.press('Enter')
    },
    text: 'The checksum of this Bitcoin address doesn’t match',
  },
  {
    ...messageStep,
    name: 'sign elsewhere: message',
    reach: async (page) => void (await openMessageStep(page)),
    text: 'Only sign a message you copied here yourself.',
  },
  {
    ...messageStep,
    name: 'sign elsewhere: QR code and hints',
    reach: async (page) => {
      await openMessageStep(page)
      await page.getByText('Where can I sign?').click()
      await page.getByRole('button', { name: 'Show as QR code' }).click()
    },
    text: /^Foundry: run “cast wallet sign”/,
  },
  {
    ...messageStep,
    name: 'sign elsewhere: signature of a changed text',
    reach: async (page) => {
      const text = await openMessageStep(page)
      await submitPastedSignature(page, signEthereumMessage(alice, `${text}\n`))
    },
    text: 'The text that was signed has an extra line break or space at its end.',
  },
  {
    ...messageStep,
    name: 'sign elsewhere: signature of another account',
    reach: async (page) => {
      const text = await openMessageStep(page)
      await submitPastedSignature(page, signEthereumMessage(bob, text))
    },
    text: /^Either 0x2B5A…\w{4} signed instead of 0x7E5F…\w{4}/,
  },
  {
    name: 'sign elsewhere: expired',
    reach: async (page) => {
      await installFakePageClock(page)
      await openMessageStep(page)
      // From a new challenge, the page would detect that the test moved the page's clock.
      await mockHangingApiEndpoint(page, '**/api/challenges')
      await page.clock.fastForward(5 * minuteMs)
    },
    title: 'This request expired.',
    text: 'Here’s a new one. Copy and sign it',
    mainButton: 'Sign the new one',
    out: anotherWalletButtonLabel,
  },
]
