// Browsers that have signed in as this person and that nobody has shown yet to be theirs: what there is, and the two
// answers to whether it was them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewBrowser } from '@countersign/api/calls'
import { answerOf, CallRefused, leaveIfSignedOut } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { deviceWords } from '../../ui/device-words.ts'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'

const askedEveryMs = 20_000

/** Asked for at load, when the page is seen again, and every 20 seconds while it is seen. */
export function useNewBrowsers() {
  return useQuery({
    queryKey: ['new-browsers'],
    queryFn: async ({ signal }) => answerOf(await call('listNewBrowsers', { signal })),
    refetchInterval: askedEveryMs,
    // Frame and line ask for the same.
    staleTime: askedEveryMs / 2,
  })
}

/** Says of browsers that they are the person's own. Whether it is so is asked with a proof, once for all; somebody who takes that back has said nothing. */
export function useRecognise() {
  return useAnswerFor('recogniseBrowser', { one: 'recognised', several: 'allRecognised' })
}

/** Says of browsers that they are somebody else's: their sessions end. One that is new itself is asked for a proof. */
export function useDisown(onEnded: (browsers: readonly NewBrowser[]) => void) {
  return useAnswerFor('disownBrowser', { one: 'ended', several: 'allEnded' }, onEnded)
}

type Answering = 'recogniseBrowser' | 'disownBrowser'

/** The same answer for one browser or for several, one after the other; what was answered before one is refused stays answered. */
function useAnswerFor(
  name: Answering,
  said: { one: 'recognised' | 'ended'; several: 'allRecognised' | 'allEnded' },
  onDone?: (browsers: readonly NewBrowser[]) => void,
) {
  const t = useTranslations()
  const nameOf = useDeviceName()
  const sensitive = useSensitiveCall()
  const client = useQueryClient()
  const finish = useFinish()
  return useMutation({
    mutationFn: async (browsers: readonly NewBrowser[]) => {
      for (const { id } of browsers)
        if (answerOfOwn(await sensitive(name, { params: { id } })) === 'cancelled') return 'cancelled'
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
      leaveIfSignedOut(refused)
      void client.invalidateQueries({ queryKey: ['new-browsers'] })
    },
  })
}

/** A browser as it is called in a sentence. */
export function useDeviceName(): (browser: Pick<NewBrowser, 'userAgent'>) => string {
  const t = useTranslations()
  return ({ userAgent }) => deviceWords(t, userAgent)
}

/** One that is answered for already, in another tab, counts as done. */
function answerOfOwn(result: Awaited<ReturnType<typeof call<Answering>>>): 'done' | 'cancelled' {
  if (result.ok || result.problem.code === 'browser.not_found') return 'done'
  if (result.problem.code === 'network.cancelled') return 'cancelled'
  throw new CallRefused(result.problem)
}

function useFinish(): (sentence: string) => Promise<void> {
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
