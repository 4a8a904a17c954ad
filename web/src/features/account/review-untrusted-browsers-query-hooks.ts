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

export function useUntrustedBrowsers() {
  return useQuery({
    queryKey: ['new-browsers'],
    queryFn: async ({ signal }) => unwrapApiResult(await callApi('listUntrustedBrowsers', { signal })),
    refetchInterval: pollIntervalMs,
    staleTime: pollIntervalMs / 2,
  })
}

/** Marks browsers as trusted. One proof covers all of them, and cancelling it changes nothing. */
export function useTrustUntrustedBrowsers() {
  return useAnswerBrowsers('trustBrowser', { one: 'recognised', several: 'allRecognised' })
}

/** Ends the sessions of the browsers. If the current browser is new too, this needs a proof. */
export function useRejectUntrustedBrowsers(onEnded: (browsers: readonly ApiUntrustedBrowser[]) => void) {
  return useAnswerBrowsers('reportBrowser', { one: 'ended', several: 'allEnded' }, onEnded)
}

type BrowserAnswerCall = 'trustBrowser' | 'reportBrowser'

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

export function useFormatBrowserName(): (browser: Pick<ApiUntrustedBrowser, 'userAgent'>) => string {
  const t = useTranslations()
  return ({ userAgent }) => describeUserAgent(t, userAgent)
}

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
