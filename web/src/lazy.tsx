// Lazy loading (code splitting): a component that is fetched with its words when it is first drawn, and drawn at once from then on.
// load-part.ts fetches its files, and retries.
import { useEffect, useState } from 'react'
import type { ComponentType, FunctionComponent, ReactNode } from 'react'
import type { ClientProblemCode } from './exchange.ts'
import { partProblemCode, retryPart } from './load-part.ts'
import { ErrorState } from './ui/ErrorState.tsx'
import { SkeletonRows } from './ui/Skeleton.tsx'
import { loadChapters } from './words/language.ts'
import type { Language } from './words/language.ts'
import type { WordsFile } from './words/shape.ts'
import { useSpeech } from './words/use-words.ts'

export type Lazy<Component extends ComponentType<never>> = Component & {
  load: () => Promise<Component>
  /** Fetches it with its words before it is drawn; what fails now is fetched again when it is drawn. */
  prefetch: () => void
}

export interface LoadFailure<Props> {
  props: Props
  code: ClientProblemCode
  retry: () => void
}

interface LazyOptions<Props> {
  /** The words that it needs besides those of the page. */
  words?: readonly WordsFile[]
  Placeholder?: ComponentType<Props>
  Failure?: ComponentType<LoadFailure<Props>>
}

export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { words = [], Placeholder = ShowSkeleton, Failure = ShowFailure }: LazyOptions<Props> = {},
): Lazy<FunctionComponent<Props>> {
  let loaded: FunctionComponent<Props> | null = null
  const loadOnce = async () => (loaded ??= await load())
  function LazyComponent(props: Props): ReactNode {
    const { files, need } = useSpeech()
    const [part, setPart] = useState<{ Component: FunctionComponent<Props> } | ClientProblemCode | null>(
      () => loaded && { Component: loaded },
    )
    const isNeeded = part === null || (typeof part === 'object' && !words.every((file) => files.has(file)))
    useEffect(() => {
      if (isNeeded)
        Promise.all([loadOnce(), ...words.map(need)]).then(
          ([Component]) => setPart({ Component }),
          () => setPart(partProblemCode()),
        )
    }, [isNeeded, need])
    if (typeof part === 'string')
      return <Failure props={props} code={part} retry={() => retryPart(() => setPart(null))} />
    return isNeeded || part === null ? <Placeholder {...props} /> : <part.Component {...props} />
  }
  LazyComponent.load = loadOnce
  LazyComponent.prefetch = () =>
    void Promise.allSettled([loadOnce(), loadChapters(document.documentElement.lang as Language, words)])
  return LazyComponent
}

const ShowSkeleton = () => <SkeletonRows rows={2} />

function ShowFailure({ code, retry }: LoadFailure<object>) {
  return <ErrorState problem={{ code, retry: true }} onRetry={retry} />
}
