// Renders pages that need no script, font or image, for use on protected hosts.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { PlainPageText } from './plain-page-translations.ts'

/** Colors and sizes of web/src/ui/theme.css. */
const style = `:root{color-scheme:light dark;--paper:#f5f1e7;--sheet:#fcfaf4;--line:#d9d1be;--edge:#857d6b;--ink:#17212f;--soft:#4d5663;--seal:#14573f;--on-seal:#fbf8f0}
@media(prefers-color-scheme:dark){:root{--paper:#0f151e;--sheet:#161e29;--line:#2c3746;--edge:#718096;--ink:#ebe5d8;--soft:#a7b0ba;--seal:#7fcaa5;--on-seal:#0b1d15}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;padding:1.5rem 1rem 6rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 'Source Sans 3','Segoe UI','Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:28rem;padding:1.75rem 1.5rem;background:var(--sheet);border:1px solid var(--line);border-radius:.625rem}
h1{margin:0 0 .75rem;font:400 1.6875rem/1.2 'Source Serif 4',Georgia,'Times New Roman',serif}
p{margin:0 0 1.25rem;color:var(--soft)}
nav{display:grid;gap:.5rem}
form{display:grid}
a,button{display:grid;place-items:center;min-height:2.75rem;padding:.25rem 1rem;border-radius:.375rem;border:1px solid var(--edge);background:none;color:var(--ink);font:inherit;text-align:center;text-decoration:none;font-weight:600;cursor:pointer}
a.main{background:var(--seal);border-color:var(--seal);color:var(--on-seal)}
a:focus-visible,button:focus-visible{outline:3px solid var(--seal);outline-offset:2px}`

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

interface SitePage {
  status: number
  language: InterfaceLanguage
  text: PlainPageText
  continueUrl: string
  switchPersonUrl?: string
}

export function sendProtectedSitePage(
  reply: FastifyReply,
  { status, language, text, continueUrl, switchPersonUrl }: SitePage,
): FastifyReply {
  const link = (address: string, words: string, look: string): string =>
    `<a${look} href="${escapeHtml(address)}">${escapeHtml(words)}</a>`
  const links = [
    link(continueUrl, text.continueLabel, ' class="main"'),
    ...(switchPersonUrl !== undefined && text.switchPersonLabel !== undefined
      ? [link(switchPersonUrl, text.switchPersonLabel, '')]
      : []),
  ]
  const page = renderPlainPageHtml(language, text, links.join(''))
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', `${page.contentSecurityPolicy};form-action 'none'`)
    .send(page.html)
}

/** `ways` is HTML of links and forms; the caller adds `form-action` to the policy. */
export const renderPlainPageHtml = (
  language: InterfaceLanguage,
  { title, text }: Pick<PlainPageText, 'title' | 'text'>,
  ways: string,
): { html: string; contentSecurityPolicy: string } => ({
  html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><nav>${ways}</nav></main></body></html>`,
  contentSecurityPolicy,
})
