import { useEffect, useState } from 'react'
import type { ComponentType, FunctionComponent, ReactNode } from 'react'
import type { HttpConnectionProblemCode } from '../api/api-http-client.ts'
import { getChunkLoadProblemCode, retryChunkLoad } from './load-chunk.ts'
import { LoadErrorPanel } from './LoadErrorPanel.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { loadTranslations } from '../i18n/browser-language-negotiation.ts'
import type { InterfaceLanguage } from '../i18n/browser-language-negotiation.ts'
import type { TranslationFileName } from '../i18n/browser-language-negotiation.ts'
import { usePageLanguage } from '../i18n/page-language-context.ts'

export type PrefetchableComponent<Component extends ComponentType<never>> = Component & {
  load: () => Promise<Component>
  /** Loads the component before it is rendered. If that fails, rendering retries. */
  prefetch: () => void
}

export interface ChunkLoadFailureProps<Props> {
  props: Props
  code: HttpConnectionProblemCode
  retry: () => void
}

interface LazyComponentOptions<Props> {
  messages?: readonly TranslationFileName[]
  Placeholder?: ComponentType<Props>
  Failure?: ComponentType<ChunkLoadFailureProps<Props>>
}

export function createLazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { messages = [], Placeholder = LoadingSkeleton, Failure = LoadFailureMessage }: LazyComponentOptions<Props> = {},
): PrefetchableComponent<FunctionComponent<Props>> {
  let loaded: FunctionComponent<Props> | null = null
  const loadOnce = async () => (loaded ??= await load())
  function LazyComponent(props: Props): ReactNode {
    const { files, loadMessageFile } = usePageLanguage()
    const [part, setPart] = useState<{ Component: FunctionComponent<Props> } | HttpConnectionProblemCode | null>(
      () => loaded && { Component: loaded },
    )
    const isNeeded = part === null || (typeof part === 'object' && !messages.every((file) => files.has(file)))
    useEffect(() => {
      if (isNeeded)
        Promise.all([loadOnce(), ...messages.map(loadMessageFile)]).then(
          ([Component]) => setPart({ Component }),
          () => setPart(getChunkLoadProblemCode()),
        )
    }, [isNeeded, loadMessageFile])
    if (typeof part === 'string')
      return <Failure props={props} code={part} retry={() => retryChunkLoad(() => setPart(null))} />
    return isNeeded || part === null ? <Placeholder {...props} /> : <part.Component {...props} />
  }
  LazyComponent.load = loadOnce
  LazyComponent.prefetch = () =>
    void Promise.allSettled([
      loadOnce(),
      loadTranslations(document.documentElement.lang as InterfaceLanguage, messages),
    ])
  return LazyComponent
}

const LoadingSkeleton = () => <SkeletonRows rows={2} />

function LoadFailureMessage({ code, retry }: ChunkLoadFailureProps<object>) {
  return <LoadErrorPanel problem={{ code, retry: true }} onRetry={retry} />
}
