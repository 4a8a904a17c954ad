// A screen that is fetched together with its words when it is first opened, so that nobody loads all of the account or the
// administration to see one area of it. Once it is there it is drawn at once: who goes back finds the page as high as it was.
import { useState } from 'react'
import type { FunctionComponent } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { LatePart } from './LatePart.tsx'
import { useLate } from './use-late.ts'
import { loadChapters } from '../words/language.ts'
import type { Language } from '../words/language.ts'
import type { LateChapter } from '../words/shape.ts'
import { useSpeech } from '../words/use-words.ts'

/** A screen that may ask for what it shows first before it is drawn. */
export type Screen = FunctionComponent & { askEarly?: (answers: QueryClient) => void }

/** A screen that can be fetched before it is drawn. */
export type LateScreen = FunctionComponent & {
  fetchEarly: () => void
  askEarly: (answers: QueryClient) => Promise<void>
}

/** @param chapters the words that the screen needs beside those of the frame */
export function lateScreen(load: () => Promise<Screen>, chapters: readonly LateChapter[]): LateScreen {
  let loaded: Screen | null = null
  const loadOnce = async () => (loaded = await load())
  function LateScreen() {
    const { chapters: known } = useSpeech()
    const loadAll = useLate(loadOnce, chapters)
    // Which of the two it is stays so: another one in its place would begin anew, and lose what somebody has written.
    const [Known] = useState(() => (chapters.every((chapter) => known[chapter] !== undefined) ? loaded : null))
    if (Known !== null) return <Known />
    return <LatePart load={loadAll}>{(Screen) => <Screen />}</LatePart>
  }
  // What cannot be had now is asked for again, and missed, where it is drawn.
  LateScreen.fetchEarly = () =>
    void Promise.allSettled([loadOnce(), loadChapters(document.documentElement.lang as Language, chapters)])
  LateScreen.askEarly = async (answers: QueryClient) => (loaded ?? (await loadOnce())).askEarly?.(answers)
  return LateScreen
}

/** Fetches the screens of the address that a page begins at while it still asks who is there. */
export function fetchScreensEarly(router: AnyRouter): void {
  for (const screen of screensAtFirst(router)) screen.fetchEarly?.()
}

/** Has these ask for what they show first while what is around them is being drawn, once it is known that somebody may see it. */
export function askScreensEarly(router: AnyRouter, answers: QueryClient): void {
  for (const screen of screensAtFirst(router)) void screen.askEarly?.(answers).catch(() => undefined)
}

const screensAtFirst = (router: AnyRouter): Partial<LateScreen>[] =>
  router
    .matchRoutes(router.latestLocation)
    .flatMap(
      ({ routeId }) =>
        (router.routesById[routeId]?.options as { component?: Partial<LateScreen> } | undefined)?.component ?? [],
    )
