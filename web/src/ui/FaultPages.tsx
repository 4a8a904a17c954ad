// What stands in place of a page that cannot go on: what happened, a code to report, and two ways on, as links that need no script. It is
// drawn while the documents are built, and never in a browser.
import type { Language } from '@countersign/api/languages'
import type { PageFaultCode } from '../page-fault.ts'
import { pageFaultCodes } from '../page-fault.ts'
import { paths } from '../paths.ts'
import type { Chapters } from '../words/shape.ts'
import { ButtonLink } from './Button.tsx'

export type FaultWords = Chapters['fault']

/** One for each code and language, of which the page shows one. */
export function FaultPages({ words }: { words: readonly (readonly [Language, FaultWords])[] }) {
  return words.flatMap(([language, spoken]) =>
    pageFaultCodes.map((code) => <FaultPage key={language + code} language={language} code={code} words={spoken} />),
  )
}

function FaultPage({ language, code, words }: { language: Language; code: PageFaultCode; words: FaultWords }) {
  const { title, action } = words.codes[code]
  return (
    <div
      lang={language}
      data-code={code}
      className="relative isolate grid min-h-dvh grid-rows-[auto_2fr_auto_3fr_auto] overflow-x-clip"
    >
      <main className="row-start-3 mx-auto w-full max-w-[26rem] px-5 py-8">
        <div className="grid gap-6">
          <div className="grid gap-3">
            <h1 tabIndex={-1} className="text-display">
              {title}
            </h1>
            <p className="text-lead text-soft">{action}</p>
            <code className="font-mono text-caption text-soft">{code}</code>
          </div>
          <div className="grid gap-2">
            {/* The same address again, whatever it is. */}
            <ButtonLink look="main" href="">
              {words.reload}
            </ButtonLink>
            <ButtonLink look="bare" href={paths.front}>
              {words.front}
            </ButtonLink>
          </div>
        </div>
      </main>
    </div>
  )
}
