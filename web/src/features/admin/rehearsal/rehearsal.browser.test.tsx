// Rehearsals on the screens of groups and applications.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeErrorResponse } from '../../../testing/fake-api-server.ts'
import { renderApplicationAdminPage } from '../../../testing/application-page-fixtures.tsx'
import { renderGroupAdminPage } from '../../../testing/group-page-fixtures.tsx'
import { createFakeRehearsal, createFakeRehearsedPerson } from '../../../testing/rehearsal-fixtures.ts'
import { expectRenderedPageAccessible } from '../../../testing/render-admin-page-for-tests.tsx'

const panel = () => page.getByRole('region', { name: 'Who would join or leave' })
const accessPanel = () => page.getByRole('region', { name: 'Who would be affected' })

const editStaff = async (more: Parameters<typeof renderGroupAdminPage>[1] = {}) => {
  const server = await renderGroupAdminPage('/admin/groups/staff', more)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect.element(panel()).toBeVisible()
  return server
}

const changeDomain = () => page.getByLabelText('Domain').fill('other.eth')

const seven = Array.from({ length: 7 }, (_, index) =>
  createFakeRehearsedPerson(`p${index}`, `Person ${index}`, { code: 'no_matching_name', value: 'other.eth' }),
)

test('a changed rule is rehearsed, and those who would leave are listed with reasons', async () => {
  const server = await editStaff({
    rehearseGroupRule: createFakeRehearsal({
      people: 412,
      allowed: 398,
      refused: 14,
      newlyRefused: 7,
      listed: { newlyRefused: seven, newlyAllowed: [], refused: [], unknown: [] },
      applications: [{ id: 'wiki', name: 'Wiki' }],
    }),
  })
  await changeDomain()
  await expect
    .poll(() => server.getSentBodies('rehearseGroupRule').at(-1))
    .toEqual({
      rule: { type: 'name', under: 'other.eth' },
      group: 'staff',
    })
  await expect.element(panel().getByText('7 people would leave the group')).toBeVisible()
  await expect.element(panel().getByText('Nothing is saved yet.')).toBeVisible()
  await expect.element(panel().getByText('412 people signed in within the last 30 days')).toBeVisible()
  await expect.element(panel().getByText('No name under other.eth').first()).toBeVisible()
  await expect.element(panel().getByText('1 application requires this group:')).toBeVisible()
  await expect.element(page.getByText('Person 6')).not.toBeInTheDocument()
  await panel().getByRole('button', { name: 'Show all 7' }).click()
  await expect.element(page.getByText('Person 6')).toBeVisible()
  // The button is gone, so the focus is on the first person that it added.
  await expect.element(page.getByRole('link', { name: 'Person 5' })).toHaveFocus()
  // The save bar says it too, because the panel may be out of sight.
  await expect
    .element(page.getByRole('group', { name: 'Save' }).getByText('7 people would leave the group'))
    .toBeVisible()
  await expectRenderedPageAccessible()
})

test('the loss in the save bar leads to the people who are affected', async () => {
  await editStaff({
    rehearseGroupRule: createFakeRehearsal({
      people: 7,
      newlyRefused: 7,
      listed: { newlyRefused: seven, newlyAllowed: [], refused: [], unknown: [] },
    }),
  })
  await changeDomain()
  await page
    .getByRole('group', { name: 'Save' })
    .getByRole('button', { name: '7 people would leave the group' })
    .click()
  const losses = panel().getByRole('group', { name: '7 people would leave the group' })
  await expect.element(losses).toHaveFocus()
  await expect.element(losses.getByText('Person 0')).toBeInViewport()
})

test('the saved rule is rehearsed as soon as its form opens', async () => {
  const server = await editStaff()
  await expect.element(panel().getByText('No one would leave the group')).toBeVisible()
  expect(server.getSentBodies('rehearseGroupRule')).toEqual([
    { rule: { type: 'name', under: 'example.eth' }, group: 'staff' },
  ])
})

