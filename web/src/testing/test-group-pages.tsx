// An example group, and the page of the admin console that shows it.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { page } from 'vitest/browser'
import type { FakeResponses } from './fake-server.ts'
import { renderAdminPage } from './render-admin-page.tsx'

export type RulePreview = AdminEndpointOutput<'previewRule'>

export const exampleTime = '2026-01-01T00:00:00.000Z'

export const createRuleCount = (matching: number, more: Partial<RulePreview> = {}): RulePreview => ({
  evaluated: 40,
  people: 900,
  more: true,
  matching,
  unknown: 0,
  errors: [],
  sample: [],
  ...more,
})

export const staffGroup: AdminEndpointOutput<'readGroup'> = {
  id: 'staff',
  name: 'Staff',
  description: null,
  members: 3,
  membersCheckedRecently: 3,
  walletList: false,
  readAt: exampleTime,
  createdAt: exampleTime,
  changedAt: exampleTime,
  rule: { type: 'name', under: 'example.eth' },
  applications: [],
}
export const groupResponses: FakeResponses = {
  previewRule: createRuleCount(1),
  listGroups: { items: [], nextCursor: null, total: 0 },
  listGroupMembers: { items: [], nextCursor: null, total: 0 },
  listConfiguredChains: { items: [] },
  readGroup: staffGroup,
}
export const openGroupPage = (path: string, more: FakeResponses = {}) =>
  renderAdminPage(path, { ...groupResponses, ...more })

export const findMainText = (text: string) => page.getByRole('main').getByText(text)
export const findCreateButton = () => page.getByRole('button', { name: 'Make the group' })
export const createNameRule = (under: string) => ({ type: 'name', under })
