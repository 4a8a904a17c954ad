// Where the demonstration wallet asks: a dialog of its own, in a shadow root, with the browser's own focus handling and
// Escape. All that strangers write in it is set as text.
import { parseMessage } from '@countersign/message'
import { style } from './style.ts'
import { wordsFor } from './words.ts'

/** Asks the person. Closing the dialog in any way is declining. */
export interface Dialog {
  askToConnect(address: string): Promise<'approved' | 'declined' | 'new-key'>
  askToSign(address: string, text: string): Promise<'approved' | 'declined'>
}

/** @param origin of the page that asks */
export function createDialog(page: Document, origin: string): Dialog {
  const words = () => wordsFor(page.documentElement.lang)

  return {
    askToConnect(address) {
      const said = words()
      return show<'approved' | 'declined' | 'new-key'>(page, said.mark, said.connect, (close) => [
        element(page, 'p', { text: said.connectText(origin) }),
        labelled(page, said.address, element(page, 'code', { text: address })),
        button(page, said.newKey, 'bare', () => close('new-key')),
        element(page, 'p', { className: 'about', text: said.about }),
        choices(page, said.decline, said.approveConnection, close),
      ])
    },
    askToSign(address, text) {
      const said = words()
      const domain = domainOf(text)
      const warning = domain !== null && domain !== new URL(origin).host ? said.foreign(domain, origin) : null
      const message = element(page, 'pre', { text })
      // A long message scrolls: by keyboard too.
      message.tabIndex = 0
      message.setAttribute('role', 'region')
      message.setAttribute('aria-label', said.message)
      return show<'approved' | 'declined'>(page, said.mark, said.sign, (close) => [
        element(page, 'p', { text: said.signText(origin) }),
        ...(warning === null ? [] : [element(page, 'p', { className: 'warning', text: warning })]),
        message,
        labelled(page, said.address, element(page, 'code', { text: address })),
        choices(page, said.decline, said.approveSignature, close),
      ])
    },
  }
}

/** ERC-4361 §Wallet Implementer Steps: a sign-in message names the site that it is for. */
function domainOf(text: string): string | null {
  try {
    return parseMessage(text).domain
  } catch {
    return null
  }
}

/** Shows a dialog until one of its buttons closes it; dismissing it declines. The focus goes back to where it was. */
function show<Answer extends string>(
  page: Document,
  mark: string,
  title: string,
  fill: (close: (answer: Answer) => void) => readonly Node[],
): Promise<Answer | 'declined'> {
  return new Promise((resolve) => {
    const host = page.createElement('countersign-demonstration-wallet')
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]

    const dialog = page.createElement('dialog')
    const heading = element(page, 'h2', { text: title })
    heading.id = 'title'
    heading.tabIndex = -1
    dialog.setAttribute('aria-labelledby', heading.id)
    const body = page.createElement('div')
    body.append(heading, ...fill((answer) => dialog.close(answer)))
    dialog.append(element(page, 'header', { text: mark }), body)
    dialog.addEventListener('close', () => {
      host.remove()
      resolve(dialog.returnValue === '' ? 'declined' : (dialog.returnValue as Answer))
    })
    root.append(dialog)
    page.body.append(host)
    dialog.showModal()
    heading.focus()
  })
}

function choices(
  page: Document,
  decline: string,
  approve: string,
  close: (answer: 'approved' | 'declined') => void,
): HTMLElement {
  const row = page.createElement('footer')
  row.append(
    button(page, decline, '', () => close('declined')),
    button(page, approve, 'main', () => close('approved')),
  )
  return row
}

function button(page: Document, label: string, className: string, press: () => void): HTMLElement {
  const made = element(page, 'button', { className, text: label })
  made.setAttribute('type', 'button')
  made.addEventListener('click', press)
  return made
}

function labelled(page: Document, label: string, value: HTMLElement): HTMLElement {
  const line = page.createElement('p')
  line.append(element(page, 'span', { className: 'label', text: label }), value)
  return line
}

function element(page: Document, name: string, { text, className }: { text: string; className?: string }): HTMLElement {
  const made = page.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}
