// Steps of signing elsewhere: the message is copied from the page, and the signature is pasted.
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** `within` is a dialog, or the page. */
export const clickSignElsewhereButton = (within: Page | Locator): Promise<void> =>
  within.getByRole('button', { name: 'Use a desktop or hardware wallet' }).click()

export const findPastedAddressField = (within: Page | Locator): Locator => within.getByLabel('Your wallet address')
export const findPastedSignatureField = (within: Page | Locator): Locator =>
  within.getByLabel('Signature from your wallet')

/** Returns the exact text of the message. */
export async function enterAddressToSignElsewhere(within: Page | Locator, address: string): Promise<string> {
  await findPastedAddressField(within).fill(address)
  await within.getByRole('button', { name: 'Continue', exact: true }).click()
  return readMessageToSignElsewhere(within)
}

export async function readMessageToSignElsewhere(within: Page | Locator): Promise<string> {
  const text = within.getByRole('group', { name: 'The message' }).locator('pre')
  await expect(text).toBeVisible()
  return (await text.textContent()) ?? ''
}

export async function submitPastedSignature(within: Page | Locator, signature: string): Promise<void> {
  await findPastedSignatureField(within).fill(signature)
  await within.getByRole('button', { name: 'Submit signature' }).click()
}
