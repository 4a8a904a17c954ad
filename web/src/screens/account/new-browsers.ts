// Browsers that have signed in as this person and that nobody has shown yet to be theirs: what there is, and the two
// answers to whether it was them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewBrowser } from '@countersign/api/calls'
import { answerOf, CallRefused, leaveIfSignedOut } from '../../answers.ts'
import { call } from '../../api.ts'
import { useSensitiveCall } from '../../step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { deviceWords } from '../../ui/device-words.ts'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useChapter } from '../../words/use-words.ts'

const askedEveryMs = 20_000

/** Asked for at load, when the page is seen again, and every 20 seconds while it is seen. */
export function useNewBrowsers() {
  return useQuery({
    queryKey: ['new-browsers'],
    queryFn: async ({ signal }) => answerOf(await call('listNewBrowsers', { signal })),
    refetchInterval: askedEveryMs,
  })
}

/** Says that a browser is the person's own. Whether it is so is asked with a proof; somebody who takes that back has said nothing. */
export function useRecognise() {
  const words = useChapter('person').newBrowsers
  const nameOf = useDeviceName()
  const sensitive = useSensitiveCall()
  const finish = useFinish()
  return useMutation({
    mutationFn: async (browser: NewBrowser) =>
      answerOfOwn(await sensitive('recogniseBrowser', { params: { id: browser.id } })),
    onSuccess: (outcome, browser) => (outcome === 'cancelled' ? undefined : finish(words.recognised(nameOf(browser)))),
    onError: leaveIfSignedOut,
  })
}

/** Says that a browser is somebody else's: its sessions end. One that is new itself is asked for a proof. */
export function useDisown(onEnded: (browser: NewBrowser) => void) {
  const words = useChapter('person').newBrowsers
  const nameOf = useDeviceName()
  const sensitive = useSensitiveCall()
  const finish = useFinish()
  return useMutation({
    mutationFn: async (browser: NewBrowser) =>
      answerOfOwn(await sensitive('disownBrowser', { params: { id: browser.id } })),
    onSuccess: async (outcome, browser) => {
      if (outcome === 'cancelled') return
      onEnded(browser)
      await finish(words.ended(nameOf(browser)))
    },
    onError: leaveIfSignedOut,
  })
}

/** A browser as it is called in a sentence. */
export function useDeviceName(): (browser: Pick<NewBrowser, 'userAgent'>) => string {
  const words = useChapter('account').sessions
  return ({ userAgent }) => deviceWords(words, userAgent)
}

/** One that is answered for already, in another tab, counts as done. */
function answerOfOwn(
  result: Awaited<ReturnType<typeof call<'recogniseBrowser' | 'disownBrowser'>>>,
): 'done' | 'cancelled' {
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
