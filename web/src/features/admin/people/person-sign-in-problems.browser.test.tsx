// The answer to "why can't this person sign in?" on the person's page.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectRenderedPageAccessible, renderAdminPage } from '../../../testing/render-admin-page-for-tests.tsx'

type Person = AdminApiEndpointOutput<'readPerson'>
type Problems = AdminApiEndpointOutput<'readPersonSignInProblems'>

const id = '0000000000000000000000ada1'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const at = '2026-11-30T10:00:00.000Z'

const ada: Person = {
  id,
  displayName: 'Ada Gupta',
  picture: null,
  status: 'active',
  roles: [],
  address,
  walletName: null,
  username: 'ada',
  groups: [],
  groupCount: 0,
  wallets: 1,
  passkeys: 0,
  sessions: 0,
  createdAt: at,
  lastSeenAt: at,
  suspendedFor: null,
  email: null,
  previousUsernames: [],
  walletList: [],
  passkeyList: [],
  roleList: [],
  applications: [],
  mergedInto: null,
  isLastOwner: false,
  outranks: false,
  pendingMerges: [],
  mergeOpen: false,
}

const none: Problems = { since: at, refusals: [], hasMore: false, closedApplications: [] }

const wallet: Person['walletList'][number] = {
  id: '00000000000000000000wallet',
  kind: 'key',
  namespace: 'eip155',
  address,
  chain: null,
  name: null,
  label: null,
  picture: null,
  primary: true,
  linkedAt: at,
  lastUsedAt: at,
  hold: null,
}

test('says who the person is first and offers dangerous actions last, without a section for problems', async () => {
  await renderAdminPage(`/admin/people/${id}`, {
    readPerson: { ...ada, walletList: [wallet] },
    readPersonSignInProblems: none,
  })
  const who = page.getByRole('list', { name: 'Identity' })
  await expect.element(who.getByText('@ada')).toBeVisible()
  await expect.element(who.getByText('0x7099…79C8')).toBeVisible()
  await expect.element(who.getByText('Active')).not.toBeInTheDocument()
  await expect.element(who.getByText('Not signed in')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  const titles = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(titles).toEqual(['Identity', 'Manage access'])
  await expectRenderedPageAccessible()
})

test('names each refusal with what the operator can do, and what stops the person now', async () => {
  await renderAdminPage(`/admin/people/${id}`, {
    readPerson: { ...ada, walletList: [{ ...wallet, hold: { since: at, until: at } }] },
    readPersonSignInProblems: {
      ...none,
      refusals: [
        {
          sequence: 41,
          at,
          type: 'sign_in.refused',
          reason: 'another browser',
          application: { id: 'wiki', name: 'Wiki' },
          address,
          networkPrefix: '203.0.113.0/24',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        },
      ],
      hasMore: true,
      closedApplications: [
        {
          id: 'grafana',
          name: 'Grafana',
          missing: 'group',
          groups: [{ id: 'staff', name: 'Staff' }],
          signInMethods: ['key'],
        },
        { id: 'vault', name: 'Vault', missing: 'sign-in-method', groups: [], signInMethods: ['passkey'] },
      ],
    },
  })
  const problems = page.getByRole('region', { name: 'Sign-in problems' })
  const refusal = problems.getByRole('list', { name: 'Refusals in the last 30 days' }).getByRole('listitem')
  await expect
    .element(refusal.getByRole('link', { name: 'Not the browser that requested it' }))
    .toHaveAttribute('href', '/admin/activity/41')
  await expect.element(refusal.getByText(/finish in the same browser/)).toBeVisible()
  await expect.element(refusal.getByText('Wiki · 0x7099…79C8 · Firefox on Linux · 203.0.113.0/24')).toBeVisible()
  await expect
    .element(problems.getByRole('link', { name: 'All refusals' }))
    .toHaveAttribute('href', `/admin/activity?person=${id}&outcome=refused`)
  const now = problems.getByRole('list', { name: 'What stops this person now' })
  await expect.element(now.getByText(/is on hold: its contract changed/)).toBeVisible()
  await expect.element(now.getByRole('link', { name: 'Staff' })).toHaveAttribute('href', '/admin/groups/staff')
  await expect.element(now.getByText(/It only accepts: Passkey\.$/)).toBeVisible()
  await expectRenderedPageAccessible()
})

test('a suspended person is restored at the notice, which gives the reason', async () => {
  await renderAdminPage(`/admin/people/${id}`, {
    readPerson: { ...ada, status: 'suspended', suspendedFor: 'Lost phone' },
    readPersonSignInProblems: none,
  })
  await expect.element(page.getByText('Suspended: Lost phone')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Sign-in problems' })).not.toBeInTheDocument()
  const restore = page.getByRole('button', { name: /^Restore/ })
  await expect.element(restore).toHaveAccessibleName('Restore Ada Gupta')
  await restore.click()
  await expect.element(page.getByRole('dialog', { name: 'Restore Ada Gupta?' })).toBeVisible()
})

test('a person without a name has the address once, with a button to copy it', async () => {
  await renderAdminPage(`/admin/people/${id}`, {
    readPerson: { ...ada, displayName: null, walletList: [wallet] },
    readPersonSignInProblems: none,
  })
  await expect.element(page.getByRole('heading', { level: 1, name: '0x7099…79C8' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy address' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Identity' }).getByText('0x7099…79C8')).not.toBeInTheDocument()
})

test('says once why a suspended person can be given no role', async () => {
  await renderAdminPage(`/admin/people/${id}/access`, {
    readPerson: { ...ada, status: 'suspended', suspendedFor: 'Lost phone' },
  })
  const reason = 'Only active people can be given a role.'
  await expect.element(page.getByRole('button', { name: 'Assign the Owner role' })).toHaveAccessibleDescription(reason)
  const shown = page
    .getByText(reason)
    .elements()
    .filter((element) => element.getBoundingClientRect().width > 1)
  expect(shown).toHaveLength(1)
})
