// What the documents behind the sign-in do first: the screen, and who is there, are asked for while the messages are still on their way, so that
// the page waits for what takes longest and not for each in turn.
import type { FunctionComponent } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { RouterProvider } from '@tanstack/react-router'
import { mountReactPage } from './mount-react-page.tsx'
import { installSessionCheckOnBfcacheRestore } from './session-check-on-bfcache-restore.ts'
import { StepUpProvider } from '../features/sign-in/step-up/StepUpProvider.tsx'
import type { PrefetchableComponent } from '../ui/lazy-component.tsx'
import type { TranslationFileName } from '../i18n/browser-language-negotiation.ts'

/** @param queryClient the store of what the server has answered, which has been asked who is there */
export async function mountReactPageBehindSignIn(
  router: AnyRouter,
  queryClient: QueryClient,
  messages: readonly TranslationFileName[],
): Promise<void> {
  installSessionCheckOnBfcacheRestore(queryClient)
  const isDrawn = mountReactPage(
    <QueryClientProvider client={queryClient}>
      <StepUpProvider>
        <RouterProvider router={router} />
      </StepUpProvider>
    </QueryClientProvider>,
    messages,
  )
  // By now the language is chosen.
  for (const screen of findMatchedScreens(router)) screen.prefetch?.()
  await isDrawn
}

/** A screen that may query what it shows first before it is drawn. */
type PrefetchableScreen = FunctionComponent & { prefetchQueries?: (queryClient: QueryClient) => void }

/** Has the first screens query what they show while what is around them is being drawn, once it is known that the person may see it. */
export function prefetchScreenQueries(router: AnyRouter, queryClient: QueryClient): void {
  for (const screen of findMatchedScreens(router))
    void screen.load?.().then(
      (loaded) => loaded.prefetchQueries?.(queryClient),
      () => undefined,
    )
}

const findMatchedScreens = (router: AnyRouter): Partial<PrefetchableComponent<PrefetchableScreen>>[] =>
  router
    .matchRoutes(router.latestLocation)
    .flatMap(
      ({ routeId }) =>
        (
          router.routesById[routeId]?.options as
            | { component?: Partial<PrefetchableComponent<PrefetchableScreen>> }
            | undefined
        )?.component ?? [],
    )
