// Lazy loading (code splitting): a component that is fetched with its messages when it is first drawn, and drawn at once from then on.
// load-part.ts fetches its files, and retries.
import { useEffect, useState } from 'react'
import type { ComponentType, FunctionComponent, ReactNode } from 'react'
import type { ClientProblemCode } from '../api/exchange.ts'
import { partProblemCode, retryPart } from './load-part.ts'
import { ErrorState } from './ErrorState.tsx'
import { SkeletonRows } from './Skeleton.tsx'
import { loadMessages } from '../i18n/language.ts'
import type { Language } from '../i18n/language.ts'
import type { MessageFile } from '../i18n/language.ts'
import { useLanguage } from '../i18n/use-language.ts'

export type Lazy<Component extends ComponentType<never>> = Component & {
  load: () => Promise<Component>
  /** Fetches it with its messages before it is drawn; what fails now is fetched again when it is drawn. */
  prefetch: () => void
}

export interface LoadFailure<Props> {
  props: Props
  code: ClientProblemCode
  retry: () => void
}

interface LazyOptions<Props> {
  /** The messages that it needs besides those of the page. */
  messages?: readonly MessageFile[]
  Placeholder?: ComponentType<Props>
  Failure?: ComponentType<LoadFailure<Props>>
}

export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { messages = [], Placeholder = ShowSkeleton, Failure = ShowFailure }: LazyOptions<Props> = {},
): Lazy<FunctionComponent<Props>> {
  let loaded: FunctionComponent<Props> | null = null
  const loadOnce = async () => (loaded ??= await load())
  function LazyComponent(props: Props): ReactNode {
    const { files, need } = useLanguage()
    const [part, setPart] = useState<{ Component: FunctionComponent<Props> } | ClientProblemCode | null>(
      () => loaded && { Component: loaded },
    )
    const isNeeded = part === null || (typeof part === 'object' && !messages.every((file) => files.has(file)))
    useEffect(() => {
      if (isNeeded)
        Promise.all([loadOnce(), ...messages.map(need)]).then(
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
    void Promise.allSettled([loadOnce(), loadMessages(document.documentElement.lang as Language, messages)])
  return LazyComponent
}

const ShowSkeleton = () => <SkeletonRows rows={2} />

function ShowFailure({ code, retry }: LoadFailure<object>) {
  return <ErrorState problem={{ code, retry: true }} onRetry={retry} />
}
