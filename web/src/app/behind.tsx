// What the documents behind the sign-in do first: the screen, and who is there, are asked for while the messages are still on their way, so that
// the page waits for what takes longest and not for each in turn.
import type { FunctionComponent } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { RouterProvider } from '@tanstack/react-router'
import { boot } from './boot.tsx'
import { guardRestored } from './guard-restored.ts'
import { StepUpProvider } from '../features/sign-in/step-up/StepUpProvider.tsx'
import type { Lazy } from '../ui/lazy.tsx'
import type { MessageFile } from '../i18n/language.ts'

/** @param answers the store of what the server has answered, which has been asked who is there */
export async function bootBehind(
  router: AnyRouter,
  answers: QueryClient,
  messages: readonly MessageFile[],
): Promise<void> {
  guardRestored(answers)
  const isDrawn = boot(
    <QueryClientProvider client={answers}>
      <StepUpProvider>
        <RouterProvider router={router} />
      </StepUpProvider>
    </QueryClientProvider>,
    messages,
  )
  // By now the language is chosen.
  for (const screen of firstScreens(router)) screen.prefetch?.()
  await isDrawn
}

/** A screen that may query what it shows first before it is drawn. */
type Screen = FunctionComponent & { askEarly?: (answers: QueryClient) => void }

/** Has the first screens query what they show while what is around them is being drawn, once it is known that the person may see it. */
export function askScreensEarly(router: AnyRouter, answers: QueryClient): void {
  for (const screen of firstScreens(router))
    void screen.load?.().then(
      (loaded) => loaded.askEarly?.(answers),
      () => undefined,
    )
}

const firstScreens = (router: AnyRouter): Partial<Lazy<Screen>>[] =>
  router
    .matchRoutes(router.latestLocation)
    .flatMap(
      ({ routeId }) =>
        (router.routesById[routeId]?.options as { component?: Partial<Lazy<Screen>> } | undefined)?.component ?? [],
    )
