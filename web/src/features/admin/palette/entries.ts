// What a palette offers for what was typed: entries in sections, each of which leads somewhere.
import type { Translate } from '../../../i18n/translate.ts'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Permission } from '@countersign/api/permissions'
import { adminPaths } from '../../../api/admin-paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { shortAddress } from '../../../ui/address-form.ts'
import { sayType } from '../activity/say-event.ts'
import { areas } from '../areas.ts'
import { namePerson } from '../workbench/PersonLink.tsx'
import { actions, findActions, fits, readVerb } from './actions.ts'
import type { Verb } from './actions.ts'
import { sayAbout } from '../settings/settings.ts'

/** Kinds of things that are remembered as opened. */
export type ThingKind = 'person' | 'application' | 'group' | 'resource' | 'line'

/** One thing to choose. */
export interface Entry {
  key: string
  label: string
  /** What tells it from others that are called the same. */
  detail?: string | undefined
  href: string
  /** What is asked there, before anything is done. */
  ask?: Verb | undefined
  /** What it is, where it is remembered that it was opened. */
  thing?: { kind: ThingKind; id: string }
}

export interface PaletteSection {
  title: string
  entries: Entry[]
}

export type Found = AdminAnswer<'searchAdmin'>
type Setting = AdminAnswer<'readSettings'>['settings'][number]

/** What there is to make entries of. */
export interface Known {
  typed: string
  found: Found | undefined
  settings: readonly Setting[] | undefined
  recent: readonly Entry[]
  permissions: readonly Permission[]
  t: Translate
}

const mostSettings = 5

export function sectionsOf({ typed, found, settings, recent, permissions, t }: Known): PaletteSection[] {
  const text = typed.trim()
  const places = areas.map(({ name, href }) => ({ key: `place ${name}`, label: t(`admin.areas.${name}`), href }))
  const done = findActions(text, t, permissions).map((name): Entry => ({
    key: `action ${name}`,
    label: t(`adminPalette.actions.${name}.label`),
    href: actions[name].href,
  }))
  if (text === '')
    return filled([
      { title: t('adminPalette.sections.recent'), entries: [...recent] },
      { title: t('adminPalette.sections.places'), entries: places },
      { title: t('adminPalette.sections.actions'), entries: done },
    ])
  const { verb } = readVerb(text, t)
  const people = (found?.people ?? []).map((person): Entry => ({
    key: `person ${person.id}`,
    label: verb === null ? namePerson(person) : t(`adminPalette.verbs.${verb}.on`, { who: namePerson(person) }),
    detail: [
      person.address === null || person.displayName === null ? '' : shortAddress(person.address),
      person.status === 'active' ? '' : t(`adminPalette.statuses.${person.status}`),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    href: adminPaths.person(person.id),
    ask: verb ?? undefined,
    thing: { kind: 'person', id: person.id },
  }))
  return filled([
    { title: t('adminPalette.sections.people'), entries: people },
    { title: t('adminPalette.sections.actions'), entries: done },
    {
      title: t('adminPalette.sections.applications'),
      entries: (found?.applications ?? []).map(({ id, name, enabled }): Entry => ({
        key: `application ${id}`,
        label: cleanText(name, 64) || id,
        detail: enabled ? cleanText(id, 64) : t('adminPalette.disabled'),
        href: adminPaths.application(id),
        thing: { kind: 'application', id },
      })),
    },
    {
      title: t('adminPalette.sections.groups'),
      entries: (found?.groups ?? []).map(({ id, name }): Entry => ({
        key: `group ${id}`,
        label: cleanText(name, 64) || id,
        detail: id,
        href: adminPaths.group(id),
        thing: { kind: 'group', id },
      })),
    },
    {
      title: t('adminPalette.sections.resources'),
      entries: (found?.resources ?? []).map(({ id, name, resource }): Entry => ({
        key: `resource ${id}`,
        label: cleanText(name, 64) || id,
        detail: cleanText(resource, 80),
        href: adminPaths.resource(id),
        thing: { kind: 'resource', id },
      })),
    },
    {
      title: t('adminPalette.sections.lines'),
      entries: (found?.lines ?? []).map(({ sequence, type, person }): Entry => ({
        key: `line ${sequence}`,
        label: t('adminPalette.line', { number: String(sequence), what: sayType(t, type) }),
        detail: person === null ? undefined : namePerson(person),
        href: adminPaths.event(sequence),
        thing: { kind: 'line', id: String(sequence) },
      })),
    },
    { title: t('adminPalette.sections.places'), entries: places.filter(({ label }) => fits(text, label)) },
    { title: t('adminPalette.sections.settings'), entries: findSettings(t, text, settings) },
  ])
}

/** By their names, variables, and what they are for. */
function findSettings(t: Translate, text: string, settings: readonly Setting[] = []): Entry[] {
  return settings
    .map((setting) => ({ ...setting, about: sayAbout(t, setting) }))
    .filter(({ name, variable, about }) => fits(text, `${name} ${variable} ${variable.replaceAll('_', ' ')} ${about}`))
    .slice(0, mostSettings)
    .map(({ variable, about }) => ({
      key: `setting ${variable}`,
      label: variable,
      detail: about,
      href: adminPaths.settings,
    }))
}

const filled = (sections: PaletteSection[]): PaletteSection[] => sections.filter(({ entries }) => entries.length > 0)
