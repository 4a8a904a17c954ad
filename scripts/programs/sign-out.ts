// Signing out at Countersign, which tells the programs of it that can be told (OpenID Connect Back-Channel Logout).
import { setTimeout as wait } from 'node:timers/promises'
import { expectText, must } from './expect.ts'
import type { Person } from './program-run.ts'

const toldWithinMs = 5000

/**
 * Signs a person out on their page at Countersign.
 * @param isOver whether the program has heard of it
 * @throws if it does not within a few seconds
 */
export async function signOutFromCountersign(
  { page }: Person,
  origin: string,
  isOver: () => Promise<boolean>,
): Promise<void> {
  await page.goto(`${origin}/account`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectText(page, 'You are signed out')
  for (const until = Date.now() + toldWithinMs; !(await isOver()) && Date.now() < until;) await wait(100)
  must(await isOver(), 'the program does not hear of the logout at Countersign')
}
