// Error pages with a code and two links that work without scripts; rendered at build time only.
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { FrontEndPageErrorCode } from '../api/replace-page-with-error-page.ts'
import { frontEndPageErrorCodes } from '../api/replace-page-with-error-page.ts'
import { frontEndPagePaths } from '../api/front-end-page-paths.ts'
import type { Messages } from '../i18n/messages.generated.d.ts'
import { ButtonLink } from './Button.tsx'

export type ErrorPageTranslations = Messages['fault']

export function PrerenderedErrorPages({
  messages,
}: {
  messages: readonly (readonly [InterfaceLanguage, ErrorPageTranslations])[]
}) {
  return messages.flatMap(([language, texts]) =>
    frontEndPageErrorCodes.map((code) => (
      <ErrorPage key={language + code} language={language} code={code} texts={texts} />
    )),
  )
}

function ErrorPage({
  language,
  code,
  texts,
}: {
  language: InterfaceLanguage
  code: FrontEndPageErrorCode
  texts: ErrorPageTranslations
}) {
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
            {/* The current URL. */}
            <ButtonLink look="main" href="">
              {texts.reload}
            </ButtonLink>
            <ButtonLink look="bare" href={frontEndPagePaths.home}>
              {texts.front}
            </ButtonLink>
          </div>
        </div>
      </main>
    </div>
  )
}
