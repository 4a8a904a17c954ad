import { beforeEach, expect, test } from 'vitest'
import { keepFocusAfterRemoval } from './keep-focus-after-removal.ts'

keepFocusAfterRemoval()

const focused = () => document.activeElement?.textContent
const find = (text: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find((one) => one.textContent === text)
  if (!found) throw new Error(`There is no control “${text}”.`)
  return found
}

beforeEach(async () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await Promise.resolve()
  document.body.innerHTML = `
    <nav><a href="/elsewhere">Elsewhere</a></nav>
    <main>
      <div id="filters"><span><button>One</button></span><span><button>Two</button></span><span><button>Three</button></span></div>
      <div id="alone"><button>Dismiss</button></div>
      <p><a href="/after">After</a></p>
    </main>`
})

test.each([
  ['a chip in the middle passes the focus to the next chip', 'Two', 'Three'],
  ['the first chip passes the focus to the next chip', 'One', 'Two'],
  ['the last chip passes the focus to the one before', 'Three', 'Two'],
])('%s', async (_, pressed, next) => {
  find(pressed).focus()
  find(pressed).parentElement?.remove()
  await expect.poll(focused).toBe(next)
})

test('a control that was alone in its section passes the focus to the next control of the page', async () => {
  find('Dismiss').focus()
  document.querySelector('#alone')?.remove()
  await expect.poll(focused).toBe('After')
})

test('the same control takes the focus if it is rendered again', async () => {
  find('Three').focus()
  const filters = document.querySelector('#filters')
  filters?.replaceWith(filters.cloneNode(true))
  await expect.poll(focused).toBe('Three')
})

test('the next of several controls that look the same takes the focus', async () => {
  const list = document.querySelector('#filters')
  if (list) list.innerHTML = '<p><button>Delete</button></p>'.repeat(4)
  await Promise.resolve()
  const buttons = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Delete')
  buttons[1]?.focus()
  buttons[1]?.parentElement?.remove()
  await expect.poll(() => document.activeElement === buttons[2]).toBe(true)
})

test('a control that is removed before the section around it passes the focus to the next section', async () => {
  find('Dismiss').focus()
  find('Dismiss').remove()
  document.querySelector('#alone')?.remove()
  await expect.poll(focused).toBe('After')
})

test('a hidden or inert control does not take the focus', async () => {
  find('Two').style.visibility = 'hidden'
  find('Three').inert = true
  find('One').focus()
  find('One').parentElement?.remove()
  await expect.poll(focused).toBe('Dismiss')
})

test('the content of the page takes the focus if no control is left', async () => {
  document.body.innerHTML = '<main tabindex="-1"><p><button>Only one</button></p></main>'
  find('Only one').focus()
  document.querySelector('p')?.remove()
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN')
})

test('a focus that the page sets itself stays', async () => {
  find('Two').focus()
  find('Two').remove()
  find('Elsewhere').focus()
  await new Promise((resolve) => setTimeout(resolve))
  expect(focused()).toBe('Elsewhere')
})

test('a control that the user left before it is removed does not move the focus', async () => {
  find('Two').focus()
  find('Two').blur()
  await Promise.resolve()
  find('Two').remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})
