// The dialog is in a shadow root, and untrusted content is inserted as text.
import {
  bip122MessageProfile,
  eip155MessageProfile,
  parseAnySignInMessage,
  solanaMessageProfile,
} from '@countersign/message'
import type { ChainNamespace } from '@countersign/message'
import { chainFamilyNames } from '../../../i18n/chain-family-names.ts'
import { shortenOneTimeCodeInText } from '../proof-flow/shorten-one-time-code.ts'
import { createDemonstrationWalletTranslator } from './create-demonstration-wallet-translator.ts'

const style = `
  :host { all: initial }
  dialog {
    --ground: #fbf9ff; --ink: #241a3d; --soft: #5d5473; --edge: #5b3fa8; --sunk: #efe9fb; --on-edge: #ffffff; --warn: #8a1c12;
    box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto; padding: 0;
    margin: 1rem 1rem auto auto;
    border: 2px dashed var(--edge); border-radius: 12px; background: var(--ground); color: var(--ink);
    font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; box-shadow: 0 12px 40px rgb(20 10 50 / 0.28);
  }
  @media (max-width: 40rem) { dialog { margin: auto auto 1rem } }
  @media (prefers-color-scheme: dark) {
    dialog { --ground: #1b162a; --ink: #ece6fb; --soft: #b3a9ca; --edge: #b9a2f5; --sunk: #2a2240; --on-edge: #1b162a; --warn: #ffb4a8 }
  }
  dialog::backdrop { background: rgb(15 10 35 / 0.35) }
  header {
    padding: 0.5rem 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--edge);
    background: repeating-linear-gradient(-45deg, var(--sunk) 0 8px, transparent 8px 16px); border-bottom: 2px dashed var(--edge);
  }
  div { display: grid; gap: 0.75rem; padding: 1rem }
  h2 { margin: 0; font-size: 1.125rem; line-height: 1.3; outline: none }
  p { margin: 0 }
  p.warning { color: var(--warn); font-weight: 600 }
  p.about, span.label { font-size: 0.8125rem; color: var(--soft) }
  span.label { display: block }
  code, pre { margin: 0; font: 0.8125rem/1.5 ui-monospace, Menlo, Consolas, monospace }
  pre { max-height: 40dvh; overflow: auto; padding: 0.75rem; border-radius: 8px; background: var(--sunk); white-space: pre-wrap }
  footer { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem }
  button {
    min-height: 2.75rem; padding: 0.25rem 0.75rem; border: 2px solid var(--edge); border-radius: 8px; background: transparent;
    color: var(--edge); font: inherit; font-weight: 600; cursor: pointer;
  }
  button.main { background: var(--edge); color: var(--on-edge) }
  button.bare { min-height: 2rem; padding: 0; border: 0; justify-self: start; text-decoration: underline; font-size: 0.875rem }
  :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`

export type DemonstrationWalletApprovalDecision = 'approved' | 'declined' | 'new-key'

export interface DemonstrationWalletApprovalDialog {
  askToConnect(namespace: ChainNamespace, address: string): Promise<DemonstrationWalletApprovalDecision>
  /** @param isConnected if false, the page gets the address with the signature */
  askToSign(
    namespace: ChainNamespace,
    address: string,
    text: string,
    isConnected: boolean,
  ): Promise<DemonstrationWalletApprovalDecision>
}

