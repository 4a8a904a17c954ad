// An example group, and the page of the admin console that shows it.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import { page } from 'vitest/browser'
import type { FakeResponses } from './fake-server.ts'
import { renderAdminPage } from './render-admin-page.tsx'

export type Preview = AdminEndpointOutput<'previewRule'>

export const at = '2026-01-01T00:00:00.000Z'

export const counted = (matching: number, more: Partial<Preview> = {}): Preview => ({
  looked: 40,
  people: 900,
  more: true,
  matching,
  unknown: 0,
  faults: [],
  sample: [],
  ...more,
})

export const staff: AdminEndpointOutput<'readGroup'> = {
  id: 'staff',
  name: 'Staff',
  description: null,
  members: 3,
  membersCheckedRecently: 3,
  walletList: false,
  readAt: at,
  createdAt: at,
  changedAt: at,
  rule: { type: 'name', under: 'example.eth' },
  applications: [],
}
export const answers: FakeResponses = {
  previewRule: counted(1),
  listGroups: { items: [], nextCursor: null, total: 0 },
  listGroupMembers: { items: [], nextCursor: null, total: 0 },
  listConfiguredChains: { items: [] },
  readGroup: staff,
}
export const open = (path: string, more: FakeResponses = {}) => renderAdminPage(path, { ...answers, ...more })

export const said = (text: string) => page.getByRole('main').getByText(text)
export const create = () => page.getByRole('button', { name: 'Make the group' })
export const named = (under: string) => ({ type: 'name', under })
