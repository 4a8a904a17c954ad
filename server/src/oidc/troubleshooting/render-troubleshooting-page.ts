// Renders the troubleshooting entries as a page without scripts.
import { createHash } from 'node:crypto'
import { escapeHtml } from '../plain-pages/render-plain-page.ts'
import { oidcErrorTroubleshootingEntries } from './oidc-error-troubleshooting-entries.ts'
import type { BuiltPageFonts } from './find-built-page-fonts.ts'
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

/** Colors of web/src/ui/theme.css. */
const style = `:root{color-scheme:light dark;--paper:#f5f1e7;--sheet:#fcfaf4;--line:#d9d1be;--ink:#17212f;--soft:#4d5663;--seal:#14573f}
@media(prefers-color-scheme:dark){:root{--paper:#0f151e;--sheet:#161e29;--line:#2c3746;--ink:#ebe5d8;--soft:#a7b0ba;--seal:#7fcaa5}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1rem 6rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 'Source Sans 3','Segoe UI','Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
header{max-width:46rem;margin:0 auto 1.5rem}
header a{display:inline-flex;align-items:center;gap:.5rem;color:var(--soft);text-decoration:none}
main{max-width:46rem;margin:0 auto}
h1{margin:0 0 .75rem;font:500 1.6875rem/1.2 'Source Serif 4',Georgia,'Times New Roman',serif}
section{margin:1rem 0;padding:1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:.625rem;scroll-margin-top:1rem}
section:target{outline:3px solid var(--seal);outline-offset:2px}
h2{margin:0 0 .5rem;font-size:1.125rem}
p{margin:0 0 .75rem}
dl{margin:0;display:grid;gap:.5rem}
dt{font-weight:600}
dd{margin:0;color:var(--soft)}
nav{margin:1.5rem 0}
nav dl{gap:.25rem}
nav dt{font-weight:400}
nav dd a{margin-right:.75rem}
code{font:0.9em ui-monospace,'Cascadia Mono',Menlo,Consolas,monospace}
code span,nav dd a{display:inline-block;max-width:100%}
a{color:var(--seal)}
a:focus-visible{outline:3px solid var(--seal);outline-offset:2px}
@media(min-width:40rem){dl{grid-template-columns:7rem 1fr}nav dl{grid-template-columns:15rem 1fr}}`

/** As in web/src/ui/fonts.css. */
const formatFontFaces = ({ sans, serif }: BuiltPageFonts): string =>
  [
    ['Source Sans 3', sans],
    ['Source Serif 4', serif],
  ]
    .map(
      ([family = '', path = '']) =>
        `@font-face{font-family:'${family}';font-weight:200 900;font-display:swap;src:url('${path}') format('woff2')}\n`,
    )
    .join('')

const formatContentSecurityPolicy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';')

const title = 'Troubleshooting'

const header = '<header><a href="/"><img src="/favicon.svg" alt="" width="28" height="28">Countersign</a></header>'

/** @param fonts null for the fonts of the device */
export function renderTroubleshootingPage(fonts: BuiltPageFonts | null): {
  html: string
  contentSecurityPolicy: string
} {
  const styleWithFonts = `${fonts === null ? '' : formatFontFaces(fonts)}${style}`
  const entries = oidcErrorTroubleshootingEntries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${styleWithFonts}</style></head><body>${header}<main><h1>${title}</h1><p>Why this server refuses requests of applications, and how to fix them. An application receives only a short error. Its operator finds what was sent, what was expected and what to change in the console, on the application’s tab “Refused requests”, or with <code>npx countersign application problems ID</code>.</p>${renderIndex(entries)}${entries.map(renderEntry).join('')}</main></body></html>`
  return { html, contentSecurityPolicy: formatContentSecurityPolicy(styleWithFonts) }
}

/** Applications receive the error code, so the links are grouped by it. */
function renderIndex(entries: readonly OidcErrorTroubleshootingEntry[]): string {
  const codes = [...new Set(entries.flatMap(({ errors }) => errors))].toSorted()
  const renderGroup = (code: string): string =>
    `<dt><code>${escapeHtml(code)}</code></dt><dd>${entries
      .filter(({ errors }) => errors.includes(code))
      .map(({ id }) => `<a href="#${id}">${id}</a>`)
      .join(' ')}</dd>`
  return `<nav aria-labelledby="error-codes"><h2 id="error-codes">Error codes</h2><dl>${codes.map(renderGroup).join('')}</dl></nav>`
}

const renderEntry = ({ id, errors, symptom, cause, fix }: OidcErrorTroubleshootingEntry): string =>
  `<section id="${id}"><h2><a href="#${id}">${id}</a></h2><p>${errors.map((error) => `<code>${escapeHtml(error)}</code>`).join(', ')}</p><dl>${[
    ['Symptom', symptom],
    ['Cause', cause],
    ['Fix', fix],
  ]
    .map(([term = '', text = '']) => `<dt>${term}</dt><dd>${renderInlineMarkdown(text)}</dd>`)
    .join('')}</dl></section>`

/** Code becomes `<code>`. Links keep only their text, because the guides are not on this server. */
const renderInlineMarkdown = (text: string): string =>
  escapeHtml(text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')).replaceAll(
    /`([^`]+)`/g,
    (_code, content: string) => `<code>${keepHyphenatedWords(content)}</code>`,
  )

/** So that a line does not end within an option such as `--post-logout`. */
const keepHyphenatedWords = (html: string): string => html.replaceAll(/[^\s]*-[^\s]*/g, '<span>$&</span>')
