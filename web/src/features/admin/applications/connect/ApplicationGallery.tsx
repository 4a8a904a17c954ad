// First step of a new application: which program it is.
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { useTranslations } from 'use-intl'
import { adminPagePaths } from '../../../../api/admin-page-paths.ts'
import type { Translate } from '../../../../i18n/ui-translation-functions.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { AdminPageLink } from '../../master-detail/AdminPageLink.tsx'
import { useAdminNavigate } from '../../master-detail/admin-url-state.ts'
import { findLinkForArrowKey, hasModifierKey } from './move-focus-in-grid.ts'
import { exampleApplicationId, translatePresetText } from './preset-translations.ts'
import { ProgramMark } from './ProgramMark.tsx'
import { groupProgramsByCategory, searchPrograms } from './search-programs.ts'

type Presets = AdminApiEndpointOutput<'readPresets'>
type Program = Presets['programs'][number]

/** Shown first; the others are in their categories, and found by the search. */
const mostUsed = [exampleApplicationId, 'nextcloud', 'grafana', 'gitea', 'immich', 'jellyfin', 'vaultwarden']

export function ApplicationGallery({ presets }: { presets: Presets }) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const id = useId()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState('mostUsed')
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const programs = presets.programs.map((program) => translateProgram(t, program))
  const found = searchPrograms(programs, search)
  const words = search.trim()
  const categories = groupProgramsByCategory(programs).filter(({ category }) => category !== 'example')
  const used = mostUsed.flatMap((known) => programs.filter((program) => program.id === known))
  const choices = [
    { key: 'mostUsed', title: t('connectApplication.mostUsed'), sections: [{ category: 'mostUsed', programs: used }] },
    ...categories.map((section) => ({
      key: section.category,
      title: t(`connectApplication.categories.${section.category}`),
      sections: [section],
    })),
    { key: 'all', title: t('connectApplication.all'), sections: categories },
    { key: 'somethingElse', title: t('connectApplication.somethingElse'), sections: [] },
  ]
  const { sections = [] } = choices.find(({ key }) => key === chosen) ?? {}
  const titleOf = (section: string) => choices.find(({ key }) => key === section)?.title ?? ''
  const listLinks = () => [...(results.current?.querySelectorAll<HTMLElement>('a') ?? [])]
  useEffect(() => {
    // On a touch screen, the focus would open the keyboard over the gallery.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus({ preventScroll: true })
  }, [])
  function moveFocus(event: KeyboardEvent) {
    if (hasModifierKey(event)) return
    const next = findLinkForArrowKey(listLinks(), event.target as HTMLElement, event.key)
    if (next === null && event.key !== 'ArrowUp') return
    event.preventDefault()
    ;(next ?? input.current)?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <form
        role="search"
        className="grid max-w-[36rem] gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (words !== '' && first) go(adminPagePaths.newApplicationOf({ program: first.id }))
        }}
      >
        <label htmlFor={id} className="text-soft">
          {t('connectApplication.search', { count: programs.length })}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          value={search}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('connectApplication.searchHint')}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || hasModifierKey(event)) return
            event.preventDefault()
            listLinks()[0]?.focus()
          }}
          className="min-h-11 w-full rounded-control border border-edge bg-sheet px-3 py-2 text-ink placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
        />
        <p role="status" className="sr-only">
          {words === '' ? '' : t('connectApplication.found', { search: words, count: found.length })}
        </p>
      </form>
      {words === '' && (
        <div className="scrolls-sideways -mx-1 overflow-x-auto p-1 sm:block!">
          <div role="group" aria-label={t('connectApplication.category')} className="flex gap-2 sm:flex-wrap">
            {choices.map(({ key, title }) => (
              <button
                key={key}
                type="button"
                aria-pressed={key === chosen}
                onClick={() => setChosen(key)}
                // Chromium does not scroll to a button that is cut by a few pixels.
                onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
                className="min-h-9 rounded-control border border-edge bg-sheet px-3 py-1 text-small whitespace-nowrap hover:bg-sunk aria-pressed:border-seal aria-pressed:bg-seal-tint aria-pressed:font-semibold"
              >
                {title}
              </button>
            ))}
          </div>
        </div>
      )}
      <div ref={results} role="presentation" onKeyDown={moveFocus} className="grid grid-cols-1 gap-6">
        {words === ''
          ? sections.map(({ category, programs: listed }) => (
              <GallerySection key={category} title={titleOf(category)} isTitleHidden={sections.length === 1}>
                {listed.map((program) => (
                  <ProgramLink key={program.id} program={program} />
                ))}
              </GallerySection>
            ))
          : found.length > 0 && (
              <GallerySection title={t('connectApplication.results', { count: found.length })}>
                {found.map((program) => (
                  <ProgramLink key={program.id} program={program} />
                ))}
              </GallerySection>
            )}
        <GallerySection
          title={
            found.length === 0
              ? t('connectApplication.noneFound', { search: words })
              : t('connectApplication.somethingElse')
          }
        >
          {presets.kinds.map(({ kind }) => (
            <GalleryLink
              key={kind}
              href={adminPagePaths.newApplicationOf({ kind })}
              name={t(`adminApplications.kinds.${kind}`)}
              about={t(`adminApplications.kindsAbout.${kind}`)}
            />
          ))}
        </GallerySection>
      </div>
    </div>
  )
}

const translateProgram = (t: Translate, program: Program): Program => ({
  ...program,
  name: translatePresetText(t, program.id, 'name', program.name),
  description: translatePresetText(t, program.id, 'description', program.description),
})

interface GallerySectionProps {
  title: string
  isTitleHidden?: boolean
  children: ReactNode
}

function GallerySection({ title, isTitleHidden = false, children }: GallerySectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-2">
      <h2 id={heading} className={isTitleHidden ? 'sr-only' : 'text-lead [overflow-wrap:anywhere]'}>
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  )
}

const ProgramLink = ({ program: { id, name, description } }: { program: Program }) => (
  <GalleryLink
    href={adminPagePaths.newApplicationOf({ program: id })}
    mark={<ProgramMark id={id} name={name} />}
    name={name}
    about={description ?? ''}
    isWide={id === exampleApplicationId}
  />
)

interface GalleryLinkProps {
  href: string
  mark?: ReactNode
  name: string
  about: string
  /** Takes a whole row. */
  isWide?: boolean
}

const GalleryLink = ({ href, mark, name, about, isWide = false }: GalleryLinkProps) => (
  <li className={`grid ${isWide ? 'col-span-full' : ''}`}>
    <AdminPageLink
      href={href}
      className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-sheet px-3 py-2 text-ink no-underline transition-colors hover:border-edge hover:bg-sunk"
    >
      {mark}
      <span className="grid min-w-0 flex-1">
        <span className="leading-snug font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span className="text-small leading-snug text-soft">{about}</span>
      </span>
      <Icon name="next" size={18} className="shrink-0 text-soft" />
    </AdminPageLink>
  </li>
)
