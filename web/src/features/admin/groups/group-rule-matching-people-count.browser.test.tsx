// When the people matching a group rule are counted, and when not.
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeApiResponses } from '../../../testing/fake-api-server.ts'
import { fakeUnreachableResponse } from '../../../testing/fake-api-server.ts'
import { installManualTestClock } from '../../../testing/manual-test-clock.ts'
import {
  createFakeGroupRulePreviewResponse,
  renderGroupAdminPage,
  findTextInMainRegion,
  findCreateGroupButton,
  createEnsNameGroupRuleFixture,
} from '../../../testing/group-page-fixtures.tsx'
import type { GroupRulePreviewResponse } from '../../../testing/group-page-fixtures.tsx'

const pauseMs = 400
const counting = () => page.getByText('Counting…')

async function openNamed(more: FakeApiResponses = {}) {
  const { history, ...server } = await renderGroupAdminPage('/admin/new-group')
  await page.getByLabelText('Condition', { exact: true }).selectOptions('have a name ending in')
  await expect.poll(() => server.getSentBodies('previewRule').at(-1)).toEqual({ live: true, rule: { type: 'name' } })
  await expect.element(findTextInMainRegion('1 would be in of 40 people checked')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
  const before = server.getSentBodies('previewRule').length
  server.setResponses(more)
  return {
    server,
    history,
    under: page.getByLabelText('Domain'),
    counts: () => server.getSentBodies('previewRule').slice(before),
    pass: installManualTestClock(),
  }
}

test('counts matching people 400 ms after the last keystroke, and only when the rule changed', async () => {
  const { under, counts, pass } = await openNamed()
  for (const text of ['abc.eth', 'ab.eth', 'abc.eth']) {
    await under.fill(text)
    await pass(pauseMs - 1)
  }
  // This is the same rule, because names are trimmed.
  await under.fill('abc.eth ')
  await pass(0)
  expect(counts()).toEqual([])
  await pass(1)
  expect(counts()).toEqual([{ live: true, rule: createEnsNameGroupRuleFixture('abc.eth') }])
  await expect.element(counting()).not.toBeInTheDocument()
  await under.fill('abc.eth')
  await pass(2 * pauseMs)
  expect(counts()).toHaveLength(1)
})

test('keeps the last count visible while the next one is fetched', async () => {
  const { promise, resolve } = Promise.withResolvers<GroupRulePreviewResponse>()
  const { server, under, counts, pass } = await openNamed({ previewRule: createFakeGroupRulePreviewResponse(3) })
  await under.fill('a.eth')
  await expect.element(counting()).toBeVisible()
  await pass(pauseMs)
  await expect.element(findTextInMainRegion('3 would be in of 40 people checked')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
  server.setResponses({ previewRule: () => promise })
  await under.fill('b.eth')
  await expect.element(counting()).toBeVisible()
  await pass(pauseMs)
  expect(counts().at(-1)).toEqual({ live: true, rule: createEnsNameGroupRuleFixture('b.eth') })
  await expect.element(counting()).toBeVisible()
  await expect.element(findTextInMainRegion('3 would be in of 40 people checked')).toBeVisible()
  resolve(createFakeGroupRulePreviewResponse(4))
  await expect.element(findTextInMainRegion('4 would be in of 40 people checked')).toBeVisible()
  await expect.element(counting()).not.toBeInTheDocument()
})

test('cancels a superseded count and never shows its late response', async () => {
  const { promise, resolve } = Promise.withResolvers<GroupRulePreviewResponse>()
  const canceled: boolean[] = []
  const { server, under, pass } = await openNamed({
    previewRule: (_, signal) => {
      signal.addEventListener('abort', () => canceled.push(true))
      return promise
    },
  })
  await under.fill('a.eth')
  await pass(pauseMs)
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(4) })
  await under.fill('b.eth')
  await expect.poll(() => canceled).toEqual([true])
  await pass(pauseMs)
  await expect.element(findTextInMainRegion('4 would be in of 40 people checked')).toBeVisible()
  const texts: string[] = []
  const observer = new MutationObserver(() => texts.push(document.body.textContent))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  resolve(createFakeGroupRulePreviewResponse(7))
  // Once the next count is shown, a late response would have been shown as well.
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(5) })
  await under.fill('c.eth')
  await pass(pauseMs)
  await expect.element(findTextInMainRegion('5 would be in of 40 people checked')).toBeVisible()
  expect(texts.filter((text) => text.includes('5 would be in'))).not.toEqual([])
  expect(texts.filter((text) => text.includes('7 would be in'))).toEqual([])
})

test('tries a failing count three times, then shows the error until the rule changes', async () => {
  const { server, under, counts, pass } = await openNamed({ previewRule: fakeUnreachableResponse })
  const error = findTextInMainRegion('The server isn’t responding.')
  await under.fill('a.eth')
  await pass(pauseMs)
  for (const [index, delayMs] of [500, 1000].entries()) {
    expect(counts()).toHaveLength(index + 1)
    await expect.element(counting()).toBeVisible()
    await pass(delayMs)
  }
  await expect.element(error).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await pass(60_000)
  expect(counts()).toHaveLength(3)
  server.setResponses({ previewRule: createFakeGroupRulePreviewResponse(3) })
  await under.fill('b.eth')
  await expect.element(error).not.toBeInTheDocument()
  await pass(pauseMs)
  await expect.element(findTextInMainRegion('3 would be in of 40 people checked')).toBeVisible()
})

test('neither shows nor requests a count for text that is not a rule', async () => {
  const { server, counts, pass } = await openNamed()
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await expect.element(findTextInMainRegion('1 would be in of 40 people checked')).toBeVisible()
  await page.getByLabelText('Rule as JSON').fill('{')
  await expect.element(findTextInMainRegion('1 would be in of 40 people checked')).not.toBeInTheDocument()
  await pass(2 * pauseMs)
  await expect.element(counting()).not.toBeInTheDocument()
  await findCreateGroupButton().click()
  await pass(2 * pauseMs)
  expect(counts()).toEqual([])
  expect(server.getSentBodies('createGroup')).toEqual([])
})

test('checks more people immediately on request', async () => {
  const { under, counts, pass } = await openNamed({
    previewRule: ({ body }) => createFakeGroupRulePreviewResponse(body.live === true ? 3 : 40),
  })
  await under.fill('a.eth')
  await pass(pauseMs)
  await expect.element(findTextInMainRegion('3 would be in of 40 people checked')).toBeVisible()
  await page.getByRole('button', { name: 'Check more of the 900 people' }).click()
  await expect.element(findTextInMainRegion('40 would be in of 40 people checked')).toBeVisible()
  expect(counts().at(-1)).toEqual({ live: false, rule: createEnsNameGroupRuleFixture('a.eth') })
})

test('leaving the form during the delay requests no count, but reopening the form does', async () => {
  const { under, history, counts, pass } = await openNamed()
  await under.fill('a.eth')
  await pass(pauseMs - 1)
  history.push('/admin/groups')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect.element(findTextInMainRegion('No groups yet')).toBeVisible()
  await pass(10 * pauseMs)
  expect(counts()).toEqual([])
  history.push('/admin/new-group')
  await expect.poll(counts).toEqual([{ live: true, rule: { type: 'wallets', wallets: [] } }])
})
