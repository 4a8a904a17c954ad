// Mounts the pages that require a sign-in. Screen, session and translations load in parallel.
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
  for (const screen of findMatchedScreens(router)) screen.prefetch?.()
  await isDrawn
}

type PrefetchableScreen = FunctionComponent & { prefetchQueries?: (queryClient: QueryClient) => void }

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
