// Example group, and the admin page that shows it.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { page } from 'vitest/browser'
import { createFakeRehearsal } from './rehearsal-fixtures.ts'
import type { FakeApiResponses } from './fake-api-server.ts'
import { renderAdminPage } from './render-admin-page-for-tests.tsx'

export type GroupRulePreviewResponse = AdminApiEndpointOutput<'previewRule'>

export const groupFixtureTimestamp = '2026-01-01T00:00:00.000Z'

export const createFakeGroupRulePreviewResponse = (
  matching: number,
  more: Partial<GroupRulePreviewResponse> = {},
): GroupRulePreviewResponse => ({
  evaluated: 40,
  people: 900,
  more: true,
  matching,
  unknown: 0,
  errors: [],
  sample: [],
  ...more,
})

export const staffGroupFixture: AdminApiEndpointOutput<'readGroup'> = {
  id: 'staff',
  name: 'Staff',
  description: null,
  members: 3,
  membersCheckedRecently: 3,
  walletList: false,
  readAt: groupFixtureTimestamp,
  createdAt: groupFixtureTimestamp,
  changedAt: groupFixtureTimestamp,
  rule: { type: 'name', under: 'example.eth' },
  applications: [],
}
export const fakeGroupApiResponses: FakeApiResponses = {
  previewRule: createFakeGroupRulePreviewResponse(1),
  rehearseGroupRule: createFakeRehearsal(),
  listGroups: { items: [], nextCursor: null, total: 0 },
  listGroupMembers: { items: [], nextCursor: null, total: 0 },
  listConfiguredChains: { items: [] },
  readGroup: staffGroupFixture,
}
export const renderGroupAdminPage = (path: string, more: FakeApiResponses = {}) =>
  renderAdminPage(path, { ...fakeGroupApiResponses, ...more })

export const findTextInMainRegion = (text: string) => page.getByRole('main').getByText(text)
export const findCreateGroupButton = () => page.getByRole('button', { name: 'Create group' })
export const createEnsNameGroupRuleFixture = (under: string) => ({ type: 'name', under })