test('a new group is not compared with members that it does not have', async () => {
  const server = await renderGroupAdminPage('/admin/new-group')
  await expect.element(page.getByRole('region', { name: 'Who would be in' })).toBeVisible()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(server.getSentBodies('rehearseGroupRule')).toEqual([])
})

test('people whose result is unknown are explained', async () => {
  await editStaff({
    rehearseGroupRule: createFakeRehearsal({
      people: 2,
      unknown: 1,
      listed: {
        newlyRefused: [],
        newlyAllowed: [],
        refused: [],
        unknown: [createFakeRehearsedPerson('p1', 'Ada', { code: 'balance_not_read', value: 'TUSD' })],
      },
    }),
  })
  await changeDomain()
  await panel().getByText('Can’t tell yet for 1 person').click()
  await expect.element(panel().getByText('TUSD balance not read yet')).toBeVisible()
  await expect.element(panel().getByText('Of those who could be checked, no one would leave the group.')).toBeVisible()
  await expect.element(panel().getByText('No one would leave the group', { exact: true })).not.toBeInTheDocument()
  await expect.element(panel().getByText('members are checked in the background')).toBeVisible()
})

test('an empty window and an incomplete rule are explained', async () => {
  const { setResponses } = await editStaff({ rehearseGroupRule: createFakeRehearsal({ people: 0, allowed: 0 }) })
  await changeDomain()
  await expect.element(panel().getByText('No one has signed in within the last 30 days')).toBeVisible()
  setResponses({
    rehearseGroupRule: createFakeRehearsal({
      people: 0,
      errors: [{ path: 'rule.under', message: 'is wrong', code: 'name', values: {} }],
    }),
  })
  await page.getByLabelText('Domain').fill('')
  await expect.element(panel()).not.toBeInTheDocument()
})

test('a rule that is complete but wrong says what is wrong instead of asking to complete it', async () => {
  await editStaff({
    rehearseGroupRule: createFakeRehearsal({
      people: 0,
      errors: [{ path: 'rule', message: 'lacks names', code: 'names_lacking', values: {} }],
    }),
  })
  await changeDomain()
  await expect.element(panel().getByText('The rule can’t be checked yet:')).toBeVisible()
  await expect.element(panel().getByText('This condition requires ENS names, but no configured chain')).toBeVisible()
})

test('a failed rehearsal can be repeated', async () => {
  const { setResponses } = await editStaff({ rehearseGroupRule: new FakeErrorResponse('server.error') })
  await changeDomain()
  await expect.element(panel().getByRole('alert')).toBeVisible()
  setResponses({ rehearseGroupRule: createFakeRehearsal() })
  await panel().getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel().getByText('No one would leave the group')).toBeVisible()
})

test('a changed sign-in policy is rehearsed with the people of the application', async () => {
  const server = await renderApplicationAdminPage('/admin/applications/wiki/access', {
    rehearseSignInPolicy: createFakeRehearsal({
      population: 'application',
      people: 2,
      refused: 1,
      newlyRefused: 1,
      otherMethod: 1,
      listed: {
        newlyRefused: [createFakeRehearsedPerson('p1', 'Ada', { code: 'sign_in_method', value: 'passkey' })],
        newlyAllowed: [],
        refused: [],
        unknown: [],
      },
    }),
  })
  await page.getByRole('checkbox', { name: 'Passkey' }).click()
  await expect.element(accessPanel().getByText('1 person would lose access')).toBeVisible()
  await expect.element(accessPanel().getByText('Uses a passkey')).toBeVisible()
  await expect.element(accessPanel().getByText('1 person has to sign in another way than last time.')).toBeVisible()
  await expect.element(accessPanel().getByText('2 people used this application')).toBeVisible()
  const [body] = server.getSentBodies('rehearseSignInPolicy')
  expect(body).toMatchObject({
    application: 'wiki',
    policy: { signInMethods: expect.not.arrayContaining(['passkey']) },
  })
  await expectRenderedPageAccessible()
})
