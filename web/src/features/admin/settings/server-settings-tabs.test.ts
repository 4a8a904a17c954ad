import { nonLimitServerSettingNames } from '@countersign/api/server-setting-names'
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { expect, test } from 'vitest'
import { getAdminAlertUrl } from '../overview/format-admin-alert.ts'
import type { AdminAlert } from '../overview/format-admin-alert.ts'
import { groupServerLimits, serverLimitGroups } from './server-limit-groups.ts'
import { getServerSettingTab, getServerSettingUrl, serverSettingsTabs } from './server-settings-tabs.ts'

test('every tab with settings has at least one, and every limit is in the limits tab', () => {
  const used = new Set([...nonLimitServerSettingNames, 'walletsPerPerson'].map(getServerSettingTab))
  expect([...used].toSorted()).toEqual(
    serverSettingsTabs.filter((tab) => tab !== 'branding' && tab !== 'keys').toSorted(),
  )
  expect(new Set(Object.keys(serverLimitDefinitions).map(getServerSettingTab))).toEqual(new Set(['limits']))
})

test('the URL of a setting leads to its row in its tab', () => {
  expect(getServerSettingUrl({ name: 'smtpHost', variable: 'COUNTERSIGN_SMTP_HOST' })).toBe(
    '/admin/settings/email#COUNTERSIGN_SMTP_HOST',
  )
  expect(getServerSettingUrl({ name: 'toString', variable: 'X' })).toBe('/admin/settings/limits#X')
})

test('alerts about chains and signing keys lead to the tab that shows them', () => {
  expect(getAdminAlertUrl({ kind: 'chain' } as AdminAlert)).toBe('/admin/settings/chains')
  expect(getAdminAlertUrl({ kind: 'key' } as AdminAlert)).toBe('/admin/settings/keys')
})

test('every limit is in exactly one group, and an unknown limit is in the last one', () => {
  expect(Object.values(serverLimitGroups).flat().toSorted()).toEqual(Object.keys(serverLimitDefinitions).toSorted())
  expect(groupServerLimits([{ name: 'limitOfTheFuture' }, { name: 'walletsPerPerson' }])).toEqual([
    { group: 'people', limits: [{ name: 'walletsPerPerson' }] },
    { group: 'server', limits: [{ name: 'limitOfTheFuture' }] },
  ])
})
