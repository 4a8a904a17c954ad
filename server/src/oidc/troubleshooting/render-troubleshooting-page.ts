// Renders the troubleshooting entries as a page without scripts, fonts and images.
import { createHash } from 'node:crypto'
import { escapeHtml } from '../plain-pages/render-plain-page.ts'
import { oidcErrorTroubleshootingEntries } from './oidc-error-troubleshooting-entries.ts'
import type { OidcErrorTroubleshootingEntry } from './oidc-error-troubleshooting-entry-type.ts'

/** Colors of web/src/ui/theme.css. */
const style = `:root{color-scheme:light dark;--paper:#f5f1e7;--sheet:#fcfaf4;--line:#d9d1be;--ink:#17212f;--soft:#4d5663;--seal:#14573f}
@media(prefers-color-scheme:dark){:root{--paper:#0f151e;--sheet:#161e29;--line:#2c3746;--ink:#ebe5d8;--soft:#a7b0ba;--seal:#7fcaa5}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1rem 6rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 'Source Sans 3','Segoe UI','Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto}
h1{margin:0 0 .75rem;font:400 1.6875rem/1.2 'Source Serif 4',Georgia,'Times New Roman',serif}
section{margin:1rem 0;padding:1rem 1.25rem;background:var(--sheet);border:1px solid var(--line);border-radius:.625rem;scroll-margin-top:1rem}
section:target{outline:3px solid var(--seal);outline-offset:2px}
h2{margin:0 0 .5rem;font-size:1.125rem}
p{margin:0 0 .75rem}
dl{margin:0;display:grid;gap:.5rem}
dt{font-weight:600}
dd{margin:0;color:var(--soft)}
code{font:0.9em ui-monospace,'Cascadia Mono',Menlo,Consolas,monospace}
a{color:var(--seal)}
a:focus-visible{outline:3px solid var(--seal);outline-offset:2px}
@media(min-width:40rem){dl{grid-template-columns:7rem 1fr}}`

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

const title = 'Troubleshooting'

export function renderTroubleshootingPage(): { html: string; contentSecurityPolicy: string } {
  const entries = oidcErrorTroubleshootingEntries.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>Why this server refuses requests of applications, and how to fix them. An application receives only a short error. Its operator finds what was sent, what was expected and what to change in the console, on the application’s tab “Refused requests”, or with <code>npx countersign application problems ID</code>.</p>${entries.map(renderEntry).join('')}</main></body></html>`
  return { html, contentSecurityPolicy }
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
  escapeHtml(text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
