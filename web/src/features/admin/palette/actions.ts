// What can be done in the administration, and where (the commands of a command palette). What is done to a person is done on their page: it is
// found by its verb and a part of who it is, such as "suspend ada".
import type { Translate } from '../../../i18n/translate.ts'
import type { Permission } from '@countersign/api/permissions'
import { adminPaths, chainsPart } from '../../../api/admin-paths.ts'
import type { Asked } from '../workbench/use-address.ts'

/** Where each is done or said, and what it needs; null where everybody in here may. */
export const actions = {
  newApplication: { href: adminPaths.newApplication, permission: 'applications.change' },
  newGroup: { href: adminPaths.newGroup, permission: 'groups.change' },
  newResource: { href: adminPaths.newResource, permission: 'applications.change' },
  makeToken: { href: adminPaths.tokens, permission: 'tokens.own' },
  makeBackup: { href: adminPaths.overview(), permission: 'figures.read' },
  liveSessions: { href: adminPaths.sessions(), permission: 'people.read' },
  suspended: { href: adminPaths.people({ status: 'suspended' }), permission: 'people.read' },
  refused: { href: adminPaths.activity({ outcome: 'refused' }), permission: 'activity.read' },
  checkLog: { href: adminPaths.activity(), permission: 'activity.read' },
  branding: { href: adminPaths.settings, permission: 'settings.change' },
  rotateSecret: { href: adminPaths.applications(), permission: 'applications.change' },
  rotateKeys: { href: adminPaths.settings, permission: 'settings.change' },
  testChain: { href: `${adminPaths.settings}#${chainsPart}`, permission: 'settings.read' },
} as const satisfies Readonly<Record<string, { href: string; permission: Permission }>>

export type ActionName = keyof typeof actions

/** The parts of a text that have to be found, in whatever order. */
const partsOf = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean)

/** Letters without their case and marks: who types quickly leaves these out. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** Whether every part of what was typed begins a word of a text. */
export function fits(typed: string, text: string): boolean {
  const words = partsOf(text)
  return partsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

/** The actions that a text finds, of those that somebody may do; all of them where nothing was typed. */
export function findActions(typed: string, t: Translate, permissions: readonly Permission[]): ActionName[] {
  return (Object.keys(actions) as ActionName[]).filter(
    (name) =>
      permissions.includes(actions[name].permission) &&
      fits(typed, `${t(`adminPalette.actions.${name}.label`)} ${t(`adminPalette.actions.${name}.also`)}`),
  )
}

/** What is done to a person: their page asks first. */
export type Verb = Asked
const verbs: readonly Verb[] = ['suspend', 'restore', 'endSessions', 'remove']

/**
 * What somebody wants to do to whom, where they typed a verb first.
 * @returns the verb, and the rest of the text
 */
export function readVerb(typed: string, t: Translate): { verb: Verb | null; rest: string } {
  const text = typed.trim()
  for (const verb of verbs)
    for (const form of t(`adminPalette.verbs.${verb}.forms`).split(', '))
      if (fold(text).startsWith(`${fold(form)} `)) return { verb, rest: text.slice(form.length).trim() }
  return { verb: null, rest: text }
}
