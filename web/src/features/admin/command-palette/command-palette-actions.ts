// Commands of the palette. "suspend ada" leads to the person's page, which asks for confirmation.
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { getServerSettingsTabUrl } from '../settings/server-settings-tabs.ts'
import type { AdminPersonAction } from '../master-detail/admin-url-state.ts'

/** `permission` is null if every role is allowed. */
export const commandPaletteActions = {
  newApplication: { href: adminPagePaths.newApplication, permission: 'applications.change' },
  newGroup: { href: adminPagePaths.newGroup, permission: 'groups.change' },
  newResource: { href: adminPagePaths.newResource, permission: 'applications.change' },
  makeToken: { href: adminPagePaths.tokens, permission: 'tokens.own' },
  makeBackup: { href: adminPagePaths.overview(), permission: 'figures.read' },
  liveSessions: { href: adminPagePaths.sessions(), permission: 'people.read' },
  suspended: { href: adminPagePaths.people({ status: 'suspended' }), permission: 'people.read' },
  refused: { href: adminPagePaths.activity({ outcome: 'refused' }), permission: 'activity.read' },
  checkLog: { href: adminPagePaths.activity(), permission: 'activity.read' },
  branding: { href: adminPagePaths.settings, permission: 'settings.change' },
  rotateSecret: { href: adminPagePaths.applications(), permission: 'applications.change' },
  rotateKeys: { href: getServerSettingsTabUrl('keys'), permission: 'settings.change' },
  testChain: { href: getServerSettingsTabUrl('chains'), permission: 'settings.read' },
} as const satisfies Readonly<Record<string, { href: string; permission: AdminPermission }>>

export type CommandPaletteActionName = keyof typeof commandPaletteActions

const splitSearchWords = (text: string): string[] => foldForSearch(text).split(/\s+/).filter(Boolean)

const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

export function matchesSearchWords(typed: string, text: string): boolean {
  const words = splitSearchWords(text)
  return splitSearchWords(typed).every((part) => words.some((word) => word.startsWith(part)))
}

export function findCommandPaletteActions(
  typed: string,
  t: Translate,
  permissions: readonly AdminPermission[],
): CommandPaletteActionName[] {
  return (Object.keys(commandPaletteActions) as CommandPaletteActionName[]).filter(
    (name) =>
      permissions.includes(commandPaletteActions[name].permission) &&
      matchesSearchWords(typed, `${t(`adminPalette.actions.${name}.label`)} ${t(`adminPalette.actions.${name}.also`)}`),
  )
}

export type CommandPalettePersonAction = AdminPersonAction
const personVerbs: readonly CommandPalettePersonAction[] = ['suspend', 'restore', 'endSessions', 'remove']

/** @returns the leading verb, or null, and the rest of the text */
export function parseTypedPersonAction(
  typed: string,
  t: Translate,
): { verb: CommandPalettePersonAction | null; rest: string } {
  const text = typed.trim()
  for (const verb of personVerbs)
    for (const form of t(`adminPalette.verbs.${verb}.forms`).split(', '))
      if (foldForSearch(text).startsWith(`${foldForSearch(form)} `))
        return { verb, rest: text.slice(form.length).trim() }
  return { verb: null, rest: text }
}