export function createDemonstrationWalletApprovalDialog(
  page: Document,
  origin: string,
): DemonstrationWalletApprovalDialog {
  const translator = () => createDemonstrationWalletTranslator(page.documentElement.lang)

  return {
    askToConnect(namespace, address) {
      const t = translator()
      const chain = chainFamilyNames[namespace]
      return showDialog(page, t('mark'), t('connect'), (close) => [
        createTextElement(page, 'p', { text: t('connectText', { origin, chain }) }),
        createLabeledValue(page, t('address', { chain }), createTextElement(page, 'code', { text: address })),
        createButton(page, t('newKey'), 'bare', () => close('new-key')),
        createTextElement(page, 'p', { className: 'about', text: t('about') }),
        createDecisionButtons(page, t('decline'), t('approveConnection'), close),
      ])
    },
    askToSign(namespace, address, text, isConnected) {
      const t = translator()
      const parsed = parseMessage(text)
      const domain = parsed?.domain ?? null
      const warning = domain !== null && domain !== new URL(origin).host ? t('foreign', { domain, origin }) : null
      const short = parsed === null ? text : shortenOneTimeCodeInText(text, parsed.nonce)
      const message = createTextElement(page, 'pre', { text: short })
      message.tabIndex = 0
      message.setAttribute('role', 'region')
      message.setAttribute('aria-label', t('message'))
      return showDialog(page, t('mark'), t('sign'), (close) => [
        createTextElement(page, 'p', { text: t('signText', { origin }) }),
        ...(warning === null ? [] : [createTextElement(page, 'p', { className: 'warning', text: warning })]),
        message,
        ...(short === text
          ? []
          : [
              createToggle(
                page,
                [t('showCode'), t('hideCode')],
                (isWhole) => (message.textContent = isWhole ? text : short),
              ),
            ]),
        createLabeledValue(
          page,
          t('address', { chain: chainFamilyNames[namespace] }),
          createTextElement(page, 'code', { text: address }),
        ),
        ...(isConnected
          ? []
          : [
              createButton(page, t('newKey'), 'bare', () => close('new-key')),
              createTextElement(page, 'p', { className: 'about', text: t('about') }),
            ]),
        createDecisionButtons(page, t('decline'), t('approveSignature'), close),
      ])
    },
  }
}

/** ERC-4361 §Wallet Implementer Steps: checks the domain (CAIP-122 for other chains). */
function parseMessage(text: string): { domain: string; nonce: string } | null {
  try {
    return parseAnySignInMessage(text, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile]).message
  } catch {
    return null
  }
}

function showDialog(
  page: Document,
  mark: string,
  title: string,
  fill: (close: (answer: DemonstrationWalletApprovalDecision) => void) => readonly Node[],
): Promise<DemonstrationWalletApprovalDecision> {
  return new Promise((resolve) => {
    const host = page.createElement('countersign-demonstration-wallet')
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]

    const dialog = page.createElement('dialog')
    const heading = createTextElement(page, 'h2', { text: title })
    heading.id = 'title'
    heading.tabIndex = -1
    dialog.setAttribute('aria-labelledby', heading.id)
    const body = page.createElement('div')
    body.append(heading, ...fill((answer) => dialog.close(answer)))
    dialog.append(createTextElement(page, 'header', { text: mark }), body)
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(dialog.returnValue === '' ? 'declined' : (dialog.returnValue as DemonstrationWalletApprovalDecision))
    })
    root.append(dialog)
    page.body.append(host)
    dialog.showModal()
    heading.focus()
  })
}

function createDecisionButtons(
  page: Document,
  decline: string,
  approve: string,
  close: (answer: 'approved' | 'declined') => void,
): HTMLElement {
  const row = page.createElement('footer')
  row.append(
    createButton(page, decline, '', () => close('declined')),
    createButton(page, approve, 'main', () => close('approved')),
  )
  return row
}

function createButton(page: Document, label: string, className: string, press: () => void): HTMLElement {
  const made = createTextElement(page, 'button', { className, text: label })
  made.setAttribute('type', 'button')
  made.addEventListener('click', press)
  return made
}

/** @param labels to turn on, and to turn off */
function createToggle(
  page: Document,
  [on, off]: readonly [string, string],
  change: (isOn: boolean) => void,
): HTMLElement {
  const toggle = (isOn: boolean) => {
    made.setAttribute('aria-expanded', String(isOn))
    made.textContent = isOn ? off : on
    change(isOn)
  }
  const made = createButton(page, on, 'bare', () => toggle(made.getAttribute('aria-expanded') !== 'true'))
  toggle(false)
  return made
}

function createLabeledValue(page: Document, label: string, value: HTMLElement): HTMLElement {
  const line = page.createElement('p')
  line.append(createTextElement(page, 'span', { className: 'label', text: label }), value)
  return line
}

function createTextElement(
  page: Document,
  name: string,
  { text, className }: { text: string; className?: string },
): HTMLElement {
  const made = page.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}
