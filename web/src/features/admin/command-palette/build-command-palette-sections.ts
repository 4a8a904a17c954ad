import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { shortenWalletAddress } from '../../../ui/wallet-address-format.ts'
import { formatAuditEventType } from '../activity/format-audit-entry.ts'
import { adminNavigationAreas } from '../admin-navigation-areas.ts'
import { getPersonLabel } from '../master-detail/PersonLink.tsx'
import {
  commandPaletteActions,
  findCommandPaletteActions,
  matchesSearchWords,
  parseTypedPersonAction,
} from './command-palette-actions.ts'
import type { CommandPalettePersonAction } from './command-palette-actions.ts'
import { getServerSettingUrl } from '../settings/server-settings-tabs.ts'
import { translateSettingDescription } from '../settings/server-settings-response-type.ts'

export type CommandPaletteRecentItemKind = 'person' | 'application' | 'group' | 'resource' | 'line'

export interface CommandPaletteEntry {
  key: string
  label: string
  detail?: string | undefined
  href: string
  /** The confirmation that the target page opens. */
  requestedAction?: CommandPalettePersonAction | undefined
  /** Set if opening the entry is recorded as a recent item. */
  recentItem?: { kind: CommandPaletteRecentItemKind; id: string }
}

export interface CommandPaletteSection {
  title: string
  entries: CommandPaletteEntry[]
}

export type AdminSearchResponse = AdminApiEndpointOutput<'searchAdmin'>
type Setting = AdminApiEndpointOutput<'readSettings'>['settings'][number]

export interface CommandPaletteSources {
  typed: string
  found: AdminSearchResponse | undefined
  settings: readonly Setting[] | undefined
  recent: readonly CommandPaletteEntry[]
  permissions: readonly AdminPermission[]
  t: Translate
}

const maxSettings = 5

export function buildCommandPaletteSections({
  typed,
  found,
  settings,
  recent,
  permissions,
  t,
}: CommandPaletteSources): CommandPaletteSection[] {
  const text = typed.trim()
  const places = adminNavigationAreas.map(({ name, href }) => ({
    key: `place ${name}`,
    label: t(`admin.areas.${name}`),
    href,
  }))
  const done = findCommandPaletteActions(text, t, permissions).map((name): CommandPaletteEntry => ({
    key: `action ${name}`,
    label: t(`adminPalette.actions.${name}.label`),
    href: commandPaletteActions[name].href,
  }))
  if (text === '')
    return removeEmptySections([
      { title: t('adminPalette.sections.recent'), entries: [...recent] },
      { title: t('adminPalette.sections.places'), entries: places },
      { title: t('adminPalette.sections.actions'), entries: done },
    ])
  const { verb } = parseTypedPersonAction(text, t)
  const people = (found?.people ?? []).map((person): CommandPaletteEntry => ({
    key: `person ${person.id}`,
    label: verb === null ? getPersonLabel(person) : t(`adminPalette.verbs.${verb}.on`, { who: getPersonLabel(person) }),
    detail: [
      person.address === null || person.displayName === null ? '' : shortenWalletAddress(person.address),
      person.status === 'active' ? '' : t(`adminPalette.statuses.${person.status}`),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    href: adminPagePaths.person(person.id),
    requestedAction: verb ?? undefined,
    recentItem: { kind: 'person', id: person.id },
  }))
  return removeEmptySections([
    { title: t('adminPalette.sections.people'), entries: people },
    { title: t('adminPalette.sections.actions'), entries: done },
    {
      title: t('adminPalette.sections.applications'),
      entries: (found?.applications ?? []).map(({ id, name, enabled }): CommandPaletteEntry => ({
        key: `application ${id}`,
        label: sanitizeDisplayText(name, 64) || id,
        detail: enabled ? sanitizeDisplayText(id, 64) : t('adminPalette.disabled'),
        href: adminPagePaths.application(id),
        recentItem: { kind: 'application', id },
      })),
    },
    {
      title: t('adminPalette.sections.groups'),
      entries: (found?.groups ?? []).map(({ id, name }): CommandPaletteEntry => ({
        key: `group ${id}`,
        label: sanitizeDisplayText(name, 64) || id,
        detail: id,
        href: adminPagePaths.group(id),
        recentItem: { kind: 'group', id },
      })),
    },
    {
      title: t('adminPalette.sections.resources'),
      entries: (found?.resources ?? []).map(({ id, name, resource }): CommandPaletteEntry => ({
        key: `resource ${id}`,
        label: sanitizeDisplayText(name, 64) || id,
        detail: sanitizeDisplayText(resource, 80),
        href: adminPagePaths.resource(id),
        recentItem: { kind: 'resource', id },
      })),
    },
    {
      title: t('adminPalette.sections.lines'),
      entries: (found?.entries ?? []).map(({ sequence, type, person }): CommandPaletteEntry => ({
        key: `line ${sequence}`,
        label: t('adminPalette.line', { number: String(sequence), what: formatAuditEventType(t, type) }),
        detail: person === null ? undefined : getPersonLabel(person),
        href: adminPagePaths.event(sequence),
        recentItem: { kind: 'line', id: String(sequence) },
      })),
    },
    {
      title: t('adminPalette.sections.places'),
      entries: places.filter(({ label }) => matchesSearchWords(text, label)),
    },
    { title: t('adminPalette.sections.settings'), entries: findSettings(t, text, settings) },
  ])
}

function findSettings(t: Translate, text: string, settings: readonly Setting[] = []): CommandPaletteEntry[] {
  return settings
    .map((setting) => ({ ...setting, about: translateSettingDescription(t, setting) }))
    .filter(({ name, variable, about }) =>
      matchesSearchWords(text, `${name} ${variable} ${variable.replaceAll('_', ' ')} ${about}`),
    )
    .slice(0, maxSettings)
    .map(({ name, variable, about }) => ({
      key: `setting ${variable}`,
      label: variable,
      detail: about,
      href: getServerSettingUrl({ name, variable }),
    }))
}

const removeEmptySections = (sections: CommandPaletteSection[]): CommandPaletteSection[] =>
  sections.filter(({ entries }) => entries.length > 0)
