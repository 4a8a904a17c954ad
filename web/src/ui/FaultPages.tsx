// What stands in place of a page that cannot go on: what happened, a code to report, and two ways on, as links that need no script. It is
// drawn while the documents are built, and never in a browser.
import type { Language } from '@countersign/api/languages'
import type { PageFaultCode } from '../api/page-fault.ts'
import { pageFaultCodes } from '../api/page-fault.ts'
import { paths } from '../api/paths.ts'
import type { Messages } from '../i18n/messages.generated.d.ts'
import { ButtonLink } from './Button.tsx'

export type PageFaultMessages = Messages['fault']

/** One for each code and language, of which the page shows one. */
export function FaultPages({ messages }: { messages: readonly (readonly [Language, PageFaultMessages])[] }) {
  return messages.flatMap(([language, texts]) =>
    pageFaultCodes.map((code) => <FaultPage key={language + code} language={language} code={code} texts={texts} />),
  )
}

function FaultPage({ language, code, texts }: { language: Language; code: PageFaultCode; texts: PageFaultMessages }) {
  const { title, action } = code === 'page.fault' ? texts.codes.page.fault : texts.codes.page.incomplete
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
              {texts.reload}
            </ButtonLink>
            <ButtonLink look="bare" href={paths.front}>
              {texts.front}
            </ButtonLink>
          </div>
        </div>
      </main>
    </div>
  )
}
