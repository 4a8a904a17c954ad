// What a palette offers for what was typed: entries in sections, each of which leads somewhere.
import type { AdminAnswer } from '@countersign/api/admin-calls'
import type { Permission } from '@countersign/api/permissions'
import { adminPaths } from '../../../admin-paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { shortAddress } from '../../../ui/address-form.ts'
import type { Chapters } from '../../../words/shape.ts'
import { areas } from '../areas.ts'
import { namePerson } from '../PersonLink.tsx'
import { actions, findActions, fits, readVerb } from './actions.ts'
import type { Verb } from './actions.ts'

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
  words: Chapters['adminPalette']
  admin: Chapters['admin']
  sayAbout: Chapters['adminSettings']['set']['about']
  /** A kind of line in words. */
  sayLine: (type: string) => string
}

const mostSettings = 5

export function sectionsOf({
  typed,
  found,
  settings,
  recent,
  permissions,
  words,
  admin,
  sayAbout,
  sayLine,
}: Known): PaletteSection[] {
  const text = typed.trim()
  const places = areas.map(({ name, href }) => ({ key: `place ${name}`, label: admin.areas[name], href }))
  const done = findActions(text, words.actions, permissions).map((name): Entry => ({
    key: `action ${name}`,
    label: words.actions[name].label,
    href: actions[name].href,
  }))
  if (text === '')
    return filled([
      { title: words.sections.recent, entries: [...recent] },
      { title: words.sections.places, entries: places },
      { title: words.sections.actions, entries: done },
    ])
  const { verb } = readVerb(text, words.verbs)
  const people = (found?.people ?? []).map((person): Entry => ({
    key: `person ${person.id}`,
    label: verb === null ? namePerson(person) : words.verbs[verb].on(namePerson(person)),
    detail: [
      person.address === null || person.displayName === null ? '' : shortAddress(person.address),
      person.status === 'active' ? '' : words.statuses[person.status],
    ]
      .filter((part) => part !== '')
      .join(' · '),
    href: adminPaths.person(person.id),
    ask: verb ?? undefined,
    thing: { kind: 'person', id: person.id },
  }))
  return filled([
    { title: words.sections.people, entries: people },
    { title: words.sections.actions, entries: done },
    {
      title: words.sections.applications,
      entries: (found?.applications ?? []).map(({ id, name, enabled }): Entry => ({
        key: `application ${id}`,
        label: cleanText(name, 64) || id,
        detail: enabled ? cleanText(id, 64) : words.disabled,
        href: adminPaths.application(id),
        thing: { kind: 'application', id },
      })),
    },
    {
      title: words.sections.groups,
      entries: (found?.groups ?? []).map(({ id, name }): Entry => ({
        key: `group ${id}`,
        label: cleanText(name, 64) || id,
        detail: id,
        href: adminPaths.group(id),
        thing: { kind: 'group', id },
      })),
    },
    {
      title: words.sections.resources,
      entries: (found?.resources ?? []).map(({ id, name, resource }): Entry => ({
        key: `resource ${id}`,
        label: cleanText(name, 64) || id,
        detail: cleanText(resource, 80),
        href: adminPaths.resource(id),
        thing: { kind: 'resource', id },
      })),
    },
    {
      title: words.sections.lines,
      entries: (found?.lines ?? []).map(({ sequence, type, person }): Entry => ({
        key: `line ${sequence}`,
        label: words.line(String(sequence), sayLine(type)),
        detail: person === null ? undefined : namePerson(person),
        href: adminPaths.event(sequence),
        thing: { kind: 'line', id: String(sequence) },
      })),
    },
    { title: words.sections.places, entries: places.filter(({ label }) => fits(text, label)) },
    { title: words.sections.settings, entries: findSettings(text, settings, sayAbout) },
  ])
}

/** By their names, variables, and what they are for. */
function findSettings(text: string, settings: readonly Setting[] = [], sayAbout: Known['sayAbout']): Entry[] {
  return settings
    .map(({ name, variable, about }) => ({ name, variable, about: sayAbout(name, about) }))
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
