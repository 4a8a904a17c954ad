import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRefusalNextStep, refusalNextSteps } from './find-refusal-next-step.ts'

const active = { status: 'active', walletList: [] }

const readMessages = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../i18n/messages/en/${file}.json`, import.meta.url), 'utf8'))

test('each advice has a text, and a reason without advice has none', () => {
  const { adminPeople } = readMessages('admin-screens') as {
    adminPeople: { problems: { steps: Record<string, string> } }
  }
  expect(Object.keys(adminPeople.problems.steps)).toEqual([...refusalNextSteps])
  expect(findRefusalNextStep('message.chain_not_allowed', active)).toBe('alteredMessage')
  expect(findRefusalNextStep('something else', active)).toBeNull()
})

test('a sign-in that the person refused or that another site requested is never advised to be confirmed', () => {
  for (const reason of ['refused', 'reported']) expect(findRefusalNextStep(reason, active)).toBe('declined')
  for (const reason of ['message.domain_mismatch', 'message.uri_mismatch', 'another origin', 'inside another site'])
    expect(findRefusalNextStep(reason, active)).toBe('otherSite')
})

test('advice follows the current state of the person', () => {
  const changed = 'the owners of its contract have changed'
  expect(findRefusalNextStep(changed, { status: 'active', walletList: [{ hold: {} }] })).toBe('confirmWallet')
  expect(findRefusalNextStep(changed, { status: 'active', walletList: [{ hold: null }] })).toBeNull()
  expect(findRefusalNextStep('expired', { status: 'suspended', walletList: [] })).toBeNull()
})

test('the reasons without advice concern suspension, linking, merging, logout notifications and client errors', () => {
  const { adminReasons } = readMessages('admin') as { adminReasons: { refusals: Record<string, string> } }
  const withoutAdvice = Object.keys(adminReasons.refusals).filter(
    (reason) => findRefusalNextStep(reason, { status: 'active', walletList: [{ hold: {} }] }) === null,
  )
  expect(withoutAdvice).toMatchInlineSnapshot(`
    [
      "person suspended",
      "another act",
      "another credential id",
      "client data that cannot be read",
      "added already",
      "no room for a passkey",
      "linked already",
      "taken",
      "no room",
      "the wallet that agreed has left",
      "the wallet that agreed is held",
      "the other identity has a role",
      "one of the two was suspended",
      "one of the two was merged",
      "this identity is not in use",
      "the other identity refused",
      "canceled by the identity that asked",
      "another merge is pending",
      "a merge can still be undone",
      "nobody behind this wallet",
      "the same identity",
      "the other identity is not in use",
      "a merge into the other identity can still be undone",
      "too many wallets",
      "too many passkeys",
      "timed_out",
      "interrupted",
      "name_unknown",
    ]
  `)
})
