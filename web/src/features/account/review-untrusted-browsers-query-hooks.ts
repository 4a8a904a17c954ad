// Browsers that have signed in as this person and that nobody has shown yet to be theirs: what there is, and the two
// answers to whether it was them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiUntrustedBrowser } from '@countersign/api/api-endpoints'
import { unwrapApiResult, ApiCallError, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { describeUserAgent } from '../../ui/describe-user-agent.ts'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'

const pollIntervalMs = 20_000

/** Asked for at load, when the page is seen again, and every 20 seconds while it is seen. */
export function useUntrustedBrowsers() {
  return useQuery({
    queryKey: ['new-browsers'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listUntrustedBrowsers', { signal })),
    refetchInterval: pollIntervalMs,
    // Frame and line ask for the same.
    staleTime: pollIntervalMs / 2,
  })
}

/** Says of browsers that they are the person's own. Whether it is so is asked with a proof, once for all; somebody who takes that back has said nothing. */
export function useTrustUntrustedBrowsers() {
  return useAnswerBrowsers('trustBrowser', { one: 'recognised', several: 'allRecognised' })
}

/** Says of browsers that they are somebody else's: their sessions end. One that is new itself is asked for a proof. */
export function useRejectUntrustedBrowsers(onEnded: (browsers: readonly ApiUntrustedBrowser[]) => void) {
  return useAnswerBrowsers('reportBrowser', { one: 'ended', several: 'allEnded' }, onEnded)
}

type BrowserAnswerCall = 'trustBrowser' | 'reportBrowser'

/** The same answer for one browser or for several, one after the other; what was answered before one is refused stays answered. */
function useAnswerBrowsers(
  name: BrowserAnswerCall,
  said: { one: 'recognised' | 'ended'; several: 'allRecognised' | 'allEnded' },
  onDone?: (browsers: readonly ApiUntrustedBrowser[]) => void,
) {
  const t = useTranslations()
  const nameOf = useFormatBrowserName()
  const sensitive = useCallApiWithStepUp()
  const client = useQueryClient()
  const finish = useRefreshAndAnnounce()
  return useMutation({
    mutationFn: async (browsers: readonly ApiUntrustedBrowser[]) => {
      for (const { id } of browsers)
        if (readBrowserAnswer(await sensitive(name, { params: { id } })) === 'cancelled') return 'cancelled'
      return 'done'
    },
    onSuccess: async (outcome, browsers) => {
      const [first] = browsers
      if (outcome === 'cancelled' || first === undefined) return
      onDone?.(browsers)
      await finish(
        browsers.length === 1
          ? t(`person.newBrowsers.${said.one}`, { device: nameOf(first) })
          : t(`person.newBrowsers.${said.several}`, { count: browsers.length }),
      )
    },
    onError: (refused) => {
      redirectOnSessionError(refused)
      void client.invalidateQueries({ queryKey: ['new-browsers'] })
    },
  })
}

/** A browser as it is called in a sentence. */
export function useFormatBrowserName(): (browser: Pick<ApiUntrustedBrowser, 'userAgent'>) => string {
  const t = useTranslations()
  return ({ userAgent }) => describeUserAgent(t, userAgent)
}

/** One that is answered for already, in another tab, counts as done. */
function readBrowserAnswer(result: Awaited<ReturnType<typeof callApi<BrowserAnswerCall>>>): 'done' | 'cancelled' {
  if (result.ok || result.problem.code === 'browser.not_found') return 'done'
  if (result.problem.code === 'network.cancelled') return 'cancelled'
  throw new ApiCallError(result.problem)
}

function useRefreshAndAnnounce(): (sentence: string) => Promise<void> {
  const client = useQueryClient()
  const announce = useAnnounce()
  return async (sentence) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['new-browsers'] }),
      client.invalidateQueries({ queryKey: ['sessions'] }),
    ])
    focusPageHeading()
    announce(sentence)
  }
}
