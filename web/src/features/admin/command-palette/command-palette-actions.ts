// What can be done in the administration, and where (the commands of a command palette). What is done to a person is done on their page: it is
// found by its verb and a part of who it is, such as "suspend ada".
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import { adminPagePaths, adminChainSettingsAnchorId } from '../../../api/admin-page-paths.ts'
import type { AdminPersonAction } from '../master-detail/admin-url-state.ts'

/** Where each is done or said, and what it needs; null where everybody in here may. */
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
  rotateKeys: { href: adminPagePaths.settings, permission: 'settings.change' },
  testChain: { href: `${adminPagePaths.settings}#${adminChainSettingsAnchorId}`, permission: 'settings.read' },
} as const satisfies Readonly<Record<string, { href: string; permission: AdminPermission }>>

export type CommandPaletteActionName = keyof typeof commandPaletteActions

/** The parts of a text that have to be found, in whatever order. */
const splitSearchWords = (text: string): string[] => foldForSearch(text).split(/\s+/).filter(Boolean)

/** Letters without their case and marks: who types quickly leaves these out. */
const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Whether every part of what was typed begins a word of a text. */
export function matchesSearchWords(typed: string, text: string): boolean {
  const words = splitSearchWords(text)
  return splitSearchWords(typed).every((part) => words.some((word) => word.startsWith(part)))
}

/** The actions that a text finds, of those that somebody may do; all of them where nothing was typed. */
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

/** What is done to a person: their page asks first. */
export type CommandPalettePersonAction = AdminPersonAction
const personVerbs: readonly CommandPalettePersonAction[] = ['suspend', 'restore', 'endSessions', 'remove']

/**
 * What somebody wants to do to whom, where they typed a verb first.
 * @returns the verb, and the rest of the text
 */
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
